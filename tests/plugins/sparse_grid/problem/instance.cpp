// Tests of the problems through their C functions, as a host calls them.
#include <cmath>
#include <cstring>

#include "plugins/sparse_grid/library/grid.hpp"
#include "plugins/sparse_grid/library/hat.hpp"
#include "plugins/sparse_grid/problem/problems.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/host/fake_host.hpp"
#include "tests/plugins/host/temporary_file.hpp"

using namespace sparse_grid;
using assay::sdk::elements;
using assay::sdk::find_tensor;
using testing::CreatedInstance;
using testing::FakeHost;

namespace {

using Given = std::map<std::string, assay::sdk::Value>;

class Problems {
 public:
  Problems() { describe_problems(plugin_); }
  [[nodiscard]] const assay_problem& multi_eval() const { return *plugin_.view()->problems[0]; }
  [[nodiscard]] const assay_problem& transposed() const { return *plugin_.view()->problems[1]; }

 private:
  assay::sdk::Plugin plugin_{"problems", "test"};
};

// The result by direct summation over the tensors alone, in arithmetic of type T.
template <class T>
std::vector<T> direct(std::span<const assay_tensor> inputs, bool transposed) {
  const auto data = elements<const T>(find_tensor(inputs, "data"));
  const auto levels = elements<const std::uint32_t>(find_tensor(inputs, "levels"));
  const auto indices = elements<const std::uint32_t>(find_tensor(inputs, "indices"));
  const auto coefficients =
      elements<const T>(find_tensor(inputs, transposed ? "weights" : "surpluses"));
  const auto d = static_cast<std::size_t>(find_tensor(inputs, "data").shape[1]);
  const std::size_t m = data.size() / d;
  const std::size_t n = levels.size() / d;
  std::vector<T> result(transposed ? n : m);
  for (std::size_t k = 0; k < m; ++k) {
    for (std::size_t p = 0; p < n; ++p) {
      T phi = 1;
      for (std::size_t j = 0; j < d; ++j) {
        const T t = std::ldexp(data[k * d + j], static_cast<int>(levels[p * d + j])) -
                    static_cast<T>(indices[p * d + j]);
        phi *= std::max(T{0}, 1 - std::abs(t));
      }
      if (transposed) {
        result[p] += coefficients[k] * phi;
      } else {
        result[k] += coefficients[p] * phi;
      }
    }
  }
  return result;
}

// The largest deviation of a result in units of the tolerance.
template <class T>
double deviation(const std::vector<T>& result, const assay_expectation& expected) {
  const auto reference = elements<const double>(expected.reference);
  REQUIRE(reference.size() == result.size());
  double worst = 0;
  for (std::size_t k = 0; k < result.size(); ++k) {
    const double allowed = expected.absolute + expected.relative * std::abs(reference[k]);
    worst = std::max(worst, std::abs(static_cast<double>(result[k]) - reference[k]) / allowed);
  }
  return worst;
}

template <class T>
void check_against_direct(const assay_problem& problem, bool transposed, const Given& given) {
  FakeHost host;
  CreatedInstance instance(host, problem, given);
  INFO(host.failure);
  REQUIRE(instance.status == ASSAY_OK);
  const auto expected = instance.reference();
  REQUIRE(expected.size() == 1);
  auto result = direct<T>(instance.inputs(), transposed);
  CHECK(deviation(result, expected[0]) <= 1);
  // The tolerance is far below the change that a lost term would cause.
  double largest = 0;
  for (const T value : result) largest = std::max(largest, std::abs(static_cast<double>(value)));
  result[0] += static_cast<T>(largest / 1000);
  CHECK(deviation(result, expected[0]) > 1);
}

}  // namespace

