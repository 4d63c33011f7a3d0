// Tests, from outside, of stores that are damaged or that only an attacker would write.
#include <fstream>

#include "framework/store/sqlite.hpp"
#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"

using assay::test::CommandLine;
using assay::test::Outcome;

namespace {

const std::vector<std::string> reading_commands = {
    "compare",
    "compare --format json",
    "report --output page.html",
    "history",
    "explain",
    "export --instance 1 --output winner.h",
    "export --instance 1 --format t4 --output t4.json",
    "replay --partly --seeds 1 --budget 2",
    "baseline list"};

void tune_tiny(const CommandLine& line) {
  line.write("tiny.toml", R"(
[[instance]]
problem = "test/scale"
n = 64
[[variant]]
name = "loop.cpu"
[tune]
trials = 2
)");
  const Outcome outcome = line.run("tune tiny.toml");
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  REQUIRE(line.run("baseline set main").exit_code == 0);
}

void edit_store(const CommandLine& line, const std::string& sql) {
  using assay::sqlite::Connection;
  Connection db(line.folder() / "store.db", Connection::Mode::read_write, std::chrono::seconds(9));
  db.execute("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF");
  db.execute(sql.c_str());
}

// Checks that every command either answers or fails with a message that names the file.
void require_words_of_all(const CommandLine& line) {
  for (const std::string& command : reading_commands) {
    const Outcome outcome = line.run(command);
    CAPTURE(command, outcome.err);
    if (outcome.exit_code == 0) continue;
    CHECK(outcome.exit_code == 3);
    CHECK_THAT(outcome.err,
               contains("store.db: is damaged") || contains("store.db: is not a store"));
    CHECK_THAT(outcome.err, !contains("std::") && !contains("_M_") && !contains("[json"));
  }
}

}  // namespace

TEST_CASE("a store with values that mean nothing is told to be damaged, and doctor says where") {
  const CommandLine line;
  tune_tiny(line);
  const Outcome whole = line.run("doctor --store");
  CHECK(whole.exit_code == 0);
  CHECK_THAT(whole.out, contains("store.db: ") && contains("all readable"));
  const std::string deep = std::string(76'000, '[') + std::string(76'000, ']');
  const auto [sql, told] = GENERATE_REF(
      std::pair<std::string, std::string>("UPDATE trial SET status = 'bogus'", "trial 1: 'bogus'"),
      std::pair<std::string, std::string>("DELETE FROM sample", "a phase belongs to sample"),
      std::pair<std::string, std::string>("UPDATE phase SET ordinal = ordinal + 1000000",
                                          "a phase belongs to sample"),
      std::pair<std::string, std::string>("DELETE FROM variant",
                                          "its variant is missing from the store"),
      std::pair<std::string, std::string>("UPDATE machine SET attributes = '" + deep + "'",
                                          "machine 1: its attributes"),
      std::pair<std::string, std::string>("DROP TABLE phase_name", "no such table: "));
  edit_store(line, sql);
  require_words_of_all(line);
  const Outcome doctor = line.run("doctor --store store.db");
  CHECK(doctor.exit_code == 3);
  CHECK_THAT(doctor.out, contains("FAIL") && contains(told) && contains("-> "));
  const Outcome compared = line.run("report --output page.html");
  CHECK(compared.exit_code == 3);
  CHECK_THAT(compared.err, contains("`assay doctor --store "));
}

TEST_CASE("a store whose bytes are damaged is told to be, or read") {
  const CommandLine line;
  tune_tiny(line);
  const auto file = line.folder() / "store.db";
  std::string bytes = assay::test::contents(file);
  const int kind = GENERATE(0, 1, 2);
  if (kind == 0) bytes.resize(bytes.size() / 2);
  if (kind == 1) std::fill(bytes.begin() + 4096, bytes.end(), '\x5a');
  if (kind == 2) bytes.replace(0, 100, 100, 'x');
  std::ofstream(file, std::ios::binary) << bytes;
  require_words_of_all(line);
  CHECK(line.run("doctor --store").exit_code == 3);
}

TEST_CASE("numbers at the ends of what is stored end no command") {
  const CommandLine line;
  tune_tiny(line);
  edit_store(line,
             "UPDATE trial_fact SET value = 1e-310; UPDATE instance_fact SET value = 1.7e308;"
             "UPDATE trial SET compile_seconds = 9e999, verify_seconds = -0.0 WHERE id = 1;"
             "UPDATE trial SET lower = 5e-324, upper = 1.7e308;"
             "UPDATE sample SET seconds = 5e-324 WHERE ordinal = 3;"
             "UPDATE sample SET seconds = 9e999 WHERE ordinal = 4;"
             "UPDATE instance SET flops = 1.7e308, bytes = 1e-310");
  for (const std::string& command : reading_commands) {
    const Outcome outcome = line.run(command);
    CAPTURE(command, outcome.err);
    CHECK(outcome.exit_code == 0);
  }
  CHECK(line.run("doctor --store").exit_code == 0);
}

TEST_CASE("doctor says of a file that is no store what it is") {
  const CommandLine line;
  line.write("text.db", "hello, this is no database at all");
  for (const auto& [file, told] : {std::pair("none.db", "no such file"),
                                   {"text.db", "not a store of assay"},
                                   {".", "is a folder"}}) {
    CAPTURE(file);
    const Outcome outcome = line.run(std::string("doctor --json --store ") + file);
    CHECK(outcome.exit_code == 3);
    CHECK(outcome.json().at(0).at("severity") == "fatal");
    CHECK_THAT(outcome.json().at(0).at("text").get<std::string>(), contains(told));
  }
}
