// Tests of errors in data, references and devices that occur once a kernel in a file runs.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <fstream>

#include "framework/kernel_file/npy.hpp"
#include "tests/catch.hpp"
#include "tests/replaced.hpp"
#include "tests/sanitized.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/opencl.hpp"

using assay::test::CommandLine;
using assay::test::Outcome;

namespace {

const std::string copy = R"(__kernel void copy(__global const float *x, __global float *y) {
  y[get_global_id(0)] = x[get_global_id(0)];
})";

const std::string copy_scenario = R"([problem]
arguments = { n = 64 }
arrays.x = { type = "float", shape = "n", fill = "uniform" }
arrays.y = { type = "float", shape = "n", output = true }
[[kernel]]
source = "copy.cl"
arguments = ["x", "y"]
local = "group"
global = "n"
parameters.group = [16, 32]
[sampling]
max_samples = 10
max_seconds = 0.05
[finals]
rounds = 1
)";

struct Workplace {
  Workplace() { line.write("copy.cl", copy); }

  void array(const std::string& name, std::int64_t count) const {
    const std::vector<float> values(static_cast<std::size_t>(count), 0.5F);
    assay::write_npy(line.folder() / name, ASSAY_F32, std::vector{count},
                     std::as_bytes(std::span(values)));
  }
  [[nodiscard]] Outcome tune(const std::string& text) const {
    line.write("copy.toml", text);
    return line.run("tune copy.toml --trust");
  }
  void refuses(const std::string& text, int exit_code,
               const std::vector<std::string>& parts) const {
    const Outcome outcome = tune(text);
    CAPTURE(text, outcome.err);
    CHECK(outcome.exit_code == exit_code);
    for (const auto& part : parts) CHECK_THAT(outcome.err, contains(part));
  }
  CommandLine line;
};

std::string reference(const std::string& value) {
  return with(copy_scenario, "[[kernel]]", "reference = " + value + "\n[[kernel]]");
}

std::string from_file(const std::string& shape) {
  return with(copy_scenario, "shape = \"n\", fill = \"uniform\"", shape + "file = \"x.npy\"");
}

}  // namespace

TEST_CASE("arrays come from .npy files, with their shape or without") {
  const Workplace place;
  assay::test::require_opencl();
  place.array("x.npy", 64);
  place.array("y.npy", 64);
  const std::string expected = "reference = \"y.npy\"\n[[kernel]]";
  const Outcome tuned = place.tune(with(from_file(""), "[[kernel]]", expected));
  INFO(tuned.err);
  CHECK(tuned.exit_code == 0);
  CHECK_THAT(tuned.err, contains("2 of 2") && !contains("no reference"));
  // A file with other content is another instance, and here the expected output differs from it.
  std::vector<float> other(64, 1.0F);
  assay::write_npy(place.line.folder() / "x.npy", ASSAY_F32, std::vector<std::int64_t>{64},
                   std::as_bytes(std::span(other)));
  const Outcome changed = place.line.run("tune copy.toml");
  CHECK(changed.exit_code == 1);
  CHECK_THAT(changed.err, contains("wrong-output") && !contains("recorded before"));
}

TEST_CASE(".npy files that do not fit are refused with the scenario's place and the cure") {
  const Workplace place;
  place.refuses(from_file("shape = \"n\", "), 3, {"x.npy"});
  place.array("x.npy", 63);
  place.refuses(
      from_file("shape = \"n\", "), 3,
      {"copy.toml:3:", "float[63]", "array 'x' is float[64]", "correct its type or shape"});
  place.refuses(with(from_file(""), "\"float\"", "\"double\""), 2, {"copy.toml:7:", "'float* x'"});
  std::filesystem::resize_file(place.line.folder() / "x.npy", 200);
  place.refuses(from_file(""), 3, {"x.npy", "cut off"});
  place.refuses(reference("\"missing.npy\""), 3, {"missing.npy"});
  place.array("y.npy", 32);
  place.refuses(reference("\"y.npy\""), 3,
                {"copy.toml:5:", "float[32]", "output 'y' is float[64]"});
}

