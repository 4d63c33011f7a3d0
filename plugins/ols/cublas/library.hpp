// The routines of cuBLAS and cuSOLVER, which the first trial that calls them opens.
#pragma once

#include "vendor/library.hpp"

namespace ols::cublas {

// Returns a routine of either library by its name. Throws what the functions of vendor/library.hpp
// throw.
void* find_routine(const char* name);

}  // namespace ols::cublas

// The routine that a header of the libraries declares.
#define OLS_ROUTINE(name) VENDOR_ROUTINE(::ols::cublas::find_routine, name)
