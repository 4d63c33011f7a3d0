// Tests of dispatchers as variants: made of variants that record how they are called.
#include "framework/worker/dispatched_variant.hpp"

#include <nlohmann/json.hpp>

#include "framework/core/error.hpp"
#include "framework/device/machine.hpp"
#include "framework/worker/trial_runner.hpp"
#include "tests/catch.hpp"
#include "tests/test_plugins/trials.hpp"

namespace {

using namespace assay;

// The calls of the variants, in order: "small prepare a=2 b=1 as double".
std::vector<std::string> journal;

// Wants y[k] = k for n doubles.
class Count : public sdk::Instance {
 public:
  explicit Count(std::int64_t n) : expected_(static_cast<std::size_t>(n)) {
    for (std::size_t k = 0; k < expected_.size(); ++k) expected_[k] = static_cast<double>(k);
    output_ = sdk::dense_tensor<double>("y", {n}, nullptr);
    expectation_ = {sdk::dense_tensor("y", {n}, expected_.data()), 0, 0};
  }
  std::span<const assay_tensor> inputs() const override { return {}; }
  std::span<const assay_tensor> outputs() const override { return {&output_, 1}; }
  std::span<const assay_expectation> reference() override { return {&expectation_, 1}; }
  assay_work work() const override { return {}; }
  std::vector<sdk::Fact> facts() const override {
    return {{"elements", static_cast<double>(expected_.size())}};
  }

 private:
  std::vector<double> expected_;
  assay_tensor output_;
  assay_expectation expectation_;
};

std::string text_of(const sdk::Bindings& configuration) {
  return fmt::format("a={} b={}", configuration.integer("a"), configuration.integer("b"));
}

// Records all calls, and counts in the type that its output has.
class Recorded : public sdk::Trial {
 public:
  Recorded(const char* name, const sdk::Task& task) : name_(name), y_(task.output("y")) {
    journal.push_back(fmt::format("{} prepare {} as {}", name, text_of(task.configuration()),
                                  y_.element == ASSAY_F32 ? "float" : "double"));
  }
  ~Recorded() override { journal.push_back(fmt::format("{} destroy", name_)); }
  void restore() override { journal.push_back(fmt::format("{} restore", name_)); }
  void run() override {
    journal.push_back(fmt::format("{} run", name_));
    if (y_.element == ASSAY_F32) {
      count<float>();
    } else {
      count<double>();
    }
  }
  void outputs() override { journal.push_back(fmt::format("{} outputs", name_)); }

 private:
  template <class T>
  void count() {
    const auto y = sdk::elements<T>(y_);
    for (std::size_t k = 0; k < y.size(); ++k) y[k] = static_cast<T>(k);
  }

