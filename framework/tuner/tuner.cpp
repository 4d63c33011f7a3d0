#include "assay/tuner.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <type_traits>

#include "framework/compare/comparison.hpp"
#include "framework/core/error.hpp"
#include "framework/core/paths.hpp"
#include "framework/core/scratch_folder.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/npy.hpp"
#include "framework/scenario/kernels.hpp"
#include "framework/scenario/plan.hpp"
#include "framework/tune/strategy/strategies.hpp"
#include "framework/tune/tune.hpp"
#include "framework/tuner/functions.hpp"
#include "framework/tuner/installation.hpp"
#include "framework/worker/serve.hpp"

namespace assay {
namespace {

static_assert(std::is_same_v<ParameterValue::Alternatives, Value>);

// Runs `body`; TunerError is the only exception that leaves the library.
template <class Body>
decltype(auto) translated(Body&& body) {
  try {
    return body();
  } catch (const Error& error) {
    throw TunerError(error.what());
  }
}

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

KernelArgument argument_of(KernelInput input, const std::string& place) {
  KernelArgument argument;
  argument.place = place;
  if (input.type.empty()) {
    argument.arrays = {std::move(input.array)};
    return argument;
  }
  if (input.type == "local") {
    argument.kind = KernelArgument::Kind::local;
    argument.value = {std::move(input.value), place};
    return argument;
  }
  const auto element = element_named(input.type);
  if (!element) throw usage_error("{}: a scalar cannot be of type '{}'", place, input.type);
  argument.kind = KernelArgument::Kind::value;
  argument.parts = {{*element, {{std::move(input.value), place}}}};
  return argument;
}

}  // namespace

struct Tuner::Impl {
  // The kind of competitor that the next parameters and constraints belong to.
  enum class Added { nothing, kernel, function };

  explicit Impl(std::string name) {
    scenario.name = std::move(name);
    scenario.file = std::filesystem::current_path() / "tuner";
    ArrayProblemDescription& problem = scenario.kernels.problems.emplace_back();
    problem.name = scenario.name;
    problem.doc = "Arrays and kernels of a program.";
    problem.place = place("problem");
    problem.reference.place = place("output");
  }

  [[nodiscard]] std::string place(const std::string& what) const {
    return fmt::format("tuner '{}', {}", scenario.name, what);
  }
  ArrayProblemDescription& problem() { return scenario.kernels.problems.front(); }
  KernelLaunch& launch(const char* what) { return *kernel(what).steps.front().launch; }
  KernelDescription& kernel(const char* what) {
    if (added == Added::kernel) return scenario.kernels.kernels.back();
    throw TunerError(place(what) + ": belongs to a kernel: call kernel() first");
  }
  std::vector<Formula> formulas(const std::vector<std::string>& texts, const char* what) const {
    std::vector<Formula> result;
    for (const std::string& text : texts) result.push_back({text, place(what)});
    return result;
  }

  // Completes the scenario to what reading a file would have produced.
  void complete();
  [[nodiscard]] WorkerOptions worker_options();

