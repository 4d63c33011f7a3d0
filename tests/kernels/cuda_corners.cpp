#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/core/space/corners.hpp"
#include "framework/core/space/requirements.hpp"
#include "framework/device/machine.hpp"
#include "framework/device/program.hpp"
#include "framework/tune/compile_ahead.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

namespace {

using namespace assay;

// Small instances: only shapes and types matter to a compilation. A problem without an entry is
// created with its defaults.
std::vector<Bindings> small_arguments(const std::string& problem) {
  if (problem.starts_with("sparse-grid/")) {
    return {{{"points", Value(std::int64_t{100})}, {"level", Value(std::int64_t{3})}}};
  }
  // Some poles of this grid fit into a tile, others do not.
  if (problem.starts_with("compact-grid/")) {
    return {{{"dimensions", Value(std::int64_t{3})}, {"levels", Value(std::int64_t{10})}}};
  }
  // With 33 columns, tiles of columns come in pairs, or one tile holds all columns.
  if (problem == "ols/fit") return {{{"columns", Value(std::int64_t{33})}}};
  if (problem.starts_with("forest/")) {
    const Bindings small = {{"samples", Value(std::int64_t{1000})},
                            {"trees", Value(std::int64_t{4})}};
    if (problem != "forest/train") return {small};
    // Splits between values are other code than those between bins.
    Bindings binned = small;
    binned.emplace_back("bins", Value(std::int64_t{64}));
    return {small, binned};
  }
  if (problem == "reduce/array" || problem == "scan/array" || problem == "histogram/bins") {
    return {{{"length", Value(std::int64_t{1000})}}};
  }
  // Lines of the matrices along either extent are other code.
  if (problem == "gemm/batched") {
    return {{}, {{"transpose_a", Value(true)}, {"transpose_b", Value(true)}}};
  }
  // A grid of one plane is other code.
  if (problem == "stencil/grid") {
    const Bindings flat = {{"width", Value(std::int64_t{64})},
                           {"height", Value(std::int64_t{9})},
                           {"depth", Value(std::int64_t{1})}};
    Bindings deep = flat;
    deep.back().second = Value(std::int64_t{5});
    return {deep, flat};
  }
  return {{}};
}

// Whether a variant's code depends on the argument, as it does on its parameters.
bool shapes_code(const std::string& argument) {
  return argument == "precision" || argument == "payload" || argument == "layout" ||
         argument == "criterion" || argument == "boundary" || argument == "operation" ||
         argument == "radius";
}

// One instance for each combination of the choices of such arguments and of small ones.
std::vector<InstanceKey> instances_of(const ProblemDescription& problem) {
  std::vector<InstanceKey> keys;
  for (const Bindings& arguments : small_arguments(problem.name)) {
    keys.push_back({problem.name, arguments});
  }
  for (const auto& argument : problem.arguments) {
    if (!shapes_code(argument.name) || argument.choices.empty()) continue;
    std::vector<InstanceKey> more;
    for (const InstanceKey& key : keys) {
      for (const Value& choice : argument.choices) {
        more.push_back(key);
        more.back().arguments.emplace_back(argument.name, choice);
      }
    }
    keys = std::move(more);
  }
  return keys;
}

constexpr const char* options_variable = "ASSAY_NVRTC_OPTIONS";

bool compiles_with(const char* options) {
  const test::ScopedVariable tried(options_variable, options);
  const assay_source source{"empty.cu", "\n"};
  try {
    const auto stand_in = device::open("cuda:sm_90", {});
    static_cast<void>(stand_in->require<device::ProgramBuilder>().build({&source, 1}, ""));
    return true;
  } catch (const Error&) {
    return false;
  }
}

// For a compiler that knows how to hurry; whether code is right shows as well.
const char* fastest_options() { return compiles_with("-Ofc=max") ? "-Ofc=max" : nullptr; }

// Whether to compile all corners, which is for work on kernels; otherwise a part in half the time.
bool every_corner() { return std::getenv("ASSAY_EVERY_CASE") != nullptr; }

struct Corners {
  explicit Corners(const std::string& plugins) : options(options_for(plugins, folder.path())) {}

  static WorkerOptions options_for(const std::string& plugins,
                                   const std::filesystem::path& folder) {
    WorkerOptions options;
    options.command = {ASSAY_TEST_WORKER};
    options.plugin_folders = {plugins};
    options.cache_folder = folder / "cache";  // parameters of the host alone share code
    return options;
  }

  // All, or those of the name in the environment: for whoever works on one.
  static bool is_wanted(const std::string& variant) {
    const char* const wanted = std::getenv("ASSAY_CORNERS_OF");
    return wanted == nullptr || variant == wanted;
  }

