// Tests of `assay judge` as a user types it.
#include <filesystem>

#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/opencl.hpp"

using assay::test::CommandLine;
using assay::test::Outcome;
using assay::test::require_opencl;

namespace {

// The command that judges a candidate of the test plugins. The judge's own plugins, which have the
// problem, are those of the set "good".
std::string judge_of(const std::string& candidate, const std::string& options) {
  return std::string("judge ") + ASSAY_TEST_PLUGINS + "/" + candidate + " " + options;
}

const std::string scaling = R"~(
[problem]
name = "test/scaling"
arguments = { n = 1000 }
ranges = { n = [1, 3000] }
arrays.x = { type = "float", shape = "n", fill = "uniform" }
arrays.y = { type = "float", shape = "n", output = true }
reference = { kernel = "plain.opencl" }
[[kernel]]
name = "plain.opencl"
source = "plain.cl"
competes = false
arguments = ["x", "y", { int = "n" }]
global = "n"
parameters.block_size_x = [64]
[[kernel]]
name = "fast.opencl"
source = "fast.cl"
arguments = ["x", "y", { int = "n" }]
global = "n"
parameters.block_size_x = [32, 64]
)~";

std::string kernel_with(const std::string& body) {
  return "__kernel void f(__global const float* x, __global float* y, int n) {\n"
         "  const int i = get_global_id(0);\n  if (i >= n) return;\n  " +
         body + "\n}\n";
}

}  // namespace

TEST_CASE("judge ends with 0 for what is right and fair, with 1 for what is caught") {
  const CommandLine line;
  const Outcome honest =
      line.run(judge_of("attacks/attacks.so", "--problem test/scale --variant honest.cpu"));
  INFO(honest.err << honest.out);
  CHECK(honest.exit_code == 0);
  CHECK_THAT(honest.out, contains("judged in ") && contains("of it spent on"));
  CHECK_THAT(honest.out, contains("honest.cpu on test/scale: right and fair"));

  const Outcome both = line.run(judge_of(
      "attacks", "--variant honest.cpu --variant kept-results.cpu --format json --seed 3"));
  INFO(both.err << both.out);
  CHECK(both.exit_code == 1);
  const auto judgements = both.json();
  REQUIRE(judgements.size() == 2);
  CHECK(judgements[0].at("right_and_fair") == true);
  CHECK(judgements[0].at("seed") == 3);
  CHECK(judgements[0].at("drawn_instances").size() == 4);
  CHECK(judgements[0].at("seconds").at("median").get<double>() > 0);
  CHECK(judgements[1].at("findings").at(0).at("charge") == "kept-results");
}

TEST_CASE("times of others are told beside a candidate's, in whatever precision") {
  const CommandLine line;
  const Outcome told = line.run(judge_of(
      "attacks/attacks.so", "--variant honest.cpu --beside loop.cpu --instances 0 --format json"));
  INFO(told.err << told.out);
  CHECK(told.exit_code == 0);
  const auto judgement = told.json().at(0);
  CHECK(judgement.at("cold_seconds").get<double>() > 0);
  CHECK(judgement.at("beside").at(0).at("variant") == "loop.cpu");
  CHECK(judgement.at("beside").at(0).at("seconds").at("median").get<double>() > 0);

  const Outcome single = line.run(judge_of(
      "good/scale.so", "--variant loop.cpu -a precision=float --beside loop.cpu --instances 2"));
  INFO(single.err << single.out);
  CHECK(single.exit_code == 0);
  CHECK_THAT(single.out,
             contains("  compared with loop.cpu: ") && contains("; the candidate takes "));

  const Outcome mistyped = line.run(judge_of("attacks", "--variant honest.cpu --beside lop.cpu"));
  CHECK(mistyped.exit_code == 2);
  CHECK_THAT(mistyped.err, contains("--beside") && contains("did you mean 'loop.cpu'?"));
}

TEST_CASE("a candidate's plugin reaches nothing when it is loaded to be described") {
  const CommandLine line;
  const auto file = line.folder() / "file";
  const assay::test::ScopedVariable named("ASSAY_ATTACK_FILE", file.string());
  const Outcome outcome = line.run(judge_of("attacks", "--variant honest.cpu"));
  INFO(outcome.err << outcome.out);
  CHECK(outcome.exit_code == 0);
  const bool told = outcome.out.find("does not prevent the candidate from") != std::string::npos;
  CHECK((told || !std::filesystem::exists(file.string() + ".loaded")));
}

