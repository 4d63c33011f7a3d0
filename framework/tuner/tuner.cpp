#include "assay/tuner.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <optional>
#include <type_traits>

#include "assay/element.hpp"
#include "framework/compare/comparison.hpp"
#include "framework/core/error.hpp"
#include "framework/core/hash.hpp"
#include "framework/core/names.hpp"
#include "framework/core/paths.hpp"
#include "framework/kernel_file/npy.hpp"
#include "framework/scenario/array_problem.hpp"
#include "framework/scenario/kernels.hpp"
#include "framework/scenario/plan.hpp"
#include "framework/tune/strategy/strategies.hpp"
#include "framework/tune/tune.hpp"
#include "framework/tuner/check_service.hpp"
#include "framework/tuner/impl.hpp"
#include "framework/tuner/installation.hpp"
#include "framework/worker/serve.hpp"

namespace assay {
namespace {

static_assert(std::is_same_v<ParameterValue::Alternatives, Value>);

// Prints one line for each competitor and each failure.
class Narrator final : public TuneObserver {
 public:
  explicit Narrator(std::function<void(const std::string&)> print) : print_(std::move(print)) {}

  void note(const std::string& text) override { say("note: " + text); }
  void search_ends(const Contender& contender, const SearchState& state) override {
    say(fmt::format("{} on {}: {} of {} configurations tried", contender.variant.name,
                    contender.device.id, state.known + state.done, state.space_size));
  }
  void trial_done(const Contender& /*contender*/, const Bindings& configuration,
                  const RecordedTrial& trial, const SearchState& /*state*/) override {
    if (trial.result.ok()) return;
    say(fmt::format("{}: {}: {}", to_string(configuration), to_string(trial.result.status),
                    trial.result.message));
  }

