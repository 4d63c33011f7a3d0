// Tests of the problems through their C functions, as a host calls them.
#include <cstring>

#include "compact_grid/problem/problems.hpp"
#include "tests/catch.hpp"
#include "tests/npy_file.hpp"
#include "tests/plugins/compact_grid/oracle.hpp"
#include "tests/plugins/host/fake_host.hpp"
#include "tests/plugins/host/temporary_file.hpp"

using assay::sdk::elements;
using assay::sdk::find_tensor;
using testing::CreatedInstance;
using testing::FakeHost;
using testing::TemporaryFile;

namespace {

using Given = std::map<std::string, assay::sdk::Value>;

const assay_problem& problem(const std::string& name) {
  return testing::problem_of(compact_grid::describe_problems, "compact-grid/" + name);
}

template <class T>
std::vector<T> numbers(const assay_tensor& tensor) {
  const auto all = elements<const T>(tensor);
  return {all.begin(), all.end()};
}
template <class T>
std::vector<T> input(CreatedInstance& instance, const char* name) {
  return numbers<T>(find_tensor(instance.inputs(), name));
}

std::string refusal(const std::string& name, const Given& arguments,
                    assay_status status = ASSAY_INVALID) {
  FakeHost host;
  const CreatedInstance instance(host, problem(name), arguments);
  CHECK(instance.status == status);
  return host.failure;
}

// The largest deviation of numbers from an instance's reference, in tolerances.
template <class T>
double deviation(CreatedInstance& instance, const std::vector<T>& found) {
  const auto& expectation = instance.reference()[0];
  const auto expected = numbers<double>(expectation.reference);
  REQUIRE(expected.size() == found.size());
  double worst = 0;
  for (std::size_t k = 0; k < found.size(); ++k) {
    worst = std::max(worst, std::abs(static_cast<double>(found[k]) - expected[k]));
  }
  return worst / expectation.absolute;
}

template <class T>
void require_consistent(Given given) {
  given.insert_or_assign("precision", sizeof(T) == 4 ? "float" : "double");
  FakeHost host;
  CreatedInstance hierarchize(host, problem("hierarchize"), given);
  CreatedInstance evaluate(host, problem("evaluate"), given);
  REQUIRE(evaluate.status == ASSAY_OK);
  const auto words = input<std::uint32_t>(evaluate, "grid");
  const auto coefficients = input<T>(evaluate, "coefficients");
  // The coefficients that one problem hands out are the result that the other expects for the same
  // nodal values.
  CHECK(deviation(hierarchize, coefficients) < 1);
  const auto points = input<T>(evaluate, "points");
  const auto grid = testing::all_points(words[0], words[1], words[2] == 1);
  std::vector<T> values;
  for (std::size_t k = 0; k * words[0] < points.size(); ++k) {
    values.push_back(
        static_cast<T>(testing::direct_sum<T>(grid, coefficients, points.data() + k * words[0])));
  }
  CHECK(deviation(evaluate, values) < 1);
  // An error of a thousandth of the largest number is detected.
  values[values.size() / 2] += static_cast<T>(1e-2);
  CHECK(deviation(evaluate, values) > 1);
}

// The nodal values of x y (1 - x) (1 - y) + x / 2 on a full grid.
std::vector<double> full_grid(std::size_t extent, bool has_boundary) {
  std::vector<double> values;
  const auto cells = static_cast<double>(has_boundary ? extent - 1 : extent + 1);
  for (std::size_t i = 0; i < extent; ++i) {
    for (std::size_t j = 0; j < extent; ++j) {
      const double x = static_cast<double>(has_boundary ? i : i + 1) / cells;
      const double y = static_cast<double>(has_boundary ? j : j + 1) / cells;
      values.push_back(x * y * (1 - x) * (1 - y) + x / 2);
    }
  }
  return values;
}

}  // namespace

