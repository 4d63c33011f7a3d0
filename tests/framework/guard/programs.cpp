// Tests of guards on programs. The programs are lines of shell that write what Google Benchmark
// would, with made-up times: each process's time differs a little from that of the process before.
#include "framework/guard/programs.hpp"

#include <fmt/format.h>

#include <fstream>

#include "framework/core/error.hpp"
#include "framework/guard/acceptance.hpp"
#include "framework/guard/calibrate.hpp"
#include "tests/catch.hpp"
#include "tests/framework/store/store_fixture.hpp"

using namespace assay;
using namespace assay::guard;

namespace {

// A program in a folder that counts its processes and writes times around `nanoseconds` for each
// benchmark.
class MadeProgram {
 public:
  MadeProgram(const std::filesystem::path& folder, const std::string& name)
      : count_(folder / name) {
    std::ofstream(count_) << "0\n";
  }

  MadeProgram& benchmark(const std::string& name, int nanoseconds) {
    return entry(name, fmt::format("$(({} + n * 7 % 5))", nanoseconds), "1", "ns");
  }
  // Adds an entry with the given texts; the shell evaluates the times.
  MadeProgram& entry(const std::string& name, const std::string& real, const std::string& cpu,
                     const std::string& unit, const std::string& more = "") {
    entries_ += fmt::format(
        "{}{{\"name\": \"{}\", \"run_type\": \"iteration\", \"iterations\": 10, \"real_time\": "
        "{}, \"cpu_time\": {}{}, \"time_unit\": \"{}\"}}",
        entries_.empty() ? "" : ", ", name, real, cpu, more, unit);
    return *this;
  }

  // The command that runs the program. `before` is shell code that runs first, in which $n is the
  // number of the process, from 1.
  [[nodiscard]] std::string command(const std::string& before = "",
                                    const std::string& file = "$BENCHMARK_OUT") const {
    return fmt::format(
        "n=$(($(cat {0}) + 1)); echo $n > {0}; {1}\ncat > {2} <<END\n"
        "{{\"context\": {{\"executable\": \"./bench\", \"num_cpus\": 2}}, \"benchmarks\": [{3}]}}\n"
        "END\n",
        count_.string(), before, file, entries_);
  }

  [[nodiscard]] int processes() const {
    int count = 0;
    std::ifstream(count_) >> count;
    return count;
  }

 private:
  std::filesystem::path count_;
  std::string entries_;
};

struct Bench {
  GuardReport run(const std::string& before, const std::string& after,
                  BenchmarkTime time = BenchmarkTime::real) {
    ProgramBlocks blocks(store, {{{"cpu", "a"}}}, {"assay guard", "", "", "0.1", "{}"},
                         {before, after, time}, 1);
    auto report = run_guard(blocks.run(), blocks, blocks.cases(), options, silent, stop);
    blocks.finish();
    return report;
  }

  test::TemporaryFolder folder;
  Store store{folder / "s.db"};
  GuardOptions options;
  GuardObserver silent;
  std::atomic<bool> stop = false;
  MadeProgram baseline{folder.path(), "baseline"};
  MadeProgram candidate{folder.path(), "candidate"};
};

using Kind = CaseResult::Kind;

}  // namespace

