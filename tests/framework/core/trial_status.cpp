#include "framework/core/trial_status.hpp"

#include "tests/catch.hpp"

using namespace assay;

TEST_CASE("every trial status has a name that reads back") {
  for (int k = 0; k <= static_cast<int>(TrialStatus::error); ++k) {
    const auto status = static_cast<TrialStatus>(k);
    CHECK(trial_status_from(to_string(status)) == status);
  }
  CHECK(to_string(TrialStatus::ok) == std::string("ok"));
  CHECK(to_string(TrialStatus::compile_error) == std::string("compile-error"));
  CHECK(to_string(TrialStatus::error) == std::string("error"));
  CHECK_THROWS_WITH(trial_status_from("timeuot"), contains("did you mean 'timeout'?"));
}
