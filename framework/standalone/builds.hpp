// How a program gets its kernels: the source, and what it is compiled with. Internal to
// make_program().
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/kernel.hpp"
#include "framework/kernel_file/launch_plan.hpp"
#include "framework/standalone/program.hpp"

namespace assay::standalone {

// Throws usage Error with the place and the cure if no program can get this kernel, because other
// compilers made its code.
void require_source(const KernelDescription& kernel);

// A function of a build.
struct BuiltFunction {
  std::size_t build = 0;  // position among the program's builds
  std::string name;
};

// Adds the source and the builds to a program. Returns the function of each launch.
std::map<const KernelLaunch*, BuiltFunction> add_builds(const KernelDescription& kernel,
                                                        const std::vector<PlannedRounds>& plan,
                                                        const FormulaNames& names,
                                                        Program& program);

}  // namespace assay::standalone
