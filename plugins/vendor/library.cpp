#include "vendor/library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "assay/plugin.hpp"

namespace vendor {

using assay::sdk::Error;

void* open_library(const char* file) {
  if (void* const library = dlopen(file, RTLD_NOW | RTLD_LOCAL)) return library;
  throw Error(ASSAY_UNSUPPORTED, fmt::format("{}: install the CUDA toolkit's libraries, or name "
                                             "their folder in LD_LIBRARY_PATH",
                                             dlerror()));
}

void* find_routine(void* library, const char* name) {
  if (void* const routine = dlsym(library, name)) return routine;
  throw Error(ASSAY_UNSUPPORTED, dlerror());
}

}  // namespace vendor
