// Errors that report that a resource of the system is used up.
#pragma once

#include <exception>
#include <optional>
#include <string>

namespace assay {

// A message for the user if the error says that memory, threads or processes are used up, which
// libraries and plugins report with no more than "std::bad_alloc" or "Resource temporarily
// unavailable". Nothing for any other error.
[[nodiscard]] std::optional<std::string> shortage(const std::exception& error);

}  // namespace assay