TEST_CASE("programs: what is slower is found, what is the same is equivalent") {
  Bench bench;
  bench.baseline.benchmark("BM_A/8", 1000).benchmark("BM_B", 1000);
  bench.candidate.benchmark("BM_A/8", 1000).benchmark("BM_B", 1050);
  const GuardReport report = bench.run(bench.baseline.command(), bench.candidate.command());
  REQUIRE(report.results.size() == 2);
  CHECK(report.cases[0].instance.record.problem == "google-benchmark/BM_A");
  CHECK(report.cases[0].baseline.variant.name == "bench");
  CHECK(report.results[0].kind == Kind::equivalent);
  CHECK(report.results[0].blocks == 8);
  CHECK(report.results[1].kind == Kind::slower);
  CHECK(report.results[1].location->estimate == Approx(std::log(1.05)).epsilon(0.1));
  CHECK(exit_code(report) == 1);
  SECTION("processes serve all cases, and none of them twice") {
    // Both cases share eight processes, and the suspect gets sixteen fresh ones.
    CHECK(bench.baseline.processes() == 8 + 16);
    CHECK(bench.candidate.processes() == 8 + 16);
  }
  SECTION("every process is recorded, and so are the verdicts") {
    auto store = test::raw(bench.folder / "s.db");
    CHECK(store.integer("SELECT count(*) FROM trial WHERE stage = 'guard'") == 2 * 2 * 24);
    CHECK(store.integer("SELECT max(process) FROM trial") == 23);
    CHECK(store.integer("SELECT count(*) FROM v_verdicts WHERE outcome = 'slower'") == 1);
    CHECK(store.integer("SELECT count(*) FROM run WHERE outcome = 'finished'") == 1);
    CHECK(store.integer("SELECT count(*) FROM trial WHERE verification_error IS NOT NULL") == 0);
  }
}

TEST_CASE("programs: a program compared with itself tells what the machine can see") {
  Bench bench;
  bench.baseline.benchmark("BM_A", 1000);
  const std::string program = bench.baseline.command();
  GuardOptions options;
  options.block.pairs = 1;
  {
    ProgramBlocks blocks(bench.store, {{{"cpu", "a"}}},
                         {"assay guard calibrate", "", "", "0.1", "{}"}, {program, program}, 1);
    const auto found = calibrate(blocks.run(), blocks, blocks.cases().cases, options, 20,
                                 bench.silent, bench.stop);
    REQUIRE(found.at(0).record);
    CHECK(found[0].record->pairs == 1);
    CHECK(found[0].record->within == 0);
    // Times of 1000 to 1004 ns differ by a few tenths of a per cent, all of it between processes.
    CHECK(found[0].record->between > 5e-4);
    CHECK(found[0].record->between < 5e-3);
    CHECK(found[0].detectable > 0);
    CHECK(found[0].detectable < 0.01);
  }
  bench.candidate.benchmark("BM_A", 1050);
  const GuardReport report = bench.run(program, bench.candidate.command());
  REQUIRE(report.results.at(0).calibration);
  CHECK(report.results[0].kind == Kind::slower);
}

TEST_CASE("programs: repetitions of a process are one time, their median") {
  Bench bench;
  // The median of 900, 1000 and 5000 is neither the least time nor the mean.
  const auto repeated = [](MadeProgram& program, int middle) {
    program.benchmark("BM_A", 900).benchmark("BM_A", middle).benchmark("BM_A", 5000);
    std::string text = program.command();
    for (int k = 0; k < 3; ++k) {
      const std::string end = "\"time_unit\": \"ns\"}";
      std::size_t at = 0;
      for (int skip = 0; skip <= k; ++skip) at = text.find(end, at + 1);
      text.replace(at, end.size(),
                   fmt::format("\"time_unit\": \"ns\", \"repetition_index\": {}}}", k));
    }
    return text;
  };
  const GuardReport report =
      bench.run(repeated(bench.baseline, 1000), repeated(bench.candidate, 1000));
  REQUIRE(report.results.size() == 1);
  CHECK(report.results[0].baseline_seconds == Approx(1002e-9).epsilon(0.003));
  CHECK(report.results[0].pairs == report.results[0].blocks);
}

TEST_CASE("programs: a benchmark that either lacks is no missing regression") {
  Bench bench;
  bench.baseline.benchmark("BM_Gone", 1000).benchmark("BM_Kept", 1000);
  bench.candidate.benchmark("BM_Kept", 1000).benchmark("BM_New", 1000);
  const GuardReport report = bench.run(bench.baseline.command(), bench.candidate.command());
  REQUIRE(report.results.size() == 2);
  CHECK(report.results[0].kind == Kind::invalid);
  CHECK_THAT(report.results[0].reason, contains("does not run this benchmark"));
  CHECK(report.results[1].kind == Kind::equivalent);
  CHECK_THAT(report.notes.at(0), contains("BM_New"));
  CHECK(exit_code(report) == 3);
}

