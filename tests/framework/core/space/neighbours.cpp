// Compares assignments, neighbours and repair with their definitions.
#include <algorithm>
#include <numeric>
#include <set>

#include "framework/core/error.hpp"
#include "framework/core/space/space.hpp"
#include "tests/catch.hpp"
#include "tests/framework/core/space/random_space.hpp"

using namespace assay;
using namespace assay::testing;

namespace {

using Assignment = std::vector<std::uint32_t>;
using Neighbourhood = SearchSpace::Neighbourhood;
using Distance = std::pair<std::size_t, std::uint64_t>;  // changed parameters, steps

Distance distance(const Assignment& a, const Assignment& b) {
  Distance d{0, 0};
  for (std::size_t k = 0; k < a.size(); ++k) {
    d.first += a[k] == b[k] ? 0 : 1;
    d.second += std::max(a[k], b[k]) - std::min(a[k], b[k]);
  }
  return d;
}

Assignment assignment_of(const std::vector<Parameter>& parameters, const Bindings& configuration) {
  Assignment result;
  for (const auto& p : parameters) {
    const auto at = std::find(p.values.begin(), p.values.end(), *find(configuration, p.name));
    result.push_back(static_cast<std::uint32_t>(at - p.values.begin()));
  }
  return result;
}

// Every combination of indices of values.
std::vector<Assignment> product(const std::vector<Parameter>& parameters) {
  std::vector<Assignment> all;
  for (const auto& configuration : brute_force(parameters, {}, {})) {
    all.push_back(assignment_of(parameters, configuration));
  }
  return all;
}

// The assignments of the space in the order of their numbers.
std::vector<Assignment> numbered(const SearchSpace& space) {
  std::vector<Assignment> all;
  for (std::uint64_t k = 0; k < space.size(); ++k) all.push_back(space.assignment(k));
  return all;
}

// The number of the assignment nearest to `wanted` among those that `take` accepts, the lowest one
// in a tie.
template <class Take>
std::optional<std::uint64_t> nearest_of(const std::vector<Assignment>& all,
                                        const Assignment& wanted, const Take& take) {
  std::optional<std::uint64_t> best;
  for (std::uint64_t k = 0; k < all.size(); ++k) {
    if (!take(all[k])) continue;
    if (!best || distance(all[k], wanted) < distance(all[*best], wanted)) best = k;
  }
  return best;
}

// A change of one parameter that makes a neighbour of all[number], by definition.
struct Target {
  std::size_t parameter;
  std::uint32_t index;
  Distance distance;  // of the nearest configuration with this value
};

std::vector<Target> targets(const SearchSpace& space, const std::vector<Assignment>& all,
                            std::uint64_t number, Neighbourhood kind, std::size_t most_changes) {
  const auto& parameters = space.parameters();
  const Bindings counting = space.at(number);
  std::vector<Target> result;
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    if (find(counting, parameters[k].name) == nullptr) continue;
    for (std::uint32_t index = 0; index < parameters[k].values.size(); ++index) {
      const std::uint32_t own = all[number][k];
      if (index == own) continue;
      if (kind == Neighbourhood::one_step && index + 1 != own && own + 1 != index) continue;
      const auto best =
          nearest_of(all, all[number], [&](const Assignment& a) { return a[k] == index; });
      if (!best) continue;
      const Distance far = distance(all[*best], all[number]);
      if (far.first <= most_changes) result.push_back({k, index, far});
    }
  }
  return result;
}

// Whether `found` holds one of the nearest configurations for every target and nothing else, each
// once, and in the order of the targets if each of them is reached by that single change.
bool right_neighbours(const std::vector<Target>& expected, const std::vector<Assignment>& all,
                      std::uint64_t number, const std::vector<std::uint64_t>& found) {
  const auto answers = [&](const Target& target, std::uint64_t candidate) {
    return all[candidate][target.parameter] == target.index &&
           distance(all[candidate], all[number]) == target.distance;
  };
  const auto answered = [&](const Target& target) {
    return std::any_of(found.begin(), found.end(), [&](auto n) { return answers(target, n); });
  };
  std::vector<std::size_t> first;  // for each neighbour, the first target that it answers
  for (const std::uint64_t neighbour : found) {
    const auto target = std::find_if(expected.begin(), expected.end(),
                                     [&](const Target& t) { return answers(t, neighbour); });
    if (target == expected.end()) return false;
    first.push_back(static_cast<std::size_t>(target - expected.begin()));
  }
  const bool single = std::all_of(expected.begin(), expected.end(),
                                  [](const Target& target) { return target.distance.first == 1; });
  const std::set<std::uint64_t> distinct(found.begin(), found.end());
  return std::all_of(expected.begin(), expected.end(), answered) &&
         distinct.size() == found.size() && !distinct.contains(number) &&
         (!single || std::is_sorted(first.begin(), first.end()));
}

