// Tests of the plugin as a host sees it: through its one symbol and the C structures.
#include <dlfcn.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assay/plugin.hpp"
#include "tests/built.hpp"
#include "tests/catch.hpp"

namespace {

// A host that records what a trial reports.
struct RecordingHost {
  assay_host table{};
  std::string failure;
  std::vector<std::string> phases;
  std::map<std::string, double> facts;

  RecordingHost() {
    table.abi = ASSAY_ABI_VERSION;
    table.size = sizeof(table);
    table.fail = [](assay_context* context, assay_status status, const char* message) {
      of(context).failure = message;
      return status;
    };
    table.phase_begin = [](assay_context* context, const char* name) {
      of(context).phases.emplace_back(name);
    };
    table.phase_end = [](assay_context*) {};
    table.trial_fact = [](assay_context* context, const char* name, double value, const char*) {
      of(context).facts[name] = value;
    };
    table.device_fact = [](assay_context*, const char* name, double* value) {
      *value = 2;
      return std::string_view(name) == "hardware_threads" ? ASSAY_OK : ASSAY_INVALID;
    };
  }
  static RecordingHost& of(assay_context* context) {
    return *reinterpret_cast<RecordingHost*>(context);
  }
  assay_context* context() { return reinterpret_cast<assay_context*>(this); }
};

const assay_plugin& plugin() {
  static const assay_plugin* const loaded = [] {
    void* library = dlopen(assay::test::built(PLUGIN_FILE).c_str(), RTLD_NOW | RTLD_LOCAL);
    REQUIRE(library != nullptr);
    const auto entry =
        reinterpret_cast<assay_plugin_entry_function>(dlsym(library, "assay_plugin_entry"));
    REQUIRE(entry != nullptr);
    return entry(ASSAY_ABI_VERSION);
  }();
  return *loaded;
}

const assay_variant& variant_for(std::string_view problem) {
  const auto variants = plugin().variants;
  const auto* found = std::find_if(variants, variants + plugin().variant_count,
                                   [&](const auto* v) { return problem == v->problem; });
  REQUIRE(found != variants + plugin().variant_count);
  return **found;
}

// The default configuration with some parameters replaced, and with vectors of a width that every
// machine has.
std::vector<assay_binding> configure(const assay_variant& variant,
                                     const std::vector<assay_binding>& changes = {}) {
  std::vector<assay_binding> bound;
  for (std::size_t k = 0; k < variant.parameter_count; ++k) {
    const auto& parameter = variant.parameters[k];
    bound.push_back({parameter.name, parameter.default_value});
    if (std::string_view(parameter.name) == "simd_bits") bound.back().value.integer = 128;
    for (const auto& change : changes) {
      if (std::string_view(change.name) == parameter.name) bound.back().value = change.value;
    }
  }
  return bound;
}

// An example with two grid points in 2-D, the root and the one of level (2, 1), index (3, 1), and
// two data points.
template <class T>
struct Example {
  std::vector<T> data{T(0.5), T(0.5), T(0.75), T(0.25)};
  std::vector<std::uint32_t> levels{1, 1, 2, 1};
  std::vector<std::uint32_t> indices{1, 1, 3, 1};
  std::vector<T> operand{2, 4};
  std::vector<T> result{-1, -1};
  std::vector<assay_tensor> inputs;
  assay_tensor output;

  Example(const char* operand_name, const char* result_name)
      : inputs{assay::sdk::dense_tensor("data", {2, 2}, data.data()),
               assay::sdk::dense_tensor("levels", {2, 2}, levels.data()),
               assay::sdk::dense_tensor("indices", {2, 2}, indices.data()),
               assay::sdk::dense_tensor(operand_name, {2}, operand.data())},
        output(assay::sdk::dense_tensor(result_name, {2}, result.data())) {}

  assay_status evaluate(const assay_variant& variant, RecordingHost& host,
                        const std::vector<assay_binding>& configuration) {
    const assay_task task{sizeof(assay_task),   inputs.data(),        inputs.size(), &output, 1,
                          configuration.data(), configuration.size(), nullptr,       0};
    assay_trial* trial = nullptr;
    auto status = variant.prepare(&variant, &host.table, host.context(), &task, &trial);
    if (status != ASSAY_OK) return status;
    status = variant.run(trial);
    variant.destroy(trial);
    return status;
  }
};

}  // namespace

TEMPLATE_TEST_CASE("every form runs through the plugin boundary", "", float, double) {
  for (const char* form : {"shared", "factored", "clamp", "sign", "plain"}) {
    CAPTURE(form);
    const std::vector<assay_binding> change{{"form", {ASSAY_TEXT, 0, 0, form}}};
    RecordingHost host;

    Example<TestType> direct("surpluses", "values");
    const auto& multi_eval = variant_for("sparse-grid/multi-eval");
    REQUIRE(direct.evaluate(multi_eval, host, configure(multi_eval, change)) == ASSAY_OK);
    // At the two data points, the root's function is 1 and 1/4, and that of (2, 1), (3, 1) is 0 and
    // 1/2.
    CHECK(direct.result == std::vector<TestType>{2, TestType(2.5)});

    Example<TestType> transposed("weights", "sums");
    const auto& multi_eval_transposed = variant_for("sparse-grid/multi-eval-transposed");
    REQUIRE(transposed.evaluate(multi_eval_transposed, host,
                                configure(multi_eval_transposed, change)) == ASSAY_OK);
    CHECK(transposed.result == std::vector<TestType>{3, 2});

    CHECK(host.phases ==
          std::vector<std::string>{"arrange", "kernel", "collect", "arrange", "kernel", "collect"});
    CHECK(host.facts.at("hat_evaluations") >= 2);
  }
}

TEST_CASE("the default of every parameter is one of its values") {
  for (std::size_t v = 0; v < plugin().variant_count; ++v) {
    const auto& variant = *plugin().variants[v];
    CHECK(std::string_view(variant.name) == "streaming.cpu");
    for (std::size_t k = 0; k < variant.parameter_count; ++k) {
      const auto& parameter = variant.parameters[k];
      CHECK(std::any_of(parameter.values, parameter.values + parameter.value_count,
                        [&](const assay_value& value) {
                          return value.kind == parameter.default_value.kind &&
                                 value.integer == parameter.default_value.integer &&
                                 std::string_view(value.text) == parameter.default_value.text;
                        }));
    }
  }
}

TEST_CASE("bad grids and tensors are refused with a message") {
  const auto& variant = variant_for("sparse-grid/multi-eval");
  RecordingHost host;
  Example<double> even("surpluses", "values");
  even.indices[2] = 2;
  CHECK(even.evaluate(variant, host, configure(variant)) == ASSAY_INVALID);
  CHECK_THAT(host.failure, contains("grid point 1, dimension 0: index 2"));

  Example<double> unnamed("coefficients", "values");
  CHECK(unnamed.evaluate(variant, host, configure(variant)) == ASSAY_INVALID);
  CHECK_THAT(host.failure, contains("'surpluses'"));

  Example<double> mixed("surpluses", "values");
  mixed.inputs[3].element = ASSAY_F32;
  CHECK(mixed.evaluate(variant, host, configure(variant)) == ASSAY_INVALID);
  CHECK_THAT(host.failure, contains("'surpluses'"));

  Example<double> narrow("surpluses", "values");
  const std::vector<assay_binding> change{{"simd_bits", {ASSAY_INTEGER, 64, 0, ""}}};
  CHECK(narrow.evaluate(variant, host, configure(variant, change)) == ASSAY_UNSUPPORTED);
  CHECK_THAT(host.failure, contains("simd_bits = 64"));
}
