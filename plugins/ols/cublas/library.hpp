// cuBLAS and cuSOLVER.
#pragma once

#include <string_view>

#include "vendor/library.hpp"

namespace ols::cublas {

// The one that has a routine of that name. Throws as vendor::Library does.
const vendor::Library& library_of(std::string_view routine);

}  // namespace ols::cublas

// The routine that a header of either library declares.
#define OLS_ROUTINE(name) VENDOR_ROUTINE(::ols::cublas::library_of(VENDOR_NAME_TEXT(name)), name)
