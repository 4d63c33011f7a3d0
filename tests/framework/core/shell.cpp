#include "framework/core/shell.hpp"

#include "tests/catch.hpp"

using namespace assay;

TEST_CASE("commands are run by the shell, and tell how they ended and what they said") {
  CHECK(run_shell("echo here; echo there >&2").said == "here\nthere\n");
  CHECK(run_shell("true").ok());
  CHECK(run_shell("exit 7").exit_code == 7);
  CHECK(run_shell("cat").said == "");  // commands get no input
  CHECK(run_shell("sh -c 'kill -9 $$'").exit_code == 137);
  CHECK(how_it_ended(run_shell("kill -9 $$")) == "died of signal 9; it printed nothing");
  CHECK(how_it_ended(run_shell("echo why; exit 2")) ==
        "ended with exit code 2; its output:\nwhy\n");
}

TEST_CASE("of a command that says much the last part is kept") {
  const auto outcome = run_shell("seq 100000; echo the end");
  CHECK(outcome.said.size() <= 2000);
  CHECK(outcome.said.ends_with("\nthe end\n"));
}

TEST_CASE("the first line that a command prints is kept, blank ones aside") {
  CHECK(run_shell("echo; echo '  first'; echo second").first_line == "first");
  CHECK(run_shell("printf alone").first_line == "alone");
  CHECK(run_shell("seq 100000").first_line == "1");
  CHECK(run_shell("true").first_line.empty());
  CHECK(run_shell("head -c 100000 /dev/zero | tr '\\0' x").first_line.size() == 2000);
}

TEST_CASE("a command has only as long as it is given") {
  CHECK(run_shell("echo it\\'s; exit 3", 10).exit_code == 3);
  CHECK(run_shell("echo it\\'s; exit 3", 10).said == "it's\n");
  CHECK(run_shell("kill -9 $$", 10).exit_code == 137);
  CHECK(run_shell("echo begun; sleep 60", 0.2).said == "begun\n");
  CHECK(run_shell("sleep 60", 0.2).exit_code == 124);
  CHECK(run_shell("trap '' TERM; while true; do sleep 60; done", 0.2).exit_code == 137);
}

TEST_CASE("quoted text is one word, whatever it holds") {
  for (const char* text : {"plain", "", "two words", "it's", "$HOME `ls` \\ \" *", "a\nb"}) {
    CHECK(run_shell("printf %s " + shell_quoted(text)).said == text);
  }
}
