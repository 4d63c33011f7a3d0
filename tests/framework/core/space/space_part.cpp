#include "framework/core/space/space_part.hpp"

#include <set>

#include "framework/core/error.hpp"
#include "framework/core/space/requirements.hpp"
#include "framework/core/space/space.hpp"
#include "tests/catch.hpp"
#include "tests/framework/core/space/random_space.hpp"

using namespace assay;
using namespace assay::testing;
using namespace std::string_literals;

namespace {

SpacePart part(const std::string& name, RandomSpace own) {
  return {name, name + "_", std::move(own.parameters), std::move(own.constraints),
          std::move(own.constants)};
}

// The configuration of a part in the words of the joint space.
std::string in_joint_space(const SpacePart& part, const Bindings& configuration) {
  Bindings whole = {{"part", part.name}};
  for (const auto& [name, value] : configuration) whole.emplace_back(part.prefix + name, value);
  return to_string(whole);
}

std::string failure_of(std::vector<SpacePart> parts) {
  try {
    static_cast<void>(SearchSpace::joined("part", std::move(parts)));
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    return error.what();
  }
  return "no failure";
}

}  // namespace

TEST_CASE("a joint space has the configurations of each part, whatever names the parts share") {
  std::mt19937 random(11);
  std::size_t spaces = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<SpacePart> parts = {part("x", random_space(random)),
                                    part("y", random_space(random))};
    parts[1].constants["limit"] = whole(9);
    std::set<std::string> expected;
    for (const SpacePart& each : parts) {
      try {
        const SearchSpace own(each.parameters, each.constraints, each.constants);
        for (std::uint64_t k = 0; k < own.size(); ++k) {
          expected.insert(in_joint_space(each, own.at(k)));
        }
      } catch (const EmptySpace&) {  // the other part may have configurations
      }
    }
    if (expected.empty()) {
      CHECK_THROWS_AS(SearchSpace::joined("part", parts), EmptySpace);
      continue;
    }
    ++spaces;
    const SearchSpace joint = SearchSpace::joined("part", parts);
    std::set<std::string> found;
    for (std::uint64_t k = 0; k < joint.size(); ++k) {
      const Bindings configuration = joint.at(k);
      found.insert(to_string(configuration));
      CHECK(joint.index_of(configuration) == k);
      CHECK(joint.why_excluded(configuration).empty());
    }
    CHECK(found == expected);
    CHECK(joint.size() == expected.size());
  }
  CHECK(spaces > 100);
}

TEST_CASE("texts in expressions and names with dots belong to their own part") {
  const Parameter order{"order", "", {"a"s, "it's b"s}, "a"s, ""};
  SpacePart one{"it's one", "one_", {order}, {{"order != \"it's b\" or fact.n == 2", ""}}, {}};
  one.constants = {{"fact.n", whole(2)}};
  SpacePart other{"other", "other_", {order}, {{"order == 'a'", ""}}, {}};
  CHECK(SearchSpace::joined("part", {one, other}).size() == 3);
  one.constants = {{"fact.n", whole(1)}};
  CHECK(SearchSpace::joined("part", {one, other}).size() == 2);
}

TEST_CASE("what is wrong with an expression of a part is told in the part's words") {
  const SpacePart good{"good", "g_", {parameter("a", {1, 2})}, {}, {}};
  const auto bad = [&](const std::string& expression) {
    return SpacePart{"bad", "b_", {parameter("b", {1, 0})}, {{expression, ""}}, {{"n", whole(3)}}};
  };
  CHECK_THAT(failure_of({good, bad("a == 1")}), contains("there is no name 'a' here"));
  CHECK_THAT(failure_of({good, bad("1 // b == 1")}),
             contains("\n  1 // b == 1\n") && contains("division by zero"));
  const SearchSpace joint = SearchSpace::joined("part", {good, bad("b * n > 2")});
  CHECK(joint.why_excluded({{"part", "bad"s}, {"b_b", whole(0)}}) ==
        "excluded because it violates b * n > 2 (with n = 3)");
  CHECK(joint.why_excluded({{"part", "good"s}, {"g_a", whole(1)}, {"b_b", whole(0)}}) ==
        "excluded because 'b_b' must keep its default 1 where 'part == 'bad'' is false");
}
