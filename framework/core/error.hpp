#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>

namespace assay {

// The kind of an error, as far as it matters to the caller and the exit code (usage 2, environment
// 3).
enum class ErrorKind {
  usage,        // bad command line, scenario, configuration: the user can fix it
  environment,  // machine, device, file system or data could not answer
  internal,     // a defect of assay or of a plugin
};

// The framework's one exception. The text says what was wrong, where, and what would be right.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  [[nodiscard]] ErrorKind kind() const noexcept { return kind_; }

 private:
  ErrorKind kind_;
};

template <class... Args>
[[nodiscard]] Error usage_error(fmt::format_string<Args...> format, Args&&... args) {
  return {ErrorKind::usage, fmt::format(format, std::forward<Args>(args)...)};
}

template <class... Args>
[[nodiscard]] Error environment_error(fmt::format_string<Args...> format, Args&&... args) {
  return {ErrorKind::environment, fmt::format(format, std::forward<Args>(args)...)};
}

template <class... Args>
[[nodiscard]] Error internal_error(fmt::format_string<Args...> format, Args&&... args) {
  return {ErrorKind::internal, fmt::format(format, std::forward<Args>(args)...)};
}

}  // namespace assay