TEST_CASE("reference commands that fail, or write nothing, are told with what they said") {
  const Workplace place;
  place.refuses(reference("{ command = \"echo so it goes; exit 5; : {y}\" }"), 3,
                {"copy.toml:5:13", "exit code 5", "so it goes"});
  place.refuses(reference("{ command = \"true {y}\" }"), 3, {"wrote no file for output 'y'"});
  place.refuses(reference("{ command = \"echo nonsense > {y}\" }"), 3, {"not a .npy file"});
  place.refuses(reference("{ command = \"true\" }"), 2, {"has no place for output 'y'", "{y}"});
  place.refuses(reference("{ command = \"true {y} {nn}\" }"), 2, {"'{nn}'", "did you mean 'n'"});
  place.refuses(reference("{ command = \"kill -9 $$; : {y}\" }"), 3, {"signal 9"});
}

TEST_CASE("a command finds inputs, arguments and the shell's own braces") {
  const Workplace place;
  assay::test::require_opencl();
  const Outcome tuned = place.tune(
      reference("{ command = \"test {n} = 64 && A=b && test ${A}x = bx && cp {x} {y}\" }"));
  INFO(tuned.err);
  CHECK(tuned.exit_code == 0);
}

TEST_CASE("an output that the reference kernel never writes is told") {
  const Workplace place;
  assay::test::require_opencl();
  place.refuses(with(copy_scenario, "global = \"n\"", "global = \"n // 2\""), 2,
                {"never writes element 32 of output 'y'", "float[64]"});
  place.line.write("copy.cl", with(copy, "get_global_id(0)] =", "get_global_id(0)] +="));
  place.refuses(copy_scenario, 2, {"copy.toml:", "element 0 of output 'y'", "held before", "fill"});
}

TEST_CASE("partial sums behind the head of an output are neither compared nor expected") {
  const Workplace place;
  assay::test::require_opencl();
  // Sums of 16 elements each, and behind them whatever; some elements stay unwritten.
  place.line.write("copy.cl", R"(__kernel void copy(__global const float *x, __global float *y) {
  const int block = get_group_id(0), n = get_num_groups(0);
  y[n + 1 + get_global_id(0)] = block == 0 && get_local_id(0) == 0 ? NAN : 2 * x[get_global_id(0)];
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    y[block] = 0;
    for (int k = block * 16; k < block * 16 + 16; ++k) y[block] += x[k];
  }
})");
  std::string text = with(copy_scenario, "output = true", "output = true, compare = \"n // 16\"");
  text = with(text, "y = { type = \"float\", shape = \"n\"",
              "y = { type = \"float\", shape = \"2 * n\"");
  text = with(text, "parameters.group = [16, 32]", "parameters.group = [16]");
  const Outcome agreed = place.tune(text);
  INFO(agreed.err);
  CHECK(agreed.exit_code == 4);  // the kernel is its own reference
  CHECK_THAT(agreed.err, contains("1 of 1"));
  CHECK_THAT(place.tune(with(text, ", compare = \"n // 16\"", "")).err,
             contains("never writes element 4 of output 'y'"));
  CHECK_THAT(place.tune(with(text, "\"n // 16\"", "\"n\"")).err, contains("of output 'y'"));
  place.refuses(with(text, "\"n // 16\"", "\"3 * n\""), 2,
                {"copy.toml:4:", "192 elements of dimension 0", "float[128]"});
}

