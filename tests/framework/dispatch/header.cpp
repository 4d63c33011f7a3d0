// The header is compiled and asked, beside the tree that it was written from.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>
#include <utility>

#include <nlohmann/json.hpp>

#include "framework/core/random.hpp"
#include "framework/dispatch/dispatcher.hpp"
#include "framework/dispatch/training.hpp"
#include "tests/catch.hpp"
#include "tests/framework/dispatch/made_matrix.hpp"
#include "tests/temporary_folder.hpp"

using namespace assay;
using namespace assay::dispatch;

namespace {

Dispatcher make() {
  auto matrix = test::made_matrix(300, 3, 1, 0.01, [](std::size_t j, double rows, double columns) {
    const std::size_t best = rows * columns <= 1e6 ? 0 : columns <= 256 ? 1 : 2;
    return j == best ? 1 : 2;
  });
  matrix.features.push_back({"type", {"double", "half*/"}});
  for (std::size_t i = 0; i < matrix.instances(); ++i) {
    matrix.points[i].push_back(static_cast<double>(i % 2));
    if (i % 2 == 1) std::swap(matrix.costs[i][0], matrix.costs[i][2]);
  }
  const decision::PairConditions conditions(
      matrix.features,
      {{"rows % 3 != 1"}, {}, {"columns <= (64) * (64) or type == 'half*/'", "log2(rows) < 99"}});
  for (std::size_t i = 0; i < matrix.instances(); ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      if (!conditions.admits(j, matrix.points[i])) matrix.costs[i][j] = failed_cost;
    }
  }
  Dispatcher dispatcher{{"some/problem",
                         matrix.features,
                         {{"a.cuda", "cuda:0", {{"tile", std::int64_t{16}}, {"mode", "x\"y"}}},
                          {"b.cuda", "cuda:0", {{"fast", true}}},
                          {"c.cpu", "cpu", {}}},
                         {"b1", "b2", "b3"},
                         train(matrix, conditions).tree},
                        "a \"scenario\" */",
                        {"-D tile=16", "", ""},
                        {0.3, 0.1, 0},
                        {4e-8, "this header"},
                        {},
                        {},
                        {},
                        "machine",
                        {"cuda:0 (card)"},
                        "0"};
  dispatcher.conditions = conditions;
  dispatcher.seen = regret_table(matrix, dispatcher, matrix);
  return dispatcher;
}

// Training takes most of a second.
const Dispatcher& made() {
  static const Dispatcher dispatcher = make();
  return dispatcher;
}

std::vector<FeatureValues> inputs() {
  Random random(3);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<FeatureValues> inputs{{nan, 1, 0}, {1, nan, 0}, {4, 4, nan}, {4, 4, 7}, {1e9, 4, 0}};
  for (int k = 0; k < 500; ++k) {
    inputs.push_back({std::floor(std::exp2(20 * random.uniform())),
                      std::floor(std::exp2(20 * random.uniform())),
                      static_cast<double>(random.below(2))});
  }
  return inputs;
}

std::string literal(double value) {
  return std::isnan(value) ? "(0.0 / zero)" : std::to_string(value);
}

// A program that prints the pair and its reason for each input.
std::string program_of(const std::vector<FeatureValues>& inputs) {
  std::string text =
      "#include <stdio.h>\n#include \"choose.h\"\nint main(void) {\n"
      "volatile double zero = 0;\n";
  for (const auto& input : inputs) {
    text += "{ const mine_features f = {" + literal(input[0]) + ", " + literal(input[1]) + ", " +
            literal(input[2]) + "}; printf(\"%d %s\\n\", mine_choose(f), mine_why(f)); }\n";
  }
  return text +
         "printf(\"%d %s %s\\n\", MINE_0_tile, mine_pairs[1].variant, MINE_0_mode);\n"
         "return zero != 0; }\n";
}

}  // namespace

TEST_CASE("the header chooses as the tree does, in C99 and in C++") {
  const Dispatcher& dispatcher = made();
  const auto asked = inputs();
  const test::TemporaryFolder folder;
  {
    std::ofstream header(folder / "choose.h");
    write_header(dispatcher, "mine", header);
  }
  for (const std::string compiler : {"cc -std=c99", "c++ -std=c++11 -x c++"}) {
    CAPTURE(compiler);
    std::ofstream(folder / "m.c") << program_of(asked);
    REQUIRE(std::system(("cd '" + folder.path().string() + "' && " + compiler +
                         " -Wall -Wextra -Wpedantic -Werror m.c -o m && ./m > out")
                            .c_str()) == 0);
    std::ifstream out(folder / "out");
    std::string line;
    for (const auto& input : asked) {
      CAPTURE(input);
      std::getline(out, line);
      const std::size_t pair = dispatcher.choose(input);
      REQUIRE(line.substr(0, 2) == std::to_string(pair) + " ");
      REQUIRE((line.find("outside of what was measured") != std::string::npos) ==
              !dispatcher.tree.covers(input));
    }
    std::getline(out, line);
    CHECK(line == "16 b.cuda x\"y");
  }
}