 private:
  void say(const std::string& line) {
    if (print_) print_(line);
  }
  std::function<void(const std::string&)> print_;
};

Best best_of(const Comparison& comparison, const std::string& problem) {
  std::string reasons;
  for (const auto& machine : comparison.machines) {
    for (const auto& instance : machine.instances) {
      for (const Entry& entry : instance.entries) {
        if (entry.best) {
          const Measurement& best = *entry.best;
          return {entry.variant.name, Configuration(best.configuration),
                  best.value.median,  best.value.lower,
                  best.value.upper,   best.samples};
        }
        for (const FailureKind& failure : entry.failures) {
          reasons += fmt::format("\n{}, {} of its configurations: {}: {}", entry.label,
                                 failure.count, to_string(failure.status), failure.message);
        }
      }
    }
  }
  throw TunerError(fmt::format("'{}': no configuration has a verified result{}", problem, reasons));
}

}  // namespace

void Tuner::Impl::complete() {
  scenario.instances = {{scenario.name, {}}};
  scenario.variants.clear();
  require_strategy(scenario.tune.strategy);
  if (added == Added::nothing) throw TunerError(place("tune") + ": add a kernel() or a function()");
  if (!functions.empty() && !scenario.kernels.kernels.empty()) {
    throw TunerError(place("tune") + ": kernels and functions cannot compete in one tuner");
  }
  if (!functions.empty() && verify != nullptr) {
    throw TunerError(place("verify") + ": belongs to kernels: functions have checks of their own");
  }
  if (!functions.empty()) return;
  complete_verification();
  complete_sizes(scenario.kernels.kernels);
  join_kernels(scenario.kernels);
  attach_sources(scenario.kernels, std::filesystem::current_path());
  for (std::size_t k = 0; k < devices.size(); ++k) {
    VariantSpec spec;
    spec.name = scenario.kernels.kernels[k].name;
    spec.device = devices[k];
    scenario.variants.push_back(std::move(spec));
  }
}

std::vector<std::string> Tuner::Impl::output_names() {
  std::vector<std::string> names;
  for (const ArrayDescription& array : problem().arrays) {
    if (array.output) names.push_back(array.name);
  }
  return names;
}

void Tuner::Impl::complete_verification() {
  const std::vector<std::string> outputs = output_names();
  if (outputs.empty()) {
    throw TunerError(place("tune") + ": kernels write an output(): name it with what is expected");
  }
  const auto& expected = problem().reference.files;
  for (const std::string& name : outputs) {
    if (expected.contains(name) == (verify == nullptr)) continue;
    throw TunerError(
        place(fmt::format("array '{}'", name)) +
        (verify == nullptr
             ? ": it has neither expected values nor a verify()"
             : ": it has expected values beside a verify(), which exclude each other"));
  }
  if (verify != nullptr) {
    problem().verify = {CheckService::command(outputs, program_id()), CheckService::most_seconds,
                        place("verify")};
  }
}

WorkerOptions Tuner::Impl::worker_options() {
  WorkerOptions options;
  options.cache_folder = cache_folder();
  options.data_folder = scratch.path();  // of arrays' contents, and of the service that verifies
  if (functions.empty()) {
    options.command = {assay_command(), "worker", "--process"};
    options.kernels = scenario.kernels;
    return options;
  }
  options.serve = [this, id = program_id()] {
    std::vector<MadePlugin> plugins;
    plugins.push_back(function_plugin(scenario.name, work, id, functions));
    return run_worker({}, std::move(plugins));
  };
  return options;
}

Tuner::Tuner(std::string problem)
    : impl_(translated([&] { return std::make_unique<Impl>(std::move(problem)); })) {}
Tuner::~Tuner() = default;
Tuner::Tuner(Tuner&&) noexcept = default;
Tuner& Tuner::operator=(Tuner&&) noexcept = default;

namespace {

std::vector<std::int64_t> extents_of(const ArrayDescription& array) {
  std::vector<std::int64_t> extents;
  for (const Formula& extent : array.shape) extents.push_back(std::stoll(extent.text));
  return extents;
}

// Sets the shape of an array of so many bytes: one dimension unless `shape` gives more.
void set_shape(ArrayDescription& array, std::size_t bytes, std::vector<std::int64_t> shape) {
  const std::size_t held = bytes / sdk::element_size(array.element);
  if (shape.empty()) shape = {static_cast<std::int64_t>(held)};
  double elements = 1;
  for (const std::int64_t extent : shape) elements *= static_cast<double>(extent);
  if (elements != static_cast<double>(held) || bytes == 0 ||
      bytes % sdk::element_size(array.element) != 0) {
    throw usage_error("{}: holds {} elements, its shape {}", array.place, held, elements);
  }
  for (const std::int64_t extent : shape) {
    array.shape.push_back({std::to_string(extent), array.place});
  }
}

}  // namespace

ArrayDescription& Tuner::Impl::add_array(const std::string& name, const std::string& type,
                                         std::size_t bytes,
                                         const std::vector<std::int64_t>& shape) {
  ArrayDescription array;
  array.name = name;
  array.place = place(fmt::format("array '{}'", name));
  array.element = read_element(type, array.place);
  auto& arrays = problem().arrays;
  if (std::ranges::find(arrays, name, &ArrayDescription::name) != arrays.end()) {
    throw usage_error("{}: there is one of this name already", array.place);
  }
  set_shape(array, bytes, shape);
  arrays.push_back(std::move(array));
  return arrays.back();
}

std::string Tuner::Impl::keep_contents(const ArrayDescription& array,
                                       std::span<const std::byte> bytes) {
  std::string name = fmt::format("{}-{}.npy", problem().arrays.size(),
                                 Hasher().bytes(bytes.data(), bytes.size()).hex());
  write_npy(scratch / name, array.element, extents_of(array), bytes);
  return name;
}

Tuner& Tuner::add_array(const std::string& name, const std::string& type,
                        std::span<const std::byte> bytes, const std::vector<std::int64_t>& shape,
                        bool output) {
  translated([&] {
    ArrayDescription& array = impl_->add_array(name, type, bytes.size(), shape);
    const std::string file = impl_->keep_contents(array, bytes);
    array.output = output;
    if (output) {
      impl_->problem().reference.files[name] = file;
    } else {
      array.fill.rule = "file";
      array.fill.file = file;
    }
  });
  return *this;
}

Tuner& Tuner::set_initial(std::span<const std::byte> bytes) {
  translated([&] {
    ArrayDescription& array = impl_->problem().arrays.back();
    const auto extents = extents_of(array);
    ArrayDescription same = array;
    same.shape.clear();
    set_shape(same, bytes.size(), extents);  // throws if it has another size
    array.fill.rule = "file";
    array.fill.file = impl_->keep_contents(array, bytes);
  });
  return *this;
}

Tuner& Tuner::input(const std::string& name, const std::string& type,
                    std::span<const std::byte> bytes, const std::vector<std::int64_t>& shape) {
  return add_array(name, type, bytes, shape, false);
}

Tuner& Tuner::output(const std::string& name, const std::string& type,
                     std::span<const std::byte> expected, const std::vector<std::int64_t>& shape,
                     std::optional<double> tolerance) {
  add_array(name, type, expected, shape, true);
  return set_tolerance(tolerance);
}

Tuner& Tuner::output(const std::string& name, const std::string& type,
                     const std::vector<std::int64_t>& shape) {
  translated([&] {
    const std::string place = impl_->place(fmt::format("array '{}'", name));
    double bytes = static_cast<double>(sdk::element_size(read_element(type, place)));
    for (const std::int64_t extent : shape) {
      if (extent < 1) throw usage_error("{}: has an extent of {}", place, extent);
      bytes *= static_cast<double>(extent);
    }
    if (shape.empty() || bytes > 9e15) throw usage_error("{}: has no shape that can be", place);
    impl_->add_array(name, type, static_cast<std::size_t>(bytes), shape).output = true;
  });
  return *this;
}

Tuner& Tuner::verify(std::function<double(const Outputs&)> error) {
  impl_->verify = std::move(error);
  return *this;
}

std::span<const std::byte> Outputs::find(const std::string& name, const std::string& type) const {
  std::vector<std::string> known;
  for (const Item& item : items_) {
    known.push_back(item.name);
    if (item.name != name) continue;
    if (type.empty() || read_element(type, name) == read_element(item.type, name))
      return item.bytes;
    throw TunerError(
        fmt::format("output '{}' holds elements of type {}, not {}", name, item.type, type));
  }
  throw TunerError(fmt::format("there is no output '{}'; {}", name, did_you_mean(name, known)));
}

Tuner& Tuner::set_tolerance(std::optional<double> tolerance) {
  ArrayDescription& array = impl_->problem().arrays.back();
  array.tolerance = usual_tolerance(array.element);
  if (tolerance) array.tolerance = {*tolerance, *tolerance, true};
  return *this;
}

Tuner& Tuner::work(double flops, double bytes) {
  impl_->work = {flops, bytes, false};
  impl_->problem().flops = Formula{to_string(Value(flops)), impl_->place("work")};
  impl_->problem().bytes = Formula{to_string(Value(bytes)), impl_->place("work")};
  return *this;
}

Tuner& Tuner::store(const std::string& file) {
  impl_->store_file = file;
  return *this;
}
Tuner& Tuner::trials(std::uint64_t most) {
  impl_->scenario.tune.trials = most;
  return *this;
}
Tuner& Tuner::seconds(double most) {
  impl_->scenario.tune.seconds = most;
  return *this;
}
Tuner& Tuner::strategy(const std::string& name, std::uint64_t seed) {
  impl_->scenario.tune.strategy = translated([&] { return parse_strategy(name); });
  impl_->scenario.tune.seed = seed;
  return *this;
}
Tuner& Tuner::on_progress(std::function<void(const std::string& line)> print) {
  impl_->progress = std::move(print);
  return *this;
}

Best Tuner::tune() {
  return translated([&] {
    impl_->complete();
    const Scenario& scenario = impl_->scenario;
    const WorkerOptions options = impl_->worker_options();
    std::atomic<bool> stop = false;
    // Outlives the workers, which ask it.
    std::optional<CheckService> checks;
    if (impl_->verify) {
      checks.emplace(impl_->scratch.path(), impl_->output_names(), impl_->verify, stop);
    }
    WorkerClient worker(options);
    const Plan plan = make_plan(scenario, worker.catalog());
    if (plan.contests.front().contenders.empty()) {
      throw usage_error("'{}' cannot run here: {}", scenario.name, fmt::join(plan.notes, "; "));
    }
    const auto file = impl_->store_file.empty() ? impl_->scratch / "store.db"
                                                : std::filesystem::path(impl_->store_file);
    Store store(file);
    RunRecord run;
    run.command = "assay::Tuner";
    run.scenario_name = scenario.name;
    run.assay_version = ASSAY_VERSION;
    Session session(store, worker, run, scenario);
    Narrator narrator(impl_->progress);
    const Tuned tuned = assay::tune(session, scenario, plan, options, narrator, stop);
    if (checks) checks->rethrow();
    CompareOptions compared;
    compared.instances = tuned.instances;
    if (!scenario.pareto.empty()) compared.pareto = {scenario.pareto};
    compared.beside = scenario.beside;
    compared.mode = mode_text(scenario.objective, scenario.sampling.cache);
    return best_of(compare(store, compared), scenario.name);
  });
}

}  // namespace assay
