#pragma once

#include <cstdlib>
#include <string>

#include "framework/core/scratch_folder.hpp"

namespace assay::test {

// An empty folder that is removed with the object.
class TemporaryFolder : public ScratchFolder {
 public:
  TemporaryFolder() : ScratchFolder("test") {}
};

// Sets an environment variable, or unsets it if the value is nullptr, for the lifetime of the
// object.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) {
      had_ = true;
      before_ = before;
    }
    set(value);
  }
  ScopedVariable(const char* name, const std::string& value)
      : ScopedVariable(name, value.c_str()) {}
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;
  ~ScopedVariable() { set(had_ ? before_.c_str() : nullptr); }

 private:
  void set(const char* value) {
    if (value == nullptr) {
      ::unsetenv(name_.c_str());
    } else {
      ::setenv(name_.c_str(), value, 1);
    }
  }

  std::string name_;
  bool had_ = false;
  std::string before_;
};

}  // namespace assay::test
