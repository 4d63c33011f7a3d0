#pragma once

#include <string>
#include <vector>

#include "framework/dispatch/dispatcher.hpp"

namespace assay::command {

// Throws usage Error for a file whose ending says no form, and environment Error for one that
// cannot be written.
void require_writable_dispatchers(const std::vector<std::string>& files);

// Writes the dispatcher to each file, as its ending says: .h, .hpp, .json or .html. `prefix` begins
// a header's names, unless it is empty.
void write_dispatchers(const dispatch::Dispatcher& dispatcher, const std::string& prefix,
                       const std::vector<std::string>& files);

// Prints the pairs, the time of a decision, and what the choices cost.
void print_dispatcher(const dispatch::Dispatcher& dispatcher);

}  // namespace assay::command
