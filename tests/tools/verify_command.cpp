// Tests of `verify`: a command of the scenario that judges outputs.
#include "assay/stopwatch.hpp"
#include "tests/catch.hpp"
#include "tests/contents.hpp"
#include "tests/replaced.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/few_samples.hpp"

using assay::test::CommandLine;
using assay::test::few_samples;
using assay::test::Outcome;

namespace {

const std::string verified_scenario = R"~([problem]
name = "copy"
arguments = { n = 100 }
arrays.x = { type = "float", shape = "n", fill = "uniform" }
arrays.y = { type = "float", shape = "n", output = true }
verify = { command = "COMMAND", seconds = 5 }
[[kernel]]
source = "copy.c"
function = "copy"
arguments = ["x", "y", { int = "n" }]
parameters.SHIFT = [0, 1]
)~" + few_samples;

// Says so unless y is x.
const std::string compares =
    "echo ran >> ran; test {n} = 100 || exit 3; cmp -s {x} {y} || { echo; echo y is not x; echo "
    "more; exit 1; }";

struct CopyFolder {
  CopyFolder() {
    line.write("copy.c",
               "void copy(const float* x, float* y, int n) {\n"
               "  for (int k = 0; k < n; ++k) y[k] = x[k] + SHIFT;\n}\n");
  }
  [[nodiscard]] Outcome tune(const std::string& text, const std::string& flags = "--trust") const {
    line.write("s.toml", text);
    return line.run("tune s.toml " + flags);
  }
  [[nodiscard]] Outcome judged_by(const std::string& command) const {
    return tune(with(verified_scenario, "COMMAND", command));
  }
  CommandLine line;
};

}  // namespace

TEST_CASE("a command tells right outputs from wrong ones") {
  const CopyFolder folder;
  const Outcome tuned = folder.judged_by(compares);
  INFO(tuned.err << tuned.out);
  CHECK(tuned.exit_code == 0);  // verified, by nobody's own results
  CHECK_THAT(tuned.out, contains("copy.cpu alone has a verified result"));
  CHECK_THAT(tuned.out, contains("SHIFT=0"));
  CHECK_THAT(tuned.out, contains("1 wrong-output: y is not x"));
  // Once for the bits that passed in the search and in the process of the finals, and for the wrong
  // ones: neither once for each sample nor for the two verifications of a trial.
  CHECK(assay::test::contents(folder.line.folder() / "ran") == "ran\nran\nran\n");
}

TEST_CASE("a command that judges runs only once somebody has agreed") {
  const CopyFolder folder;
  const Outcome refused = folder.tune(with(verified_scenario, "COMMAND", compares), "");
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, contains("verify.command of copy") && contains("--trust"));
  CHECK_FALSE(std::filesystem::exists(folder.line.folder() / "ran"));
}

TEST_CASE("a check that crashes, hangs or is missing costs its trials, and condemns nothing") {
  const CopyFolder folder;
  const auto fails = [&](const std::string& command, const std::string& seconds,
                         const std::string& message) {
    const assay::sdk::Stopwatch watch;
    const Outcome tuned = folder.tune(
        with(with(verified_scenario, "COMMAND", command), "seconds = 5", "seconds = " + seconds));
    INFO(tuned.err << tuned.out);
    CHECK(tuned.exit_code == 1);
    CHECK_THAT(tuned.err, contains("failed: 2 error"));
    const auto failures =
        folder.line.run("compare --format json").json()["machines"][0]["instances"][0]["entries"];
    std::string all;
    for (const auto& entry : failures) all += entry["failures"].dump();
    CHECK_THAT(all, contains(message));
    CHECK_THAT(all, contains("s.toml:6:"));
    CHECK(watch.seconds() < 30);
  };
  fails("kill -9 $$; : {y}", "5", "died of signal 9");
  fails("sleep 60; : {y}", "0.3", "longer than 0.3 s");
  fails("no-such-program {y}", "5", "exit code 127");
}

TEST_CASE("mistakes of 'verify' are refused before anything is measured") {
  const CopyFolder folder;
  const auto refuses = [&](const std::string& text, const std::vector<std::string>& parts) {
    const Outcome outcome = folder.tune(text, "--check");
    CAPTURE(text, outcome.err);
    CHECK(outcome.exit_code == 2);
    CHECK_THAT(outcome.err, contains("s.toml:6:"));
    for (const auto& part : parts) CHECK_THAT(outcome.err, contains(part));
  };
  const std::string good = with(verified_scenario, "COMMAND", compares);
  refuses(good + "[limits]\nrun_seconds = 5\n", {"verify.seconds", "run_seconds"});
  refuses(with(good, "[[kernel]]", "reference = \"y.npy\"\n[[kernel]]"), {"exclude each other"});
  refuses(with(verified_scenario, "COMMAND", "test {n}"), {"names no output", "'{y}'"});
  refuses(with(verified_scenario, "COMMAND", "cmp {y} {xx}"), {"'{xx}'", "did you mean 'x'?"});
}

TEST_CASE("one problem's results by a check and by a reference are different builds") {
  const CopyFolder folder;
  REQUIRE(folder.judged_by(compares).exit_code == 0);
  const Outcome again = folder.judged_by(compares);
  CHECK_THAT(again.err, contains("(2 recorded before)"));
  const Outcome other = folder.judged_by("cmp {x} {y}");
  CHECK(other.exit_code == 0);
  CHECK_THAT(other.err, !contains("recorded before"));
}

TEST_CASE("outputs that are work space are left out of every comparison") {
  const CopyFolder folder;
  folder.line.write("plain.c",
                    "void plain(const float* x, float* y, int n) {\n"
                    "  for (int k = 0; k < n; ++k) y[k] = x[k];\n}\n");
  folder.line.write("copy.c",
                    "void copy(const float* x, float* y, float* w, int n) {\n"
                    "  static int runs = 0;\n"
                    "  ++runs;\n"
                    "  for (int k = 0; k < n / 2; ++k) w[k] = runs + SHIFT;\n"
                    "  for (int k = 0; k < n; ++k) y[k] = x[k] + (n > 1000 ? w[0] : 0);\n}\n");
  std::string text = with(verified_scenario, "verify = { command = \"COMMAND\", seconds = 5 }",
                          "arrays.w = { type = \"float\", shape = \"n\", output = true, compare = "
                          "false }\nreference = { kernel = \"plain\" }");
  text = with(text, "\"y\", {", "\"y\", \"w\", {") +
         "[[kernel]]\nname = \"plain\"\nsource = \"plain.c\"\nfunction = \"plain\"\n"
         "arguments = [\"x\", \"y\", { int = \"n\" }]\ncompetes = false\n";
  const Outcome tuned = folder.tune(text);
  INFO(tuned.err << tuned.out);
  CHECK(tuned.exit_code == 0);
  CHECK_THAT(tuned.err, contains("2 of 2 configurations") && !contains("failed"));
  const Outcome by_command =
      folder.tune(with(text, "{ kernel = \"plain\" }", "{ command = \"cp {x} {y}\" }"));
  CHECK(by_command.exit_code == 0);
  // What is compared still is.
  CHECK_THAT(folder.tune(with(text, "compare = false", "compare = true")).err,
             contains("never writes element 0 of output 'w'"));
  CHECK_THAT(folder.tune(with(text, "n = 100", "n = 2000")).err, contains("2 wrong-output"));
  const Outcome none =
      folder.tune(with(text, "output = true }", "output = true, compare = false }"), "--check");
  CHECK(none.exit_code == 2);
  CHECK_THAT(none.err, contains("anything would pass"));
}