void check_same_grid(CreatedInstance& a, CreatedInstance& b) {
  for (const char* name : {"levels", "indices"}) {
    CHECK(std::ranges::equal(elements<const std::uint32_t>(find_tensor(a.inputs(), name)),
                             elements<const std::uint32_t>(find_tensor(b.inputs(), name))));
  }
  CHECK(std::ranges::equal(elements<const double>(find_tensor(a.inputs(), "surpluses")),
                           elements<const double>(find_tensor(b.inputs(), "surpluses"))));
}

TEST_CASE("direct summation in the instance's precision passes, a wrong value does not",
          "[problem]") {
  const Problems problems;
  for (const char* data : {"uniform", "friedman1", "gaussian", "checkerboard"}) {
    for (const int refinements : {0, 3}) {
      if (std::string(data) == "uniform" && refinements > 0) continue;
      Given given{{"data", data},
                  {"points", 300},
                  {"level", 3},
                  {"dimensions", 5},
                  {"refinements", refinements},
                  {"refine_points", 5},
                  {"precision", "double"}};
      check_against_direct<double>(problems.multi_eval(), false, given);
      check_against_direct<double>(problems.transposed(), true, given);
      given.insert_or_assign("precision", "float");
      check_against_direct<float>(problems.multi_eval(), false, given);
      check_against_direct<float>(problems.transposed(), true, given);
    }
  }
}

TEST_CASE("tensors have the documented types and shapes", "[problem]") {
  const Problems problems;
  FakeHost host;
  CreatedInstance instance(
      host, problems.multi_eval(),
      {{"points", 50}, {"level", 3}, {"dimensions", 4}, {"precision", "float"}});
  const auto inputs = instance.inputs();
  REQUIRE(inputs.size() == 4);
  const auto& data = find_tensor(inputs, "data");
  CHECK(data.element == ASSAY_F32);
  CHECK(data.shape[0] == 50);
  CHECK(data.shape[1] == 4);
  for (const float x : elements<const float>(data)) CHECK((x >= 0 && x <= 1));
  const auto n = static_cast<std::int64_t>(Grid::regular(4, 3).size());
  CHECK(find_tensor(inputs, "levels").shape[0] == n);
  CHECK(find_tensor(inputs, "surpluses").shape[0] == n);
  // Throws unless every point comes after all its ancestors.
  Grid::from_points(4, elements<const std::uint32_t>(find_tensor(inputs, "levels")),
                    elements<const std::uint32_t>(find_tensor(inputs, "indices")));
  REQUIRE(instance.outputs().size() == 1);
  CHECK(instance.outputs()[0].shape[0] == 50);
  CHECK(instance.outputs()[0].element == ASSAY_F32);

  for (const auto& documented : {&problems.multi_eval(), &problems.transposed()}) {
    CreatedInstance any(host, *documented, {{"points", 10}, {"level", 2}});
    for (std::size_t k = 0; k < documented->tensor_count; ++k) {
      const auto& doc = documented->tensors[k];
      find_tensor(doc.direction == ASSAY_OUTPUT ? any.outputs() : any.inputs(), doc.name);
    }
  }
}

TEST_CASE("equal arguments give equal instances, another seed another one", "[problem]") {
  const Problems problems;
  FakeHost host;
  const Given given{{"points", 20}, {"level", 2}, {"seed", 5}};
  CreatedInstance a(host, problems.multi_eval(), given);
  CreatedInstance b(host, problems.multi_eval(), given);
  CreatedInstance c(host, problems.multi_eval(), {{"points", 20}, {"level", 2}, {"seed", 6}});
  for (const char* name : {"data", "surpluses"}) {
    const auto x = elements<const double>(find_tensor(a.inputs(), name));
    const auto y = elements<const double>(find_tensor(b.inputs(), name));
    const auto z = elements<const double>(find_tensor(c.inputs(), name));
    CHECK(std::ranges::equal(x, y));
    CHECK_FALSE(std::ranges::equal(x, z));
  }
}

