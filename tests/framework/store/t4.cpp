#include "framework/store/t4.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <cmath>
#include <fstream>
#include <random>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/contents.hpp"
#include "tests/temporary_folder.hpp"

using namespace assay;
using namespace std::string_literals;

namespace {

// A file as Kernel Tuner writes it, with results with all optional fields and a misspelt unit.
const std::string small = R"({
  "schema_version": "1.0.0",
  "metadata": {"timeunit": "miliseconds"},
  "results": [
    {"configuration": {"tile": 16, "order": "row"}, "objectives": ["time"],
     "times": {"compilation": 900, "framework": 50, "search_algorithm": 0, "validation": 10,
               "runtimes": [2.0, 4.0]},
     "invalidity": "correct", "correctness": 1,
     "measurements": [{"name": "time", "value": 3.0, "unit": ""}]},
    {"configuration": {"tile": 4, "order": "row"}, "objectives": ["time"],
     "times": {"compilation_time": 700, "framework": 40},
     "invalidity": "compile", "correctness": 0,
     "measurements": [{"name": "time", "value": "CompilationFailedConfig", "unit": ""}]},
    {"configuration": {"order": "column", "tile": 4}, "objectives": ["time"],
     "times": {}, "invalidity": "constraints", "measurements": []},
    {"configuration": {"order": "column", "tile": 16}, "objectives": ["time"],
     "times": {"compilation": 100, "runtimes": [5.0]},
     "invalidity": "correctness", "measurements": []}
  ]
})";

std::string result(const std::string& configuration, const std::string& rest) {
  return R"({"configuration": )" + configuration + ", " + rest + "}";
}

std::string correct(const std::string& configuration, const std::string& value = "1",
                    const std::string& unit = "") {
  return result(configuration, R"("invalidity": "correct", "objectives": ["time"],
      "measurements": [{"name": "time", "value": )" +
                                   value + R"(, "unit": ")" + unit + "\"}]");
}

std::string document(const std::vector<std::string>& results, const std::string& unit = "ms") {
  std::string text = R"({"metadata": {"timeunit": ")" + unit + R"("}, "results": [)";
  for (std::size_t k = 0; k < results.size(); ++k) text += (k == 0 ? "" : ",") + results[k];
  return text + "]}";
}

void refuse(const std::string& text, const std::vector<std::string>& parts) {
  CAPTURE(text);
  try {
    static_cast<void>(parse_t4(text, "a.json"));
    FAIL("was accepted");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::environment);
    CHECK_THAT(error.what(), contains("a.json: "));
    for (const auto& part : parts) CHECK_THAT(error.what(), contains(part));
  }
}

std::string gzipped(const std::string& text) {
  const test::TemporaryFolder folder;
  const auto path = folder / "packed";
  const gzFile out = gzopen(path.c_str(), "wb");
  gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
  gzclose(out);
  return test::contents(path);
}

}  // namespace

TEST_CASE("a T4 file becomes a space with what came of each configuration") {
  const RecordedSpace space = parse_t4(small, "/data/small_T4.json.gz");
  CHECK(space.name == "small");
  REQUIRE(space.parameters.size() == 2);
  CHECK(space.parameters[0].name == "tile");
  CHECK(space.parameters[0].values == std::vector<Value>{std::int64_t{4}, std::int64_t{16}});
  CHECK(space.parameters[0].default_value == Value(std::int64_t{4}));
  CHECK(space.parameters[1].values == std::vector<Value>{"column"s, "row"s});
  CHECK(space.excluded == 1);
  const std::vector<std::vector<std::uint32_t>> configurations = {{1, 1}, {0, 1}, {1, 0}};
  CHECK(space.configurations == configurations);
  CHECK(space.at(2) == Bindings{{"tile", std::int64_t{16}}, {"order", "column"s}});

  REQUIRE(space.outcomes.size() == 3);
  const auto& good = space.outcomes[0];
  CHECK(good.status == TrialStatus::ok);
  CHECK(good.objective.value() == Approx(3e-3));
  REQUIRE(good.runtimes.size() == 2);
  CHECK(good.runtimes[1] == Approx(4e-3));
  CHECK(good.compile_seconds == Approx(0.9));
  CHECK(good.trial_seconds() == Approx(0.9 + 0.05 + 0.01 + 0.006));
  CHECK(space.outcomes[1].status == TrialStatus::compile_error);
  CHECK_FALSE(space.outcomes[1].objective);
  CHECK(space.outcomes[1].compile_seconds == Approx(0.7));
  CHECK(space.outcomes[1].trial_seconds() == Approx(0.74));
  CHECK(space.outcomes[2].status == TrialStatus::wrong_output);
}

