#include "framework/compare/winner.hpp"

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/contents.hpp"
#include "tests/framework/compare/recorded.hpp"

namespace assay::test {
namespace {

// A comparison of one contest with the given configuration as its winner.
struct Won {
  explicit Won(const Bindings& configuration) : store(folder / "s.db"), scene(store) {
    scene.key.stage = "final";
    scene.key.configuration = configuration;
    store.record_trial(scene.run, scene.key, ok_result(20), Interval{1e-3, 1e-3, 1e-3});
    comparison = compare(store);
  }

  [[nodiscard]] std::string header(const WinnerLayout& layout) const {
    std::ostringstream out;
    write_winner_header(winner_of(comparison).value(), layout, out);
    return out.str();
  }

  TemporaryFolder folder;
  Store store;
  Scene scene;
  Comparison comparison;
};

}  // namespace

TEST_CASE("the header has a macro for each parameter, and says what was measured where") {
  const Won won({{"tile", std::int64_t{32}},
                 {"order", std::string("z-order")},
                 {"padded", true},
                 {"share", 0.5}});
  const std::string header =
      won.header({"", {{"tile", "points a tile */ of it", {}, std::int64_t{32}, ""}}, "9.9"});
  for (const char* line :
       {"#define tile 32\n", "#define order \"z-order\"\n", "#define order_is_z_order 1\n",
        "#define padded 1\n", "#define share 0.5\n", "/* points a tile * / of it */\n",
        "#ifndef ASSAY_STREAMING_CPU_H\n", "streaming.cpu for family/problem, by assay 9.9",
        "level=5", "cpu a", "1.000", "19 samples", "alone has a verified result",
        "rounds     1, with every finalist", "time warm", "#endif\n"}) {
    CHECK_THAT(header, contains(line));
  }
  // Defines follow the order in which parameters are declared.
  CHECK(header.find("#define tile") < header.find("#define order"));
  CHECK_THAT(won.header({"my_", {}, "9.9"}), contains("#define my_tile 32\n"));
}

TEST_CASE("a C compiler takes any header, and the values are what they were") {
  const std::string odd = "a \"b\" \\ ?\?/ */ \n \x01\xC3\xA9";
  const Won won({{"odd name!", std::int64_t{-3}},
                 {"odd_name_", std::int64_t{4}},
                 {"2nd", std::numeric_limits<std::int64_t>::min()},
                 {"large", std::int64_t{5'000'000'000}},
                 {"real", -1e300},
                 {"whole", 2.0},
                 {"text", odd}});
  std::ofstream(won.folder / "w.h") << won.header({"", {}, "1"});
  std::ofstream(won.folder / "w.c") << R"(#include "w.h"
#include "w.h"
#include <stdio.h>
int main(void) {
  printf("%d %d %lld %lld %g %g %s", odd_name_, odd_name__, (long long)_2nd, (long long)large, real,
         whole, text);
  return 0;
})";
  const std::string folder = won.folder.path().string();
  const std::string compile =
      "cd " + folder + " && cc -std=c99 -Wall -Werror -o w w.c && ./w > out";
  REQUIRE(std::system(compile.c_str()) == 0);
  CHECK(contents(won.folder / "out") == "-3 4 -9223372036854775808 5000000000 -1e+300 2 " + odd);
}

TEST_CASE("the winner as JSON has its numbers in full") {
  const Won won({{"tile", std::int64_t{32}}});
  std::ostringstream out;
  write_winner_json(winner_of(won.comparison).value(), {"", {}, "9.9"}, out);
  const auto json = nlohmann::json::parse(out.str());
  CHECK(json.at("configuration").at("tile") == 32);
  CHECK(json.at("value").at("median").get<double>() == Approx(1e-3));
  CHECK(json.at("arguments").at("level") == 5);
  CHECK(json.at("samples") == 19);
  CHECK(json.at("verdict").at("kind") == "only");
  CHECK(json.at("machine").at("attributes").at("cpu") == "a");
}

TEST_CASE("what the device was limited to is told in every form") {
  const Won won({{"clock", std::int64_t{1200}}});
  WinnerLayout layout{"", {}, "9.9"};
  layout.kernel = WinnerKernel{"k.cu", {}, "", {}};
  CHECK_THAT(won.header(layout), !contains("limits"));
  layout.kernel->limits = {{"graphics_clock", std::int64_t{1200}}, {"power", 249.5}};
  CHECK_THAT(won.header(layout), contains("limits     graphics_clock=1200 MHz, power=249.5 W, "));
  std::ostringstream json;
  write_winner_json(winner_of(won.comparison).value(), layout, json);
  const auto limits = nlohmann::json::parse(json.str()).at("kernel").at("limits");
  CHECK(limits.at("graphics_clock") == 1200);
  CHECK(limits.at("power") == 249.5);
  std::ostringstream cmake;
  write_winner_cmake(winner_of(won.comparison).value(), layout, cmake);
  CHECK_THAT(cmake.str(), contains("_LIMITS \"graphics_clock=1200\" \"power=249.5\")"));
}

TEST_CASE("there is one winner at a time, and none of what was not verified") {
  Recorded recorded;
  recorded.ok("fast", around(1e-3));
  recorded.ok("slow", around(2e-3));
  CHECK(winner_of(compare(recorded.store)).value().entry->variant.name == "fast");
  CHECK_FALSE(winner_of(compare(recorded.store), "cuda:0"));
  Recorded::Options other;
  other.level = 6;
  recorded.ok("fast", around(1e-3), other);
  CHECK_THROWS_WITH(winner_of(compare(recorded.store)),
                    contains("choose one of these 2 instances") && contains("--instance 2"));
  Recorded failed;
  failed.failed("fast", TrialStatus::crash, "gone");
  CHECK_FALSE(winner_of(compare(failed.store)));
}

}  // namespace assay::test
