// Memory runs out at every allocation in turn while the supervisor reads files and answers that
// others have written (after SQLite, "How SQLite Is Tested", 3.1).
#include <fmt/format.h>

#include <fstream>
#include <functional>
#include <new>
#include <optional>
#include <sstream>
#include <string>

#include "framework/compare/comparison.hpp"
#include "framework/compare/writer.hpp"
#include "framework/core/error.hpp"
#include "framework/core/json.hpp"
#include "framework/core/scratch_folder.hpp"
#include "framework/protocol/protocol.hpp"
#include "framework/scenario/include.hpp"
#include "framework/scenario/scenario.hpp"
#include "framework/store/foreign_file.hpp"
#include "framework/store/foreign_json.hpp"
#include "framework/store/google_benchmark.hpp"
#include "framework/store/google_benchmark_name.hpp"
#include "framework/store/import_benchmarks.hpp"
#include "framework/store/nvbench.hpp"
#include "framework/store/open_run.hpp"
#include "framework/store/store_check.hpp"
#include "framework/store/t4.hpp"
#include "framework/supervisor/conversation.hpp"
#include "framework/supervisor/plausible.hpp"
#include "tests/campaign.hpp"
#include "tests/catch.hpp"
#include "tests/framework/compare/recorded.hpp"
#include "tests/framework/faults/memory/failing_memory.hpp"
#include "tests/framework/store/benchmark_files.hpp"

namespace assay::test {
namespace {

// The memory must be replaced before any test uses SQLite.
const bool installed = (install_failing_memory(), true);

// Reads something and returns it as text.
using Reading = std::function<std::string()>;

struct Attempt {
  std::optional<std::string> result;  // absent where the reading ended with an error
  bool failed = false;                // whether an allocation failed
  std::string complaint;              // an error that must not be reported here
};

Attempt attempt(const Reading& read, MemoryFault fault, std::uint64_t at) {
  Attempt made;
  std::optional<Error> error;
  const char* other = nullptr;
  {
    const FailingMemory memory(fault, at);
    try {
      made.result = read();
    } catch (const std::bad_alloc&) {
    } catch (const Error& thrown) {
      error = thrown;
    } catch (const std::exception& thrown) {
      other = typeid(thrown).name();
    }
  }
  made.failed = FailingMemory::failed();
  if (error && error->kind() != ErrorKind::environment) made.complaint = error->what();
  if (error && std::string(error->what()).find("memory") == std::string::npos) {
    made.complaint = error->what();
  }
  if (other != nullptr) made.complaint = other;
  return made;
}

void sweep(const char* name, const Reading& read, std::size_t most) {
  REQUIRE(installed);
  const std::string expected = read();
  REQUIRE(attempt(read, MemoryFault::never, 0).result == expected);
  const auto allocations = FailingMemory::allocations();
  for (const auto fault : {MemoryFault::once, MemoryFault::from_then_on}) {
    std::size_t cases = 0;
    std::size_t refused = 0;
    for (const std::size_t at : cases_of(allocations, sanitized() ? most / 4 : most, 13)) {
      INFO(name << ": allocation " << at << (fault == MemoryFault::once ? "" : " and all behind"));
      const Attempt made = attempt(read, fault, at);
      ++cases;
      refused += made.result ? 0 : 1;
      CHECK(made.complaint == "");
      CHECK((made.result || made.failed));
      if (made.result) CHECK(*made.result == expected);
      CHECK(read() == expected);
    }
    if (every_case()) {
      fmt::print("{}, {}: {} allocations, {} cases, {} refused\n", name,
                 fault == MemoryFault::once ? "once" : "from then on", allocations, cases, refused);
    }
    CHECK(refused > 0);
  }
}

const char* const scenario_text = R"(
name = "small"
reference = "streaming.cpu"
[[instance]]
problem = "sparse-grid/multi-eval"
level = [5, 6, 7]
points = 100_000
[[variant]]
name = "streaming.cpu"
parameters.tile = [16, 32]
constraints = ["tile > 8 && tile != 24"]
[finals]
rounds = 20
)";

const char* const t4_of_two = R"({"metadata": {"timeunit": "ms"}, "results": [
  {"configuration": {"tile": 16, "order": "row"}, "objectives": ["time"],
   "times": {"compilation": 900, "runtimes": [2.0, 4.0]}, "invalidity": "correct",
   "measurements": [{"name": "time", "value": 3.0, "unit": ""}]},
  {"configuration": {"tile": 4, "order": "row"}, "objectives": ["time"],
   "times": {"compilation": 700}, "invalidity": "compile", "measurements": []}]})";

// A text of a trial. It is not made as JSON, because the JSON library leaks parts of a value for
// which memory runs out.
std::string words(const TrialResult& trial) {
  std::string text = fmt::format(" {} {}", to_string(trial.status), trial.message);
  for (const Sample& sample : trial.samples) {
    text += fmt::format(" {} {}", sample.seconds, sample.device_seconds);
    for (const PhaseTime& phase : sample.phases) text += phase.name;
  }
  for (const Fact& fact : trial.facts) text += fmt::format(" {}={}", fact.name, fact.value);
  return text;
}

std::string words(const RecordedSpace& space) {
  std::string text = space.name;
  for (const Parameter& parameter : space.parameters) text += parameter.name;
  for (std::size_t k = 0; k < space.outcomes.size(); ++k) {
    text += fmt::format("{} {}", to_string(space.at(k)), to_string(space.outcomes[k].status));
    for (const double seconds : space.outcomes[k].runtimes) text += fmt::format(" {}", seconds);
  }
  return text;
}

