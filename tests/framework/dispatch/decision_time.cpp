#include "framework/dispatch/decision_time.hpp"

#include <cstdlib>

#include "tests/catch.hpp"

using namespace assay;
using namespace assay::dispatch;

namespace {

Dispatcher by_size() {
  return {{"p",
           {{"rows"}},
           {{"a", "cpu", {}}, {"b", "cpu", {}}},
           {"1", "2"},
           {{{{}, 0, 100, 1, 2}, {{0}}, {{1}}}, {{{0}}}, {{1, 1000}}}},
          "s",
          {"", ""},
          {0.1, 0},
          {},
          {},
          {},
          {},
          "machine",
          {},
          "0"};
}

// Finds no compiler until it is destroyed.
struct EmptyPath {
  EmptyPath() { setenv("PATH", "", 1); }
  ~EmptyPath() { setenv("PATH", before.c_str(), 1); }
  EmptyPath(const EmptyPath&) = delete;
  EmptyPath& operator=(const EmptyPath&) = delete;
  std::string before = std::getenv("PATH");
};

}  // namespace

TEST_CASE(
    "a decision's time is that of the header's code, or of a walk where nothing compiles it") {
  const DecisionTime compiled = decision_time(by_size(), {{1}, {50}, {500}, {5000}});
  CHECK_THAT(compiled.by, contains("cc -O2"));
  CHECK(compiled.seconds > 0);
  CHECK(compiled.seconds < 1e-4);
  const EmptyPath nothing;
  const DecisionTime walked = decision_time(by_size(), {{1}, {50}, {500}, {5000}});
  CHECK_THAT(walked.by, contains("assay's own walk"));
  CHECK(walked.seconds > 0);
}