TEST_CASE("judge says what it cannot judge, and what was mistyped") {
  const CommandLine line;
  const Outcome missing = line.run("judge nowhere.so");
  CHECK(missing.exit_code == 2);
  CHECK_THAT(missing.err, contains("nowhere.so") && contains("a candidate is a plugin"));
  line.write("empty/nothing.txt", "");
  const Outcome empty = line.run("judge empty");
  CHECK(empty.exit_code == 2);
  CHECK_THAT(empty.err, contains("neither plugins (.so) nor scenarios (.toml)"));
  const Outcome unknown = line.run(judge_of("attacks", "--variant honest.cqu"));
  CHECK(unknown.exit_code == 2);
  CHECK_THAT(unknown.err, contains("did you mean 'honest.cpu'?"));
  const Outcome no_problem = line.run(judge_of("attacks", "--problem test/scal"));
  CHECK(no_problem.exit_code == 2);
  CHECK_THAT(no_problem.err, contains("did you mean 'test/scale'?"));
  const Outcome own_problem = line.run(judge_of("build-1", ""));
  CHECK(own_problem.exit_code == 3);
  CHECK_THAT(own_problem.err, contains("'test/nothing'") && contains("--plugins"));
  // Variants that cannot be judged do not keep others from being judged.
  const Outcome some = line.run(judge_of(
      "good", "--variant loop.cpu --variant misbehaving.cuda --instances 0 --format json"));
  INFO(some.err << some.out);
  const auto verdicts = some.json();
  REQUIRE(verdicts.size() == 2);
  CHECK(verdicts[0].at("right_and_fair") == true);
  // Where there is a GPU, misbehaving.cuda is judged and found to read `a` when it is prepared.
  CHECK(some.exit_code == (verdicts[1].contains("not_judged") ? 3 : 1));
  const Outcome broken = line.run(judge_of("broken/abi.so", ""));
  CHECK(broken.exit_code == 3);
  CHECK_THAT(broken.err, contains("ABI version"));
}

TEST_CASE("kernels in files are judged with other elements and other sizes", "[computes]") {
  const CommandLine line;
  require_opencl();
  line.write("scaling.toml", scaling);
  line.write("plain.cl", kernel_with("y[i] = 2 * x[i];"));
  line.write("fast.cl", kernel_with("y[i] = x[i] + x[i];"));
  const Outcome right = line.run("judge scaling.toml --variant fast.opencl");
  INFO(right.err << right.out);
  CHECK(right.exit_code == 0);
  CHECK_THAT(right.out, contains("right and fair") && !contains("note: the problem"));
  // The reference is not judged: it is what candidates are judged by.
  CHECK_THAT(line.run("judge scaling.toml --instances 1").out,
             contains("fast.opencl on ") && !contains("plain.opencl on "));

  // The scenarios of a folder are judged one by one; the second one cannot be judged.
  line.write("some/first.toml", scaling);
  line.write("some/second.toml", "[problem]\n");
  line.write("some/plain.cl", kernel_with("y[i] = 2 * x[i];"));
  line.write("some/fast.cl", kernel_with("y[i] = 3 * x[i];"));
  const Outcome folder = line.run("judge some --instances 0");
  INFO(folder.err << folder.out);
  CHECK(folder.exit_code == 1);
  CHECK_THAT(folder.out, contains("fast.opencl on test/scaling: refused") &&
                             contains("some/second.toml: not judged: "));
  CHECK_THAT(folder.err, !contains("loop.cpu"));  // it is of a plugin that only serves the judge
  const Outcome named = line.run("judge some --variant fast.opencl --instances 0");
  CHECK(named.exit_code == 1);
  CHECK_THAT(named.out, !contains("second.toml"));

  line.write("fast.cl", kernel_with("y[i] = n == 1000 ? 2 * x[i] : x[i];"));
  const Outcome special = line.run("judge scaling.toml --variant fast.opencl --instances 8");
  INFO(special.err << special.out);
  CHECK(special.exit_code == 1);
  CHECK_THAT(special.out, contains("special-case"));

  line.write("fast.cl", kernel_with("y[i] = i % 2 ? 2 * x[i] : y[i];"));
  CHECK_THAT(line.run("judge scaling.toml --variant fast.opencl").out, contains("partial-output"));
}
