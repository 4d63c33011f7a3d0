#pragma once

#include "assay/stopwatch.hpp"

namespace assay {

using sdk::Stopwatch;

}  // namespace assay
