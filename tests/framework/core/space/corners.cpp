// Compares configurations at the border of a space with their definitions.
#include "framework/core/space/corners.hpp"

#include <algorithm>
#include <set>

#include "tests/catch.hpp"
#include "tests/framework/core/space/random_space.hpp"

using namespace assay;
using namespace assay::testing;

namespace {

using ValueOf = std::pair<std::string, std::string>;  // a parameter and one of its values

std::set<ValueOf> values_in(const std::vector<Bindings>& configurations) {
  std::set<ValueOf> values;
  for (const Bindings& configuration : configurations) {
    for (const auto& [name, value] : configuration) values.emplace(name, to_string(value));
  }
  return values;
}

bool is_corner(const Bindings& configuration, const std::vector<Parameter>& parameters) {
  return std::ranges::all_of(parameters, [&](const Parameter& parameter) {
    const Value& value = *find(configuration, parameter.name);
    return value == parameter.values.front() || value == parameter.values.back();
  });
}

// The configurations with the defaults of their inactive parameters, which they leave out.
std::vector<Bindings> completed(const std::vector<Bindings>& configurations,
                                const std::vector<Parameter>& parameters) {
  std::vector<Bindings> all;
  for (const Bindings& configuration : configurations) {
    Bindings& complete = all.emplace_back();
    for (const Parameter& parameter : parameters) {
      const Value* value = find(configuration, parameter.name);
      complete.emplace_back(parameter.name, value != nullptr ? *value : parameter.default_value);
    }
  }
  return all;
}

}  // namespace

TEST_CASE("each value that the constraints admit comes once, and corners are in the space") {
  std::mt19937 random(7);
  std::size_t tried = 0;
  for (int round = 0; round < 300; ++round) {
    const RandomSpace drawn = random_space(random);
    const auto admitted = brute_force(drawn.parameters, drawn.constraints, drawn.constants);
    if (admitted.empty()) continue;
    ++tried;
    const SearchSpace space(drawn.parameters, drawn.constraints, drawn.constants);
    const auto in_space = [&](const Bindings& configuration) {
      return std::ranges::find(admitted, configuration) != admitted.end();
    };

    const auto covering = completed(each_value_once(space), drawn.parameters);
    REQUIRE(std::ranges::all_of(covering, in_space));
    REQUIRE(values_in(covering) == values_in(admitted));
    REQUIRE(each_value_once(space).front() == space.at(space.default_index()));
    REQUIRE(covering.size() <= 1 + values_in(admitted).size());

    const auto all_corners = completed(corners(space, 1000), drawn.parameters);
    REQUIRE(std::ranges::all_of(all_corners, in_space));
    std::set<std::string> found;
    for (const Bindings& corner : all_corners) found.insert(to_string(corner));
    std::set<std::string> expected;
    for (const Bindings& configuration : admitted) {
      if (is_corner(configuration, drawn.parameters)) expected.insert(to_string(configuration));
    }
    REQUIRE(found == expected);
    REQUIRE(corners(space, 2).size() == std::min<std::size_t>(2, all_corners.size()));
  }
  CHECK(tried > 100);
}