TEST_CASE("both problems agree with sums over all basis functions") {
  for (const char* function : {"parabola", "sine", "gauss", "oscillatory", "random"}) {
    for (const char* distribution : {"uniform", "clustered", "grid-points", "slice"}) {
      for (const bool boundary : {false, true}) {
        const Given given{{"dimensions", 3},      {"levels", 3},  {"boundary", boundary},
                          {"function", function}, {"points", 49}, {"distribution", distribution}};
        require_consistent<double>(given);
        require_consistent<float>(given);
      }
    }
  }
}

TEST_CASE("large grids take the closed form, whatever their size") {
  FakeHost host;
  CreatedInstance large(host, problem("evaluate"),
                        {{"dimensions", 6}, {"levels", 8}, {"points", 3000}, {"function", "sine"}});
  REQUIRE(large.status == ASSAY_OK);
  const auto values = numbers<double>(large.reference()[0].reference);
  CHECK(values.size() == 3000);
  CHECK(large.facts()["max_error"] < 0.02);
  CHECK(large.facts()["rms_error"] < large.facts()["max_error"]);
  CHECK(large.facts()["rms_error"] > 0);
}

TEST_CASE("facts and work are those of the grid") {
  FakeHost host;
  const Given given{{"dimensions", 2}, {"levels", 3}, {"points", 10}};
  CreatedInstance hierarchize(host, problem("hierarchize"), given);
  auto facts = hierarchize.facts();
  CHECK(facts["grid_points"] == 17);
  CHECK(facts["subspaces"] == 6);
  CHECK(facts["grid_bytes"] == 17 * 8);
  CHECK(facts["updates"] == 2 * (17 - 7));
  CHECK(facts["pass_bytes"] == 2 * 2 * 17 * 8);
  CHECK(hierarchize.work().bytes == 2 * 17 * 8);
  CreatedInstance evaluate(host, problem("evaluate"), given);
  CHECK(evaluate.facts()["evaluation_points"] == 10);
  CHECK(evaluate.work().flops == 2 * 10 * 6 + 3 * 10 * 2 * 3);
  CHECK(evaluate.work().bytes == 8 * (17 + 10 * 3));
  // With boundary, each of the two dimensions updates the points off the boundary in it.
  CreatedInstance bounded(host, problem("hierarchize"),
                          {{"dimensions", 2}, {"levels", 3}, {"boundary", true}});
  CHECK(bounded.facts()["updates"] == 2 * (17 + 2 * 7));
}

TEST_CASE("points are where their distribution says") {
  FakeHost host;
  const auto points = [&](const char* distribution, int count) {
    CreatedInstance instance(
        host, problem("evaluate"),
        {{"dimensions", 3}, {"levels", 4}, {"points", count}, {"distribution", distribution}});
    return input<double>(instance, "points");
  };
  for (const double x : points("grid-points", 500)) {
    CHECK(x * 16 == std::floor(x * 16));
    CHECK((x > 0 && x < 1));
  }
  const auto slice = points("slice", 16);
  for (std::size_t pixel = 0; pixel < 16; ++pixel) {
    CHECK(slice[3 * pixel] == (static_cast<double>(pixel % 4) + 0.5) / 4);
    CHECK(slice[3 * pixel + 1] == (static_cast<double>(pixel / 4) + 0.5) / 4);
    CHECK(slice[3 * pixel + 2] == slice[2]);
  }
  CHECK(points("uniform", 50) == points("uniform", 50));
}

