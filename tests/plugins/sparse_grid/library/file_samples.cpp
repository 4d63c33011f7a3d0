#include "plugins/sparse_grid/library/file_samples.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "assay/plugin.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/host/temporary_file.hpp"

using namespace sparse_grid;

namespace {

const std::string stars =
    "u,g,redshift,class\n"
    "10,1,0.5,GALAXY\n"
    "20,2,0.0,STAR\n"
    "15,4,1.5,GALAXY\n"
    "30,3,2.5,QSO\n";

FileSamples read(const Selection& selection, const std::string& content = stars) {
  const testing::TemporaryFile file("samples.csv", content);
  return read_samples(file.path(), selection);
}

}  // namespace

TEST_CASE("features are chosen and scaled onto the unit interval", "[file_samples]") {
  const auto all = read({.features = "g, u", .target = "redshift"});
  CHECK(all.file_rows == 4);
  CHECK(all.samples.dimensions == 2);
  const std::vector<double> expected{0, 0, 1.0 / 3, 0.5, 1, 0.25, 2.0 / 3, 1};
  for (std::size_t k = 0; k < 8; ++k) CHECK(all.samples.points[k] == Approx(expected[k]));
  CHECK(all.samples.targets == std::vector<double>{0.5, 0, 1.5, 2.5});
  CHECK(read({.features = "1,0", .target = "2"}).samples.points == all.samples.points);
  CHECK(read({.features = "u,g"}).samples.targets.empty());
  CHECK(read({.target = "class=STAR"}).samples.dimensions == 3);
}

TEST_CASE("a border keeps features away from 0 and 1", "[file_samples]") {
  const auto s = read({.features = "u", .border = 0.125}).samples;
  CHECK(s.points == std::vector<double>{0.125, 0.5, 0.3125, 0.875});
}

TEST_CASE("extreme ranges do not overflow", "[file_samples]") {
  const auto s = read({.features = "a"}, "a\n-1.7e308\n1.7e308\n0\n").samples;
  CHECK(s.points == std::vector<double>{0, 1, 0.5});
}

TEST_CASE("filters keep the rows for which all conditions hold", "[file_samples]") {
  const auto rows = [](const std::string& filter) {
    return read({.features = "u,g", .filter = filter}).filtered_rows;
  };
  CHECK(rows("") == 4);
  CHECK(rows("class=GALAXY") == 2);
  CHECK(rows("class != GALAXY") == 2);
  CHECK(rows("redshift<1.5") == 2);
  CHECK(rows("redshift <= 1.5, class!=QSO") == 3);
  CHECK(rows("redshift>0,u<30") == 2);
  CHECK(rows("u>=15.0") == 3);
  CHECK(rows("u!=1e1") == 3);
}

TEST_CASE("a condition as target makes two classes", "[file_samples]") {
  const auto s = read({.features = "u", .target = "class=GALAXY"}).samples;
  CHECK(s.targets == std::vector<double>{1, -1, 1, -1});
}

TEST_CASE("a limit chooses rows at random but in order", "[file_samples]") {
  std::string content = "x,y\n";
  for (int k = 0; k < 200; ++k) content += std::to_string(k) + "," + std::to_string(k) + "\n";
  const auto choose = [&](std::uint64_t seed) {
    return read({.features = "x", .target = "y", .rows = 50, .seed = seed}, content)
        .samples.targets;
  };
  const auto chosen = choose(1);
  CHECK(chosen.size() == 50);
  CHECK(std::ranges::is_sorted(chosen));
  CHECK(std::set<double>(chosen.begin(), chosen.end()).size() == 50);
  CHECK(chosen == choose(1));
  CHECK(chosen != choose(2));
  CHECK(chosen.back() > 120);  // the rows are not the first ones
  const auto everything = read({.features = "x", .target = "y", .rows = 200}, content);
  CHECK(everything.samples.size() == 200);
}

TEST_CASE("selections that cannot be met are refused", "[file_samples]") {
  const auto refuse = [](const Selection& selection, const std::string& words,
                         const std::string& content = stars) {
    CHECK_THROWS_WITH(read(selection, content), contains(words));
  };
  refuse({.features = "u,h"}, "no column 'h'");
  refuse({.features = "u", .target = "redshif"}, "'redshift'");
  refuse({.features = "u,u"}, "twice");
  refuse({.features = "u,redshift", .target = "redshift"}, "both a feature and the target");
  refuse({.features = "u,class"}, ":2:10: 'GALAXY'");
  refuse({.features = "u", .filter = "class"}, "not a condition");
  refuse({.features = "u", .filter = "class="}, "not a condition");
  refuse({.features = "u", .filter = "u=<3"}, "'=<'");
  refuse({.features = "u", .filter = "clas=QSO"}, "'class'");
  refuse({.features = "u", .filter = "class<3"}, ":2:10: condition 'class<3'");
  refuse({.features = "u", .filter = "u<x"}, "not a number");
  refuse({.features = "u", .filter = "class=COMET"}, "0 pass the filter");
  refuse({.features = "u", .rows = 5}, "5 were asked for");
  refuse({.features = "u", .filter = "class=QSO"}, "column 'u' is 30 in all 1 rows");
  refuse({.target = "a"}, "0 features", "a\n1\n");
}

TEST_CASE("real tables are read where they are at hand", "[file_samples]") {
  const char* shared = std::getenv("ASSAY_SHARED");
  const std::string tables =
      std::string(shared != nullptr ? shared : "../shared") + "/data/tables/";
  if (!std::filesystem::exists(tables)) {
    WARN("no tables in " << tables << "; set ASSAY_SHARED to test on them");
    return;
  }
  const auto sdss = read_samples(tables + "sdss17_stellar_subset.csv.gz",
                                 {.features = "u,g,r,i,z", .target = "redshift"});
  CHECK(sdss.file_rows == 53'904);
  CHECK(sdss.samples.dimensions == 5);
  CHECK(read_samples(tables + "ripleyGarcke.train.arff", {.target = "class"}).samples.size() ==
        250);
  // The rows of this file have one cell more than the header declares.
  CHECK_THROWS_WITH(read_samples(tables + "friedman3_10k_test.arff", {.target = "y"}),
                    contains(":11:"));
}
