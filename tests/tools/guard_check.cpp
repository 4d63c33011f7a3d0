// Tests of tools/guard-check in a repository whose build copies a file, with an assay that is a
// shell script.
#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/spinning_builds.hpp"

namespace {

using assay::test::CommandLine;
using assay::test::contents;
using assay::test::Outcome;

constexpr const char* fake_build = R"sh(#!/bin/sh
cd "$(dirname "$0")/.."
mkdir -p build/release/lib/assay/plugins build/release/benchmarks
if grep -q broken code; then echo "error: no such thing" >&2; exit 1; fi
cp code build/release/lib/assay/plugins/x.so
for program in bench_space bench_store; do
  cat "$(if [ -e script ]; then echo script; else command -v cat; fi)" framework \
    >build/release/benchmarks/$program
  chmod +x build/release/benchmarks/$program
done
)sh";

// A shell script that prints how it was called and what the builds hold, and ends with the code in
// the file `code`.
constexpr const char* fake_assay = R"sh(#!/bin/sh
echo "$@"
while [ $# -gt 1 ]; do
  case "$1" in --*-plugins) echo "$1 holds $(cat "$2/x.so")" ;; esac
  shift
done
exit "$(cat code)"
)sh";

// A repository of one revision, whose file `code` is both the content of a build and the exit code
// of assay.
struct Repository {
  Repository() {
    static_cast<void>(line.run("-p tools", "mkdir"));
    line.write("tools/build", fake_build);
    line.write("assay", fake_assay);
    line.write("code", "0\n");
    line.write("framework", "0\n");
    line.write(".gitignore", "/build\n/cache\n/out\n/err\n/assay\n");
    static_cast<void>(line.run(GUARD_CHECK " tools/", "cp"));
    static_cast<void>(line.run("assay tools/build", "chmod +x"));
    git("init -q .");
    commit();
  }
  void git(const std::string& arguments) const { assay::test::run_git(line, ".", arguments); }
  void commit() const {
    git("add -A");
    git("commit -q --allow-empty -m revision");
  }
  void commit(const std::string& code, const std::string& message = "revision") const {
    line.write("code", code + "\n");
    git("add -A");
    git("commit -q --allow-empty -m '" + message + "'");
  }
  [[nodiscard]] Outcome check(const std::string& options = "") const {
    return line.run(options, "ASSAY=" + (line.folder() / "assay").string() + " tools/guard-check");
  }
  CommandLine line;
};

}  // namespace

TEST_CASE("guard-check measures the base's build against this tree's, and ends as the guard does") {
  const Repository repository;
  repository.commit("1");
  const Outcome slower = repository.check("--variants a --block-seconds 1");
  INFO(slower.out << slower.err);
  CHECK(slower.exit_code == 1);
  CHECK_THAT(slower.out,
             contains("guard --seconds 300 quick --pairs 10 --variants a --block-seconds 1 ") &&
                 contains("--baseline-plugins holds 0\n") &&
                 contains("--candidate-plugins holds 1\n"));
  // Changes that are not committed are part of the candidate; the build of the base is reused.
  repository.line.write("code", "3\n");
  const Outcome again = repository.check("--base HEAD --pairs 5");
  INFO(again.out << again.err);
  CHECK(again.exit_code == 3);
  CHECK_THAT(again.out, contains("--pairs 5 --variants recursive.cpu,") &&
                            contains("--baseline-plugins holds 1\n") &&
                            contains("--candidate-plugins holds 3\n"));
}

TEST_CASE("guard-check builds the base anew where another clone lay here before") {
  const Repository repository;
  repository.commit("1");
  CHECK_THAT(repository.check().out, contains("--baseline-plugins holds 0\n"));
  static_cast<void>(repository.line.run("-rf .git build", "rm"));
  repository.git("init -q .");
  repository.commit("4");
  repository.commit("3");
  const Outcome outcome = repository.check();
  INFO(outcome.out << outcome.err);
  CHECK_THAT(outcome.out,
             contains("--baseline-plugins holds 4\n") && contains("--candidate-plugins holds 3\n"));
}