TEST_CASE("the halo of an output is neither compared nor expected") {
  const Workplace place;
  assay::test::require_opencl();
  // A 6 x 66 array whose border stays unwritten, but for some numbers that no run has again.
  place.line.write("copy.cl", R"(__kernel void copy(__global const float *x, __global float *y) {
  const int column = get_global_id(0) + 1;
  for (int row = 1; row < 5; ++row) y[row * 66 + column] = row * x[column - 1];
  if (column == 7) y[column] = NAN;
})");
  std::string text = with(copy_scenario, "shape = \"n\", output = true",
                          "shape = [6, \"n + 2\"], output = true, compare = [{ from = 1, to = "
                          "\"6 - 1\" }, { from = 1, to = \"n + 1\" }]");
  const Outcome agreed = place.tune(text);
  INFO(agreed.err);
  CHECK(agreed.exit_code == 4);  // the kernel is its own reference
  CHECK_THAT(agreed.err, contains("2 of 2"));

  // The reference has the part, or all of the output, and a wrong element is found where it lies.
  std::vector<float> whole(std::size_t{6} * 66, 99.0F);
  std::vector<float> part;
  for (std::size_t row = 1; row < 5; ++row) {
    for (std::size_t column = 0; column < 64; ++column) {
      part.push_back(static_cast<float>(row) * 0.5F);
      whole[row * 66 + column + 1] = part.back();
    }
  }
  const auto write = [&](const std::vector<std::int64_t>& shape, const std::vector<float>& values) {
    for (const char* name : {"y.npy", "other.npy"}) {
      assay::write_npy(place.line.folder() / name, ASSAY_F32, shape,
                       std::as_bytes(std::span(values)));
    }
  };
  text = with(text, "fill = \"uniform\"", "fill = 0.5");
  text = with(text, "[[kernel]]", "reference = \"y.npy\"\n[[kernel]]");
  write({4, 64}, part);
  CHECK(place.tune(text).exit_code == 0);
  write({6, 66}, whole);
  CHECK(place.tune(text).exit_code == 0);
  whole[3 * 66 + 5] = 7;
  text = with(text, "\"y.npy\"", "\"other.npy\"");  // other results than those recorded before
  write({6, 66}, whole);
  const Outcome wrong = place.tune(text);
  CHECK(wrong.exit_code == 1);
  CHECK_THAT(wrong.out, contains("output 'y' at [3, 5]") && contains("expected 7"));
  write({5, 64}, std::vector<float>(5 * 64));
  place.refuses(text, 3, {"float[5, 64]", "float[6, 66], compared as float[4, 64]"});
  place.refuses(with(text, "\"n + 1\"", "\"n + 3\""), 2,
                {"copy.toml:4:", "'n + 3' is 67 elements of dimension 1", "float[6, 66]"});
  place.refuses(with(text, "\"n + 1\"", "1"), 2, {"copy.toml:4:", "it must be more than 1"});
}

TEST_CASE("values may be multiples of a fact of the device, and are recorded as numbers") {
  const Workplace place;
  assay::test::require_opencl();
  const auto devices = place.line.run("list --json").json().at("devices");
  const auto device = std::ranges::find_if(
      devices, [](const auto& each) { return each.at("backend") == "opencl"; });
  const auto units = device->at("facts").at("compute_units").template get<std::int64_t>();
  const std::int64_t configurations = 2 * (8 / units + 1);
  const std::string text =
      with(copy_scenario, "parameters.group = [16, 32]",
           "parameters.group = [16, 32]\n"
           "parameters.spare = { multiples_of = \"compute_units\", from = 0, to = 8 }");
  const Outcome tuned = place.tune(text);
  INFO(tuned.err);
  CHECK_THAT(tuned.err, contains(fmt::format("{0} of {0} configurations", configurations)));
  CHECK_THAT(tuned.out, contains("spare="));
  place.refuses(with(text, "\"compute_units\"", "\"compute_unit\""), 2,
                {"did you mean 'compute_units'"});
}

TEST_CASE("expressions without a value, sizes beyond the device, and sources that do not compile") {
  const Workplace place;
  assay::test::require_opencl();
  place.refuses(with(copy_scenario, "shape = \"n\", fill", "shape = \"n / 3\", fill"), 2,
                {"copy.toml:3:", "whole number", "ceil_div"});
  place.refuses(with(copy_scenario, "shape = \"n\", fill", "shape = \"n // (n - 64)\", fill"), 2,
                {"copy.toml:3:", "^"});
  place.refuses(with(copy_scenario, "[16, 32]", "[1000000]"), 2,
                {"copy.toml:8:9", "the device allows fewer work items"});
  place.refuses(with(copy_scenario, "[16, 32]", "[16, 32]\ndefines.X = \"1 // (n - 64)\""), 2,
                {"copy.toml:11:"});
  place.line.write("copy.cl", with(copy, "= x", "= z"));
  place.refuses(copy_scenario, 3, {"does not compile", "copy.cl:2", "'z'"});
  place.line.write("copy.cl", copy);
  if (assay::test::sanitized()) return;  // sanitized processes end instead of refusing memory
  place.refuses(with(copy_scenario, "n = 64", "n = 1000000000000"), 3, {"memory"});
}
