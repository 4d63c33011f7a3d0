// Tests of assay guard --revisions and guard bisect, in a repository whose builds are copies of
// test plugins.
#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/spinning_builds.hpp"

using assay::test::CommandLine;
using assay::test::Outcome;

namespace {

// A repository in which the file `which` of each revision names the plugin that its build copies.
struct History {
  explicit History(const std::vector<std::string>& builds) {
    line.write("spin.toml", assay::test::spin_scenario);
    line.write(".gitignore", "*\n!which\n!.gitignore\n");
    git("init -q .");
    for (const std::string& build : builds) {
      line.write("which", build + "\n");
      git("add -A");
      git("commit -q --allow-empty -m 'makes " + build + "'");
    }
  }
  void git(const std::string& arguments) const { assay::test::run_git(line, ".", arguments); }
  [[nodiscard]] Outcome guard(const std::string& what) const {
    return line.run("guard " + what +
                    " --pairs 10 --built-plugins out --build 'mkdir -p out && rm -f out/* && cp "
                    "\"" ASSAY_TEST_PLUGINS "/$(cat which)/spinning.so\" out/'");
  }
  CommandLine line;
};

}  // namespace

TEST_CASE("guard builds the two revisions that it compares, and keeps the builds") {
  const History history({"spin-1", "spin-slow", "spin-1"});
  const Outcome slower = history.guard("spin.toml --revisions HEAD~2..HEAD~1");
  INFO(slower.out << slower.err);
  CHECK(slower.exit_code == 1);
  CHECK_THAT(slower.err, contains("building") && contains("makes spin-slow"));
  const Outcome same = history.guard("spin.toml --revisions HEAD~2");
  CHECK(same.exit_code == 0);
  CHECK_THAT(same.out, contains("both are the same build"));
  const Outcome both = history.guard("spin.toml --revisions HEAD --baseline-plugins out");
  CHECK(both.exit_code == 2);
  CHECK(history.line.run("guard spin.toml --revisions HEAD").exit_code == 2);
}

TEST_CASE(
    "a revision that does not build is no regression but no answer, with the build's last words") {
  const History history({"nothing", "spin-1"});
  for (const char* revisions : {"HEAD~1..HEAD", "HEAD..HEAD~1"}) {
    const Outcome outcome = history.guard(std::string("spin.toml --revisions ") + revisions);
    INFO(outcome.out << outcome.err);
    CHECK(outcome.exit_code == 3);
    CHECK_THAT(outcome.err, contains("makes nothing") && contains("ended with exit code 1") &&
                                contains("cannot stat"));
  }
}

TEST_CASE("bisect finds the revision since which a variant is slower, around one that fails") {
  const History history(
      {"spin-1", "spin-2", "spin-1", "nothing", "spin-slow", "spin-slow", "spin-slow"});
  const Outcome found = history.guard("bisect spin.toml --good HEAD~6 --detect 20%");
  INFO(found.out << found.err);
  // HEAD~3 does not build: the first slow revision is that one or the next.
  CHECK(found.exit_code == 4);
  CHECK_THAT(found.out, contains("slower since one of these, up to") &&
                            contains("makes spin-slow") && contains("makes nothing (no verdict)"));
  const Outcome clean = history.guard("bisect spin.toml --good HEAD~6 --bad HEAD~4 --blocks 8");
  CHECK(clean.exit_code == 0);
  CHECK_THAT(clean.out, contains("nothing to look for"));
}

TEST_CASE("bisect refuses what it cannot work with") {
  const History history({"spin-1", "nothing"});
  const Outcome unknown = history.guard("bisect spin.toml --good no-such-revision");
  CHECK(unknown.exit_code == 2);
  CHECK_THAT(unknown.err, contains("no revision 'no-such-revision'"));
  const Outcome turned = history.guard("bisect spin.toml --good HEAD --bad HEAD~1");
  CHECK(turned.exit_code == 2);
  CHECK_THAT(turned.err, contains("is not an ancestor of"));
  const Outcome broken = history.guard("bisect spin.toml --good HEAD~1");
  CHECK(broken.exit_code == 4);
  CHECK_THAT(broken.err, contains("cannot stat"));
}
