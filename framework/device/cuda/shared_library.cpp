#include "framework/device/cuda/shared_library.hpp"

#include <dlfcn.h>

#include <cstdlib>

namespace assay::device::cuda {

SharedLibrary SharedLibrary::open(const std::string& path) {
  SharedLibrary library;
  library.path_ = path;
  library.handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library.handle_ == nullptr) library.error_ = dlerror();
  return library;
}

void* SharedLibrary::address(const char* symbol) const { return dlsym(handle_, symbol); }

std::string SharedLibrary::file_of(const char* symbol) const {
  Dl_info info{};
  void* const found = address(symbol);
  return found != nullptr && dladdr(found, &info) != 0 ? info.dli_fname : "";
}

std::string variable_or(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

}  // namespace assay::device::cuda
