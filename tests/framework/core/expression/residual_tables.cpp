#include "framework/core/expression/residual_tables.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "tests/catch.hpp"

using assay::ResidualTables;

namespace {

using Results = std::vector<std::uint8_t>;
using Variables = std::vector<std::size_t>;

const std::vector<std::uint32_t> sizes = {3, 1, 4, 2, 5};

std::size_t combinations(const Variables& variables) {
  std::size_t count = 1;
  for (const std::size_t variable : variables) count *= sizes[variable];
  return count;
}

// The results of sum(factors[v] * index of v) % modulus.
Results results_of(const Variables& variables, const std::vector<std::uint32_t>& factors,
                   std::uint32_t modulus) {
  Results results;
  for (std::size_t row = 0; row < combinations(variables); ++row) {
    std::size_t rest = row;
    std::uint32_t sum = 0;
    for (std::size_t k = variables.size(); k-- > 0; rest /= sizes[variables[k]]) {
      sum += factors[variables[k]] * static_cast<std::uint32_t>(rest % sizes[variables[k]]);
    }
    results.push_back(static_cast<std::uint8_t>(sum % modulus));
  }
  return results;
}

}  // namespace

TEST_CASE("a table in which all variables are bound gives its result, in any order of binding") {
  std::mt19937 random(3);
  const Variables all = {0, 1, 2, 3, 4};
  ResidualTables tables(sizes);
  for (int round = 0; round < 30; ++round) {
    std::vector<std::uint32_t> factors;
    for (std::size_t v = 0; v < 5; ++v) factors.push_back(random() % 4);
    const Results results = results_of(all, factors, 3);
    for (std::size_t row = 0; row < results.size(); ++row) {
      std::vector<std::uint32_t> indices(5);
      for (std::size_t k = 5, rest = row; k-- > 0; rest /= sizes[k]) {
        indices[k] = static_cast<std::uint32_t>(rest % sizes[k]);
      }
      Variables order = all;
      std::shuffle(order.begin(), order.end(), random);
      auto function = tables.insert(all, results);
      for (const std::size_t variable : order) {
        if (function.is_constant) break;  // the variables that are left make no difference
        function = tables.bind(function.value, variable, indices[variable]);
      }
      REQUIRE(function.is_constant);
      REQUIRE(function.value == results[row]);
    }
  }
}

TEST_CASE("equal functions are one table, with and without variables that make no difference") {
  ResidualTables tables(sizes);
  const std::vector<std::uint32_t> factors = {1, 0, 0, 1, 0};
  const auto one = tables.insert(Variables{0, 3}, results_of({0, 3}, factors, 4));
  CHECK_FALSE(one.is_constant);
  for (const Variables& more : {Variables{0, 1, 3}, Variables{0, 2, 3}, Variables{0, 1, 2, 3, 4}}) {
    const auto other = tables.insert(more, results_of(more, factors, 4));
    CHECK_FALSE(other.is_constant);
    CHECK(other.value == one.value);
  }
  const std::size_t before = tables.results();
  CHECK(before == 6);
  CHECK(tables.bind(one.value, 2, 3).value == one.value);  // not among its variables
  CHECK(tables.results() == before);
  // Index 1 of the last variable is what the first table is, index 0 another function.
  const Variables wider = {0, 3, 4};
  const auto wide = tables.insert(wider, results_of(wider, {1, 0, 0, 1, 2}, 4));
  CHECK(tables.bind(wide.value, 4, 2).value == one.value);
  CHECK(tables.bind(wide.value, 4, 1).value != one.value);
  // Tables over different variables are different functions even if their results are the same.
  const auto swapped = tables.insert(Variables{0}, Results{0, 1, 2});
  CHECK(tables.insert(Variables{0}, Results{0, 1, 1}).value != swapped.value);
  const auto constant = tables.insert(Variables{0, 2}, Results(12, 2));
  CHECK(constant.is_constant);
  CHECK(constant.value == 2);
}