TEST_CASE("programs: a candidate that fails, at once or later, is told and is a failure") {
  Bench bench;
  bench.baseline.benchmark("BM_A", 1000);
  bench.candidate.benchmark("BM_A", 1000);
  const std::string failing = GENERATE("echo broken; exit 7", "[ $n -lt 4 ] || kill -9 $$");
  const GuardReport report = bench.run(bench.baseline.command(), bench.candidate.command(failing));
  REQUIRE(report.results.size() == 1);
  CHECK(report.results[0].kind == Kind::invalid);
  CHECK(report.results[0].candidate_failed);
  CHECK_THAT(report.results[0].reason,
             contains("the candidate failed") &&
                 (contains("ended with exit code 7") || contains("died of signal 9")));
  CHECK(exit_code(report) == 1);
}

TEST_CASE("programs: a baseline that cannot be measured ends it, with nothing recorded") {
  Bench bench;
  bench.candidate.benchmark("BM_A", 1000);
  const auto refused = [&](const std::string& command, const std::string& words) {
    CHECK_THROWS_WITH(bench.run(command, bench.candidate.command()),
                      contains("the baseline") && contains(words));
    CHECK(test::raw(bench.folder / "s.db").integer("SELECT count(*) FROM run") == 0);
  };
  refused("no-such-program", "not found");
  refused("exit 3", "exit code 3");
  refused("true", "left no file of results");
  refused(": > $BENCHMARK_OUT", "an empty file");
  refused("echo '{\"benchmarks\": [' > $BENCHMARK_OUT", "cut off");
  refused("echo '{\"context\": {}, \"benchmarks\": []}' > $BENCHMARK_OUT", "no benchmark");
}

TEST_CASE("programs: others than Google Benchmark's take the file's name from their command") {
  Bench bench;
  bench.baseline.benchmark("BM_A", 1000);
  bench.candidate.benchmark("BM_A", 1000);
  const GuardReport report =
      bench.run("unset BENCHMARK_OUT; " + bench.baseline.command("", "{output}"),
                "unset BENCHMARK_OUT; " + bench.candidate.command("", "{output}"));
  CHECK(report.results.at(0).kind == Kind::equivalent);
}

TEST_CASE("programs: what stops the guard and with it a program is no failure of that") {
  Bench bench;
  bench.baseline.benchmark("BM_A", 1000);
  bench.candidate.benchmark("BM_A", 1000);
  bench.stop = true;
  const GuardReport report =
      bench.run(bench.baseline.command(), bench.candidate.command("exit 130"));
  CHECK(report.results.at(0).kind == Kind::inconclusive);
  CHECK(report.results.at(0).reason == "interrupted");
}

TEST_CASE("programs: the time asked for is compared, and never with the other one") {
  Bench bench;
  bench.baseline.entry("BM_A", "$((1000 + n * 7 % 5))", "$((500 + n * 7 % 5))", "ns");
  bench.candidate.entry("BM_A", "$((1000 + n * 7 % 5))", "$((550 + n * 7 % 5))", "ns");
  const std::string before = bench.baseline.command();
  const std::string after = bench.candidate.command();
  CHECK(bench.run(before, after).results.at(0).kind == Kind::equivalent);
  const GuardReport report = bench.run(before, after, BenchmarkTime::cpu);
  CHECK(report.results.at(0).kind == Kind::slower);
  CHECK(report.cases.at(0).key.mode == "cpu-time warm");
  CHECK(case_name(report.cases[0]) == "bench on cpu (cpu-time)");
  CHECK_THAT(report.notes.at(0), contains("cpu_time"));
  auto store = test::raw(bench.folder / "s.db");
  CHECK(store.integer("SELECT count(DISTINCT mode) FROM trial") == 2);
  CHECK(store.integer("SELECT count(*) FROM verdict WHERE mode = 'cpu-time warm'") == 1);
}

