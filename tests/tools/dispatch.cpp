// Tests of assay dispatch from outside: what it measures, chooses, writes and refuses.
#include <algorithm>
#include <cmath>

#include "framework/store/store.hpp"
#include "tests/catch.hpp"
#include "tests/tools/fill.hpp"

using assay::test::contents;
using assay::test::Fill;
using assay::test::fill_scenario;
using assay::test::Outcome;

namespace {

// The variant that the dispatcher in the JSON chooses for n.
std::string chosen(const nlohmann::json& json, double n) {
  std::size_t node = 0;
  while (!json.at("tree").at(node).contains("pairs")) {
    const auto& one = json.at("tree").at(node);
    const int modulus = one.at("modulus").get<int>();
    const double value = modulus == 0 ? n : std::fmod(n, modulus);
    node = one.at(value <= one.at("up_to").get<double>() ? "low" : "high").get<std::size_t>();
  }
  const auto pair = json.at("tree").at(node).at("pairs").at(0).get<std::size_t>();
  return json.at("pairs").at(pair).at("variant");
}

}  // namespace

TEST_CASE("a dispatcher is made of what was tuned, and checked on sizes it has not seen") {
  const Fill fill;
  REQUIRE(fill.tune().exit_code == 0);
  const Outcome made = fill.line.run("dispatch fill.toml --trust --check --output choose.json");
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  CHECK_THAT(made.out, contains("fill: 2 pairs") && contains("(default)") &&
                           contains("held out (") && contains("nearest instance"));
  const auto json = nlohmann::json::parse(contents(fill.line.folder() / "choose.json"));
  CHECK(json.at("features").at(0).at("name") == "n");
  // A factor of more than four either way leaves room for a busy machine.
  CHECK(chosen(json, 16) == "linear");
  CHECK(chosen(json, 30000) == "constant");
  const auto share = [&](const char* who) {
    return json.at("held_out").at(who).at("oracle_over_choice").at("value").get<double>();
  };
  CHECK(share("dispatcher") > 0.8);
  CHECK(share("default_alone") < 0.7);

  const Outcome again = fill.line.run("dispatch fill.toml --trust --output choose.h --prefix f");
  CHECK(again.exit_code == 0);
  CHECK(again.err.find("trials") == std::string::npos);  // nothing is measured twice
  CHECK_THAT(contents(fill.line.folder() / "choose.h"),
             contains("f_choose(f_features input)") && contains("input->n <= "));
}

TEST_CASE("a page shows the choices, and new instances extend a dispatcher") {
  const Fill fill;
  REQUIRE(fill.tune().exit_code == 0);
  REQUIRE(fill.line.run("dispatch fill.toml --trust --output old.json page.html").exit_code == 0);
  CHECK_THAT(contents(fill.line.folder() / "page.html"),
             contains("<svg") && contains("Choices by n") && contains("Where it is wrong") &&
                 contains("constant") && !contains("<script"));

  std::string text = fill_scenario;
  text.replace(text.find("held_out = 8"), 12, "held_out = 8, seed = 7");
  fill.line.write("more.toml", text);
  REQUIRE(fill.line.run("tune more.toml --trust").exit_code == 0);
  const Outcome more =
      fill.line.run("dispatch more.toml --trust --check --extend old.json --output new.json");
  INFO(more.err);
  REQUIRE(more.exit_code == 0);
  const auto seen_by = [&](const char* file) {
    const auto json = nlohmann::json::parse(contents(fill.line.folder() / file));
    return json.at("seen").at("dispatcher").at("instances").get<int>();
  };
  CHECK(seen_by("old.json") == 24);
  CHECK(seen_by("new.json") > 34);

  const Outcome missing = fill.line.run("dispatch more.toml --trust --extend no.json");
  CHECK(missing.exit_code != 0);
  CHECK_THAT(missing.err, contains("--extend no.json"));
  std::string other = contents(fill.line.folder() / "old.json");
  other.replace(other.find("\"problem\": \"fill\""), 17, "\"problem\": \"full\"");
  fill.line.write("other.json", other);
  const Outcome of_other = fill.line.run("dispatch more.toml --trust --extend other.json");
  CHECK(of_other.exit_code == 2);
  CHECK_THAT(of_other.err, contains("--extend other.json") && contains("'full'"));
  fill.line.write("bad.json", "[]");
  const Outcome bad = fill.line.run("dispatch more.toml --trust --extend bad.json");
  CHECK(bad.exit_code == 2);
  CHECK_THAT(bad.err, contains("--extend bad.json") && contains("assay dispatch"));
}

TEST_CASE("dispatch says what is missing, and measures nothing then") {
  const Fill fill;
  const Outcome untuned = fill.line.run("dispatch fill.toml --trust");
  CHECK(untuned.exit_code == 2);
  CHECK_THAT(untuned.err, contains("'fill'") && contains("assay tune"));
  const Outcome ending = fill.line.run("dispatch fill.toml --trust --output choose.txt");
  CHECK(ending.exit_code == 2);
  CHECK_THAT(ending.err, contains("choose.txt") && contains(".json"));
  CHECK(fill.line.run("dispatch fill.toml --trust --output no/such/choose.h").exit_code == 3);

  std::string text = fill_scenario;
  text.replace(text.find("{ count = 24, held_out = 8 }"), 28, "24");
  const Outcome seen_only = Fill(text).line.run("dispatch fill.toml --trust --check");
  CHECK(seen_only.exit_code == 2);
  CHECK_THAT(seen_only.err, contains("--check") && contains("held_out = "));

  text.replace(text.find("sample = 24\n"), 12, "");
  text.replace(text.find("{ from = 4, to = 65536, scale = \"log\" }"), 39, "4");
  const Outcome single = Fill(text).line.run("dispatch fill.toml --trust");
  CHECK(single.exit_code == 2);
  CHECK_THAT(single.err, contains("one instance") && contains("sample"));
}

TEST_CASE("a dispatcher does not try a pair where the variant's constraints exclude it") {
  std::string text = fill_scenario;
  text.replace(text.find("[[instance]]"), 0, R"~([[kernel]]
name = "packed"
source = "packed.c"
function = "packed"
arguments = ["y", { int = "n" }]
parameters.pack = [4]
constraints = ["n % pack == 0"]
)~");
  const Fill fill(text);
  fill.line.write("packed.c", R"(
void packed(int* y, int n) {
  for (volatile int k = 0; k < 20000 / pack; ++k) {}
  for (int k = 0; k < n - n % pack; ++k) y[k] = k;
}
)");
  REQUIRE(fill.tune().exit_code == 0);
  const Outcome made = fill.line.run("dispatch fill.toml --trust --output choose.json");
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  CHECK_THAT(made.out, contains("packed pack=4"));
  const assay::Store store(fill.line.folder() / "store.db", assay::Store::Mode::read_only);
  const auto trials = store.trials({});
  CHECK(std::ranges::all_of(
      trials, [](const auto& trial) { return trial.status == assay::TrialStatus::ok; }));
}
