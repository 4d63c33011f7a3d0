// What is the same in the headers of all dispatchers that have launches.
#pragma once

#include <cstddef>
#include <string>

namespace assay::dispatch {

// The struct NAME_launch, whose launches have up to `local` arguments in local memory, of which
// there is room for at least one.
[[nodiscard]] std::string c_launch_type(const std::string& name, std::size_t local);

// The struct NAME_launch_list and the functions that add launches to one. They call those of
// c_formula_functions.
[[nodiscard]] std::string c_launch_list(const std::string& name, std::size_t local);

}  // namespace assay::dispatch
