// Tests of assay report from outside.
#include <filesystem>

#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"

using assay::test::CommandLine;
using assay::test::contents;
using assay::test::Outcome;

namespace {

namespace fs = std::filesystem;

void record(const CommandLine& line) {
  for (const char* n : {"100", "1000"}) {
    const Outcome outcome = line.run(std::string("run test/scale loop.cpu --samples 9 -a n=") + n);
    INFO(outcome.err);
    REQUIRE(outcome.exit_code == 0);
  }
}

}  // namespace

TEST_CASE("report writes one page, chosen and named as compare chooses") {
  const CommandLine line;
  record(line);
  const Outcome outcome = line.run("report --title 'A & B' --instance 1 --output page.html");
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  CHECK(outcome.out == "page.html\n");
  const std::string page = contents(line.folder() / "page.html");
  CHECK_THAT(page, contains("<!DOCTYPE html>") && contains("<title>A &amp; B</title>") &&
                       contains("1 instance:") && contains("report --title"));
  CHECK_FALSE(fs::exists(line.folder() / "page.html.part"));
  CHECK(line.run("report").exit_code == 0);
  CHECK_THAT(contents(line.folder() / "report.html"), contains("2 instances:"));
}

TEST_CASE("a report that cannot be written leaves nothing behind, and what was there as it was") {
  const CommandLine line;
  record(line);
  const Outcome nowhere = line.run("report --output none/page.html");
  CHECK(nowhere.exit_code == 3);
  CHECK_THAT(nowhere.err,
             contains("cannot write 'none/page.html'") && contains("name another file"));
  fs::create_directory(line.folder() / "folder.html");
  CHECK(line.run("report --output folder.html").exit_code == 3);
  CHECK_FALSE(fs::exists(line.folder() / "folder.html.part"));
  // An error before writing leaves an earlier page as it was.
  line.write("page.html", "as it was");
  CHECK(line.run("report --variant loop.cp --output page.html").exit_code == 2);
  CHECK(contents(line.folder() / "page.html") == "as it was");
}

TEST_CASE("without the chart library the page has tables, and the command says how to mend it") {
  const CommandLine line;
  record(line);
  // The command looks for the library next to itself, and here it lies in a folder of its own.
  const fs::path elsewhere = line.folder() / "elsewhere" / "bin";
  fs::create_directories(elsewhere);
  fs::copy_file(ASSAY_COMMAND, elsewhere / "assay");
  const Outcome outcome = line.run("report --output page.html", (elsewhere / "assay").string());
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.err, contains("only tables") && contains("libjs-chart.js"));
  CHECK_THAT(contents(line.folder() / "page.html"), contains("<table"));
}

TEST_CASE("report tells what is wrong with its arguments") {
  const CommandLine line;
  CHECK(line.run("report").exit_code == 3);
  record(line);
  CHECK_THAT(line.run("report --problem test/scal").err, contains("did you mean 'test/scale'"));
  CHECK(line.run("report --confidence 2").exit_code == 2);
}
