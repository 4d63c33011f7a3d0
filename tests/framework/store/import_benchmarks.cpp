// Tests of benchmark files of others: they are recognised, named, and recorded in the store.
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

// Writes a file and reads it as whatever it is recognised to be.
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
  CHECK_THROWS_WITH(written(folder, "e.json", "[1, 2]"), contains("is not a T4 file"));
  CHECK_THROWS_WITH(written(folder, "f.json", ""), contains("is empty"));
}

TEST_CASE("a counter that is no number costs nothing but itself, a time that is none its file") {
  const TemporaryFolder folder;
  // Reads a file with the given texts for the counter `swaps` and for a time.
  const auto read = [&](const std::string& counter, const std::string& time) {
    std::string text = google_text;
    text.replace(text.find("1.2e+01"), 7, counter);
    text.replace(text.find("1.2e+02"), 7, time);
    return std::get<RecordedBenchmarks>(written(folder, "n.json", text)).benchmarks.at(0);
  };
  for (const char* counter :
       {"NaN", "-NaN", "Infinity", "-Infinity", "nan", "inf", "-nan", "-inf", "+inf", "INF", "NAN",
        "-nan(ind)", "nan(0x8000)", "1.#INF", "-1.#IND", "1.#QNAN0", "1e999", "-1e999"}) {
    CAPTURE(counter);
    const auto sort = read(counter, "1.2e+02");
    REQUIRE(sort.trials.size() == 1);
    CHECK(sort.trials[0].samples.size() == 3);
    const auto swaps = std::ranges::find(sort.trials[0].facts, "swaps", &Fact::name);
    REQUIRE(swaps != sort.trials[0].facts.end());
    CHECK(swaps->value == Approx(12));  // the median of the two that are numbers: 11 and 13
    CHECK_THROWS_WITH(
        read("1", counter),
        contains("n.json: benchmarks[2] (BM_Sort<int>/64): its real_time is not a number"));
  }
  // Neither texts nor words that are no numbers are changed.
  CHECK_THROWS_WITH(written(folder, "t.json", R"({"context": nano})"), contains("is not JSON"));
  const auto labelled = [&](const std::string& label) {
    std::string text = google_text;
    text.replace(text.rfind("introsort"), 9, label);  // a benchmark's last label counts
    text.replace(text.find("1.2e+01"), 7, "NaN");
    return std::get<RecordedBenchmarks>(written(folder, "l.json", text)).environment;
  };
  CHECK_THAT(labelled("NaN \\\" -Infinity"), contains("NaN \\\" -Infinity"));
}

TEST_CASE("of a file that is not JSON the message says what it is and what to do") {
  const TemporaryFolder folder;
  struct Stranger {
    std::string text;
    std::string told;
    std::string cure;
  };
  const std::string good = R"({"context": {}, "benchmarks": []})";
  std::string utf16 = "\xFF\xFE";
  for (const char c : good) utf16 += {c, '\0'};
  for (const auto& stranger : {
           Stranger{"", "is empty", "write it again"},
           Stranger{" \n\r\n", "is empty", "write it again"},
           Stranger{utf16, "is UTF-16", "--benchmark_out=FILE"},
           Stranger{utf16.substr(2), "is UTF-16", "UTF-8"},
           Stranger{std::string("\xFE\xFF\0{", 4), "is UTF-16", "UTF-8"},
           Stranger{"name,iterations,real_time,cpu_time\n\"BM_a/8\",1000,12.5,12.4\n",
                    "CSV of Google Benchmark", "--benchmark_out_format=json"},
           Stranger{"Running ./bm\nname,iterations,real_time\n\"BM_a\",1,2\n",
                    "CSV of Google Benchmark", "--benchmark_out_format=json"},
           Stranger{"Benchmark,Device,Device Name,Skipped\nb,0,A100,No\n", "CSV of nvbench",
                    "--jsonbin"},
           Stranger{"a,b\n1,2\n", "is CSV", "JSON"},
           Stranger{"Benchmark          Time      CPU   Iterations\nBM_a  5 ns  5 ns  100\n",
                    "prints for people", "--benchmark_out=FILE"},
           Stranger{"Run on (8 X 3000 MHz CPU s)\nLoad Average: 1, 2, 3\n" + good,
                    "begins in line 3: 'Run on (8 X", "--benchmark_out=FILE"},
           Stranger{"[info] one\n[info] two\n[info] three\n[info] four\n{\n" + good.substr(1),
                    "begins in line 5: '[info] one'", "--benchmark_out=FILE"},
           Stranger{good + "\nDone.\n", "follows the end of its JSON: line 2", "'Done.?'"},
           Stranger{good + good, "follows the end of its JSON", "to a file of its own"},
           Stranger{"<!DOCTYPE html>\n<html>", "web page", "fetch"},
           Stranger{"version https://git-lfs.github.com/spec/v1\n", "Git LFS", "git lfs pull"},
           Stranger{"PK\x03\x04rest", "zip archive", "unpack"},
           Stranger{"\x28\xB5\x2F\xFDrest", "zstd", "unpack"},
           Stranger{std::string("SQLite format 3\0", 16), "is a database", "--store"},
           Stranger{"{\"a\": \x1b[31m}", "is not JSON: line 1, column 7 (byte 7): '?[31m}'",
                    "again"},
           Stranger{good.substr(0, 20), "is cut off: line 1", "again"},
       }) {
    CAPTURE(stranger.text);
    CHECK_THROWS_WITH(written(folder, "s.json", stranger.text),
                      contains("s.json: ") && contains(stranger.told) && contains(stranger.cure));
  }
  CHECK_NOTHROW(written(folder, "b.json", "\xEF\xBB\xBF" + std::string(google_text)));
  CHECK_THROWS_WITH(read_foreign_file(folder.path()), contains("it is a folder"));
  CHECK_THROWS_WITH(read_foreign_file(folder / "none"), contains("cannot be opened"));
}

TEST_CASE("JSON that is made to exhaust stack or memory is refused before it is built") {
  const TemporaryFolder folder;
  const std::string deep = std::string(76'000, '[') + std::string(76'000, ']');
  for (const std::string& text :
       {deep, R"({"context": {"a": )" + deep + R"(}, "benchmarks": []})",
        R"({"benchmarks": [], "devices": [], "meta": )" + deep + "}",
        R"({"results": [{"configuration": {"a": )" + deep + R"(}, "invalidity": "correct"}]})"}) {
    CHECK_THROWS_WITH(written(folder, "deep.json", text),
                      contains("deep.json: JSON nested deeper than") && contains("at byte"));
  }
  std::string wide = "[[]";
  for (int k = 0; k < 21'000'000; ++k) wide += ",[]";
  CHECK_THROWS_WITH(written(folder, "wide.json.gz", wide + "]"),
                    contains("wide.json.gz: JSON of more than") && contains("split it"));
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
  // BM_Copy and BM_Wide have no arguments that distinguish them.
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
