#include "framework/guard/rule.hpp"

#include "tests/catch.hpp"

using namespace assay;
using namespace assay::guard;

TEST_CASE("a rule's text changes with each of its numbers") {
  const GuardOptions shipped;
  const auto changed = [&](auto&& change) {
    GuardOptions options;
    change(options);
    CHECK(rule_line(options) != rule_line(shipped));
    CHECK(describe_rule(options) != describe_rule(shipped));
  };
  changed([](GuardOptions& options) { options.detect = 0.01; });
  changed([](GuardOptions& options) { options.alpha = 0.01; });
  changed([](GuardOptions& options) { options.looks = {8, 12, 20, 32}; });
  changed([](GuardOptions& options) { options.confirmation = 8; });
  changed([](GuardOptions& options) { options.confirmation_equivalence = 0.5; });
  changed([](GuardOptions& options) { options.block.pairs = 8; });
  changed([](GuardOptions& options) { options.block.seconds = 1; });
}
