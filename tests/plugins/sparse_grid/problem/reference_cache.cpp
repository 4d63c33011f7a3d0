#include "plugins/sparse_grid/problem/reference_cache.hpp"

#include "tests/catch.hpp"
#include "tests/plugins/host/fake_host.hpp"
#include "tests/plugins/sparse_grid/random_grid.hpp"

using namespace sparse_grid;
using testing::FakeHost;

namespace {

constexpr double always = 0;  // seconds; any reference is worth caching

// The products of one grid with data and coefficients, on a host of their own.
struct Case {
  Random random{31};
  Grid grid = random_grid(random, 3, 12);
  std::vector<double> data = random_points(random, 3 * 20);
  std::vector<double> surpluses = random_points(random, grid.size());
  std::vector<double> weights = random_points(random, 20);
  FakeHost fake;
  assay::sdk::Host host{fake.table(), fake.context()};

  ReferenceResult operator()(Product product, double worth_seconds = always) {
    return cached_product(host, product, grid, data,
                          product == Product::multi_eval ? surpluses : weights, worth_seconds);
  }
};

void check_same(const ReferenceResult& a, const ReferenceResult& b) {
  CHECK(a.values == b.values);
  CHECK(a.most_terms == b.most_terms);
  CHECK(a.magnitude == b.magnitude);
  CHECK(a.slack == b.slack);
}

}  // namespace

TEST_CASE("a reference comes from the cache the second time, as it was", "[reference]") {
  Case products;
  const auto values = products(Product::multi_eval);
  check_same(values, Reference(products.grid).multi_eval(products.data, products.surpluses));
  CHECK(products.fake.cache.size() == 1);
  products(Product::multi_eval_transposed);
  REQUIRE(products.fake.cache.size() == 2);
  // The planted numbers can come from the cache only.
  const std::vector<double> ones(products.data.size() / 3, 1.0);
  for (auto& [key, entry] : products.fake.cache) {
    if (entry.size() != 3 * 8 + ones.size() * 8) continue;
    std::memcpy(entry.data() + 3 * sizeof(double), ones.data(), ones.size() * 8);
  }
  CHECK(products(Product::multi_eval).values == ones);
}

TEST_CASE("a reference depends on grid, data, coefficients and product", "[reference]") {
  Case products;
  products(Product::multi_eval);
  products.data[7] /= 2;
  products(Product::multi_eval);
  CHECK(products.fake.cache.size() == 2);
  products.surpluses[0] += 1;
  const auto changed = products(Product::multi_eval);
  CHECK(products.fake.cache.size() == 3);
  check_same(changed, Reference(products.grid).multi_eval(products.data, products.surpluses));
  products.grid = Grid::regular(3, 2);
  products.surpluses.assign(products.grid.size(), 1);
  check_same(products(Product::multi_eval),
             Reference(products.grid).multi_eval(products.data, products.surpluses));
}

TEST_CASE("a damaged reference is computed anew", "[reference]") {
  Case products;
  for (const auto product : {Product::multi_eval, Product::multi_eval_transposed}) {
    const auto right = products(product);
    const auto entries = products.fake.cache;
    const auto damage_by = [&](const auto& change) {
      for (auto& [key, entry] : products.fake.cache) entry = change(entries.at(key));
      check_same(products(product), right);
    };
    damage_by([](const std::string&) { return std::string(); });
    damage_by([](const std::string& entry) { return entry.substr(1); });
    damage_by([](const std::string& entry) { return entry + "12345678"; });
    damage_by([](const std::string& entry) { return std::string(entry.size(), '\xff'); });
  }
}

TEST_CASE("a reference that is quickly computed takes no place on the disk", "[reference]") {
  Case products;
  products(Product::multi_eval, 3600);
  CHECK(products.fake.cache.empty());
}
