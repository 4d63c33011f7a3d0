// Checks that an error in a scenario is reported with its place and its cure.
#pragma once

#include <string>
#include <vector>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"

namespace assay::test {

// Requires that `read` fails with a message that contains all of `parts`.
template <class Read>
void requires_error(const Read& read, const std::vector<std::string>& parts,
                    ErrorKind kind = ErrorKind::usage) {
  try {
    read();
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.kind() == kind);
    for (const auto& part : parts) CHECK_THAT(error.what(), contains(part));
  }
}

}  // namespace assay::test