  Scenario scenario;
  std::vector<FunctionVariant> functions;
  std::vector<std::string> devices;  // of the kernels
  Added added = Added::nothing;
  Work work;
  std::string store_file;
  std::function<void(const std::string&)> progress;
  ScratchFolder scratch{"tuner"};
};

void Tuner::Impl::complete() {
  scenario.instances = {{scenario.name, {}}};
  scenario.variants.clear();
  require_strategy(scenario.tune.strategy);
  if (added == Added::nothing) throw TunerError(place("tune") + ": add a kernel() or a function()");
  if (!functions.empty() && !scenario.kernels.kernels.empty()) {
    throw TunerError(place("tune") + ": kernels and functions cannot compete in one tuner");
  }
  if (!functions.empty()) return;
  if (problem().reference.files.empty()) {
    throw TunerError(place("tune") + ": kernels write an output(): name it with what is expected");
  }
  for (const KernelDescription& kernel : scenario.kernels.kernels) {
    const KernelLaunch& launch = *kernel.steps.front().launch;
    if (launch.group.size() == launch.extent.size() && !launch.group.empty()) continue;
    throw TunerError(kernel.place +
                     ": give local() and either grid() or global(), in as many "
                     "dimensions");
  }
  join_kernels(scenario.kernels);
  attach_sources(scenario.kernels, std::filesystem::current_path());
  for (std::size_t k = 0; k < devices.size(); ++k) {
    VariantSpec spec;
    spec.name = scenario.kernels.kernels[k].name;
    spec.device = devices[k];
    scenario.variants.push_back(std::move(spec));
  }
}

WorkerOptions Tuner::Impl::worker_options() {
  WorkerOptions options;
  options.cache_folder = cache_folder();
  options.data_folder = std::filesystem::current_path();
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

Tuner& Tuner::add_array(const std::string& name, const char* type, std::span<const std::byte> bytes,
                        std::size_t element_size, std::vector<std::int64_t> shape, bool output) {
  translated([&] {
    ArrayDescription array;
    array.name = name;
    array.place = impl_->place(fmt::format("array '{}'", name));
    array.element = *element_named(type);
    const std::size_t held = bytes.size() / element_size;
    if (shape.empty()) shape = {static_cast<std::int64_t>(held)};
    double elements = 1;
    for (const std::int64_t extent : shape) elements *= static_cast<double>(extent);
    if (elements != static_cast<double>(held) || bytes.empty()) {
      throw usage_error("{}: holds {} elements, its shape {}", array.place,
                        bytes.size() / element_size, elements);
    }
    for (const std::int64_t extent : shape) {
      array.shape.push_back({std::to_string(extent), array.place});
    }
    const auto file = impl_->scratch / (name + ".npy");
    write_npy(file, array.element, shape, bytes);
    array.output = output;
    if (output) {
      impl_->problem().reference.files[name] = file.string();
    } else {
      array.fill.rule = "file";
      array.fill.file = file.string();
    }
    impl_->problem().arrays.push_back(std::move(array));
  });
  return *this;
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

Tuner& Tuner::kernel(const std::string& source, std::vector<KernelInput> arguments,
                     const std::string& function) {
  translated([&] {
    KernelDescription kernel;
    kernel.place = impl_->place(fmt::format("kernel of '{}'", source));
    kernel.problem = impl_->scenario.name;
    kernel.source = {source, kernel.place};
    KernelStep& step = kernel.steps.emplace_back();
    step.place = kernel.place;
    KernelLaunch& launch = step.launch.emplace();
    launch.place = kernel.place;
    launch.function = {function, kernel.place};
    kernel.backend = std::filesystem::path(source).extension() == ".cu" ? ASSAY_CUDA : ASSAY_OPENCL;
    for (KernelInput& input : arguments) {
      launch.arguments.push_back(argument_of(std::move(input), kernel.place));
    }
    impl_->scenario.kernels.kernels.push_back(std::move(kernel));
    impl_->devices.emplace_back();
    impl_->added = Impl::Added::kernel;
  });
  return *this;
}

Tuner& Tuner::local(const std::vector<std::string>& sizes) {
  impl_->launch("local").group = impl_->formulas(sizes, "local");
  return *this;
}
Tuner& Tuner::grid(const std::vector<std::string>& sizes) {
  impl_->launch("grid").extent = impl_->formulas(sizes, "grid");
  impl_->launch("grid").in_items = false;
  return *this;
}
Tuner& Tuner::global(const std::vector<std::string>& sizes) {
  impl_->launch("global").extent = impl_->formulas(sizes, "global");
  impl_->launch("global").in_items = true;
  return *this;
}
Tuner& Tuner::options(const std::string& compiler_options) {
  impl_->kernel("options").options = {compiler_options, impl_->place("options")};
  return *this;
}
Tuner& Tuner::device(const std::string& id_or_name) {
  static_cast<void>(impl_->kernel("device"));
  impl_->devices.back() = id_or_name;
  return *this;
}

Tuner& Tuner::function(const std::string& name, std::function<void(const Configuration&)> run,
                       std::function<double()> check) {
  FunctionVariant function;
  function.name = name;
  function.run = [run = std::move(run)](const Bindings& configuration) {
    run(Configuration(configuration));
  };
  function.check = std::move(check);
  impl_->functions.push_back(std::move(function));
  impl_->added = Impl::Added::function;
  return *this;
}

Tuner& Tuner::parameter(const std::string& name, std::vector<ParameterValue> values,
                        const std::string& condition) {
  if (values.empty())
    throw TunerError(impl_->place("parameter '" + name + "'") + ": has no values");
  Parameter parameter{name, "", {}, values.front().value(), condition};
  for (const ParameterValue& value : values) parameter.values.push_back(value.value());
  if (impl_->added == Impl::Added::function) {
    impl_->functions.back().parameters.push_back(std::move(parameter));
  } else {
    impl_->kernel("parameter").parameters.push_back(std::move(parameter));
  }
  return *this;
}

Tuner& Tuner::constraint(const std::string& expression) {
  const Constraint constraint{expression, "the program says so"};
  if (impl_->added == Impl::Added::function) {
    impl_->functions.back().constraints.push_back(constraint);
  } else {
    impl_->kernel("constraint").constraints.push_back(constraint);
  }
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
    const std::atomic<bool> stop = false;
    const Tuned tuned = assay::tune(session, scenario, plan, options, narrator, stop);
    CompareOptions compared;
    compared.instances = tuned.instances;
    if (!scenario.pareto.empty()) compared.pareto = {scenario.pareto};
    compared.beside = scenario.beside;
    compared.mode = mode_text(scenario.objective, scenario.sampling.cache);
    return best_of(compare(store, compared), scenario.name);
  });
}

}  // namespace assay
