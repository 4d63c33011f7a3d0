// conjugate-gradients.opencl against the definition: small systems, solved densely.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "assay/plugin.hpp"
#include "cases.hpp"
#include "sparse_grid/library/hat.hpp"
#include "tests/campaign.hpp"
#include "tests/catch.hpp"

using testing::Case;
using testing::open_or_skip;
using testing::OpenClHost;

namespace {

constexpr double lambda = 1e-2;

const assay_variant& regression() {
  for (std::size_t v = 0; v < testing::plugin().variant_count; ++v) {
    const assay_variant& variant = *testing::plugin().variants[v];
    if (std::string(variant.name) == "conjugate-gradients.opencl") return variant;
  }
  throw std::logic_error("no regression");
}

// B as rows of basis functions at each data point.
std::vector<std::vector<double>> matrix(const Case& problem) {
  const std::size_t d = problem.dimensions;
  std::vector<std::vector<double>> rows;
  for (std::size_t m = 0; m < problem.data_points(); ++m) {
    const auto x = std::span(problem.data).subspan(m * d, d);
    auto& row = rows.emplace_back();
    for (std::size_t p = 0; p < problem.grid_points(); ++p) {
      row.push_back(sparse_grid::basis(std::span(problem.levels).subspan(p * d, d),
                                       std::span(problem.indices).subspan(p * d, d), x));
    }
  }
  return rows;
}

// |B y - (B B^T + m lambda I) alpha| / |B y|
template <class Real>
double residual(const Case& problem, const std::vector<Real>& alpha) {
  std::vector<double> right(alpha.size());
  std::vector<double> rest(alpha.size());
  const auto rows = matrix(problem);
  for (std::size_t m = 0; m < rows.size(); ++m) {
    double value = 0;
    for (std::size_t p = 0; p < alpha.size(); ++p) {
      value += rows[m][p] * static_cast<double>(alpha[p]);
    }
    for (std::size_t p = 0; p < alpha.size(); ++p) {
      right[p] += rows[m][p] * problem.weights[m];
      rest[p] += rows[m][p] * (problem.weights[m] - value);
    }
  }
  const auto norm = [](const std::vector<double>& v) {
    double squared = 0;
    for (const double x : v) squared += x * x;
    return std::sqrt(squared);
  };
  for (std::size_t p = 0; p < alpha.size(); ++p) {
    rest[p] -= lambda * static_cast<double>(rows.size()) * static_cast<double>(alpha[p]);
  }
  return norm(rest) / norm(right);
}

using Settings = std::map<std::string, std::variant<const char*, std::int64_t>>;

// Streaming with the data in the host's memory, more chunks than fit at a time.
Settings streamed_from_host() {
  Settings settings{{"operators", "streaming"}};
  for (const std::string product : {"streaming_eval_", "streaming_transposed_"}) {
    settings[product + "data_residence"] = "host";
    settings[product + "chunks"] = std::int64_t{4};
    settings[product + "schedule"] = "resident";
    settings[product + "streams"] = std::int64_t{2};
    settings[product + "work_group_size"] = std::int64_t{4};
  }
  return settings;
}

// Folded support lists, made once for both products unless their tiles differ.
Settings folded(const char* basis, std::int64_t tile_groups) {
  Settings settings{{"operators", "support-list"}};
  for (const std::string product : {"support_list_eval_", "support_list_transposed_"}) {
    settings[product + "linear_hats"] = "folded";
    settings[product + "basis"] = basis;
    settings[product + "work_group_size"] = std::int64_t{8};
    settings[product + "tile_groups"] = std::int64_t{4};
  }
  settings["support_list_transposed_tile_groups"] = tile_groups;
  return settings;
}

// Settings that choose each kind of operators.
std::vector<Settings> all_settings() {
  return {{{"operators", "streaming"}},
          {{"operators", "subspace-linear"}},
          {{"operators", "subspace-adaptive"}},
          {{"operators", "support-list"}},
          folded("tree", 4),
          folded("tree", 2),
          folded("blocks", 4),
          streamed_from_host()};
}

// The case as a task of the problem; its weights are the targets.
template <class Real>
class Task {
 public:
  Task(const Case& problem, const Settings& settings, std::uint32_t iterations, double epsilon,
       bool with_data)
      : data_(problem.data.begin(), problem.data.end()),
        targets_(problem.weights.begin(), problem.weights.end()),
        lambda_(lambda),
        iterations_(iterations),
        epsilon_(epsilon),
        surpluses(problem.grid_points(), std::nan("")) {
    const auto m = static_cast<std::int64_t>(problem.data_points());
    const auto n = static_cast<std::int64_t>(problem.grid_points());
    const auto d = static_cast<std::int64_t>(problem.dimensions);
    using assay::sdk::dense_tensor;
    inputs_ = {dense_tensor("data", {m, d}, data_.data()),
               dense_tensor("levels", {n, d}, problem.levels.data()),
               dense_tensor("indices", {n, d}, problem.indices.data()),
               dense_tensor("targets", {m}, targets_.data()),
               dense_tensor("lambda", {1}, &lambda_),
               dense_tensor("iterations", {1}, &iterations_),
               dense_tensor("epsilon", {1}, &epsilon_)};
    if (!with_data) {
      for (auto& tensor : inputs_) tensor.data = nullptr;
    }
    output_ = dense_tensor("surpluses", {n}, surpluses.data());
    for (std::size_t p = 0; p < regression().parameter_count; ++p) {
      const assay_parameter& parameter = regression().parameters[p];
      bindings_.push_back({parameter.name, parameter.default_value});
      const auto set = settings.find(parameter.name);
      if (set == settings.end()) continue;
      if (const auto* text = std::get_if<const char*>(&set->second)) {
        bindings_.back().value.text = *text;
      } else {
        bindings_.back().value.integer = std::get<std::int64_t>(set->second);
      }
    }
    task_ = {sizeof task_,     inputs_.data(),   inputs_.size(), &output_, 1,
             bindings_.data(), bindings_.size(), nullptr,        0};
  }
  [[nodiscard]] const assay_task* view() const { return &task_; }

