#include "cases.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>

#include "assay/plugin.hpp"
#include "sparse_grid/library/hat.hpp"
#include "tests/built.hpp"

namespace testing {
namespace {

using sparse_grid::Grid;

Grid random_grid(std::size_t dimensions, std::mt19937& random) {
  Grid grid = Grid::regular(dimensions, dimensions < 6 ? 3 : 2);
  for (int added = 0; added < 12; ++added) {
    std::vector<std::uint32_t> level(dimensions, 1);
    std::vector<std::uint32_t> index(dimensions, 1);
    for (int refined = 0; refined < 3; ++refined) {
      const std::size_t k = random() % dimensions;
      level[k] = 1 + static_cast<std::uint32_t>(random() % 5);
      index[k] = 2 * static_cast<std::uint32_t>(random() % (1U << (level[k] - 1))) + 1;
    }
    grid.insert(level, index);
  }
  return grid;
}

double coordinate(std::mt19937& random) {
  switch (random() % 16) {
    case 0:
      return 0;
    case 1:
      return 1;
    case 2:
      return static_cast<double>(random() % 17) / 16;
    case 3:
      return static_cast<double>(std::numeric_limits<float>::denorm_min());
    case 4:
      return 1.0 - 0x1p-24;
    default:
      return static_cast<double>(std::uniform_real_distribution<float>(0, 1)(random));
  }
}

std::vector<double> coefficients(std::size_t count, std::mt19937& random) {
  std::uniform_real_distribution<float> value(-1, 1);
  std::vector<double> result(count);
  for (auto& c : result) c = static_cast<double>(value(random));
  return result;
}

template <class Real>
class Trial {
 public:
  Trial(const assay_variant& variant, const Case& problem, const Configuration& configuration,
        bool with_data)
      : variant_(variant),
        data_(problem.data.begin(), problem.data.end()),
        levels_(problem.levels),
        indices_(problem.indices),
        output_(is_transposed(variant) ? problem.grid_points() : problem.data_points()) {
    const auto& given = is_transposed(variant) ? problem.weights : problem.surpluses;
    coefficients_.assign(given.begin(), given.end());
    const auto m = static_cast<std::int64_t>(problem.data_points());
    const auto n = static_cast<std::int64_t>(problem.grid_points());
    const auto d = static_cast<std::int64_t>(problem.dimensions);
    using assay::sdk::dense_tensor;
    inputs_ = {
        dense_tensor<Real>("data", {m, d}, with_data ? data_.data() : nullptr),
        dense_tensor<std::uint32_t>("levels", {n, d}, with_data ? levels_.data() : nullptr),
        dense_tensor<std::uint32_t>("indices", {n, d}, with_data ? indices_.data() : nullptr),
        dense_tensor<Real>(is_transposed(variant) ? "weights" : "surpluses",
                           {is_transposed(variant) ? m : n},
                           with_data ? coefficients_.data() : nullptr)};
    outputs_ = {dense_tensor<Real>(is_transposed(variant) ? "sums" : "values",
                                   {is_transposed(variant) ? n : m}, output_.data())};
    bind(configuration);
    task_ = {sizeof task_,     inputs_.data(),  inputs_.size(),
             outputs_.data(),  outputs_.size(), bindings_.data(),
             bindings_.size(), nullptr,         0};
  }

  [[nodiscard]] const assay_task* task() const { return &task_; }
  [[nodiscard]] const std::vector<Real>& output() const { return output_; }

  // Runs with the case's coefficients times `factor`; returns the worst deviation.
  double run(assay_trial* trial, assay_status& status, const Expected& expected, Real factor) {
    for (auto& c : coefficients_) c *= factor;
    std::fill(output_.begin(), output_.end(), std::numeric_limits<Real>::quiet_NaN());
    status = variant_.run(trial);
    double worst = 0;
    for (std::size_t o = 0; o < output_.size(); ++o) {
      const double scale = std::abs(static_cast<double>(factor)) * expected.scales[o] *
                           static_cast<double>(std::numeric_limits<Real>::epsilon());
      const double error = std::abs(static_cast<double>(output_[o]) -
                                    static_cast<double>(factor) * expected.values[o]);
      const double deviation = error == 0 ? 0 : error / scale;
      if (!(deviation <= worst)) worst = deviation;  // NaN stays
    }
    return worst;
  }