TEST_CASE("work and facts follow from the grid", "[problem]") {
  const Problems problems;
  FakeHost host;
  CreatedInstance instance(host, problems.multi_eval(),
                           {{"points", 1000}, {"level", 5}, {"dimensions", 5}});
  auto facts = instance.facts();
  CHECK(facts["data_points"] == 1000);
  CHECK(facts["grid_points"] == 1471);
  CHECK(facts["subgrids"] == 126);
  CHECK(facts["max_level"] == 5);
  CHECK(facts["utilisation"] == 1);
  CHECK(facts["streaming_hat_evaluations"] == 1000.0 * 1471 * 5);
  const auto work = instance.work();
  CHECK(facts["nonzero_evaluations"] == 1000.0 * 126);
  CHECK(work.flops == 2 * 1000.0 * 126 + 3 * 1000.0 * 5 * 5);
  CHECK(work.bytes == 8.0 * (1000 * 5 + 1000 + 1471));
  CHECK(work.element == ASSAY_F64);
  CreatedInstance filled(host, problems.multi_eval(),
                         {{"points", 10}, {"level", 5}, {"dimensions", 5}, {"grid_points", 2000}});
  CHECK(filled.facts()["grid_points"] == 2000);
}

TEST_CASE("non-zero pairs are counted once for both products", "[problem]") {
  const Problems problems;
  FakeHost host;
  const Given given{{"points", 100}, {"level", 4}};
  CreatedInstance eval(host, problems.multi_eval(), given);
  REQUIRE(host.cache.size() == 1);
  // The planted number can come from the cache only.
  auto& entry = host.cache.begin()->second;
  const std::uint64_t planted = 12345;
  REQUIRE(entry.size() == sizeof(planted));
  std::memcpy(entry.data(), &planted, sizeof(planted));
  CreatedInstance transposed(host, problems.transposed(), given);
  CHECK(transposed.facts()["nonzero_evaluations"] == 12345);

  auto other = given;
  other.insert_or_assign("seed", 2);
  CreatedInstance elsewhere(host, problems.multi_eval(), other);
  CHECK(elsewhere.facts()["nonzero_evaluations"] == eval.facts()["nonzero_evaluations"]);
  CHECK(host.cache.size() == 2);
}

TEST_CASE("a refined grid comes from the cache the second time", "[problem]") {
  const Problems problems;
  FakeHost host;
  const Given given{{"data", "friedman1"}, {"points", 400},      {"level", 2},
                    {"refinements", 2},    {"refine_points", 3}, {"cg_iterations", 30}};
  CreatedInstance first(host, problems.multi_eval(), given);
  REQUIRE(host.cache.size() == 4);  // one entry for each step, one for the count of non-zero pairs
  const auto prepared = host.logged.size();
  CHECK(prepared == 3);
  CreatedInstance second(host, problems.multi_eval(), given);
  CHECK(host.logged.size() == prepared);  // no solution was computed
  check_same_grid(first, second);

  auto changed = given;
  changed.insert_or_assign("lambda", 1e-3);
  CreatedInstance other(host, problems.multi_eval(), changed);
  CHECK(host.cache.size() == 8);
}

TEST_CASE("refinement goes on from the latest step in the cache, with the same outcome",
          "[problem]") {
  const Problems problems;
  Given given{{"data", "friedman1"}, {"points", 400},      {"level", 2},
              {"refinements", 3},    {"refine_points", 3}, {"cg_iterations", 30}};
  FakeHost fresh;
  CreatedInstance at_once(fresh, problems.multi_eval(), given);
  CHECK(fresh.logged.size() == 4);

  FakeHost host;
  given.insert_or_assign("refinements", 1);
  CreatedInstance early(host, problems.multi_eval(), given);
  CHECK(host.logged.size() == 2);
  given.insert_or_assign("refinements", 3);
  CreatedInstance later(host, problems.transposed(), given);  // both operators share the grids
  CHECK(host.logged.size() == 4);
  CreatedInstance resumed(host, problems.multi_eval(), given);
  CHECK(host.logged.size() == 4);
  check_same_grid(at_once, resumed);
  given.insert_or_assign("refinements", 2);  // an earlier step also comes from the cache
  CreatedInstance between(host, problems.multi_eval(), given);
  CHECK(host.logged.size() == 4);
  CHECK(between.facts()["grid_points"] < resumed.facts()["grid_points"]);
}

