// Errors of the system that has no more of something.
#pragma once

#include <exception>
#include <optional>
#include <string>

namespace assay {

// In words for the user, where the error says that memory, threads or processes are used up: which
// libraries and plugins say with no more than "std::bad_alloc" or "Resource temporarily
// unavailable". Nothing of any other error.
[[nodiscard]] std::optional<std::string> shortage(const std::exception& error);

}  // namespace assay