 private:
  void bind(const Configuration& configuration) {
    for (std::size_t p = 0; p < variant_.parameter_count; ++p) {
      const assay_parameter& parameter = variant_.parameters[p];
      assay_value value = parameter.default_value;
      if (const auto set = configuration.find(parameter.name); set != configuration.end()) {
        if (const auto* text = std::get_if<std::string>(&set->second)) {
          value.text = text->c_str();
        } else if (const auto* flag = std::get_if<bool>(&set->second)) {
          value.integer = *flag ? 1 : 0;
        } else if (const auto* real = std::get_if<double>(&set->second)) {
          value.real = *real;
        } else {
          value.integer = std::get<std::int64_t>(set->second);
        }
      }
      bindings_.push_back({parameter.name, value});
    }
  }

  const assay_variant& variant_;
  std::vector<Real> data_;
  std::vector<std::uint32_t> levels_;
  std::vector<std::uint32_t> indices_;
  std::vector<Real> coefficients_;
  std::vector<Real> output_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  std::vector<assay_binding> bindings_;
  assay_task task_{};
};

template <class Real>
Outcome run_in(OpenClHost& host, const assay_variant& variant, const Case& problem,
               const Configuration& configuration) {
  const Expected expected = direct_sum(problem, is_transposed(variant));
  Trial<Real> prepared(variant, problem, configuration, true);
  Outcome outcome;
  assay_trial* trial = nullptr;
  outcome.status = variant.prepare(&variant, host.table(), host.context(), prepared.task(), &trial);
  if (outcome.status == ASSAY_OK) {
    outcome.first_error = prepared.run(trial, outcome.status, expected, 1);
    if (outcome.status == ASSAY_OK) {
      auto scaled = prepared.output();
      for (auto& value : scaled) value *= -2;
      outcome.second_error = prepared.run(trial, outcome.status, expected, -2);
      outcome.same_bits = prepared.output() == scaled;
    }
    variant.destroy(trial);
  }
  if (outcome.status != ASSAY_OK) outcome.failure = host.failure;
  return outcome;
}

// The settings of one part of a variant, whose parameters have a prefix.
class PartSettings {
 public:
  PartSettings(const assay_variant& variant, std::string prefix, Configuration& configuration)
      : variant_(variant), prefix_(std::move(prefix)), configuration_(configuration) {}

  [[nodiscard]] bool has(const std::string& name) const {
    return std::any_of(variant_.parameters, variant_.parameters + variant_.parameter_count,
                       [&](const assay_parameter& p) { return prefix_ + name == p.name; });
  }
  [[nodiscard]] bool is_set(const std::string& name) const {
    return configuration_.count(prefix_ + name) != 0;
  }
  [[nodiscard]] std::int64_t integer(const std::string& name) const {
    const auto set = configuration_.find(prefix_ + name);
    return set != configuration_.end() ? std::get<std::int64_t>(set->second)
                                       : default_of(name).integer;
  }
  [[nodiscard]] std::string text(const std::string& name) const {
    const auto set = configuration_.find(prefix_ + name);
    return set != configuration_.end() ? std::get<std::string>(set->second) : default_of(name).text;
  }
  void set(const std::string& name, std::int64_t value) { configuration_[prefix_ + name] = value; }

 private:
  [[nodiscard]] const assay_value& default_of(const std::string& name) const {
    for (std::size_t p = 0; p < variant_.parameter_count; ++p) {
      if (prefix_ + name == variant_.parameters[p].name) {
        return variant_.parameters[p].default_value;
      }
    }
    throw std::logic_error("no parameter " + prefix_ + name);
  }

