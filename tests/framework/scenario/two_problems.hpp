// Scenarios with instances of two problems, followed by the text under test.
#pragma once

#include <string>
#include <vector>

#include "framework/scenario/scenario.hpp"
#include "tests/catch.hpp"
#include "tests/framework/scenario/errors.hpp"

namespace assay::test {

inline const std::string two_problems = R"([[instance]]
problem = ["a/eval", "a/sum"]
level = [5, 6]
)";

inline Scenario parse_with_two_problems(const std::string& text) {
  return parse_scenario(two_problems + text, "folder/some.toml");
}

// Checks that `text` after the instances is refused with a message that contains all of `parts`.
inline void refuses_with_two_problems(const std::string& text,
                                      const std::vector<std::string>& parts) {
  CAPTURE(text);
  requires_error([&] { (void)parse_with_two_problems(text); }, parts);
}

}  // namespace assay::test
