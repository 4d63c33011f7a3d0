#include "framework/core/shortage.hpp"

#include <new>
#include <system_error>

namespace assay {

std::optional<std::string> shortage(const std::exception& error) {
  const auto* told = dynamic_cast<const std::system_error*>(&error);
  if (told != nullptr && told->code() == std::errc::resource_unavailable_try_again) {
    return "the system grants this process no more threads or memory; raise its limits (ulimit -v, "
           "ulimit -u)";
  }
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr ||
      (told != nullptr && told->code() == std::errc::not_enough_memory)) {
    return "out of host memory: choose a smaller instance, or use a machine with more memory";
  }
  return std::nullopt;
}

}  // namespace assay
