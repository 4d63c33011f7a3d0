// What is wrong in a scenario is told with its place and its cure.
#pragma once

#include <string>
#include <vector>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"

namespace assay::test {

// `read` fails, and the message has all parts.
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
