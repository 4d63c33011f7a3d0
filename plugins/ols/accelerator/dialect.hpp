// Options under which the kernels of the dialect (kernels/dialect.h) are compiled.
#pragma once

#include "assay/plugin.hpp"

namespace ols::accelerator {

// For a device and type. Throws sdk::Error (ASSAY_UNSUPPORTED) where the device has no double.
assay::sdk::CompileOptions dialect_options(const assay::sdk::Host& host, assay_backend backend,
                                           bool is_double);

// The same for the type of a task's X, and BY_ROWS, its layout.
assay::sdk::CompileOptions input_options(const assay::sdk::Task& task, assay_backend backend);

}  // namespace ols::accelerator
