// The error message of a search space that cannot be made.
#pragma once

#include <string>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/core/space/space.hpp"
#include "tests/catch.hpp"
#include "tests/framework/core/space/random_space.hpp"

namespace assay::testing {

inline std::string failure(const std::vector<Parameter>& parameters,
                           const std::vector<Constraint>& constraints,
                           const Constants& constants = {}) {
  try {
    const SearchSpace space(parameters, constraints, constants);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    return error.what();
  }
  return "no failure";
}

}  // namespace assay::testing