TEST_CASE("a choice of the data may grow the grid, which all of it then meets", "[problem]") {
  const Problems problems;
  Given given{{"data", "friedman1"}, {"points", 400},      {"level", 2},
              {"refinements", 2},    {"refine_points", 3}, {"cg_iterations", 30}};
  FakeHost host;
  CreatedInstance all(host, problems.multi_eval(), given);
  const auto solved = host.logged.size();
  given.insert_or_assign("fit_points", 1000);  // more than the 400 points that there are
  CreatedInstance no_more(host, problems.multi_eval(), given);
  CHECK(host.logged.size() == solved);
  check_same_grid(all, no_more);

  given.insert_or_assign("fit_points", 100);
  CreatedInstance some(host, problems.multi_eval(), given);
  CHECK(host.logged.size() == 2 * solved);
  CHECK(some.facts()["data_points"] == 400);
  CHECK(some.facts()["grid_points"] > 11);
}

TEST_CASE("a damaged cache entry is noticed and replaced", "[problem]") {
  const Problems problems;
  const Given given{{"data", "friedman1"}, {"points", 200},      {"level", 2},
                    {"refinements", 1},    {"refine_points", 2}, {"cg_iterations", 10}};
  FakeHost host;
  CreatedInstance first(host, problems.multi_eval(), given);
  const auto entries = host.cache;
  const auto damage_by = [&](const auto& change) {
    for (auto& [key, entry] : host.cache) entry = change(entries.at(key));
    CreatedInstance again(host, problems.multi_eval(), given);
    REQUIRE(again.status == ASSAY_OK);
    check_same_grid(first, again);
    CHECK(host.cache == entries);
  };
  damage_by([](const std::string&) { return std::string(); });
  damage_by([](const std::string& entry) { return entry.substr(0, entry.size() - 1); });
  damage_by([](const std::string& entry) { return entry + "x"; });
  damage_by([](std::string entry) {  // the first point is not the root
    if (entry.size() > 8) entry[8] = 2;
    return entry;
  });
  damage_by([](const std::string& entry) { return std::string(entry.size(), '\xff'); });
}

TEST_CASE("arguments out of range are refused by name", "[problem]") {
  const Problems problems;
  const auto failure = [&](const Given& given) {
    FakeHost host;
    CreatedInstance instance(host, problems.multi_eval(), given);
    CHECK(instance.status != ASSAY_OK);
    return host.failure;
  };
  CHECK_THAT(failure({{"level", 0}}), contains("level = 0"));
  CHECK_THAT(failure({{"level", 99}}), contains("1 to 31"));
  CHECK_THAT(failure({{"dimensions", 65}}), contains("dimensions"));
  CHECK_THAT(failure({{"points", -1}}), contains("points = -1"));
  CHECK_THAT(failure({{"lambda", -1.0}}), contains("lambda"));
  CHECK_THAT(failure({{"border", 0.5}}), contains("border = 0.5"));
  CHECK_THAT(failure({{"refinements", 1}, {"points", 10}}), contains("no target"));
  CHECK_THAT(failure({{"features", "u"}}), contains("generated"));
  CHECK_THAT(failure({{"data", "friedman1"}, {"dimensions", 3}}), contains("friedman1"));
  CHECK_THAT(failure({{"data", "no/such.csv"}}), contains("no/such.csv"));
  CHECK_THAT(failure({{"dimensions", 60}, {"level", 20}}), contains("points"));
  CHECK_THAT(failure({{"grid_points", 3}}), contains("grid_points = 3"));
  CHECK_THAT(failure({{"grid_points", 2000}, {"surpluses", "regression"}}),
             contains("grid_points"));
}

