// What is wrong in a scenario is the user's to mend, and its message says where and how.
#pragma once

#include <string>
#include <vector>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"

namespace assay::test {

// `read` fails by a usage error whose message has all parts.
template <class Read>
void requires_usage_error(const Read& read, const std::vector<std::string>& parts) {
  try {
    read();
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    for (const auto& part : parts) CHECK_THAT(error.what(), contains(part));
  }
}

}  // namespace assay::test
