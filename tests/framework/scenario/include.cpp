#include "framework/scenario/include.hpp"

#include <fstream>

#include "framework/core/error.hpp"
#include "framework/scenario/scenario.hpp"
#include "tests/catch.hpp"
#include "tests/framework/scenario/errors.hpp"
#include "tests/temporary_folder.hpp"

using namespace assay;

namespace {

struct Folder {
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder / name).parent_path());
    std::ofstream(folder / name) << text;
  }

  [[nodiscard]] Scenario read() const { return read_scenario(folder / "own.toml"); }

  void requires_error(const std::vector<std::string>& parts,
                      ErrorKind kind = ErrorKind::usage) const {
    test::requires_error([&] { (void)read(); }, parts, kind);
  }

  test::TemporaryFolder folder;
};

constexpr const char* own = R"(
include = ["parts/variants.toml", "parts/effort.toml"]
reference = "a.cpu"
[[instance]]
problem = "p/q"
[[variant]]
name = "a.cpu"
[tune]
trials = 7
)";
constexpr const char* included_variants = R"(
reference = "b.cpu"
[[variant]]
name = "b.cpu"
parameters.threads = [1, 2]
)";
constexpr const char* effort = R"(
description = "d"
[tune]
trials = 3
seconds = 2.0
)";

}  // namespace

TEST_CASE("what is included is added to a scenario's own, which wins") {
  const Folder folder;
  folder.write("own.toml", own);
  folder.write("parts/variants.toml", included_variants);
  folder.write("parts/effort.toml", effort);
  const auto scenario = folder.read();
  CHECK(scenario.reference == "a.cpu");
  CHECK(scenario.description == "d");
  CHECK(scenario.tune.trials == 7);
  CHECK(scenario.tune.seconds == 2);
  REQUIRE(scenario.variants.size() == 2);
  CHECK(scenario.variants[0].name == "a.cpu");
  CHECK(scenario.variants[1].name == "b.cpu");

  SECTION("and its text, which is recorded, needs no other file") {
    const auto again = parse_scenario(scenario.text, "elsewhere/own.toml");
    CHECK(again.text == scenario.text);
    CHECK(again.tune.trials == 7);
    REQUIRE(again.variants.size() == 2);
    CHECK(again.variants[1].values == scenario.variants[1].values);
  }
}

TEST_CASE("errors name the file that they are in") {
  const Folder folder;
  folder.write("own.toml", own);
  folder.write("parts/variants.toml", included_variants);
  SECTION("a file that is not there") {
    folder.requires_error({"parts/effort.toml", "no such file"}, ErrorKind::environment);
  }
  SECTION("bad syntax") {
    folder.write("parts/effort.toml", "[tune\n");
    folder.requires_error({"parts/effort.toml:1:"});
  }
  SECTION("an unknown key") {
    folder.write("parts/effort.toml", "[tune]\nsecond = 2\n");
    folder.requires_error({"parts/effort.toml:2:", "tune.second", "seconds"});
  }
  SECTION("a wrong value in an added table") {
    folder.write("parts/effort.toml", "[[variant]]\nname = 3\n");
    folder.requires_error({"parts/effort.toml:2:", "must be a text"});
  }
  SECTION("a part that includes another") {
    folder.write("parts/effort.toml", "include = \"more.toml\"\n");
    folder.requires_error({"parts/effort.toml:1:", "only be in the scenario itself"});
  }
  SECTION("something that names no file") {
    folder.write("own.toml", "include = 3\n[[instance]]\nproblem = \"p/q\"\n");
    folder.requires_error({"own.toml:1:", "must name files"});
  }
}