  const char* name_;
  assay_tensor y_;
};

MadePlugin made(const std::string& build, const std::function<void(sdk::Plugin&)>& describe) {
  auto name = std::make_unique<const std::string>("made");
  auto plugin = std::make_unique<sdk::Plugin>(name->c_str(), "1");
  describe(*plugin);
  return {{"made", "1", build, build + ".so"}, std::move(name), std::move(plugin)};
}

MadePlugin count_problem() {
  return made("problem", [](sdk::Plugin& plugin) {
    plugin.problem({.name = "made/count",
                    .doc = "Counts.",
                    .arguments = {{"n", "How far.", 10}, {"how", "Ignored.", "up"}},
                    .tensors = {{"y", ASSAY_OUTPUT, "double [n]"}},
                    .create = [](const sdk::Host&, const sdk::Bindings& arguments) {
                      return std::make_unique<Count>(arguments.integer("n"));
                    }});
  });
}

// The variant small.cpu, which compiles, limits its device, and works in floats where b is 2.
MadePlugin small_variant(const std::string& build, const std::string& constraint = "a <= 2",
                         bool copies = false) {
  return made(build, [&](sdk::Plugin& plugin) {
    plugin.variant({.name = "small.cpu",
                    .problem = "made/count",
                    .doc = "For small ones.",
                    .parameters = {{"a", "", {1, 2}}, {"b", "", {1, 2}}},
                    .constraints = {{constraint, "small.cpu says so"}},
                    .prepare =
                        [](const sdk::Task& task) {
                          if (task.arguments().integer("n") == 13) {
                            throw sdk::Error(ASSAY_UNSUPPORTED, "bad luck");
                          }
                          return std::make_unique<Recorded>("small", task);
                        },
                    .compile =
                        [](const sdk::Task& task) {
                          journal.push_back("small compile " + text_of(task.configuration()));
                        },
                    .types =
                        [](const sdk::Task& task, sdk::TensorTypes& types) {
                          if (task.configuration().integer("b") != 2) return;
                          types.outputs[0] = types.precision = ASSAY_F32;
                        },
                    .queues = 3,
                    .outputs_are_copies = copies,
                    .limits = true});
  });
}

MadePlugin large_variant(const std::string& build, bool copies = false) {
  return made(build, [&](sdk::Plugin& plugin) {
    plugin.variant(
        {.name = "large.cpu",
         .problem = "made/count",
         .doc = "For large ones.",
         .parameters = {{"b", "", {1, 2}}, {"a", "", {1, 2}}},
         .prepare = [](const sdk::Task& task) { return std::make_unique<Recorded>("large", task); },
         .queues = 5,
         .outputs_are_copies = copies});
  });
}

nlohmann::json pair_of(const char* variant, nlohmann::json configuration) {
  return {{"variant", variant},
          {"device", "cpu"},
          {"configuration", std::move(configuration)},
          {"build", "1"}};
}

// Up to n = 50 the pair 1, beyond the pair 0; from 1 to 100.
nlohmann::json by_size(nlohmann::json large, nlohmann::json small,
                       const char* problem = "made/count") {
  const auto none = nlohmann::json::array();
  return {{"problem", problem},
          {"features", {{{"name", "n"}, {"from", 1}, {"to", 100}}}},
          {"pairs", {std::move(large), std::move(small)}},
          {"tree",
           {{{"factors", {"n"}},
             {"divisors", none},
             {"modulus", 0},
             {"up_to", 50},
             {"low", 1},
             {"high", 2}},
            {{"pairs", {1}}},
            {{"pairs", {0}}}}}};
}
nlohmann::json count_by_size() {
  return by_size(pair_of("large.cpu", {{"a", 2}, {"b", 1}}),
                 pair_of("small.cpu", {{"b", 2}, {"a", 1}}));
}

DispatcherFile file_of(const nlohmann::json& tree) {
  return {"dispatched.cpu", "choose.json", "s.toml:1:1 [[dispatcher]]", tree.dump()};
}

struct Dispatching {
  explicit Dispatching(const std::string& constraint = "a <= 2",
                       const nlohmann::json& tree = count_by_size())
      : plugins(std::span<const std::filesystem::path>{}), cpu(device::open("cpu", {})) {
    journal.clear();
    plugins.add(count_problem());
    plugins.add(small_variant("small-1", constraint));
    plugins.add(large_variant("large-1"));
    plugins.add(file_of(tree));
    plugins.load_all();
  }
  [[nodiscard]] const LoadedVariant& dispatched() const {
    return plugins.variant("made/count", "dispatched.cpu", "");
  }
  TrialResult run(std::int64_t n) {
    SamplingOptions sampling;
    sampling.min_samples = sampling.max_samples = 10;
    const Bindings none;
    const Objective objective;
    Instance instance(plugins.problem("made/count"), {{"n", Value(n)}}, *cpu, resources);
    return run_trial({dispatched(), instance, *cpu, resources, none, sampling, objective},
                     [](Stage) {});
  }
  TrialResult compile(std::int64_t n) {
    const Bindings none;
    const std::vector<TensorShape> inputs;
    const std::vector<TensorShape> outputs;
    const Bindings arguments = {{"n", Value(n)}, {"how", Value(std::string("up"))}};
    return compile_trial({dispatched(), inputs, outputs, *cpu, resources, none, arguments},
                         [](Stage) {});
  }

