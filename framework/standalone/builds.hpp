// How a program gets its kernels: the source, and what it is compiled with. Internal to
// make_program().
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/kernel.hpp"
#include "framework/kernel_file/launch_plan.hpp"
#include "framework/standalone/program.hpp"

namespace assay::standalone {

// Throws usage Error with the place and the cure if no program can get this kernel: code of the
// host, sources that a command prints, and code that other compilers made.
void require_source(const KernelDescription& kernel);

// Adds the source and the builds to a program. Returns the position of each launch's build.
std::map<const KernelLaunch*, std::size_t> add_builds(const KernelDescription& kernel,
                                                      const std::vector<PlannedRounds>& plan,
                                                      const FormulaNames& names, Program& program);

}  // namespace assay::standalone