// Checks all that is promised of a space that holds exactly `admitted`.
void check_space(const SearchSpace& space, const std::vector<Assignment>& admitted,
                 std::mt19937& random) {
  const auto all = numbered(space);
  REQUIRE(std::set(all.begin(), all.end()) == std::set(admitted.begin(), admitted.end()));
  REQUIRE(all.size() == admitted.size());
  std::size_t wrong = 0;
  const auto everything = product(space.parameters());
  for (const auto& assignment : everything) {
    const auto place = std::find(all.begin(), all.end(), assignment);
    const auto number = space.number_of(assignment);
    wrong += number.has_value() == (place != all.end()) ? 0 : 1;
    if (number) wrong += *number == static_cast<std::uint64_t>(place - all.begin()) ? 0 : 1;
  }
  CHECK(wrong == 0);
  for (int k = 0; k < 20; ++k) {
    const auto& wanted = everything[random() % everything.size()];
    CHECK(space.nearest_to(wanted) == nearest_of(all, wanted, [](const auto&) { return true; }));
    std::vector<bool> fixed;
    for (std::size_t p = 0; p < wanted.size(); ++p) fixed.push_back(random() % 3 == 0);
    CHECK(space.nearest_to(wanted, fixed) == nearest_of(all, wanted, [&](const Assignment& a) {
            for (std::size_t p = 0; p < a.size(); ++p) {
              if (fixed[p] && a[p] != wanted[p]) return false;
            }
            return true;
          }));
  }
  for (int k = 0; k < 10; ++k) {
    const std::uint64_t number = random() % space.size();
    for (const auto kind : {Neighbourhood::any_value, Neighbourhood::one_step}) {
      for (const std::size_t most : {std::size_t{1}, std::size_t{2}, SearchSpace::any_number}) {
        const auto found = space.neighbours(number, kind, most);
        CHECK(right_neighbours(targets(space, all, number, kind, most), all, number, found));
        CHECK(found == space.neighbours(number, kind, most));
      }
    }
  }
}

std::string internal_failure(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::internal);
    return error.what();
  }
  return "no failure";
}

std::vector<std::string> texts(const SearchSpace& space,
                               const std::vector<std::uint64_t>& numbers) {
  std::vector<std::string> result;
  for (const std::uint64_t number : numbers) result.push_back(to_string(space.at(number)));
  return result;
}

}  // namespace

TEST_CASE("random spaces and the lists of their configurations know their neighbours") {
  std::mt19937 random(23);
  int nonempty = 0;
  for (int round = 0; round < 150; ++round) {
    const auto [parameters, constraints, constants] = random_space(random);
    std::vector<Assignment> admitted;
    for (const auto& configuration : brute_force(parameters, constraints, constants)) {
      admitted.push_back(assignment_of(parameters, configuration));
    }
    if (admitted.empty()) continue;
    ++nonempty;
    check_space(SearchSpace(parameters, constraints, constants), admitted, random);
    std::shuffle(admitted.begin(), admitted.end(), random);
    check_space(SearchSpace::from_configurations(parameters, admitted), admitted, random);
  }
  CHECK(nonempty > 80);
}

TEST_CASE("lists without structure hold what is listed and know their neighbours") {
  std::mt19937 random(5);
  for (int round = 0; round < 60; ++round) {
    std::vector<Parameter> parameters = random_space(random).parameters;
    for (auto& p : parameters) p.condition.clear();
    auto list = product(parameters);
    std::shuffle(list.begin(), list.end(), random);
    list.resize(1 + random() % std::min<std::size_t>(list.size(), 40));
    check_space(SearchSpace::from_configurations(parameters, list), list, random);
  }
}

TEST_CASE("neighbours change one parameter, by ascending parameter and value") {
  const SearchSpace space({parameter("a", {1, 2, 4, 8}), parameter("b", {1, 2, 4})},
                          {{"a * b <= 8", ""}}, {});
  const auto of = [&](const Bindings& configuration, Neighbourhood kind, std::size_t most) {
    return texts(space, space.neighbours(space.index_of(configuration).value(), kind, most));
  };
  const Bindings corner = {{"a", whole(4)}, {"b", whole(2)}};
  using Texts = std::vector<std::string>;
  CHECK(of(corner, Neighbourhood::any_value, 1) == Texts{"a=1 b=2", "a=2 b=2", "a=4 b=1"});
  CHECK(of(corner, Neighbourhood::one_step, 1) == Texts{"a=2 b=2", "a=4 b=1"});
  // a=8 requires b=1, and b=4 requires a=2.
  CHECK(of(corner, Neighbourhood::any_value, SearchSpace::any_number) ==
        Texts{"a=1 b=2", "a=2 b=2", "a=8 b=1", "a=4 b=1", "a=2 b=4"});
  CHECK(of(corner, Neighbourhood::any_value, 0).empty());
}

