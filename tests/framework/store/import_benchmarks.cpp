// Benchmarks of others: recognised, named, and into the store.
#include "framework/store/import_benchmarks.hpp"

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/store/foreign_file.hpp"
#include "framework/store/packed_text.hpp"
#include "framework/store/recorded_search.hpp"
#include "tests/catch.hpp"
#include "tests/framework/store/benchmark_files.hpp"
#include "tests/framework/store/store_fixture.hpp"

namespace assay::test {
namespace {

const RunRecord import_run = {"assay import", "", "", "0.1", "{}"};

// The text in a file of that name, read as what it is found to be.
ForeignFile written(const TemporaryFolder& folder, const std::string& name,
                    const std::string& text) {
  write_packed_text(folder / name, text);
  return read_foreign_file(folder / name);
}

RecordedBenchmarks google_file(const TemporaryFolder& folder) {
  auto file = std::get<RecordedBenchmarks>(written(folder, "g.json", google_text));
  name_benchmarks(file, "", "", "g.json");
  return file;
}

}  // namespace

TEST_CASE("what a file is follows from what stands in it") {
  const TemporaryFolder folder;
  CHECK(std::get<RecordedBenchmarks>(written(folder, "a.json.gz", google_text)).tool ==
        "google-benchmark");
  write_times(folder / "out.json-bin" / "0.bin", {2e-6F, 1e-6F, 3e-6F});
  CHECK(std::get<RecordedBenchmarks>(written(folder, "b", nvbench_text)).tool == "nvbench");
  const std::string t4 =
      R"({"metadata": {"timeunit": "ms"}, "results": [{"configuration": {"a": 1},
          "invalidity": "correct", "times": {"runtimes": [1]}}]})";
  CHECK(std::get<RecordedSpace>(written(folder, "c.json", t4)).outcomes.size() == 1);
  CHECK_THROWS_WITH(written(folder, "d.json", R"({"benchmarks": []})"),
                    contains("d.json: ") && contains("Google Benchmark") && contains("nvbench"));
  CHECK_THROWS_WITH(written(folder, "e.json", "[1, 2]"), contains("is no T4 file"));
  CHECK_THROWS_WITH(written(folder, "f.json", ""), contains("cut off"));
}

TEST_CASE("a counter that is no number costs nothing but itself, a time that is none its file") {
  const TemporaryFolder folder;
  // With what the program wrote for the counter `swaps` and for a time.
  const auto read = [&](const std::string& counter, const std::string& time) {
    std::string text = google_text;
    text.replace(text.find("1.2e+01"), 7, counter);
    text.replace(text.find("1.2e+02"), 7, time);
    return std::get<RecordedBenchmarks>(written(folder, "n.json", text)).benchmarks.at(0);
  };
  for (const char* counter : {"NaN", "-NaN", "Infinity", "-Infinity", "nan", "inf"}) {
    CAPTURE(counter);
    const auto sort = read(counter, "1.2e+02");
    REQUIRE(sort.trials.size() == 1);
    CHECK(sort.trials[0].samples.size() == 3);
    const auto swaps = std::ranges::find(sort.trials[0].facts, "swaps", &Fact::name);
    REQUIRE(swaps != sort.trials[0].facts.end());
    CHECK(swaps->value == Approx(12));  // the median of those that are: 11 and 13
    CHECK_THROWS_WITH(read("1", counter), contains("n.json: benchmarks[2] (BM_Sort<int>/64): its "
                                                   "real_time is no number"));
  }
  // Neither a text nor a file of another kind is touched.
  CHECK_THROWS_WITH(written(folder, "t.json", R"({"results": NaN})"),
                    contains("a NaN or an infinity"));
  const auto labelled = [&](const std::string& label) {
    std::string text = google_text;
    text.replace(text.rfind("introsort"), 9, label);  // of a benchmark's labels the last one counts
    text.replace(text.find("1.2e+01"), 7, "NaN");
    return std::get<RecordedBenchmarks>(written(folder, "l.json", text)).environment;
  };
  CHECK_THAT(labelled("NaN \\\" -Infinity"), contains("NaN \\\" -Infinity"));
}

