// Tests of the templates for continuous integration. Their commands are run as the services would,
// twice in one workspace, in a repository whose build copies a test plugin.
#include <vector>

#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/spinning_builds.hpp"

using assay::test::CommandLine;
using assay::test::contents;
using assay::test::Outcome;

namespace {

std::size_t indent_of(const std::string& line) { return line.find_first_not_of(' '); }

std::vector<std::string> lines_of(const std::string& file) {
  std::vector<std::string> lines;
  std::ifstream stream(std::string(CI_TEMPLATES "/") + file);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The commands of a step of GitHub's job, which are the lines below its "run: |".
std::string github_step(const std::string& name) {
  const auto lines = lines_of("github-actions.yml");
  std::string commands;
  bool in_step = false;
  std::size_t block = 0;  // indentation of the commands; 0 outside of them
  for (const std::string& line : lines) {
    const std::size_t indent = indent_of(line);
    if (block > 0 && !line.empty() && indent >= block) {
      commands += line.substr(block) + "\n";
      continue;
    }
    block = 0;
    if (line.find("- name: ") != std::string::npos) {
      in_step = line.ends_with("- name: " + name);
    }
    if (in_step && line.ends_with("run: |")) block = indent + 2;
  }
  REQUIRE(commands != "");
  return commands;
}

// The script of GitLab's job: the items of a list, of which long ones continue on further lines.
std::string gitlab_script() {
  const auto lines = lines_of("gitlab-ci.yml");
  std::string commands;
  bool in_script = false;
  for (const std::string& line : lines) {
    if (in_script && indent_of(line) < 4) break;
    const std::size_t indent = indent_of(line);
    if (in_script && line.substr(indent).starts_with("- ")) {
      commands += "\n" + line.substr(indent + 2);
    } else if (in_script && line[indent] != '#') {
      commands += " " + line.substr(indent);
    }
    in_script = in_script || line == "  script:";
  }
  REQUIRE(commands != "");
  return commands + "\n";
}

// A repository whose commits name the test plugin that they build, with the environment that
// services provide.
struct Workspace {
  Workspace() {
    CHECK(line.run("-p project temp", "mkdir").exit_code == 0);
    line.write("project/spin.toml", assay::test::spin_scenario);
    line.write("project/.gitignore", "build\n*.xml\n*.sarif\n*.md\n");
    git("init -q .");
    commit("spin-1");
    git("branch base");
  }
  void git(const std::string& arguments) const { assay::test::run_git(line, "project", arguments); }
  void commit(const std::string& build) const {
    line.write("project/which", build + "\n");
    git("add -A");
    git("commit -q -m 'makes " + build + "'");
  }
  // Runs commands as a service does, in a shell that ends at the first failure.
  [[nodiscard]] Outcome run(const std::string& commands) const {
    line.write("job.sh", R"sh(set -eo pipefail
export PATH="$(dirname ')sh" ASSAY_COMMAND R"sh('):$PATH"
export RUNNER_TEMP=$PWD/temp CI_PROJECT_NAME=project
export BUILD='mkdir -p build/plugins && cp ")sh" ASSAY_TEST_PLUGINS
                         R"sh(/$(cat which)/spinning.so" build/plugins/'
export PLUGINS=build/plugins SCENARIO=spin.toml OPTIONS='--detect 50% --pairs 10'
cd project
export BASE=$(git rev-parse base) CI_MERGE_REQUEST_DIFF_BASE_SHA=$(git rev-parse base)
)sh" + commands);
    return line.run("job.sh", "bash");
  }
  CommandLine line;
};

std::string commands_of(const std::string& service) {
  if (service == "GitLab") return gitlab_script();
  // On GitHub, each step has a shell of its own.
  return "(\n" + github_step("Build both revisions") + ")\n(\n" + github_step("Compare") + ")\n";
}

}  // namespace

TEST_CASE("the templates compare a change with what it starts from, again and again") {
  const std::string service = GENERATE("GitHub", "GitLab");
  const Workspace workspace;
  workspace.commit("spin-2");
  const std::string commands = commands_of(service);
  for (const int time : {1, 2}) {
    INFO(service << ", " << time << "\n" << commands);
    const Outcome outcome = workspace.run(commands);
    INFO(outcome.out << outcome.err);
    CHECK(outcome.exit_code == 0);
    CHECK_THAT(contents(workspace.line.folder() / "project/guard.xml"),
               contains("tests=\"1\" failures=\"0\""));
  }
  // The folder of the base may be gone, for instance because the service empties it.
  static_cast<void>(workspace.line.run("-rf temp/guard-base project-guard-base", "rm"));
  CHECK(workspace.run(commands).exit_code == 0);
}

TEST_CASE("a base that does not build fails the templates with no answer") {
  const std::string service = GENERATE("GitHub", "GitLab");
  const Workspace workspace;
  workspace.commit("nothing");
  workspace.git("branch -f base");
  workspace.commit("spin-2");
  const Outcome outcome = workspace.run(commands_of(service));
  INFO(service << "\n" << outcome.out << outcome.err);
  CHECK(outcome.exit_code == 3);
  CHECK_THAT(outcome.err, contains("cannot stat"));
}
