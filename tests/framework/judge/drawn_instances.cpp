#include "framework/judge/drawn_instances.hpp"

#include <set>

#include "tests/catch.hpp"

using namespace assay;
using namespace assay::judge;

namespace {

ArgumentDescription argument_of(const char* name, Value value,
                                std::optional<ArgumentDomain> domain = std::nullopt) {
  return {name, "", std::move(value), {}, domain};
}

// A problem with a size, a real number, a seed, and two arguments that must not be changed.
ProblemDescription drawn_problem() {
  ProblemDescription problem;
  problem.name = "family/problem";
  problem.arguments = {argument_of("n", Value(std::int64_t{10}), ArgumentDomain{1, 1e6, false}),
                       argument_of("width", Value(0.5), ArgumentDomain{0.25, 4, false}),
                       argument_of("seed", Value(std::int64_t{1}), ArgumentDomain{0, 1e9, true}),
                       argument_of("kind", Value(std::string("plain"))),
                       argument_of("depth", Value(std::int64_t{3}))};
  return problem;
}

}  // namespace

TEST_CASE("other values change what inputs hold and nothing else") {
  Random draw(1);
  const InstanceKey listed{"family/problem", {{"n", Value(std::int64_t{77})}}};
  std::set<std::string> seen;
  for (int k = 0; k < 20; ++k) {
    const auto other = with_other_values(drawn_problem(), listed, draw);
    REQUIRE(other);
    CHECK(other->problem == "family/problem");
    CHECK(*find(other->arguments, "n") == Value(std::int64_t{77}));
    CHECK(other->arguments.size() == 2);
    seen.insert(to_string(*find(other->arguments, "seed")));
  }
  CHECK(seen.size() > 15);
}

TEST_CASE("other sizes lie in their domains, small ones and large ones, whole where they must be") {
  Random draw(2);
  int small = 0;
  int large = 0;
  int listed = 0;
  for (int k = 0; k < 400; ++k) {
    const auto other = with_other_sizes(drawn_problem(), {"family/problem", {}}, draw);
    REQUIRE(other);
    CHECK(find(other->arguments, "kind") == nullptr);
    CHECK(find(other->arguments, "depth") == nullptr);
    REQUIRE(find(other->arguments, "seed") != nullptr);
    if (const Value* width = find(other->arguments, "width")) {
      CHECK(std::get<double>(*width) >= 0.25);
      CHECK(std::get<double>(*width) <= 4);
    }
    const Value* n = find(other->arguments, "n");
    if (n == nullptr) {
      ++listed;
      continue;
    }
    const std::int64_t size = std::get<std::int64_t>(*n);
    CHECK(size >= 1);
    CHECK(size <= 1'000'000);
    small += size < 1000 ? 1 : 0;
    large += size > 10'000 ? 1 : 0;
  }
  CHECK(listed > 100);
  CHECK(small > 50);
  CHECK(large > 30);
}

TEST_CASE("without domains nothing is drawn") {
  Random draw(3);
  ProblemDescription problem = drawn_problem();
  for (auto& argument : problem.arguments) argument.domain.reset();
  CHECK_FALSE(with_other_values(problem, {"family/problem", {}}, draw));
  CHECK_FALSE(with_other_sizes(problem, {"family/problem", {}}, draw));
}