TEST_CASE("a file of nvbench has no time of the processor") {
  const TemporaryFolder folder;
  write_times(folder / "out.json-bin" / "0.bin", {2e-6F, 1e-6F, 3e-6F});
  write_packed_text(folder / "n.json", nvbench_text);
  CHECK_THROWS_WITH(
      read_foreign_file(folder / "n.json", BenchmarkTime::cpu),
      contains("n.json: ") && contains("nvbench") && contains("leave out --time cpu"));
}

TEST_CASE("of a file no more is read than a limit") {
  const TemporaryFolder folder;
  write_packed_text(folder / "x.gz", std::string(1000, ' '));
  CHECK(read_packed_text(folder / "x.gz", 1000).size() == 1000);
  CHECK_THROWS_WITH(read_packed_text(folder / "x.gz", 999),
                    contains("too large") && contains("999 bytes"));
}

TEST_CASE("each benchmark is a problem and the program a variant, unless a problem is named") {
  const TemporaryFolder folder;
  auto file = google_file(folder);
  CHECK(file.benchmarks[0].problem == "google-benchmark/BM_Sort<int>");
  CHECK(file.benchmarks[0].variant == "bm_sort");
  name_benchmarks(file, "sort", "", "x");
  CHECK(file.benchmarks[0].problem == "sort");
  CHECK(file.benchmarks[0].variant == "BM_Sort<int>");
  name_benchmarks(file, "", "patched", "x");
  CHECK(file.benchmarks[1].problem == "google-benchmark/BM_Copy");
  CHECK(file.benchmarks[1].variant == "patched");
  // BM_Copy and BM_Wide have no arguments that tell them apart.
  CHECK_THROWS_WITH(name_benchmarks(file, "sort", "patched", "g.json"),
                    contains("g.json: 'BM_Copy' and 'BM_Wide' would both be patched of sort"));
}

TEST_CASE("imported benchmarks are trials of a stage of their own, never verified") {
  const TemporaryFolder folder;
  Store store(folder / "s.db");
  const auto file = google_file(folder);
  CHECK(import_benchmarks(store, file, "digest", import_run).trials == 4);
  const auto trials = store.trials({});
  REQUIRE(trials.size() == 4);
  for (const auto& trial : trials) {
    CHECK(trial.key.stage == imported_stage);
    CHECK_FALSE(trial.verification_error);
    CHECK(trial.objective.has_value() == (trial.status == TrialStatus::ok));
  }
  CHECK(trials[0].objective->median == Approx(1.04e-4));
  CHECK(store.samples(trials[0].id).size() == 3);
  CHECK(store.facts(trials[0].id).size() == 3);
  CHECK(trials[2].message == "out of memory");
  const auto instance = store.instance_record(trials[0].key.instance);
  CHECK(instance.arguments == Bindings{{"arg0", std::int64_t{64}}});
  CHECK(instance.input_digest == imported_plugin);
  CHECK(raw(folder / "s.db")
            .integer("SELECT count(*) FROM run WHERE outcome = 'imported'"
                     " AND environment LIKE '%build-box%'") == 1);
}

TEST_CASE("importing benchmarks again records what is missing only") {
  const TemporaryFolder folder;
  Store store(folder / "s.db");
  auto file = google_file(folder);
  auto begun = file;
  begun.benchmarks[1].trials.resize(1);
  begun.benchmarks.resize(2);
  CHECK(import_benchmarks(store, begun, "digest", import_run).trials == 2);
  const auto rest = import_benchmarks(store, file, "digest", import_run);
  CHECK(rest.trials == 2);
  CHECK(rest.known == 2);
  CHECK(import_benchmarks(store, file, "digest", import_run).trials == 0);
  CHECK(store.trials({}).size() == 4);
  CHECK(raw(folder / "s.db").integer("SELECT count(*) FROM run") == 2);
  // Another measurement of the same program is another build of the variant.
  file.benchmarks[0].trials[0].samples[0].seconds *= 1.01;
  CHECK(digest_of(file) != digest_of(google_file(folder)));
  CHECK(digest_of(google_file(folder)) == digest_of(google_file(folder)));
  CHECK(import_benchmarks(store, file, "another", import_run).trials == 4);
}

}  // namespace assay::test
