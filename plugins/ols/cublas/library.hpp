// cuBLAS and cuSOLVER, opened by the first trial that calls them. Linking them would make a worker
// take ten times as long to load as all other plugins together, and most trials are of other
// variants.
#pragma once

namespace ols::cublas {

// Returns a routine of either library by its name. Throws sdk::Error (ASSAY_UNSUPPORTED), with the
// loader's own message, if the machine lacks the library or the library lacks the routine.
void* find_routine(const char* name);

}  // namespace ols::cublas

// The routine that a header of the libraries declares, looked up once for each use in the source.
#define OLS_ROUTINE(name)                                                                    \
  ([] {                                                                                      \
    static auto* const found =                                                               \
        reinterpret_cast<decltype(&name)>(::ols::cublas::find_routine(OLS_NAME_TEXT(name))); \
    return found;                                                                            \
  }())
// The headers define names as macros that expand to versioned names.
#define OLS_NAME_TEXT(name) OLS_TEXT(name)
#define OLS_TEXT(name) #name