TEST_CASE("times are the same to the last digit after any number of exports and imports") {
  std::mt19937_64 generator(4);
  std::uniform_real_distribution<double> digits(0, 1);
  for (int k = 0; k < 200; ++k) {
    const auto time = [&] { return digits(generator) * std::pow(10, 8 * digits(generator) - 4); };
    const auto space = parse_t4(
        document({result(R"({"a": 1})",
                         fmt::format(R"("invalidity": "correct", "times": {{"compilation": {},
                                        "framework": {}, "search_algorithm": {}, "validation": {},
                                        "runtimes": [{}, {}]}})",
                                     time(), time(), time(), time(), time(), time()))}),
        "x");
    const std::string text = t4_text(space);
    CHECK(t4_text(parse_t4(text, "x")) == text);
  }
}

TEST_CASE("every way to fail has its status") {
  const auto status_of = [](const std::string& invalidity) {
    const auto space =
        parse_t4(document({correct(R"({"a": 1})"),
                           result(R"({"a": 2})", R"("invalidity": ")" + invalidity + "\"")}),
                 "x");
    return space.outcomes[1].status;
  };
  CHECK(status_of("timeout") == TrialStatus::timeout);
  CHECK(status_of("compile") == TrialStatus::compile_error);
  CHECK(status_of("runtime") == TrialStatus::device_error);
  CHECK(status_of("correctness") == TrialStatus::wrong_output);
}

TEST_CASE("units of time are the file's, or a measurement's own") {
  const auto seconds = [](const std::string& file_unit, const std::string& unit) {
    const auto space = parse_t4(document({correct(R"({"a": 1})", "2", unit)}, file_unit), "x");
    return space.outcomes[0].objective.value();
  };
  CHECK(seconds("seconds", "") == Approx(2));
  CHECK(seconds("milliseconds", "") == Approx(2e-3));
  CHECK(seconds("microseconds", "") == Approx(2e-6));
  CHECK(seconds("Nanoseconds", "") == Approx(2e-9));
  CHECK(seconds("miliseconds", "s") == Approx(2));
}

TEST_CASE("without a unit of the file its times are in that of its objective, as KTT writes them") {
  const auto ktt = [](const std::string& unit, const std::string& metadata = "{}") {
    const std::string failed =
        R"({"configuration": {"a": 1}, "objectives": ["TotalDuration"], "invalidity": "compile",
            "times": {"compilation_time": 1000}})";
    const std::string good =
        R"({"configuration": {"a": 2}, "objectives": ["TotalDuration"], "invalidity": "correct",
            "times": {"compilation_time": 1000, "runtimes": [3001]},
            "measurements": [{"name": "dram_pct", "value": NaN, "unit": ""},
                             {"name": "TotalDuration", "value": 3001, "unit": ")" +
        unit + "\"}]}";
    return R"({"metadata": )" + metadata + R"(, "results": [)" + failed + "," + good + "]}";
  };
  for (const auto& [unit, seconds] : {std::pair("Microseconds", 1e-6),
                                      {"Milliseconds", 1e-3},
                                      {"Nanoseconds", 1e-9},
                                      {"Seconds", 1.0},
                                      {"us", 1e-6}}) {
    CAPTURE(unit);
    const auto space = parse_t4(ktt(unit), "x");
    CHECK(space.outcomes[1].objective.value() == Approx(3001 * seconds));
    CHECK(space.outcomes[1].runtimes.at(0) == Approx(3001 * seconds));
    CHECK(space.outcomes[0].compile_seconds == Approx(1000 * seconds));
  }
  // A wrong unit that somebody added by guessing is detected.
  refuse(ktt("Microseconds", R"({"timeunit": "milliseconds"})"),
         {"results[1]", "3001", "two units differ", "metadata.timeunit"});
  CHECK_NOTHROW(parse_t4(ktt("Microseconds", R"({"timeunit": "microseconds"})"), "x"));
  refuse(ktt(""), {"results[0]", "no unit", "find out which it is"});
}

