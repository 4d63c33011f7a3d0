// Tests of reading files of nvbench, with the samples in files next to the JSON.
#include "framework/store/nvbench.hpp"

#include <limits>

#include "tests/catch.hpp"
#include "tests/framework/store/benchmark_files.hpp"
#include "tests/framework/store/store_fixture.hpp"

namespace assay::test {
namespace {

RecordedBenchmarks read(const std::filesystem::path& folder, const std::string& text) {
  return nvbench_benchmarks(parse_foreign_json(text, "x"), folder / "out.json");
}

}  // namespace

TEST_CASE("states of nvbench become trials with the samples of their files") {
  const TemporaryFolder folder;
  write_times(folder / "out.json-bin" / "0.bin", {2e-6F, 1e-6F, 3e-6F});
  const auto file = read(folder.path(), nvbench_text);
  CHECK(file.program == "copy_bench");
  CHECK(file.machine.attributes == std::map<std::string, std::string>{{"cuda:0", "NVIDIA H200"}});
  REQUIRE(file.benchmarks.size() == 2);

  const auto& copy = file.benchmarks[0];
  CHECK(copy.name == "copy");
  CHECK(copy.device == "cuda:0");
  CHECK(copy.backend == "cuda");
  CHECK(copy.mode == "device-time cold");
  // A text that looks like a number stays a text.
  CHECK(copy.arguments ==
        Bindings{{"Size", std::int64_t{1048576}}, {"Kind", std::string("32")}, {"Share", 0.5}});
  REQUIRE(copy.trials.size() == 1);
  const auto& samples = copy.trials[0].samples;
  REQUIRE(samples.size() == 3);
  CHECK(samples[2].device_seconds == Approx(3e-6));
  REQUIRE(copy.trials[0].facts.size() == 2);  // an infinite noise and a file name are no facts
  CHECK(copy.trials[0].facts[0].name == "nv/cold/time/gpu/mean");
  CHECK(copy.trials[0].facts[0].value == Approx(2e-6));
  CHECK(copy.trials[0].facts[0].unit == "s");

  const auto& skipped = file.benchmarks[1].trials;
  REQUIRE(skipped.size() == 1);
  CHECK(skipped[0].status == TrialStatus::unsupported);
  CHECK(skipped[0].message == "does not fit");
}

TEST_CASE("samples are found beside the JSON, wherever nvbench ran") {
  const TemporaryFolder folder;
  write_times(folder / "out.json-bin" / "0.bin", {2e-6F, 1e-6F, 3e-6F});
  std::string text = nvbench_text;
  text.replace(text.find("out.json-bin/0.bin"), 0, "results/run7/");
  CHECK(read(folder.path(), text).benchmarks[0].trials[0].samples.size() == 3);
}

TEST_CASE("files of samples that cannot be believed are refused") {
  const TemporaryFolder folder;
  const auto bin = folder / "out.json-bin" / "0.bin";
  const auto refuse = [&](const std::string& told) {
    CHECK_THROWS_WITH(read(folder.path(), nvbench_text), contains("0.bin: ") && contains(told));
  };
  refuse("cannot be read");
  write_times(bin, {1e-6F, 1e-6F});
  refuse("has 8 bytes instead of 3 times");
  write_times(bin, {1e-6F, 0.0F, 1e-6F});
  refuse("time 1 of 3 is 0");
  write_times(bin, {1e-6F, 1e-6F, std::numeric_limits<float>::quiet_NaN()});
  refuse("time 2 of 3 is nan");
  write_times(bin, {-1e-6F, 1e-6F, 1e-6F});
  refuse("time 0 of 3 is -");
}

TEST_CASE("nvbench's means alone are refused, with the option that keeps the samples") {
  std::string text = nvbench_text;
  text.replace(text.find("nv/json/bin:"), 12, "other:");
  CHECK_THROWS_WITH(read("", text), contains("copy Device=0 Size=2^20") && contains("--jsonbin"));
  CHECK_THROWS_WITH(read("", R"({"devices": [], "benchmarks": [{"name": "x", "states": null}]})"),
                    contains("has no results"));
}

}  // namespace assay::test
