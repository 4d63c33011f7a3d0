// Tests of what commands print and where to: every stream and file that results can be written to.
#include <sys/stat.h>

#include <filesystem>

#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"

using assay::test::CommandLine;
using assay::test::contents;
using assay::test::Outcome;

namespace fs = std::filesystem;

namespace {

// Imports one result into the store.
void import_one(const CommandLine& line, const std::string& name = "BM_x",
                const std::string& variant = "v") {
  line.write("b.json",
             R"({"context": {"host_name": "h", "num_cpus": 2}, "benchmarks": [{"name": ")" + name +
                 R"(", "run_name": ")" + name +
                 R"(", "run_type": "iteration", "iterations": 10, "real_time": 5.0, "cpu_time": 5.0,
                 "time_unit": "ns"}]})");
  const Outcome imported = line.run("import b.json --variant '" + variant + "'");
  INFO(imported.err);
  REQUIRE(imported.exit_code == 0);
}

// Runs shell commands in which $A is assay.
Outcome shell(const CommandLine& line, const std::string& commands) {
  return line.run("bash -c '" + commands + "'", "A=" ASSAY_COMMAND);
}

const std::string compare = "compare --format csv";

}  // namespace

TEST_CASE("results are written through what is no regular file, and behind symbolic links") {
  const CommandLine line;
  import_one(line);
  const std::string expected = line.run(compare).out;
  REQUIRE(expected.find("BM_x") != std::string::npos);

  CHECK(line.run(compare + " --output /dev/null").exit_code == 0);
  CHECK(fs::is_character_file("/dev/null"));
  CHECK(line.run(compare + " --output /dev/stdout").out == expected);
  CHECK(shell(line, "mkfifo pipe; cat pipe > got & $A " + compare + " --output pipe; wait")
            .exit_code == 0);
  CHECK(fs::is_fifo(line.folder() / "pipe"));
  CHECK(contents(line.folder() / "got") == expected);

  fs::create_directory(line.folder() / "real");
  fs::create_symlink("second", line.folder() / "first");
  fs::create_symlink("real/file", line.folder() / "second");
  for (int time = 0; time < 2; ++time) {  // without and with an existing file
    CHECK(line.run(compare + " --output first").exit_code == 0);
    CHECK(fs::is_symlink(line.folder() / "first"));
    CHECK(fs::is_symlink(line.folder() / "second"));
    CHECK(contents(line.folder() / "real" / "file") == expected);
  }
  fs::create_symlink("nowhere/file", line.folder() / "dangling");
  CHECK(line.run(compare + " --output dangling").exit_code == 3);
  CHECK(fs::is_symlink(line.folder() / "dangling"));
  CHECK(line.run(compare + " --output real").exit_code == 3);
  CHECK(line.run(compare + " --output /dev/full").exit_code == 3);
}

TEST_CASE("what could not be printed is code 3 and told; a reader that leaves is no fault") {
  const CommandLine line;
  import_one(line);
  for (const char* command :
       {"compare", "compare --json", "explain", "export", "history", "history --json", "list",
        "list --json", "doctor --noise-seconds 0.1", "doctor --store", "report --output -",
        "import b.json --variant w", "baseline list", "--help", "tune --help", "--version"}) {
    CAPTURE(command);
    const std::string text = command;
    const Outcome usual = line.run(text);
    INFO(usual.err);
    const Outcome full = shell(line, "$A " + text + " > /dev/full");
    const bool prints = usual.exit_code == 0 && !usual.out.empty();
    CHECK(full.exit_code == (prints ? 3 : usual.exit_code));
    if (prints) CHECK_THAT(full.err, contains("standard output"));
    const int left = shell(line, "$A " + text + " | true; exit ${PIPESTATUS:-0}").exit_code;
    CHECK((left == usual.exit_code || left == 141));
  }
  CHECK(shell(line, "$A compare >&-").exit_code == 3);
  CHECK(shell(line, "$A compare 2>&-").exit_code == 0);
  CHECK(shell(line, "$A nonsense 2>&-").exit_code == 2);
  CHECK(shell(line, "($A nonsense; echo $? > code) 2>&1 | true; sleep 0.2").exit_code == 0);
  CHECK(contents(line.folder() / "code") == "2\n");
}

TEST_CASE("limits of the system are told in words") {
  const CommandLine line;
  import_one(line);
  const Outcome big = shell(line, "(ulimit -f 0; exec $A compare --json --output big) 2>&1 | cat");
  CHECK_THAT(big.out, contains("assay: "));
  CHECK_THAT(big.out, contains("limit"));
}

TEST_CASE("names with escapes, marks of direction and commands of CI come out as text") {
  const CommandLine line;
  import_one(line, "BM\\u001b[31m\\u202ered\\n::error::x\\u0007", "\xE2\x80\xAE=evil");
  for (const char* format : {"terminal", "markdown", "csv", "json"}) {
    CAPTURE(format);
    const Outcome outcome = line.run(std::string("compare --format ") + format);
    CHECK(outcome.exit_code == 0);
    for (const char* bad : {"\x1b", "\x07", "\n::error"}) {
      CHECK(outcome.out.find(bad) == std::string::npos);
    }
    if (std::string(format) != "json") CHECK(outcome.out.find("\xE2\x80\xAE") == std::string::npos);
  }
  import_one(line, "=1+2", "@SUM(A1)");
  const std::string csv = line.run("compare --format csv").out;
  CHECK(csv.find(",'@SUM(A1)") != std::string::npos);
  CHECK(csv.find(",=1+2") == std::string::npos);
  const Outcome error = line.run("compare --machine \"$(printf '\\033[2J\\n::error::x')\"");
  CHECK(error.exit_code != 0);
  CHECK(error.err.find('\x1b') == std::string::npos);
  CHECK(error.err.find("\n::error") == std::string::npos);
}