TEST_CASE("leaving a choice resets what hung on it, and what does not count is left alone") {
  const SearchSpace space(
      {parameter("local", {0, 1}), parameter("tile", {8, 16, 32}, "local == 1")}, {}, {});
  const auto of = [&](const Bindings& configuration, std::size_t most) {
    return texts(space, space.neighbours(space.index_of(configuration).value(),
                                         Neighbourhood::one_step, most));
  };
  using Texts = std::vector<std::string>;
  const Bindings with = {{"local", whole(1)}, {"tile", whole(32)}};
  CHECK(of(with, SearchSpace::any_number) == Texts{"local=0", "local=1 tile=16"});
  CHECK(of(with, 1) == Texts{"local=1 tile=16"});
  CHECK(of({{"local", whole(0)}}, SearchSpace::any_number) == Texts{"local=1 tile=8"});
  CHECK(space.assignment(space.index_of({{"local", whole(0)}}).value()) == Assignment{0, 0});
}

TEST_CASE("spaces of one configuration have no neighbours") {
  const SearchSpace none({}, {}, {});
  CHECK(none.assignment(0).empty());
  CHECK(none.number_of(Assignment{}) == 0U);
  CHECK(none.nearest_to(Assignment{}) == 0U);
  CHECK(none.neighbours(0, Neighbourhood::any_value).empty());
  const SearchSpace one({parameter("a", {1, 2, 3})}, {{"a == 2", ""}}, {});
  CHECK(one.neighbours(0, Neighbourhood::any_value).empty());
  CHECK(one.nearest_to(Assignment{2}) == 0U);
}

TEST_CASE("a space too large to list has neighbours and repairs") {
  std::vector<Parameter> parameters;
  std::vector<Constraint> constraints;
  for (int k = 0; k < 18; ++k) {
    parameters.push_back(parameter(fmt::format("p{}", k), {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
    if (k > 0) constraints.push_back({fmt::format("p{} <= p{}", k - 1, k), ""});
  }
  const SearchSpace space(parameters, constraints, {});
  const std::uint64_t flat = space.number_of(Assignment(18, 5)).value();
  // With a single change only the last parameter can go up and only the first can go down; with
  // more changes, all parameters on one side of the changed one follow it.
  CHECK(space.neighbours(flat, Neighbourhood::any_value, 1).size() == 5 + 4);
  CHECK(space.neighbours(flat, Neighbourhood::any_value).size() == 18 * 9);
  Assignment wanted(18, 5);
  wanted[9] = 0;
  wanted[3] = 7;
  CHECK(space.assignment(space.nearest_to(wanted)) == Assignment(18, 5));
  std::vector<bool> fixed(18, false);
  fixed[9] = true;
  Assignment expected(18, 5);
  std::fill_n(expected.begin(), 10, 0U);
  CHECK(space.nearest_to(wanted, fixed) == space.number_of(expected));
}

TEST_CASE("what is no assignment or number is told") {
  const SearchSpace space({parameter("a", {1, 2}), parameter("b", {1, 2})}, {{"a <= b", ""}}, {});
  CHECK_FALSE(space.number_of(Assignment{}));
  CHECK_FALSE(space.number_of(Assignment{0}));
  CHECK_FALSE(space.number_of(Assignment{0, 0, 0}));
  CHECK_FALSE(space.number_of(Assignment{0, 2}));
  CHECK_FALSE(space.number_of(Assignment{0, 4294967295U}));
  CHECK_FALSE(space.number_of(Assignment{1, 0}));
  CHECK_THAT(internal_failure([&] { (void)space.assignment(3); }),
             contains("configuration 3 of a space of 3"));
  CHECK_THAT(internal_failure([&] { (void)space.neighbours(3, Neighbourhood::one_step); }),
             contains("configuration 3 of a space of 3"));
  CHECK_THAT(internal_failure([&] { (void)space.nearest_to(Assignment{0}); }),
             contains("1 indices"));
  CHECK_THAT(internal_failure([&] {
               (void)space.nearest_to(Assignment{0, 7});
             }),
             contains("the index 7 for the parameter 'b', which has 2 values"));
  CHECK_THAT(internal_failure([&] {
               (void)space.nearest_to(Assignment{0, 0}, std::vector<bool>(3, false));
             }),
             contains("3 parameters of 2 are marked"));
}
