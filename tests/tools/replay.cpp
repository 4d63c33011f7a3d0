// Tests of assay replay from outside: what it prints and returns.
#include <algorithm>

#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/small_space.hpp"

using assay::test::CommandLine;
using assay::test::contents;
using assay::test::Outcome;
using assay::test::small_space;

TEST_CASE("replay tells how strategies do on a recorded space") {
  const CommandLine line;
  line.write("small_T4.json", small_space());
  const Outcome table = line.run("replay small_T4.json --budget 5,10 --seeds 20");
  INFO(table.err);
  REQUIRE(table.exit_code == 0);
  for (const char* part : {"small: 30 configurations, 4 of them failed, optimum 1.000 ms",
                           "exhaustive", "random", "gap closed", "cost of a proposal"}) {
    CHECK_THAT(table.out, contains(part));
  }

  const auto json =
      line.run("replay small_T4.json --strategy random --budget 10 --budget 30 --seeds 20 --json")
          .json();
  const auto& space = json.at("spaces").at(0);
  CHECK(space.at("optimum_seconds") == Approx(1e-3));
  REQUIRE(space.at("strategies").size() == 1);
  const auto& random = space.at("strategies").at(0);
  CHECK(random.at("curve").size() == 30);
  CHECK(random.at("figures").at(1).at("hits") == 1);
  CHECK(random.at("figures").at(1).at("gap_closed").is_null());

  CHECK_FALSE(random.contains("trials"));

  const Outcome csv = line.run(
      "replay small_T4.json small_T4.json --strategy random,exhaustive --seeds 2 --whole-time "
      "--format csv --output table.csv");
  CHECK(csv.exit_code == 0);
  const std::string rows = contents(line.folder() / "table.csv");
  CHECK(std::count(rows.begin(), rows.end(), '\n') == 1 + (2 + 1) * 2 * 3);
}

TEST_CASE("replay tells what each search tried") {
  const CommandLine line;
  line.write("small.json", small_space());
  const auto json =
      line.run("replay small.json --strategy random --budget 4,30 --seeds 3 --trials --json")
          .json();
  const auto& trials = json.at("spaces").at(0).at("strategies").at(0).at("trials");
  REQUIRE(trials.size() == 3);
  for (const auto& search : trials) {
    auto places = search.get<std::vector<int>>();
    std::sort(places.begin(), places.end());
    REQUIRE(places.size() == 30);
    for (int k = 0; k < 30; ++k) CHECK(places[static_cast<std::size_t>(k)] == k);
  }
  CHECK(trials[0] != trials[1]);
}

TEST_CASE("the same command replays the same searches") {
  const CommandLine line;
  line.write("small.json", small_space());
  const auto figures = [&] {
    auto json = line.run("replay small.json --strategy random --budget 9 --seeds 7 --json").json();
    auto& random = json.at("spaces").at(0).at("strategies").at(0);
    return random.at("curve").dump() + random.at("figures").dump() +
           random.at("gap_closed_over_time").dump();
  };
  CHECK(figures() == figures());
}

TEST_CASE("replay tells what is wrong with its arguments") {
  const CommandLine line;
  line.write("small.json", small_space());
  line.write("cut.json", small_space().substr(0, 100));
  struct Mistake {
    std::string arguments;
    int exit_code;
    std::string told;
  };
  for (const auto& mistake : {
           Mistake{"small.json --strategy randon", 2, "did you mean 'random'"},
           Mistake{"small.json --budget 0", 2, "--budget: 0 is not a number"},
           Mistake{"small.json --budget 50,-3", 2, "--budget: -3 is not a number"},
           Mistake{"small.json --budget many", 2, "many"},
           Mistake{"small.json --seeds 0", 2, "--seeds"},
           Mistake{"small.json --seeds 99999999999", 2, "1 to 1000000"},
           Mistake{"small.json --format tabel", 2, "tabel"},
           Mistake{"", 3, "no such file; record something first"},
           Mistake{"small.json --variant x", 2, "only files are named"},
           Mistake{"cut.json", 3, "cut.json: is cut off"},
           Mistake{"absent.json", 3, "absent.json: cannot be opened"},
           // Names are checked before files are read.
           Mistake{"absent.json --strategy randon", 2, "did you mean 'random'"},
       }) {
    const Outcome outcome = line.run("replay " + mistake.arguments);
    CAPTURE(mistake.arguments, outcome.err, outcome.out);
    CHECK(outcome.exit_code == mistake.exit_code);
    CHECK_THAT(outcome.err + outcome.out, contains(mistake.told));
  }
}