std::string words(const RecordedBenchmarks& file) {
  std::string text = file.program + "\n";
  for (const auto& benchmark : file.benchmarks) {
    text += benchmark.title + canonical_text(benchmark.arguments);
    for (const auto& trial : benchmark.trials) text += words(trial);
  }
  return text;
}

// The line with which a worker reports a trial.
std::string trial_line() {
  TrialResult result = ok_result(6);
  result.facts = {{"launches", 3, ""}};
  return protocol::line(to_json(result));
}

std::string compared(const std::filesystem::path& file) {
  const Store store(file, Store::Mode::read_only);
  std::ostringstream text;
  text.exceptions(std::ios::badbit);
  make_writer("markdown")->write(compare(store), text);
  return text.str();
}

}  // namespace

TEST_CASE("without memory a scenario is refused or read as it is") {
  sweep(
      "scenario",
      [] {
        const Scenario scenario = parse_scenario(scenario_text, "s.toml");
        std::string text = scenario.name + scenario.reference;
        for (const auto& instance : scenario.instances) text += canonical_text(instance.arguments);
        for (const auto& variant : scenario.variants) text += variant.name;
        return text;
      },
      400);
}

TEST_CASE("without memory the files of other tools are refused or read as they are") {
  sweep(
      "Google Benchmark",
      [] {
        return words(google_benchmarks(parse_foreign_json(google_text, "x.json"), "x.json",
                                       BenchmarkTime::real));
      },
      300);
  const TemporaryFolder folder;
  write_times(folder / "out.json-bin" / "0.bin", {1e-6F, 2e-6F, 3e-6F});
  sweep(
      "nvbench",
      [&] {
        return words(
            nvbench_benchmarks(parse_foreign_json(nvbench_text, "x.json"), folder / "out.json"));
      },
      300);
  sweep(
      "T4", [] { return words(parse_t4(t4_of_two, "x")); }, 300);
}

TEST_CASE("without memory a text is not taken for its beginning") {
  sweep(
      "the name of a benchmark",
      [] {
        const auto name =
            parse_google_name("BM_Sort<a_type_of_a_long_name>/with_a_long_part/64/and_one_more");
        return name.name + to_string(name.arguments);
      },
      100);
  const TemporaryFolder folder;
  std::ofstream(folder / "part.toml") << "[tune]\ntrials = 50\n";
  std::ofstream(folder / "s.toml") << "include = [\"part.toml\"]\n" << scenario_text;
  sweep(
      "a scenario of two files",
      [&] {
        const auto file = folder / "s.toml";
        return parse_scenario(read_scenario_text(file), file).text;
      },
      200);
}

TEST_CASE("without memory a worker's answer is refused or read as it is, and not called nonsense") {
  const std::string line = trial_line();
  Conversation conversation{{}};
  sweep(
      "a trial's line",
      [&] {
        return conversation.understand([&] {
          const TrialResult result = trial_result_from_json(parse_json(line));
          require_plausible(result, {}, 1e6);
          require_measured(result);
          return words(result);
        });
      },
      300);
}

TEST_CASE("without memory a store is refused, or read and written as it is") {
  Recorded recorded;
  recorded.ok("streaming.cpu", around(1e-3));
  recorded.ok("list.cpu", around(2e-3));
  const auto file = recorded.folder / "s.db";
  sweep(
      "reading a store",
      [&] {
        const Store store(file, Store::Mode::read_only);
        std::string text;
        for (const auto& trial : store.trials({})) {
          text += canonical_text(trial.key.configuration);
          for (const auto& sample : store.samples(trial.id))
            text += fmt::format(" {}", sample.seconds);
        }
        for (const auto& machine : store.machines()) text += machine.fingerprint;
        for (const auto& variant : store.variants()) text += variant.name;
        return text;
      },
      150);
  sweep(
      "comparing what is in a store", [&] { return compared(file); }, 40);
}

TEST_CASE("without memory a run that is not finished ends as it can, and the store goes on") {
  const TemporaryFolder folder;
  Store store(folder / "s.db");
  const Scene scene(store);
  const auto record = [&] {
    const OpenRun run(store, {"assay tune", "", "", "0.1", "{}"}, scene.key.machine);
    const auto trial = store.record_trial(run.id(), scene.key, ok_result(3), std::nullopt);
    return fmt::format("{}", store.samples(trial).size());
  };
  sweep("recording a run", record, 40);
}

TEST_CASE("a temporary folder that memory is too short to remove ends nothing") {
  sweep(
      "a temporary folder",
      [] {
        const ScratchFolder folder("test");
        return std::string(folder.path().empty() ? "none" : "there");
      },
      100);
}

TEST_CASE("a write that memory ran out for leaves nothing behind, and the store goes on") {
  const TemporaryFolder folder;
  Store store(folder / "s.db");
  Scene scene(store);
  const auto record = [&] {
    store.record_trial(scene.run, scene.key, ok_result(3), std::nullopt);
    return std::string("recorded");
  };
  sweep("recording", record, 100);
  CHECK(check_store(folder / "s.db").faults.empty());
  const Store other(folder / "s.db", Store::Mode::read_only);
  for (const auto& trial : other.trials({})) CHECK(other.samples(trial.id).size() == 3);
}

}  // namespace assay::test