  const assay_variant& variant_;
  std::string prefix_;
  Configuration& configuration_;
};

void repair(PartSettings part) {
  if (part.integer("points_per_item") % part.integer("vector_width") != 0) {
    if (part.is_set("vector_width")) {
      part.set("points_per_item", part.integer("vector_width"));
    } else {
      part.set("vector_width", 1);
    }
  }
  while (part.integer("points_per_item") > 8 * part.integer("vector_width")) {
    part.set("vector_width", 2 * part.integer("vector_width"));
  }
  if (part.has("linear_hats") && part.has("accumulation") &&
      part.integer("work_group_size") > part.integer("stage")) {
    part.set("work_group_size", part.integer("stage"));
  }
  const bool private_copies =
      part.has("copies") && (part.has("accumulation") ? part.text("accumulation") == "private"
                                                      : part.text("form") == "factored");
  if (private_copies && part.integer("copies") < part.integer("work_group_size")) {
    if (part.is_set("work_group_size")) {
      part.set("copies", part.integer("work_group_size"));
    } else {
      part.set("work_group_size", part.integer("copies"));
    }
  }
}

}  // namespace

Case::Case(std::size_t dimension_count, std::size_t data_points, unsigned seed)
    : dimensions(dimension_count) {
  std::mt19937 random(seed);
  draw(random_grid(dimensions, random), data_points, random);
}

Case::Case(const Grid& grid, std::size_t data_points, unsigned seed)
    : dimensions(grid.dimensions()) {
  std::mt19937 random(seed);
  draw(grid, data_points, random);
}

void Case::draw(const Grid& grid, std::size_t data_points, std::mt19937& random) {
  std::vector<sparse_grid::PointNumber> order(grid.size());
  std::iota(order.begin(), order.end(), 0U);
  std::shuffle(order.begin(), order.end(), random);
  for (const auto point : order) {
    levels.insert(levels.end(), grid.level(point).begin(), grid.level(point).end());
    indices.insert(indices.end(), grid.index(point).begin(), grid.index(point).end());
  }
  data.resize(data_points * dimensions);
  for (auto& x : data) x = coordinate(random);
  surpluses = coefficients(grid.size(), random);
  weights = coefficients(data_points, random);
}

Expected direct_sum(const Case& problem, bool transposed) {
  const std::size_t count = transposed ? problem.grid_points() : problem.data_points();
  Expected expected{std::vector<double>(count, 0.0), std::vector<double>(count, 0.0)};
  const std::size_t d = problem.dimensions;
  std::vector<double> support(count, 0.0);
  std::vector<double> terms(count, 0.0);
  for (std::size_t j = 0; j < problem.data_points(); ++j) {
    const std::span x(problem.data.data() + j * d, d);
    for (std::size_t g = 0; g < problem.grid_points(); ++g) {
      const std::span level(problem.levels.data() + g * d, d);
      const std::span index(problem.indices.data() + g * d, d);
      bool near = true;
      for (std::size_t k = 0; k < d; ++k) {
        near = near && std::abs(std::ldexp(x[k], static_cast<int>(level[k])) - index[k]) < 1 + 1e-6;
      }
      if (!near) continue;
      const std::size_t out = transposed ? g : j;
      const double factor = transposed ? problem.weights[j] : problem.surpluses[g];
      expected.values[out] += factor * sparse_grid::basis(level, index, x);
      support[out] += std::abs(factor);
      terms[out] += 1;
    }
  }
  for (std::size_t out = 0; out < count; ++out) {
    expected.scales[out] = (8.0 * static_cast<double>(d) + terms[out]) * support[out];
  }
  return expected;
}

const assay_plugin& plugin() {
  static const assay_plugin* const loaded = [] {
    void* library = dlopen(assay::test::built(PLUGIN_FILE).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error(dlerror());
    const auto entry =
        reinterpret_cast<assay_plugin_entry_function>(dlsym(library, "assay_plugin_entry"));
    return entry(ASSAY_ABI_VERSION);
  }();
  return *loaded;
}

const assay_variant& find_variant(const std::string& name, bool transposed) {
  for (std::size_t v = 0; v < plugin().variant_count; ++v) {
    const assay_variant& variant = *plugin().variants[v];
    if (name == variant.name && is_transposed(variant) == transposed) return variant;
  }
  throw std::logic_error("no variant " + name);
}

std::vector<const assay_variant*> opencl_variants() {
  std::vector<const assay_variant*> variants;
  for (std::size_t v = 0; v < plugin().variant_count; ++v) {
    const assay_variant* const variant = plugin().variants[v];
    const bool product = std::string(variant->problem).starts_with("sparse-grid/multi-eval");
    if (product && variant->backend == ASSAY_OPENCL) variants.push_back(variant);
  }
  return variants;
}

Configuration with_both_halves(const assay_variant& variant) {
  if (!std::string(variant.name).starts_with("subspace-adaptive")) return {};
  return {{"points_threshold", std::int64_t{2}}};
}

Configuration repaired(const assay_variant& variant, Configuration configuration) {
  for (const char* prefix : {"", "linear_", "streaming_"}) {
    const PartSettings part(variant, prefix, configuration);
    if (part.has("work_group_size")) repair(part);
  }
  return configuration;
}

Outcome run(OpenClHost& host, const assay_variant& variant, const Case& problem, bool is_double,
            const Configuration& configuration) {
  return is_double ? run_in<double>(host, variant, problem, configuration)
                   : run_in<float>(host, variant, problem, configuration);
}

assay_status compile(OpenClHost& host, const assay_variant& variant, const Case& problem,
                     bool is_double, const Configuration& configuration) {
  if (is_double) {
    const Trial<double> trial(variant, problem, configuration, false);
    return variant.compile(&variant, host.table(), host.context(), trial.task());
  }
  const Trial<float> trial(variant, problem, configuration, false);
  return variant.compile(&variant, host.table(), host.context(), trial.task());
}

}  // namespace testing