 private:
  std::vector<Real> data_;
  std::vector<Real> targets_;
  double lambda_;
  std::uint32_t iterations_;
  double epsilon_;
  std::vector<assay_tensor> inputs_;
  assay_tensor output_{};
  std::vector<assay_binding> bindings_;
  assay_task task_{};

 public:
  std::vector<Real> surpluses;
};

// Runs twice, which must make no difference.
template <class Real>
std::vector<Real> solve(OpenClHost& host, const Case& problem, const Settings& settings,
                        std::uint32_t iterations, double epsilon) {
  Task<Real> task(problem, settings, iterations, epsilon, true);
  assay_trial* trial = nullptr;
  const auto& variant = regression();
  const auto status = variant.prepare(&variant, host.table(), host.context(), task.view(), &trial);
  INFO(host.failure);
  REQUIRE(status == ASSAY_OK);
  REQUIRE(variant.run(trial) == ASSAY_OK);
  const auto first = task.surpluses;
  REQUIRE(variant.run(trial) == ASSAY_OK);
  CHECK(first == task.surpluses);
  variant.destroy(trial);
  return task.surpluses;
}

}  // namespace

TEMPLATE_TEST_CASE("Conjugate gradients solve the system with any algorithm", "[computes]", float,
                   double) {
  const auto host = OpenClHost::open();
  if (!host || (sizeof(TestType) == 8 && host->facts["has_double"] == 0)) {
    assay::test::skip("this machine has no OpenCL device for it");
  }
  for (const std::size_t dimensions : {1, 8}) {
    // Compiling takes the time: either precision meets one of the two, unless every case is run.
    if (!assay::test::every_case() && (dimensions == 1) == (sizeof(TestType) == 8)) continue;
    const Case problem(dimensions, 111, static_cast<unsigned>(dimensions));
    for (const Settings& settings : all_settings()) {
      INFO(std::get<const char*>(settings.at("operators"))
           << " in " << dimensions << " dimensions");
      const double exact = sizeof(TestType) == 8 ? 1e-10 : 1e-4;
      CHECK(residual(problem, solve<TestType>(*host, problem, settings, 60, 0)) < exact);
      const double early = residual(problem, solve<TestType>(*host, problem, settings, 60, 0.05));
      CHECK(early < 0.051);
      CHECK(early > exact);
    }
  }
  CHECK(host->guards_intact());
  CHECK(host->live == 0);
}

TEST_CASE("Folded lists are made once where both products ask for the same") {
  const auto host = open_or_skip();
  const Case problem(4, 30, 8);
  const auto live_handles = [&](std::int64_t tile_groups) {
    Task<double> task(problem, folded("tree", tile_groups), 3, 0, true);
    assay_trial* trial = nullptr;
    const auto& variant = regression();
    REQUIRE(variant.prepare(&variant, host->table(), host->context(), task.view(), &trial) ==
            ASSAY_OK);
    const std::size_t live = host->live;
    variant.destroy(trial);
    return live;
  };
  CHECK(live_handles(4) < live_handles(2));
}

TEST_CASE("compile builds, without data, what a regression asks for") {
  const auto host = open_or_skip();
  const Case problem(4, 9, 5);
  const auto& variant = regression();
  for (const Settings& settings : all_settings()) {
    host->builds.clear();
    const Task<float> shapes(problem, settings, 3, 0, false);
    REQUIRE(variant.compile(&variant, host->table(), host->context(), shapes.view()) == ASSAY_OK);
    const auto compiled = host->builds;
    host->builds.clear();
    solve<float>(*host, problem, settings, 3, 0);
    CHECK(compiled.size() >= 3);
    // subspace-adaptive asks for the programs of a half only where it has something for that half.
    const bool adaptive =
        std::get<const char*>(settings.at("operators")) == std::string("subspace-adaptive");
    CHECK(std::ranges::includes(compiled, host->builds));
    CHECK((adaptive || compiled == host->builds));
  }
}