TEST_CASE("features whose names C cannot have, or has for others, get names of their own") {
  Dispatcher dispatcher = made();
  dispatcher.features[0].name = "class";
  dispatcher.features[1].name = "class_";
  dispatcher.features[2] = {"a-b", {"x-y", "x_y"}};
  dispatcher.conditions = decision::PairConditions(dispatcher.features, {{}, {"class > 4"}});
  const test::TemporaryFolder folder;
  {
    std::ofstream header(folder / "choose.h");
    write_header(dispatcher, "mine", header);
    std::ofstream(folder / "m.c") << "#include \"choose.h\"\nint main(void) {\n"
                                     "  mine_features f = {1, 2, MINE_a_b_x_y_};\n"
                                     "  return mine_choose(f) > 2 || MINE_a_b_x_y != 0;\n}\n";
  }
  for (const std::string compiler : {"cc -std=c99", "c++ -std=c++11 -x c++"}) {
    CAPTURE(compiler);
    CHECK(std::system(("cd '" + folder.path().string() + "' && " + compiler +
                       " -Wall -Wextra -Wpedantic -Werror m.c -o m && ./m")
                          .c_str()) == 0);
  }
}

TEST_CASE("reasons name the conditions that lead to a leaf") {
  const Dispatcher& dispatcher = made();
  std::size_t leaves = 0;
  std::size_t of_type = 0;
  for (std::size_t node = 0; node < dispatcher.tree.nodes().size(); ++node) {
    if (!dispatcher.tree.nodes()[node].is_leaf()) continue;
    ++leaves;
    const std::string path = path_to(dispatcher, node);
    CAPTURE(path);
    const bool is_large = path.find("rows * columns > ") != std::string::npos;
    const bool is_small = path.find("rows * columns <= ") != std::string::npos;
    CHECK((is_large || is_small));
    CHECK(path.find("  ") == std::string::npos);
    of_type += path.find("type is half*/") != std::string::npos ? 1 : 0;
  }
  CHECK(leaves >= 4);
  CHECK(of_type >= 1);
}

TEST_CASE("JSON holds the pairs, the tree and the regrets") {
  std::ostringstream out;
  write_json(made(), out);
  const auto json = nlohmann::json::parse(out.str());
  CHECK(json["pairs"].size() == 3);
  CHECK(json["pairs"][0]["configuration"]["mode"] == "x\"y");
  CHECK(json["tree"].size() == made().tree.nodes().size());
  CHECK(json["features"][2]["texts"].size() == 2);
  CHECK(json["seen"]["dispatcher"]["oracle_over_choice"]["value"].get<double>() > 0.98);
  CHECK_FALSE(json.contains("held_out"));
}

TEST_CASE("what is read from the JSON chooses as the tree that was written") {
  const Dispatcher& trained = made();
  Dispatcher of_all_kinds = made();
  of_all_kinds.tree = {{{{}, 0, 1, 1, 2},
                        {{}, 1, 300.25, 3, 4},
                        {{}, 2, 0.1, 5, 6},
                        {{0, 2}},
                        {{1}},
                        {{2, 1}},
                        {{0}}},
                       {{{0}, {}, 4}, {{0, 1}, {1, 1}, 0}, {{1}, {0}, 0}},
                       trained.tree.measured()};
  for (const Dispatcher* one : {&trained, &std::as_const(of_all_kinds)}) {
    const Dispatcher& dispatcher = *one;
    std::ostringstream out;
    write_json(dispatcher, out);
    const Decision read = decision::decision_from_json(out.str());
    CHECK(read.problem == "some/problem");
    CHECK(read.features.at(2).texts == dispatcher.features.at(2).texts);
    CHECK(read.builds == dispatcher.builds);
    REQUIRE(read.pairs.size() == 3);
    CHECK(read.pairs[0].variant == "a.cuda");
    CHECK(read.pairs[0].device == "cuda:0");
    CHECK(canonical_text(read.pairs[0].configuration) ==
          canonical_text(dispatcher.pairs[0].configuration));
    std::set<std::size_t> chosen;
    for (const auto& input : inputs()) {
      CAPTURE(input);
      CHECK(read.choose(input) == dispatcher.choose(input));
      CHECK(read.tree.covers(input) == dispatcher.tree.covers(input));
      chosen.insert(read.choose(input));
    }
    CHECK(chosen.size() == 3);
  }
}