  PluginSet plugins;
  HostResources resources;
  std::unique_ptr<device::Device> cpu;
};

std::size_t times_of(const std::string& call) {
  return static_cast<std::size_t>(std::ranges::count(journal, call));
}
bool none_of(const std::string& variant) {
  return std::ranges::none_of(journal, [&](const auto& call) { return call.starts_with(variant); });
}

TEST_CASE("a dispatched variant chooses by a fact of the instance, and says which one is missing") {
  nlohmann::json tree = count_by_size();
  tree["features"].push_back(
      {{"name", "elements"}, {"from", -1e300}, {"to", 1e300}, {"fact", true}});
  tree["tree"][0]["factors"] = {"elements"};
  tree["tree"][0]["up_to"] = 40;
  Dispatching fixture("a <= 2", tree);
  CHECK(fact(fixture.run(40), "chosen_pair") == 1);
  CHECK(journal.at(0) == "small compile a=1 b=2");
  CHECK(fact(fixture.run(41), "chosen_pair") == 0);
  journal.clear();
  CHECK(fixture.compile(20).message == "");  // before there is an instance, nobody knows
  CHECK(journal.empty());

  tree["features"][1]["name"] = tree["tree"][0]["factors"][0] = "thrice";
  const TrialResult missing = Dispatching("a <= 2", tree).run(40);
  CHECK_FALSE(missing.ok());
  CHECK_THAT(missing.message, contains("the fact 'thrice', which this instance does not have"));
}

TEST_CASE("a dispatched variant is the pair that the tree chooses, in all that it is asked for") {
  Dispatching fixture;
  const TrialResult small = fixture.run(20);
  REQUIRE(small.message == "");
  CHECK(small.verification_error == 0.0);
  CHECK(fact(small, "chosen_pair") == 1);
  CHECK(none_of("large"));
  CHECK(journal.at(0) == "small compile a=1 b=2");
  CHECK(journal.at(1) == "small prepare a=1 b=2 as float");
  CHECK(times_of("small run") >= 12);  // to verify, ten samples, and to verify again
  CHECK(times_of("small restore") >= 12);
  CHECK(times_of("small outputs") >= 2);
  CHECK(journal.back() == "small destroy");

  journal.clear();
  const TrialResult large = fixture.run(60);
  REQUIRE(large.message == "");
  CHECK(fact(large, "chosen_pair") == 0);
  CHECK(none_of("small"));
  CHECK(journal.at(0) == "large prepare a=2 b=1 as double");
  CHECK(times_of("large run") >= 12);

  journal.clear();
  CHECK(fact(fixture.run(101), "chosen_pair") == 0);  // beyond what was measured
}

TEST_CASE("a dispatched variant compiles what its pair does") {
  Dispatching fixture;
  CHECK(fixture.compile(20).message == "");
  CHECK(journal == std::vector<std::string>{"small compile a=1 b=2"});
  journal.clear();
  CHECK(fixture.compile(60).message == "");
  CHECK(journal.empty());
}

TEST_CASE("a dispatched variant is described by what its pairs have in common, and by the most") {
  const Dispatching fixture;
  const LoadedVariant& dispatched = fixture.dispatched();
  CHECK(dispatched.description.backend == "cpu");
  CHECK(dispatched.description.parameters.empty());
  CHECK(dispatched.description.plugin == "choose.json");
  CHECK(dispatched.description.limits);
  CHECK(dispatched.description.compiles);
  CHECK(dispatched.plugin->queues == 5);
  CHECK_FALSE(dispatched.promises_copies());
  CHECK_THAT(dispatched.description.doc, contains("2 pairs by n, as choose.json says"));
}

TEST_CASE("a dispatched variant promises that outputs are copies if all variants do") {
  for (const bool small : {false, true}) {
    for (const bool large : {false, true}) {
      PluginSet plugins(std::span<const std::filesystem::path>{});
      plugins.add(count_problem());
      plugins.add(small_variant("small-1", "a <= 2", small));
      plugins.add(large_variant("large-1", large));
      plugins.add(file_of(count_by_size()));
      CHECK(plugins.variant("made/count", "dispatched.cpu", "").promises_copies() ==
            (small && large));
    }
  }
}

TEST_CASE("a pair whose constraints exclude the instance is unsupported, by name") {
  Dispatching by_argument("n < 40 * a");
  CHECK(by_argument.run(20).message == "");
  const TrialResult excluded = by_argument.run(45);
  CHECK(excluded.status == TrialStatus::unsupported);
  CHECK_THAT(excluded.message, contains("the pair small.cpu a=1 b=2 is excluded") &&
                                   contains("small.cpu says so: n < 40 * a") && contains("n = 45"));
  CHECK(by_argument.compile(45).status == TrialStatus::unsupported);
  CHECK(by_argument.run(60).message == "");  // the other pair's

  Dispatching by_fact("elements < 40");
  CHECK(by_fact.run(20).message == "");
  CHECK(by_fact.run(45).status == TrialStatus::unsupported);
  CHECK(by_fact.compile(45).message == "");  // there is no instance that could have facts
}

TEST_CASE("the failure of a pair's variant names the pair") {
  Dispatching fixture;
  const TrialResult failed = fixture.run(13);
  CHECK(failed.status == TrialStatus::unsupported);
  CHECK(failed.message == "small.cpu a=1 b=2: bad luck");
}

TEST_CASE("the build of a dispatched variant follows its file and the builds of its pairs") {
  const Dispatching fixture;
  const std::string build = fixture.dispatched().description.build_id;
  CHECK(Dispatching().dispatched().description.build_id == build);
  nlohmann::json other = count_by_size();
  other["tree"][0]["up_to"] = 51;
  CHECK(Dispatching("a <= 2", other).dispatched().description.build_id != build);

  PluginSet rebuilt(std::span<const std::filesystem::path>{});
  rebuilt.add(count_problem());
  rebuilt.add(small_variant("small-2"));
  rebuilt.add(large_variant("large-1"));
  rebuilt.add(file_of(count_by_size()));
  const std::string rebuilt_id =
      rebuilt.variant("made/count", "dispatched.cpu", "").description.build_id;
  CHECK(rebuilt_id != build);

  // Where variants are loaded in two builds, so is the dispatcher that chooses from them.
  PluginSet both(std::span<const std::filesystem::path>{});
  both.add(count_problem());
  both.add(small_variant("small-1"));
  both.add(large_variant("large-1"));
  both.add(small_variant("small-2"));
  both.add(file_of(count_by_size()));
  CHECK(both.variant("made/count", "dispatched.cpu", build).dispatched->builds() ==
        std::vector<std::string>{"large-1", "small-1"});
  CHECK(both.variant("made/count", "dispatched.cpu", rebuilt_id).dispatched->builds() ==
        std::vector<std::string>{"large-1", "small-2"});
}

TEST_CASE("a dispatcher without its variants is skipped, with the reason") {
  PluginSet plugins(std::span<const std::filesystem::path>{});
  plugins.add(count_problem());
  plugins.add(large_variant("large-1"));
  plugins.add(file_of(count_by_size()));
  CHECK(plugins.skipped().empty());  // it may be loaded later
  plugins.load_all();
  REQUIRE(plugins.skipped().size() == 1);
  CHECK(plugins.skipped()[0].path == "choose.json");
  CHECK_THAT(plugins.skipped()[0].reason, contains("no variant 'small.cpu'"));
}

TEST_CASE("no dispatcher chooses from dispatchers") {
  Dispatching fixture;
  DispatcherFile second = file_of(by_size(pair_of("large.cpu", {{"a", 2}, {"b", 1}}),
                                          pair_of("dispatched.cpu", nlohmann::json::object())));
  second.name = "second.cpu";
  fixture.plugins.add(second);
  CHECK_THROWS_WITH(fixture.plugins.variant("made/count", "second.cpu", ""),
                    contains("no loaded plugin provides a variant 'second.cpu'"));
}

// By n, of the test plugins: loop.cpu reports the fact "loops", loop.c99 is of another library.
DispatcherFile loops() {
  return file_of(by_size(pair_of("loop.c99", {{"step", 3}}), pair_of("loop.cpu", {{"unroll", 2}}),
                         "test/scale"));
}

TEST_CASE("the libraries of a dispatched variant's pairs are enough, and are loaded alone") {
  const std::vector<std::filesystem::path> folders = {std::filesystem::path(ASSAY_TEST_PLUGINS) /
                                                      "good"};
  PluginSet all(folders);
  all.add(loops());
  all.load_all();
  const std::vector<PluginSet::VariantName> wanted = {{"dispatched.cpu", ""}};
  const auto files = all.files_of("test/scale", wanted);
  REQUIRE(files.size() == 2);
  PluginSet some(folders);
  some.add(loops());
  some.load_known(files);
  CHECK(some.variant("test/scale", "dispatched.cpu", "").description.build_id ==
        all.variant("test/scale", "dispatched.cpu", "").description.build_id);
  CHECK(some.most_queues() == 12);
}

TEST_CASE("workers are brought dispatchers, also those that replace others") {
  WorkerOptions options = test_worker();
  options.dispatchers = {loops()};
  WorkerClient client(options);
  for (const char* again : {"", "in a fresh process"}) {
    CAPTURE(again);
    TrialRequest request = quick_trial("dispatched.cpu", {});
    request.instance.arguments = {{"n", Value(std::int64_t{20})}};
    const TrialResult few = client.run_trial(request);
    REQUIRE(few.message == "");
    CHECK(fact(few, "loops") == 1);
    request.instance.arguments = {{"n", Value(std::int64_t{60})}};
    const TrialResult many = client.run_trial(request);
    REQUIRE(many.message == "");
    CHECK(fact(many, "loops") == -1);
    CHECK(fact(many, "chosen_pair") == 0);
    client.restart();
  }
}

}  // namespace
