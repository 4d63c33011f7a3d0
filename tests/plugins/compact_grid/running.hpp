// Runs a plugin's variants of the family's problems on given grids. A file that includes this
// header defines PLUGIN_FILE.
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "assay/plugin.hpp"
#include "tests/plugins/compact_grid/oracle.hpp"
#include "tests/plugins/host/fake_host.hpp"
#include "tests/plugins/host/loaded_plugin.hpp"

namespace testing {

inline const assay_variant& variant_of(const std::string& name, const std::string& problem) {
  for (std::size_t v = 0; v < plugin().variant_count; ++v) {
    const assay_variant& variant = *plugin().variants[v];
    if (name == variant.name && problem == variant.problem) return variant;
  }
  throw std::logic_error("no variant " + name + " of " + problem);
}

struct GridShape {
  uint dimensions;
  uint levels;
  bool has_boundary;
  [[nodiscard]] std::array<std::uint32_t, 3> words() const {
    return {dimensions, levels, has_boundary ? 1U : 0U};
  }
};

// Runs a variant twice, to expose state that it has not restored; false if the variant refuses.
// `Host` is FakeHost, or OpenClHost for variants of a device.
template <class Host>
bool run_variant(Host& host, const assay_variant& variant, const Configuration& configuration,
                 const std::vector<assay_tensor>& inputs, const assay_tensor& output) {
  const auto bindings = bind(variant, configuration);
  const assay_task task{sizeof task,     inputs.data(),   inputs.size(), &output, 1,
                        bindings.data(), bindings.size(), nullptr,       0};
  assay_trial* trial = nullptr;
  if (variant.prepare(&variant, host.table(), host.context(), &task, &trial) != ASSAY_OK) {
    return false;
  }
  bool ran = true;
  for (int repetition = 0; repetition < 2 && ran; ++repetition) {
    ran = (variant.restore == nullptr || variant.restore(trial) == ASSAY_OK) &&
          variant.run(trial) == ASSAY_OK &&
          (variant.outputs == nullptr || variant.outputs(trial) == ASSAY_OK);
  }
  variant.destroy(trial);
  return ran;
}

// The coefficients that a variant computes; empty if it refuses.
template <class T, class Host>
std::vector<T> hierarchized(Host& host, const std::string& name, const GridShape& shape,
                            const std::vector<T>& nodal, const Configuration& configuration) {
  using assay::sdk::dense_tensor;
  const auto words = shape.words();
  const auto points = static_cast<std::int64_t>(nodal.size());
  std::vector<T> coefficients(nodal.size(), T(-7));
  const bool ran = run_variant(
      host, variant_of(name, "compact-grid/hierarchize"), configuration,
      {dense_tensor("grid", {3}, words.data()), dense_tensor("nodal", {points}, nodal.data())},
      dense_tensor("coefficients", {points}, coefficients.data()));
  return ran ? coefficients : std::vector<T>();
}
template <class T, class Host>
std::vector<T> evaluated(Host& host, const std::string& name, const GridShape& shape,
                         const std::vector<T>& coefficients, const std::vector<T>& points,
                         const Configuration& configuration) {
  using assay::sdk::dense_tensor;
  const auto words = shape.words();
  const auto size = static_cast<std::int64_t>(coefficients.size());
  const std::int64_t d = shape.dimensions;
  const auto count = static_cast<std::int64_t>(points.size()) / d;
  std::vector<T> values(static_cast<std::size_t>(count), T(-7));
  const bool ran = run_variant(host, variant_of(name, "compact-grid/evaluate"), configuration,
                               {dense_tensor("grid", {3}, words.data()),
                                dense_tensor("coefficients", {size}, coefficients.data()),
                                dense_tensor("points", {count, d}, points.data())},
                               dense_tensor("values", {count}, values.data()));
  return ran ? values : std::vector<T>();
}

}  // namespace testing
