#include "vendor/library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "assay/error.hpp"

namespace vendor {

using assay::sdk::Error;

Library::Library(const char* file) : handle_(dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ != nullptr) return;
  throw Error(ASSAY_UNSUPPORTED, fmt::format("{}: install the CUDA toolkit's libraries, or name "
                                             "their folder in LD_LIBRARY_PATH",
                                             dlerror()));
}

void* Library::find(const char* routine) const {
  if (void* const found = dlsym(handle_, routine)) return found;
  throw Error(ASSAY_UNSUPPORTED, dlerror());
}

}  // namespace vendor