TEST_CASE("an instance of a file", "[problem]") {
  const testing::TemporaryFile file("instance.csv",
                                    "a,b,kind,y\n1,10,p,0.5\n2,30,q,1\n3,20,p,-1\n5,40,p,2\n");
  const std::string path = file.path();
  const Problems problems;
  FakeHost host;
  const Given given{{"data", path},       {"features", "a,b"}, {"target", "y"},
                    {"filter", "kind=p"}, {"level", 3},        {"surpluses", "regression"}};
  CreatedInstance instance(host, problems.multi_eval(), given);
  INFO(host.failure);
  REQUIRE(instance.status == ASSAY_OK);
  const auto data = elements<const double>(find_tensor(instance.inputs(), "data"));
  const std::vector<double> expected{0, 0, 0.5, 1.0 / 3, 1, 1};
  REQUIRE(data.size() == expected.size());
  for (std::size_t k = 0; k < data.size(); ++k) CHECK(data[k] == Approx(expected[k]));
  CHECK(instance.facts()["file_rows"] == 4);
  CHECK(instance.facts()["filtered_rows"] == 3);
  auto wrong = given;
  wrong.insert_or_assign("dimensions", 3);
  CreatedInstance refused(host, problems.multi_eval(), wrong);
  CHECK(refused.status == ASSAY_INVALID);
  CHECK_THAT(host.failure, contains("2 features"));
}

TEST_CASE("what stands in for an absent file or for missing rows is told", "[problem]") {
  const Problems problems;
  SECTION("a generated set for an absent file") {
    FakeHost host;
    Given given{{"data", "no/such.csv"}, {"features", "a,b"},  {"target", "y"},
                {"dimensions", 5},       {"points", 300},      {"level", 2},
                {"refinements", 1},      {"refine_points", 2}, {"if_absent", "friedman1"}};
    CreatedInstance instance(host, problems.multi_eval(), given);
    INFO(host.failure);
    REQUIRE(instance.status == ASSAY_OK);
    CHECK(instance.facts()["stand_in"] == 300);
    CHECK(instance.facts()["data_points"] == 300);
    CHECK_THAT(host.logged.front().second, contains("stand-in: 300 generated points (friedman1)"));
    CHECK(host.logged.front().first == ASSAY_LOG_WARNING);
  }
  const testing::TemporaryFile file("rows.csv", "a,b,y\n1,10,0.5\n2,30,1\n3,20,-1\n5,40,2\n");
  const std::string path = file.path();
  Given given{{"data", path}, {"features", "a,b"}, {"target", "y"}, {"level", 2}};
  SECTION("a bootstrap for missing rows") {
    FakeHost host;
    given.insert_or_assign("points", 50);
    given.insert_or_assign("if_fewer", "bootstrap");
    CreatedInstance instance(host, problems.multi_eval(), given);
    INFO(host.failure);
    REQUIRE(instance.status == ASSAY_OK);
    CHECK(instance.facts()["data_points"] == 50);
    CHECK(instance.facts()["stand_in"] == 46);
    CHECK_THAT(host.logged.front().second, contains("smoothed bootstrap of 4 rows"));
  }
  SECTION("nothing where nothing is missing") {
    FakeHost host;
    given.insert_or_assign("points", 3);
    given.insert_or_assign("if_fewer", "bootstrap");
    given.insert_or_assign("if_absent", "uniform");
    CreatedInstance instance(host, problems.multi_eval(), given);
    REQUIRE(instance.status == ASSAY_OK);
    CHECK(instance.facts()["data_points"] == 3);
    CHECK(instance.facts().count("stand_in") == 0);
    CHECK(host.logged.empty());
  }
}
