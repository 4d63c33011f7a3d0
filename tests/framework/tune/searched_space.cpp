#include "framework/tune/searched_space.hpp"

#include <set>

#include "framework/core/error.hpp"
#include "framework/tune/contender_space.hpp"
#include "tests/catch.hpp"

using namespace assay;
using namespace std::string_literals;

namespace {

Parameter parameter(const std::string& name, std::vector<Value> values,
                    const std::string& condition = "") {
  return {name, "", values, values.front(), condition};
}

std::vector<Value> whole(std::initializer_list<std::int64_t> numbers) {
  return {numbers.begin(), numbers.end()};
}

// Two contenders whose parameters and device facts have the same names but differ.
std::vector<Contender> two() {
  Contender tiled;
  tiled.variant.name = "tiled.cpu";
  tiled.device.id = "cpu";
  tiled.device.facts = {{"cores", 4.0}};
  tiled.parameters = {parameter("tile", whole({1, 2, 4, 8})),
                      parameter("order", {"row"s, "column"s}),
                      parameter("skew", whole({0, 1, 2}), "order == 'row' and tile > 1")};
  tiled.constraints = {{"tile <= cores", ""}};
  Contender flat = tiled;
  flat.variant.name = "flat.opencl";
  flat.device.id = "opencl:0";
  flat.device.facts = {{"cores", 2.0}};
  flat.parameters = {parameter("tile", whole({1, 2, 4, 8})),
                     parameter("size", whole({10, 20, 30}))};
  flat.constraints = {{"tile <= cores * n", ""}, {"size != 20 or tile == 1", ""}};
  return {tiled, flat};
}

OpenInstance instance() {
  OpenInstance instance;
  instance.record.arguments = {{"n", std::int64_t{2}}};
  return instance;
}

}  // namespace

TEST_CASE("contenders together are one space of all their configurations, under their own names") {
  const auto contenders = two();
  const SearchedSpace together(instance(), contenders);
  std::uint64_t size = 0;
  std::set<std::uint64_t> met;
  for (const auto& contender : contenders) {
    const auto own = space_of(instance(), contender);
    size += own.size();
    for (std::uint64_t k = 0; k < own.size(); ++k) {
      const auto index = together.index_of(contender, own.at(k));
      REQUIRE(index);
      met.insert(*index);
      const auto choice = together.at(*index);
      CHECK(choice.contender == &contender);
      CHECK(choice.configuration == own.at(k));
    }
  }
  CHECK(together.space().size() == size);
  CHECK(met.size() == size);
  CHECK(together.whole().variant.name == "2 variants together");
  CHECK(together.whole().device.id == "cpu, opencl:0");
}

TEST_CASE("what is not in a contender's space is not in that of all") {
  const auto contenders = two();
  const SearchedSpace together(instance(), contenders);
  CHECK_FALSE(together.index_of(contenders[0], {{"tile", std::int64_t{8}}, {"order", "row"s}}));
  CHECK_FALSE(together.index_of(contenders[1], {{"tile", std::int64_t{2}}, {"order", "row"s}}));
  CHECK_FALSE(
      together.index_of(contenders[1], {{"tile", std::int64_t{2}}, {"size", std::int64_t{20}}}));
}

TEST_CASE("a single contender is searched as it is") {
  const auto contenders = two();
  const SearchedSpace one(instance(), std::span(contenders).first(1));
  CHECK(one.space().parameters().size() == 3);
  CHECK(&one.whole() == contenders.data());
  CHECK(one.at(0).contender == contenders.data());
  CHECK(one.index_of(contenders[0], one.at(5).configuration) == 5);
}

TEST_CASE("what is wrong with one of several is told in its own names") {
  auto contenders = two();
  contenders[1].constraints.push_back({"tile > 100", ""});
  CHECK_THROWS_WITH(SearchedSpace(instance(), contenders), contains("'tile > 100'"));
}
