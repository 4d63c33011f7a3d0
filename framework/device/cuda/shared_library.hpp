#pragma once

#include <string>

namespace assay::device::cuda {

// A library opened at run time. It stays loaded until the process ends, because drivers do not
// survive unloading.
class SharedLibrary {
 public:
  // Opens `path`, which dlopen looks up if it has no '/'. False if that fails; error() says why.
  static SharedLibrary open(const std::string& path);

  explicit operator bool() const { return handle_ != nullptr; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::string& error() const { return error_; }
  // The file of the library that has this function; "" if the system does not report it.
  [[nodiscard]] std::string file_of(const char* symbol) const;

  // False if there is no such symbol; `function` is null then.
  template <class Function>
  bool find(const char* symbol, Function& function) const {
    function = reinterpret_cast<Function>(address(symbol));
    return function != nullptr;
  }

 private:
  [[nodiscard]] void* address(const char* symbol) const;

  void* handle_ = nullptr;
  std::string path_;
  std::string error_;
};

// The value of an environment variable, or `otherwise` where it is absent or empty.
[[nodiscard]] std::string variable_or(const char* name, const char* otherwise);

}  // namespace assay::device::cuda
