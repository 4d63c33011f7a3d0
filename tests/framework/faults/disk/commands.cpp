#include "tests/framework/faults/disk/commands.hpp"

#include <fmt/format.h>

#include <fstream>

#include "framework/guard/programs.hpp"
#include "framework/store/foreign_json.hpp"
#include "framework/store/google_benchmark.hpp"
#include "framework/store/import.hpp"
#include "framework/store/import_benchmarks.hpp"
#include "framework/store/t4.hpp"
#include "tests/framework/store/benchmark_files.hpp"
#include "tests/framework/store/store_fixture.hpp"
#include "tests/framework/tune/fake_lanes.hpp"

namespace assay::test {
namespace {

using std::filesystem::path;

// The result of a query, one line for each row.
std::string found_by(const path& store, const std::string& sql) {
  auto db = raw(store);
  std::string lines;
  sqlite::Statement rows(db, sql);
  while (rows.step()) lines += rows.text(0) + "\n";
  return lines;
}

std::string trials_of(const path& store, const std::string& which) {
  return found_by(
      store,
      "SELECT concat FROM (SELECT variant.name || ' ' || instance.arguments ||"
      " ' ' || device || ' ' || mode || ' ' || parameters || ' ' || stage || ' ' || process || ' '"
      " || status || ' ' || ifnull(median, '-') || ' ' || ifnull((SELECT group_concat(seconds) FROM"
      " sample WHERE trial = trial.id), '-') || ' ' || (SELECT count(*) FROM phase WHERE trial ="
      " trial.id) || ' ' || (SELECT count(*) FROM trial_fact WHERE trial = trial.id) AS concat"
      " FROM trial JOIN variant ON variant.id = trial.variant"
      " JOIN instance ON instance.id = trial.instance"
      " JOIN configuration ON configuration.id = trial.configuration WHERE " +
          which + ") ORDER BY concat");
}

const std::string last_run = "run = (SELECT max(id) FROM run)";

std::string outcome_of_last_run(const path& store) {
  return found_by(store, "SELECT outcome FROM run ORDER BY id DESC LIMIT 1");
}

std::string verdicts_of_last_run(const path& store) {
  return found_by(
      store,
      "SELECT device || ' ' || outcome || ' ' || ifnull(log_ratio, '-') || ' ' || blocks"
      " FROM verdict WHERE " +
          last_run + " ORDER BY id");
}

Command import_of(const std::string& name, std::function<void(Store&)> import) {
  return {name,
          [import = std::move(import)](const path& file) {
            Store store(file);
            import(store);
          },
          [](const path& file) { return trials_of(file, "1") + outcome_of_last_run(file); }};
}

const RunRecord typed{"assay", "", "", "0.1", "{}"};

// The configurations in the finals and whether each has its two rounds, counted across runs because
// an earlier run may have left some; and processes that one run has recorded twice.
std::string finals_of(const path& store) {
  return found_by(store,
                  "SELECT parameters || ' ' || (count(*) >= 2) FROM trial"
                  " JOIN configuration ON configuration.id = trial.configuration"
                  " WHERE stage = 'final' GROUP BY parameters ORDER BY parameters") +
         found_by(store,
                  "SELECT 'twice: ' || process FROM trial WHERE stage = 'final'"
                  " GROUP BY run, process, configuration HAVING count(*) > 1");
}

// A shell command that writes a file as Google Benchmark would.
std::string program_of(const path& folder, int nanoseconds) {
  const path script = folder / (std::to_string(nanoseconds) + ".json");
  std::ofstream(script) << fmt::format(
      R"({{"context": {{"executable": "./bench", "num_cpus": 2}}, "benchmarks": [{{"name": "BM_A",)"
      R"( "run_type": "iteration", "iterations": 10, "real_time": {0}, "cpu_time": {0},)"
      R"( "time_unit": "ns"}}]}})",
      nanoseconds);
  return "cp " + script.string() + " $BENCHMARK_OUT";
}

void write_everything(Store& store) {
  const Scene scene(store);
  TrialResult result = ok_result(4);
  result.facts = {{"launches", 3, ""}};
  const auto one = store.record_trial(scene.run, scene.key, result, Interval{1e-3, 9e-4, 2e-3});
  const auto other = store.record_trial(scene.run, scene.key, ok_result(3), std::nullopt);
  store.take_over(scene.run, {one, other});
  store.record_pairing(one, other, {true, false});
  VerdictRecord verdict;
  verdict.key = {scene.key.instance, scene.key.variant,       scene.key.variant,
                 scene.key.device,   scene.key.configuration, scene.key.mode};
  verdict.outcome = "equivalent";
  verdict.log_ratio = 0.001;
  store.record_verdict(scene.run, verdict);
  CalibrationRecord calibration;
  calibration.machine = scene.key.machine;
  calibration.key = verdict.key;
  store.record_calibration(calibration);
  store.set_baseline({"main", "", scene.key.machine}, scene.run);
  store.save_peaks(scene.key.machine, "cpu", {1, 2, 3});
  store.finish_run(scene.run, "finished");
}

}  // namespace

Command import_of_benchmarks() {
  return import_of("import of benchmarks", [](Store& store) {
    auto file =
        google_benchmarks(parse_foreign_json(google_text, "x.json"), "x.json", BenchmarkTime::real);
    name_benchmarks(file, "", "", "x.json");
    import_benchmarks(store, file, "build", typed);
  });
}

Command import_of_space() {
  return import_of("import of a space", [](Store& store) {
    std::string results;
    for (int tile = 1; tile <= 6; ++tile) {
      results += fmt::format(
          R"({}{{"configuration": {{"tile": {}}}, "invalidity": "correct", "objectives": ["time"],)"
          R"( "times": {{"runtimes": [{}, 2]}}, "measurements": [{{"name": "time", "value": 2}}]}})",
          tile == 1 ? "" : ",", tile, tile);
    }
    auto space = parse_t4(R"({"metadata": {"timeunit": "ms"}, "results": [)" + results + "]}", "x");
    space.origin = {"imported/stencil", "stencil", "B200", {}, {}};
    space.origin.machine.attributes = {{"device", "B200"}};
    import_space(store, space, "build", typed);
  });
}

Command small_tune() {
  return {"tune",
          [](const path& file) {
            Journal journal;
            const std::string text =
                fake_scenario + "[tune]\nstrategy = \"exhaustive\"\ntrials = 5\n";
            tune_with(file, text, {fake_worker({"--size", "5"})}, journal);
          },
          [](const path& file) {
            return trials_of(file, "stage = 'search'") + finals_of(file) +
                   outcome_of_last_run(file) + found_by(file, "SELECT configuration FROM v_best");
          }};
}

Command small_guard() {
  return {
      "guard",
      [](const path& file) {
        Store store(file);
        const guard::Programs programs{program_of(file.parent_path(), 1000),
                                       program_of(file.parent_path(), 1004)};
        guard::ProgramBlocks blocks(store, {{{"cpu", "a"}}}, typed, programs, 1);
        guard::GuardOptions options;
        options.looks = {8};
        guard::GuardObserver silent;
        const std::atomic<bool> stop = false;
        static_cast<void>(run_guard(blocks.run(), blocks, blocks.cases(), options, silent, stop));
        blocks.finish();
      },
      [](const path& file) {
        return trials_of(file, last_run) + outcome_of_last_run(file) + verdicts_of_last_run(file);
      }};
}

Command every_write() {
  return {"every write",
          [](const path& file) {
            Store store(file);
            write_everything(store);
          },
          [](const path& file) {
            return trials_of(file, last_run) + outcome_of_last_run(file) +
                   verdicts_of_last_run(file) +
                   found_by(file,
                            "SELECT first FROM pairing JOIN trial ON trial.id = pairing.baseline"
                            " WHERE " +
                                last_run) +
                   found_by(file, "SELECT bandwidth FROM device_peak") +
                   found_by(file,
                            "SELECT run = (SELECT max(id) FROM run) FROM baseline"
                            " ORDER BY id DESC LIMIT 1");
          }};
}

}  // namespace assay::test
