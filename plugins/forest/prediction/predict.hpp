// The variant predict: a work item walks a row through all trees, or through a part of them.
#pragma once

#include "assay/plugin.hpp"

namespace forest::prediction {

assay::sdk::VariantDescription predict_variant(assay_backend backend);

}  // namespace forest::prediction
