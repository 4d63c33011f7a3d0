// cuBLAS and cuSOLVER, opened by the first trial that calls them. A worker that links them spends
// ten times as long on loading as with all other plugins together, and most trials are of other
// variants.
#pragma once

namespace ols::cublas {

// A routine of either library by its name. Throws sdk::Error (ASSAY_UNSUPPORTED), with the loader's
// own words, where this machine lacks the library or the library the routine.
void* find_routine(const char* name);

}  // namespace ols::cublas

// The routine that a header of the libraries declares, looked for once wherever this stands.
#define OLS_ROUTINE(name)                                                                    \
  ([] {                                                                                      \
    static auto* const found =                                                               \
        reinterpret_cast<decltype(&name)>(::ols::cublas::find_routine(OLS_NAME_TEXT(name))); \
    return found;                                                                            \
  }())
// The headers define names as macros of names with versions.
#define OLS_NAME_TEXT(name) OLS_TEXT(name)
#define OLS_TEXT(name) #name
