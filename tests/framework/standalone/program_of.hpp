// Programs of scenarios, for tests of what writers make of them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "framework/standalone/program.hpp"

namespace assay::test {

// The files of a scenario, by name.
using Files = std::vector<std::pair<std::string, std::string>>;

// The program for the defaults of a scenario's first kernel and problem.
[[nodiscard]] standalone::Program program_of(const std::string& scenario, const Files& files);

[[nodiscard]] std::string python_of(const standalone::Program& program);
[[nodiscard]] std::string cxx_of(const standalone::Program& program);

}  // namespace assay::test