  // "" where the device's stand-in can be opened.
  static std::string reason_to_skip() {
    try {
      device::open("cuda:sm_90", {});
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  }

  SearchSpace space(const VariantDescription& variant, const std::string& device,
                    const InstanceRecord& instance) {
    std::map<std::string, Value> constants;
    const auto stand_in = device::open(device, {});
    for (const auto& [name, value] : stand_in->description().facts) constants[name] = value;
    for (const auto& [name, value] : instance.arguments) constants[name] = value;
    for (const auto& fact : instance.facts) constants[fact.name] = fact.value;
    return {variant.parameters, variant.constraints, std::move(constants)};
  }

  // Whether the variant has the source of one for OpenCL, of which the tests of its family compile
  // and run every value.
  [[nodiscard]] bool has_twin(const VariantDescription& variant) {
    const auto stem = [](const std::string& name) { return name.substr(0, name.rfind('.')); };
    return std::ranges::any_of(client.catalog().variants, [&](const VariantDescription& other) {
      return other.backend == "opencl" && other.problem == variant.problem &&
             stem(other.name) == stem(variant.name);
    });
  }

  // Adds what is compiled for one variant, instance and device: the default or each single value
  // once, and so many corners. All of everything would be thousands.
  void add(const VariantDescription& variant, const InstanceKey& key, const std::string& device,
           bool each_value, std::size_t most_corners) {
    const SearchSpace all = space(variant, device, client.describe_instance(key));
    auto configurations =
        each_value ? each_value_once(all) : std::vector<Bindings>{all.at(all.default_index())};
    const auto more = corners(all, most_corners);
    configurations.insert(configurations.end(), more.begin(), more.end());
    for (auto& configuration : configurations) {
      TrialRequest request;
      request.instance = key;
      request.variant = variant.name;
      request.build_id = variant.build_id;
      request.device = device;
      request.configuration = std::move(configuration);
      std::string name = variant.name + " for " + variant.problem + " on " + device + ":";
      for (const auto& [parameter, value] : request.configuration) {
        name += " " + parameter + "=" + to_string(value);
      }
      requests.emplace_back(std::move(name), std::move(request));
    }
  }

  // Likewise, or nothing where the variant's constraints leave the instance or the architecture
  // out.
  void add_if_possible(const VariantDescription& variant, const InstanceKey& key,
                       const std::string& device, bool each_value, std::size_t most_corners) {
    try {
      add(variant, key, device, each_value, most_corners);
    } catch (const EmptySpace&) {
    }
  }

  // Neighbours often differ in parameters of the host alone: compiled at the same time, they would
  // each compile what the second finds in the cache where the first is done.
  void submit_all() {
    std::shuffle(requests.begin(), requests.end(), std::mt19937_64(1));
    for (auto& [name, request] : requests) {
      pending.emplace_back(std::move(name), compiler.submit(std::move(request)));
    }
  }

  void compile_all() {
    for (const auto& variant : client.catalog().variants) {
      if (variant.backend != "cuda" || !is_wanted(variant.name)) continue;
      const auto keys = instances_of(client.catalog().problem(variant.problem));
      const std::size_t before = requests.size();
      for (std::size_t k = 0; k < keys.size(); ++k) {
        // The first has the first choice of every argument, the last one the last.
        const bool is_end = k == 0 || k + 1 == keys.size();
        const bool each_value = k == 0 && (every_corner() || !trusts_twins || !has_twin(variant));
        add_if_possible(variant, keys[k], "cuda:sm_90", each_value,
                        every_corner() ? 3 : (is_end ? 1 : 0));
        if (!is_end) continue;
        for (const char* other : {"cuda:sm_80", "cuda:sm_100"}) {
          add_if_possible(variant, keys[k], other, false, 0);
        }
      }
      INFO(variant.name << " has no configuration on any instance");
      REQUIRE(requests.size() > before);
    }
    submit_all();
  }

  // Name and message of each compilation that failed. A variant may find a configuration beyond
  // the device when it compiles it.
  std::vector<std::pair<std::string, std::string>> failures() {
    std::vector<std::pair<std::string, std::string>> found;
    for (auto& [name, result] : pending) {
      const TrialResult outcome = result.get();
      if (!outcome.ok() && outcome.status != TrialStatus::unsupported) {
        found.emplace_back(name, outcome.message);
      }
    }
    return found;
  }

  test::ScopedVariable compiler_options{options_variable, fastest_options()};
  test::TemporaryFolder folder;
  WorkerOptions options;
  WorkerClient client{options};
  CompileAhead compiler{options, std::thread::hardware_concurrency()};
  bool trusts_twins = false;  // compiles no single values of variants that have one
  std::vector<std::pair<std::string, TrialRequest>> requests;
  std::vector<std::pair<std::string, CompileAhead::Submitted>> pending;
};

}  // namespace

TEST_CASE("code that does not compile is found at its corner") {
  if (const auto reason = Corners::reason_to_skip(); !reason.empty()) {
    assay::test::skip_without_nvrtc(reason);
  }
  Corners corners(std::string(ASSAY_TEST_PLUGINS) + "/good");
  corners.compile_all();
  REQUIRE(corners.pending.size() > 10);
  const auto failures = corners.failures();
  REQUIRE_FALSE(failures.empty());
  for (const auto& [name, message] : failures) {
    CHECK_THAT(name, contains("misdeed=compile-error"));
    CHECK_THAT(message, contains("error"));
  }
}

TEST_CASE("all CUDA kernels compile at the corners of their parameter spaces") {
  if (const auto reason = Corners::reason_to_skip(); !reason.empty()) {
    assay::test::skip_without_nvrtc(reason);
  }
  Corners corners(ASSAY_PLUGINS);
  REQUIRE(corners.client.catalog().skipped.empty());
  corners.trusts_twins = true;
  corners.compile_all();
  WARN(corners.pending.size() << " configurations");
  for (const auto& [name, message] : corners.failures()) {
    UNSCOPED_INFO(name << "\n" << message);
    CHECK(message.empty());
  }
}