TEST_CASE("what has no value costs a T4 file nothing where nothing needs it") {
  const std::string one = correct(R"({"a": 1})");
  CHECK_NOTHROW(parse_t4(document({one, result(R"({"a": 2})", R"("invalidity": "timeout",
      "times": {"compilation": NaN}, "measurements": [{"name": "time", "value": -inf}])")}),
                         "x"));
  refuse(document({one, correct(R"({"a": 2})", "NaN")}),
         {"results[1]: 'time' of a correct result", "a NaN"});
  refuse(document({one, correct(R"({"a": Infinity})")}), {"results[1]", "'a'"});
  refuse(R"({"metadata": {"timeunit": "s", "assay": {"arguments": {"n": 18446744073709551615}}},
             "results": [)" +
             one + "]}",
         {"metadata.assay"});
}

TEST_CASE("without a measurement the objective is the mean of the samples") {
  const auto space = parse_t4(
      document(
          {result(R"({"a": 1})", R"("invalidity": "correct", "times": {"runtimes": [1, 4]})")}),
      "x");
  CHECK(space.outcomes[0].objective.value() == Approx(2.5e-3));
}

TEST_CASE("a parameter with a real among its values has reals only") {
  const auto space = parse_t4(document({correct(R"({"a": 1})"), correct(R"({"a": 0.5})")}), "x");
  CHECK(space.parameters[0].values == std::vector<Value>{0.5, 1.0});
  refuse(document({correct(R"({"a": 1})"), correct(R"({"a": 1.0})")}), {"results[1]", "keep one"});
}

TEST_CASE("what is not a T4 file is told with place and cure") {
  refuse("", {"is empty"});
  refuse(small.substr(0, small.size() / 2), {"cut off", "line ", "again"});
  refuse("hello", {"not JSON", "line 1, column 1"});
  refuse("[]", {"\"results\""});
  refuse(R"({"results": 3})", {"\"results\""});
  refuse(R"({"cache": {}, "device_name": "x"})", {"Kernel Tuner", "store_output_file"});
  refuse(R"({"results": [1e999]})", {"results[0]"});
  refuse(document({}), {"no trial"});
  refuse(document({result(R"({"a": 1})", R"("invalidity": "constraints")")}),
         {"only excluded configurations"});
}

TEST_CASE("a number beyond all bounds is not JSON where letters stand behind it") {
  for (const char* text : {"1e999x", "[1, -2e400.]", "{\"results\": 81e999\"\"}"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_t4(text, "x.json"), Error);
  }
}

TEST_CASE("results that make no space together are refused") {
  const std::string one = correct(R"({"a": 1, "b": 1})");
  refuse(document({one, correct(R"({"a": 1, "b": 2})"), one}),
         {"results[2]", "a=1 b=1", "results[0]", "keep one"});
  refuse(document({one, correct(R"({"a": 1})")}), {"results[1]", "'b'", "missing"});
  refuse(document({one, correct(R"({"a": 1, "b": 2, "c": 3})")}), {"results[1]", "'c'"});
  refuse(document({one, result(R"({"b": 3})", R"("invalidity": "constraints")")}),
         {"results[1]", "'a'"});
  refuse(document({one, result(R"({"a": 2, "b": 2})",
                               R"("invalidity": "correct", "objectives": ["energy"])")}),
         {"results[1]", "'energy'", "'time'"});
}

TEST_CASE("times that cannot be compared are refused") {
  const std::string one = correct(R"({"a": 1})");
  refuse(document({one, correct(R"({"a": 2})", "1", "s")}), {"results[1]", "mixes units"});
  refuse(document({one}, "milisecond5"), {"'milisecond5'", "did you mean"});
  refuse(document({one}, "fortnight"), {"'fortnight'"});
  refuse(document({correct(R"({"a": 1})", "1", "W")}), {"results[0]", "'W'", "not a time"});
  refuse(R"({"results": [)" + one + "]}", {"results[0]", "no unit", "timeunit"});
  refuse(R"({"metadata": {"timeunit": 3}, "results": [)" + one + "]}", {"metadata.timeunit"});
  refuse(document({result(R"({"a": 1})", R"("invalidity": "correct", "objectives": ["GFLOP/s"],
         "measurements": [{"name": "GFLOP/s", "value": 3, "unit": ""}])")}),
         {"results[0]", "'GFLOP/s'", "not a time"});
}

TEST_CASE("a result that is not what it says is refused") {
  refuse(document({"7"}), {"results[0]", "configuration"});
  refuse(document({correct("{}")}), {"results[0]", "configuration"});
  refuse(document({correct(R"({"a": [1]})")}), {"results[0]", "[1]", "'a'"});
  refuse(document({correct(R"({"a": null})")}), {"results[0]", "'a'"});
  refuse(document({correct(R"({"a": 18446744073709551615})")}), {"results[0]", "'a'"});
  refuse(document({correct(R"({"a": 1})", "\"oops\"")}), {"results[0]", "oops", "not a time"});
  refuse(document({correct(R"({"a": 1})", "0")}), {"results[0]", "is 0"});
  refuse(document({correct(R"({"a": 1})", "-1")}), {"results[0]", "-1"});
  refuse(document({correct(R"({"a": 1})", "null")}), {"results[0]", "null"});
  refuse(document({result(R"({"a": 1})", R"("invalidity": "corect")")}),
         {"results[0]", "did you mean 'correct'"});
  refuse(document({result(R"({"a": 1})", R"("x": 0)")}), {"results[0]", "invalidity"});
  refuse(document({result(R"({"a": 1})", R"("invalidity": "correct")")}),
         {"results[0]", "no measurement 'time'"});
  refuse(document({result(R"({"a": 1})",
                          R"("invalidity": "timeout", "times": {"runtimes": [1, "x"]})")}),
         {"results[0]: times.runtimes", "x"});
  refuse(document({result(R"({"a": 1})", R"("invalidity": "timeout", "times": {"runtimes": 3})")}),
         {"results[0]: times.runtimes", "list"});
  refuse(document({result(R"({"a": 1})", R"("invalidity": "correct", "measurements":
         [{"name": "time", "value": 1}, {"name": "time", "value": 2}])")}),
         {"results[0]", "two measurements"});
}

TEST_CASE("files are read compressed or plain, by what they are") {
  const test::TemporaryFolder folder;
  const auto write = [&](const std::string& name, const std::string& bytes) {
    std::ofstream(folder / name, std::ios::binary) << bytes;
    return folder / name;
  };
  const auto complaint = [](const std::filesystem::path& path) -> std::string {
    try {
      static_cast<void>(read_t4(path));
      return "";
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::environment);
      return error.what();
    }
  };
  const std::string packed = gzipped(small);
  CHECK(read_t4(write("small_T4.json.gz", packed)).name == "small");
  CHECK(read_t4(write("plain.json", small)).configurations.size() == 3);
  CHECK(read_t4(write("packed.json", packed)).configurations.size() == 3);

  CHECK_THAT(complaint(write("cut.json.gz", packed.substr(0, packed.size() / 2))),
             contains("cut.json.gz") && contains("cut off"));
  std::string damaged = packed;
  for (std::size_t k = 20; k < damaged.size() - 8; ++k) damaged[k] = '\x55';
  CHECK_THAT(complaint(write("bad.json.gz", damaged)), contains("bad.json.gz"));
  CHECK_THAT(complaint(write("named.json.gz", small)), contains("is not a gzip file"));
  CHECK_THAT(complaint(write("empty.json.gz", "")), contains("is not a gzip file"));
  CHECK_THAT(complaint(folder / "absent.json.gz"), contains("cannot be opened"));
  CHECK_THAT(complaint(folder.path()), contains("cannot be read"));
}