TEST_CASE("a full array is sampled onto the grid") {
  for (const bool boundary : {false, true}) {
    const std::size_t extent = boundary ? 17 : 15;
    const auto values = full_grid(extent, boundary);
    const std::string shape = boundary ? "(17, 17)" : "(15, 15)";
    const TemporaryFile file("full.npy", testing::npy("<f8", shape, values));
    FakeHost host;
    const Given given{
        {"dimensions", 2}, {"levels", 4}, {"boundary", boundary}, {"array", file.path()}};
    CreatedInstance instance(host, problem("hierarchize"), given);
    INFO(host.failure);
    REQUIRE(instance.status == ASSAY_OK);
    const auto nodal = input<double>(instance, "nodal");
    const auto x = testing::coordinates_of<double>(testing::all_points(2, 4, boundary));
    for (std::size_t k = 0; k < nodal.size(); ++k) {
      const double a = x[2 * k];
      const double b = x[2 * k + 1];
      CHECK(nodal[k] == Approx(a * b * (1 - a) * (1 - b) + a / 2).margin(1e-15));
    }
    require_consistent<double>({{"dimensions", 2},
                                {"levels", 4},
                                {"boundary", boundary},
                                {"array", file.path()},
                                {"points", 100}});
    // In Fortran's order, the same numbers are the transposed array.
    const TemporaryFile other("fortran.npy", testing::npy("<f8", shape, values, "True"));
    CreatedInstance transposed(
        host, problem("hierarchize"),
        {{"dimensions", 2}, {"levels", 4}, {"boundary", boundary}, {"array", other.path()}});
    const auto swapped = input<double>(transposed, "nodal");
    const auto at = [&](std::size_t i, std::size_t j) {
      for (std::size_t k = 0; k < swapped.size(); ++k) {
        if (x[2 * k] * 16 == double(i) && x[2 * k + 1] * 16 == double(j)) return swapped[k];
      }
      return 0.0;
    };
    CHECK(at(4, 8) == Approx(0.25 * 0.5 * 0.75 * 0.5 + 0.5 / 2));
  }
}

TEST_CASE("arrays of another shape, cut off or not finite are refused with what is needed") {
  const auto complaint = [](const std::string& bytes, int levels, bool boundary) {
    const TemporaryFile file("bad.npy", bytes);
    return refusal(
        "hierarchize",
        {{"dimensions", 2}, {"levels", levels}, {"boundary", boundary}, {"array", file.path()}},
        ASSAY_DATA_ERROR);
  };
  std::vector<double> values(17 * 17, 1.0);
  const std::string good = testing::npy("<f8", "(17, 17)", values);
  CHECK_THAT(complaint(good, 4, false),
             contains("2^4 - 1 = 15") && contains("levels = 4, boundary = true"));
  CHECK_THAT(complaint(good, 5, true), contains("2^5 + 1 = 33"));
  CHECK_THAT(complaint(testing::npy("<f8", "(17, 16)", values), 4, true),
             contains("the shape is (17, 16)") && contains("2^4 + 1 = 17"));
  CHECK_THAT(complaint(testing::npy("<f8", "(289,)", values), 4, true), contains("2 dimensions"));
  CHECK_THAT(complaint(testing::npy("<f8", "(17, 17, 1)", values), 4, true),
             contains("(17, 17, 1)"));
  CHECK_THAT(complaint(good.substr(0, good.size() - 8), 4, true), contains("takes 2312"));
  CHECK_THAT(complaint(good.substr(0, 20), 4, true),
             contains("the file is cut off within its header"));
  values[17 * 4 + 8] = std::nan("");
  CHECK_THAT(complaint(testing::npy("<f8", "(17, 17)", values), 4, true),
             contains("the element at (4, 8) is nan"));
}

TEST_CASE("coefficients of a file are evaluated as they are") {
  for (const bool boundary : {false, true}) {
    Given given{{"dimensions", 2}, {"levels", 4}, {"boundary", boundary}, {"points", 100}};
    FakeHost host;
    CreatedInstance whole(host, problem("evaluate"), given);
    const auto coefficients = input<double>(whole, "coefficients");
    const TemporaryFile file(
        "coefficients.npy",
        testing::npy("<f8", "(" + std::to_string(coefficients.size()) + ",)", coefficients));
    given.insert_or_assign("coefficients", file.path());
    CreatedInstance compressed(host, problem("evaluate"), given);
    INFO(host.failure);
    REQUIRE(compressed.status == ASSAY_OK);
    CHECK(input<double>(compressed, "coefficients") == coefficients);
    CHECK(deviation(compressed, numbers<double>(whole.reference()[0].reference)) < 1);
    CHECK(compressed.facts().count("max_error") == 0);  // the function is unknown
    given.insert_or_assign("precision", "float");
    CreatedInstance rounded(host, problem("evaluate"), given);
    CHECK(input<float>(rounded, "coefficients") ==
          std::vector<float>(coefficients.begin(), coefficients.end()));
  }
}

