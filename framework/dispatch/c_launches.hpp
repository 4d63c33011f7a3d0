// The kernels of a dispatcher's pairs in its header: how they are compiled, and launched.
#pragma once

#include <iosfwd>
#include <string>

#include "framework/dispatch/dispatcher.hpp"

namespace assay::dispatch {

// Whether any pair's variant is a kernel file, of which there is something to write.
[[nodiscard]] bool has_kernels(const Dispatcher& dispatcher);

// Writes the table NAME_kernels of the pairs' sources, constants and options.
void write_c_kernels(const Dispatcher& dispatcher, const std::string& name, std::ostream& out);

// Writes the function NAME_launches(pair, features, launches, room). Where C cannot say the
// launches of a pair, a comment says why, and the function answers as for an input that has none.
void write_c_launches(const Dispatcher& dispatcher, const std::string& name, std::ostream& out);

}  // namespace assay::dispatch
