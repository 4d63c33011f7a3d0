// The variants of this folder: a new one is a source with a description, and a line in plugin.cpp.
#pragma once

#include "assay/plugin.hpp"

namespace sorting {

assay::sdk::VariantDescription std_sort();      // std_sort.cpp
assay::sdk::VariantDescription gnu_parallel();  // gnu_parallel.cpp

}  // namespace sorting
