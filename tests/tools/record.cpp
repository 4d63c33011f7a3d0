// Tests of tools/record: the commands of a folder, measured and written out.
#include "command_line.hpp"
#include "tests/catch.hpp"

namespace {

using assay::test::CommandLine;
using assay::test::contents;
using assay::test::Outcome;

constexpr const char* halves_scenario = R"(
name = "halves"
[[instance]]
problem = "test/scale"
[[variant]]
name = "loop.cpu"
[tune]
trials = 2
[sampling]
min_samples = 2
max_samples = 3
[finals]
configurations = 0
)";

struct Folder {
  Folder() {
    std::filesystem::create_directory(line.folder() / "records");
    line.write("halves.toml", halves_scenario);
    write("halves.toml --trials 1\n");
  }
  void write(const std::string& text) const {
    line.write("records/commands", "# scenario options\n\n" + text);
  }
  [[nodiscard]] Outcome record(const std::string& arguments) const {
    return line.run(arguments, "ASSAY=" ASSAY_COMMAND " " RECORD);
  }
  [[nodiscard]] std::string text(const std::string& name) const {
    return contents(line.folder() / "records" / name);
  }
  CommandLine line;
};

}  // namespace

TEST_CASE("record measures by a folder's commands and writes out what the store has") {
  const Folder folder;
  folder.write("halves.toml --trials 1\nhalves\nabsent\n");
  const auto tuned = folder.record("records tune halves.toml");
  INFO(tuned.out << tuned.err);
  REQUIRE(tuned.exit_code == 0);
  CHECK(tuned.err.find(" 1 of ") != std::string::npos);

  folder.line.write("records/absent.md", "as it was");
  const auto exported = folder.record("records export halves absent");
  INFO(exported.out << exported.err);
  CHECK(exported.exit_code == 0);
  CHECK(folder.text("halves.md").find("loop.cpu") != std::string::npos);
  CHECK(folder.text("halves.csv").find("loop.cpu") != std::string::npos);
  CHECK(exported.out.find("has no results of absent") != std::string::npos);
  CHECK(folder.text("absent.md") == "as it was");
}

TEST_CASE("record goes on after a run that fails, and says so in the end") {
  const Folder folder;
  folder.write("missing.toml\nhalves.toml\n");
  const auto tuned = folder.record("records tune");
  CHECK(tuned.exit_code == 1);
  CHECK(tuned.out.find("loop.cpu") != std::string::npos);
}

TEST_CASE("record names what it cannot do") {
  const Folder folder;
  const auto said = [&](const std::string& arguments, const std::string& text) {
    const auto outcome = folder.record(arguments);
    INFO(arguments << ": " << outcome.err);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.err.find(text) != std::string::npos);
  };
  said("records", "usage");
  said("records look", "usage");
  said("nowhere tune", "nowhere/commands cannot be read");
  said("records tune quarters", "no scenario 'quarters'");
  folder.write("");
  said("records tune", "records/commands lists no scenario");
}