TEST_CASE("guard-check compares what was built, not a copy that a test installed") {
  const Repository repository;
  repository.commit("0");
  // There are many copies, because folders are listed in no particular order.
  for (char name = 'a'; name <= 'z'; ++name) {
    const std::string folder = std::string("build/release/") + name + "/lib/assay/plugins";
    static_cast<void>(repository.line.run("-p " + folder, "mkdir"));
    repository.line.write(folder + "/x.so", "copy\n");
  }
  CHECK_THAT(repository.check().out, contains("the same plugins"));
}

TEST_CASE("guard-check measures the framework's benchmarks where these differ") {
  const Repository repository;
  repository.line.write("framework", "1\n");
  repository.commit("0");
  const Outcome outcome = repository.check();
  INFO(outcome.out << outcome.err);
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.out, contains("guard --seconds 300 --detect 10% --baseline-program ") &&
                              contains("build/release/benchmarks/bench_store") &&
                              contains("the same plugins"));
  repository.commit("1");
  CHECK_THAT(repository.check("--seconds 7").out,
             contains("the same bench_space") && contains("guard --seconds 7 quick"));
}

TEST_CASE("guard-check measures scripts that say the same: what they run may differ") {
  const Repository repository;
  repository.line.write("script", "#!/bin/sh\nexec ./the-real-one\n");
  repository.commit("0");
  repository.commit("1");
  const Outcome outcome = repository.check();
  INFO(outcome.out << outcome.err);
  CHECK_THAT(outcome.out,
             contains("build/release/benchmarks/bench_space") && !contains("the same bench_space"));
}

TEST_CASE(
    "guard-check has no answer where the base or this tree does not build, and says its words") {
  const Repository repository;
  repository.commit("broken");
  const Outcome tree = repository.check();
  INFO(tree.out << tree.err);
  CHECK(tree.exit_code == 3);
  CHECK_THAT(tree.err, contains("no such thing") && contains("this tree does not build"));
  repository.commit("0");
  const Outcome base = repository.check();
  CHECK(base.exit_code == 3);
  CHECK_THAT(base.err, contains("no such thing") && contains("the base does not build"));
}

TEST_CASE("guard-check passes over a slowdown that a commit accepts, and nothing else") {
  const Repository repository;
  repository.commit("1", "More is checked\n\nAccepted-slowdown: as told");
  const Outcome accepted = repository.check();
  CHECK(accepted.exit_code == 0);
  CHECK_THAT(accepted.out,
             contains("slower, but accepted by a commit: Accepted-slowdown: as told"));
  repository.commit("3", "Accepted-slowdown: but this one is invalid");
  CHECK(repository.check().exit_code == 3);
}

TEST_CASE("guard-check passes over what is inconclusive, with a line") {
  const Repository repository;
  repository.commit("4");
  const Outcome outcome = repository.check();
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.out, contains("guard-check: inconclusive, which is not counted as a failure"));
}

TEST_CASE("guard-check measures nothing where there is nothing to compare") {
  const Repository repository;
  const Outcome first = repository.check();
  CHECK(first.exit_code == 0);
  CHECK_THAT(first.out, contains("skipped: there is no revision HEAD^") && !contains(" quick "));
  repository.commit();
  const Outcome same = repository.check();
  INFO(same.out << same.err);
  CHECK(same.exit_code == 0);
  CHECK_THAT(same.out, contains("the same plugins") && !contains(" quick "));
  static_cast<void>(repository.line.run("-r cache", "rm"));
  CHECK(repository.check().exit_code == 0);
}

TEST_CASE("guard-check takes folders of plugins instead of building them") {
  const Repository repository;
  const CommandLine& line = repository.line;
  static_cast<void>(line.run("-p one two", "mkdir"));
  line.write("one/x.so", "one\n");
  line.write("two/x.so", "two\n");
  const Outcome outcome =
      repository.check("--baseline-plugins one --candidate-plugins two --scenario spin.toml");
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.out, contains("guard --seconds 300 spin.toml --pairs 10 --baseline") &&
                              contains("--baseline-plugins holds one\n"));
  CHECK_FALSE(std::filesystem::exists(line.folder() / "build"));
}