TEST_CASE("programs: times of too coarse a unit are inconclusive, with the step and the cure") {
  const std::string real = GENERATE("$((3 + n % 2))", "3", "$((30 + n * 7 % 5))");
  Bench bench;
  bench.baseline.entry("BM_A", real, "1", "us");
  bench.candidate.entry("BM_A", real, "1", "us");
  const GuardReport report = bench.run(bench.baseline.command(), bench.candidate.command());
  CHECK(report.results.at(0).kind == Kind::inconclusive);
  CHECK_THAT(report.results.at(0).reason,
             contains("steps of 1.000 us") && contains("a benchmark with more work"));
  CHECK(exit_code(report) == 4);
  CHECK(bench.baseline.processes() <= 8);
}

TEST_CASE("programs: a counter that is NaN leaves the times as they are") {
  Bench bench;
  bench.baseline.benchmark("BM_A", 1000);
  bench.candidate.entry("BM_A", "$((1000 + n * 7 % 5))", "1", "ns", ", \"load\": NaN");
  const GuardReport report = bench.run(bench.baseline.command(), bench.candidate.command());
  CHECK(report.results.at(0).kind == Kind::equivalent);
  CHECK(exit_code(report) == 0);
}

TEST_CASE("programs: an argument that is NaN names its benchmark as any other does") {
  Bench bench;
  bench.baseline.benchmark("BM_A/level=nan", 1000);
  bench.candidate.benchmark("BM_A/level=nan", 1000);
  const GuardReport report = bench.run(bench.baseline.command(), bench.candidate.command());
  REQUIRE(report.results.size() == 1);
  CHECK(report.results[0].kind == Kind::equivalent);
}

TEST_CASE("programs: JSON without end or bottom is a failure of who wrote it") {
  Bench bench;
  bench.baseline.benchmark("BM_A", 1000);
  const std::string deep =
      "(printf '{\"context\": {\"x\": '; head -c 76000 /dev/zero | tr '\\0' '['; head -c 76000 "
      "/dev/zero | tr '\\0' ']'; printf '}, \"benchmarks\": []}') > $BENCHMARK_OUT";
  const GuardReport report = bench.run(bench.baseline.command(), deep);
  REQUIRE(report.results.size() == 1);
  CHECK(report.results[0].candidate_failed);
  CHECK_THAT(report.results[0].reason, contains("tr '") && contains("nested deeper than"));
}

TEST_CASE("programs: the same words of the shell may run another program") {
  Bench bench;
  // Both builds have the same command, which may still run different programs: a wrapper may choose
  // one by a variable or by the folder it is in.
  bench.baseline.benchmark("BM_A", 1000);
  const std::string command = bench.baseline.command();
  const GuardReport report = bench.run(command, command);
  CHECK_FALSE(report.cases.at(0).identical);
  CHECK(report.results.at(0).blocks == 8);
  CHECK(report.results.at(0).kind == Kind::equivalent);
}

TEST_CASE("programs: what is accepted by the benchmark's name fails nothing") {
  Bench bench;
  bench.baseline.benchmark("BM_A/8", 1000).benchmark("BM_Gone/4", 1000);
  bench.candidate.benchmark("BM_A/8", 1100);
  GuardReport report = bench.run(bench.baseline.command(), bench.candidate.command());
  CHECK(exit_code(report) == 1);
  accept(report, {"BM_A/8"});
  CHECK(report.results[0].accepted);
  CHECK(exit_code(report) == 3);
  accept(report, {"BM_A", "BM_Gone/4"});
  CHECK(report.results[1].accepted);
  CHECK(exit_code(report) == 0);
  CHECK_THROWS_WITH(accept(report, {"BM_Gnoe"}), contains("did you mean 'BM_Gone'?"));
}