TEST_CASE("coefficients of another grid, or not finite, are refused with what is needed") {
  const auto complaint = [](const std::string& bytes) {
    const TemporaryFile file("bad.npy", bytes);
    return refusal("evaluate", {{"dimensions", 2}, {"levels", 3}, {"coefficients", file.path()}},
                   ASSAY_DATA_ERROR);
  };
  std::vector<double> values(17, 1.0);
  CHECK_THAT(complaint(testing::npy("<f8", "(16,)", std::vector<double>(16))),
             contains("the shape is (16)") && contains("have 17 coefficients"));
  CHECK_THAT(complaint(testing::npy("<f8", "(17, 1)", values)), contains("in one array dimension"));
  values[5] = std::nan("");
  CHECK_THAT(complaint(testing::npy("<f8", "(17,)", values)), contains("coefficient 5"));
  CHECK_THAT(refusal("evaluate", {{"array", "a.npy"}, {"coefficients", "c.npy"}}),
             contains("give one"));
}

TEST_CASE("points of a file are taken as they are, and those outside refused by number") {
  const auto given = [](const TemporaryFile& file) {
    return Given{{"dimensions", 2}, {"levels", 3}, {"points_file", file.path()}};
  };
  const std::vector<double> numbers_{0, 1, 0.25, 0.75, 0.5, 0.125};
  const TemporaryFile good("points.npy", testing::npy("<f8", "(3, 2)", numbers_));
  FakeHost host;
  CreatedInstance instance(host, problem("evaluate"), given(good));
  CHECK(input<double>(instance, "points") == numbers_);
  const TemporaryFile text("points.csv", "x,y\n0.5,0.5\n0.25,1.5\n");
  CHECK_THAT(refusal("evaluate", given(text)), contains("point 1 (counted from 0)"));
  const TemporaryFile nan("nan.csv", "x,y\n0.5,nan\n");
  CHECK_THAT(refusal("evaluate", given(nan), ASSAY_DATA_ERROR), contains(":2:5"));
  const TemporaryFile wide("wide.csv", "x,y,z\n0.5,0.5,0.5\n");
  CHECK_THAT(refusal("evaluate", given(wide), ASSAY_DATA_ERROR), contains("the table has 3"));
  const TemporaryFile empty("none.csv", "x,y\n");
  CHECK_THAT(refusal("evaluate", given(empty), ASSAY_DATA_ERROR), contains("no rows"));
}

TEST_CASE("arguments that make no sense are refused with the cure") {
  CHECK_THAT(refusal("hierarchize", {{"dimensions", 0}}), contains("dimensions = 0"));
  CHECK_THAT(refusal("hierarchize", {{"dimensions", 33}}), contains("outside 1 to 32"));
  CHECK_THAT(refusal("evaluate", {{"levels", -1}}), contains("levels = -1"));
  CHECK_THAT(refusal("evaluate", {{"levels", std::int64_t{1} << 40}}), contains("outside 1 to 31"));
  CHECK_THAT(refusal("evaluate", {{"points", 0}}), contains("points = 0"));
  CHECK_THAT(refusal("evaluate", {{"points", 10}, {"distribution", "slice"}}), contains("3 x 3"));
  CHECK_THAT(refusal("evaluate", {{"points", 9}, {"distribution", "slice"}, {"dimensions", 1}}),
             contains("2 dimensions or more"));
  CHECK_THAT(refusal("hierarchize", {{"function", "sinus"}}), contains("no function 'sinus'"));
  CHECK_THAT(refusal("hierarchize", {{"dimensions", 20}, {"levels", 31}}), contains("2^60"));
  CHECK_THAT(refusal("hierarchize", {{"dimensions", 20}, {"levels", 20}}, ASSAY_OUT_OF_MEMORY),
             contains("reduce levels or dimensions"));
  CHECK_THAT(refusal("evaluate", {{"points", std::int64_t{1} << 40}}, ASSAY_OUT_OF_MEMORY),
             contains("reduce points"));
}
