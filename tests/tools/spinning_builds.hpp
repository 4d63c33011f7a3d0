// Helpers for tests of the guard that compare builds of the plugin spinning.cpp.
#pragma once

#include <string>

#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"

namespace assay::test {

inline const std::string spin_scenario = R"(
name = "spin"
[[instance]]
problem = "test/one"
[[variant]]
name = "spin.cpu"
)";

// Runs git in a folder below that of the command line, with an author that every machine has.
inline void run_git(const CommandLine& line, const std::string& folder,
                    const std::string& arguments) {
  const Outcome done = line.run(arguments, "git -C " + folder +
                                               " -c user.name=test -c user.email=test@localhost "
                                               "-c commit.gpgsign=false");
  INFO(arguments << "\n" << done.err);
  REQUIRE(done.exit_code == 0);
}

}  // namespace assay::test
