// Tests of reading and refusing files of Google Benchmark.
#include "framework/store/google_benchmark.hpp"

#include <algorithm>
#include <regex>

#include "framework/store/google_benchmark_name.hpp"
#include "tests/catch.hpp"
#include "tests/framework/store/benchmark_files.hpp"
#include "tests/replaced.hpp"

namespace assay::test {
namespace {

RecordedBenchmarks read(const std::string& text, BenchmarkTime time = BenchmarkTime::real) {
  return google_benchmarks(parse_foreign_json(text, "x.json"), "x.json", time);
}

Bindings bindings(const std::string& text) { return parse_google_name(text).arguments; }

double fact(const TrialResult& trial, const std::string& name) {
  for (const auto& fact : trial.facts) {
    if (fact.name == name) return fact.value;
  }
  FAIL("no fact " << name);
  return 0;
}

}  // namespace

TEST_CASE("a name of Google Benchmark falls into name and arguments") {
  const auto plain = parse_google_name("BM_Sort<int>/std/1024/-8");
  CHECK(plain.name == "BM_Sort<int>/std");
  CHECK(plain.arguments == Bindings{{"arg0", std::int64_t{1024}}, {"arg1", std::int64_t{-8}}});
  CHECK(bindings("ns::BM_x/n:8/threads:4/manual_time") ==
        Bindings{{"n", std::int64_t{8}}, {"threads", std::int64_t{4}}, {"manual_time", true}});
  CHECK(bindings("BM_x/min_time:0.500/process_time/real_time") ==
        Bindings{{"min_time", 0.5}, {"process_time", true}, {"real_time", true}});
  CHECK(bindings("BM_x/min_time:0.500s") == Bindings{{"min_time", std::string("0.500s")}});
  CHECK(parse_google_name("BM_x/8/text").name == "BM_x/8/text");
  CHECK(parse_google_name("8").name == "8");
  // A second value for the same argument stays in the name.
  CHECK(parse_google_name("BM_x/n:1/n:2").name == "BM_x/n:1");
  const auto own = parse_google_name("test/scale/loop.cpu/n=64 data=uniform/manual_time");
  CHECK(own.name == "test/scale/loop.cpu");
  CHECK(own.arguments ==
        Bindings{{"n", std::int64_t{64}}, {"data", std::string("uniform")}, {"manual_time", true}});
}

TEST_CASE("repetitions become samples in seconds, the rest facts, aggregates nothing") {
  const auto file = read(google_text);
  CHECK(file.program == "bm_sort");
  CHECK(file.machine.attributes.at("cores") == "8");
  CHECK(file.machine.attributes.at("mhz") == "3600");
  CHECK(file.machine.attributes.at("caches") == "L1 Data 32 KiB, L2 Unified 1024 KiB");
  CHECK(file.machine.attributes.size() == 3);  // the host's name is not among them
  CHECK_THAT(file.environment, contains("\"build-box\"") && contains("\"labels\":{\"BM_Sort<int>"));
  REQUIRE(file.benchmarks.size() == 3);

  const auto& sort = file.benchmarks[0];
  CHECK(sort.name == "BM_Sort<int>");
  CHECK(sort.device == "cpu");
  CHECK(sort.mode == "time warm");
  REQUIRE(sort.trials.size() == 1);
  const auto& samples = sort.trials[0].samples;
  REQUIRE(samples.size() == 3);
  CHECK(samples[0].seconds == Approx(1.00e-4));
  CHECK(samples[1].seconds == Approx(1.20e-4));
  CHECK(samples[2].seconds == Approx(1.04e-4));
  CHECK_FALSE(sort.trials[0].verification_error);
  CHECK(fact(sort.trials[0], "iterations") == 7000);
  CHECK(fact(sort.trials[0], "cpu_time") == Approx(9.9e-5));
  CHECK(fact(sort.trials[0], "swaps") == Approx(12));
  CHECK(sort.trials[0].facts.size() == 3);  // counters that only number the entries are left out
}

TEST_CASE(
    "the processor's time in place of the real one is another mode, and the rest changes sides") {
  const auto sort = read(google_text, BenchmarkTime::cpu).benchmarks.at(0);
  CHECK(sort.mode == "cpu-time warm");
  const auto& samples = sort.trials.at(0).samples;
  REQUIRE(samples.size() == 3);
  CHECK(samples[0].seconds == Approx(9.9e-5));
  CHECK(samples[1].seconds == Approx(9.8e-5));
  CHECK(samples[2].seconds == Approx(1.00e-4));
  CHECK(fact(sort.trials[0], "real_time") == Approx(1.04e-4));
  CHECK(sort.trials[0].facts.size() == 3);
  CHECK_THROWS_WITH(
      read(with(google_text, "\"cpu_time\": 9.9e+01", "\"cpu_time\": 0"), BenchmarkTime::cpu),
      contains("its cpu_time is 0"));
}

TEST_CASE("errors are failed trials with their message, beside what was measured") {
  const auto file = read(google_text);
  const auto& failed = file.benchmarks[1].trials;
  REQUIRE(failed.size() == 2);
  CHECK(failed[0].samples.size() == 1);
  CHECK(failed[1].status == TrialStatus::error);
  CHECK(failed[1].message == "out of memory");
  const auto& skipped = file.benchmarks[2].trials;
  REQUIRE(skipped.size() == 1);
  CHECK(skipped[0].status == TrialStatus::unsupported);
  CHECK(skipped[0].message == "needs AVX-512");
}

TEST_CASE("what Google Benchmark cannot have meant is refused with its place and the cure") {
  struct Mistake {
    std::string what;
    std::string by;
    std::string told;
  };
  for (const auto& mistake : {
           Mistake{"\"real_time\": 1.0e+02", "\"real_time\": 0",
                   "benchmarks[0] (BM_Sort<int>/64): "
                   "its real_time is 0"},
           Mistake{"\"real_time\": 1.0e+02", "\"real_time\": -3", "real_time is -3"},
           Mistake{"\"real_time\": 1.0e+02", "\"real_time\": \"nan\"", "real_time is \"nan\""},
           Mistake{"\"real_time\": 1.0e+02", "\"real_time\": NaN", "a NaN or an infinity"},
           Mistake{"\"real_time\": 1.0e+02", "\"real_time\": -Infinity", "a NaN or an infinity"},
           Mistake{"\"real_time\": 1.0e+02", "\"real_time\": 1e999", "a NaN or an infinity"},
           Mistake{"\"real_time\": 1.0e+02,", "", "real_time is missing"},
           Mistake{"\"time_unit\": \"us\"", "\"time_unit\": \"ks\"", "no time_unit 'ks'"},
           Mistake{"\"repetition_index\": 1", "\"repetition_index\": 0",
                   "repetition 0 occurs twice"},
           Mistake{"\"run_type\": \"iteration\"", "\"run_type\": \"x\"", "1.5 or newer"},
           Mistake{"\"run_type\": \"iteration\"", "\"run_type\": 3", "1.5 or newer"},
       }) {
    CAPTURE(mistake.by);
    CHECK_THROWS_WITH(read(with(google_text, mistake.what, mistake.by)),
                      contains("x.json: ") && contains(mistake.told));
  }
  CHECK_THROWS_WITH(read(std::string(google_text).substr(0, 700)),
                    contains("cut off") && contains("(byte 701)"));
  CHECK_THROWS_WITH(read(R"({"context": {}, "benchmarks": []})"), contains("no benchmarks"));
  CHECK_THROWS_WITH(read(R"({"context": {}, "benchmarks": [3]})"), contains("benchmarks[0]"));
}

TEST_CASE("a benchmark of which only aggregates were kept is refused, with the flag that helps") {
  CHECK_THROWS_WITH(read(R"({"context": {}, "benchmarks": [
        {"name": "BM_x_mean", "run_name": "BM_x", "run_type": "aggregate", "aggregate_name": "mean",
         "real_time": 1, "cpu_time": 1, "time_unit": "ns"}]})"),
                    contains("BM_x: it has only aggregates") &&
                        contains("--benchmark_report_aggregates_only=false"));
}

TEST_CASE("a time that is not measured by costs nothing where it is no number") {
  for (const char* time : {"NaN", "-1", "\"x\"", "1e999"}) {
    CAPTURE(time);
    const auto text =
        std::regex_replace(std::string(google_text), std::regex("\"cpu_time\": [0-9.e+]+"),
                           std::string("\"cpu_time\": ") + time);
    const auto sort = read(text).benchmarks.at(0);
    CHECK(sort.trials.at(0).samples.size() == 3);
    const auto& facts = sort.trials[0].facts;
    CHECK(std::ranges::find(facts, "cpu_time", &Fact::name) == facts.end());
    CHECK_THROWS_WITH(read(text, BenchmarkTime::cpu), contains("its cpu_time is"));
  }
}

TEST_CASE("a file that is cut off behind a NaN is told to be cut off, in the line where it is") {
  CHECK_THROWS_WITH(read("{\"context\": {},\n \"benchmarks\": [{\"x\": NaN},\n"),
                    contains("cut off") && contains("line 3"));
  CHECK_THROWS_WITH(read(R"({"context": {}, "finance": "nan" x})"), contains("is not JSON"));
}

}  // namespace assay::test
