#include "framework/core/names.hpp"

#include "tests/catch.hpp"

using assay::did_you_mean;
using assay::nearest_name;

TEST_CASE("a slip finds the name that was meant") {
  const std::vector<std::string> names = {"exhaustive", "random", "streaming.opencl",
                                          "streaming.cpu"};
  CHECK(nearest_name("randm", names) == "random");
  CHECK(nearest_name("rnadom", names) == "random");
  CHECK(nearest_name("RANDOM", names) == "random");
  CHECK(nearest_name("exaustiv", names) == "exhaustive");
  CHECK(nearest_name("streaming.opencI", names) == "streaming.opencl");
  CHECK(nearest_name("streaming.cpp", names) == "streaming.cpu");
}

TEST_CASE("part of a name finds it") {
  CHECK(nearest_name("subspace", {"streaming.cpu", "subspace-linear.cpu"}) ==
        "subspace-linear.cpu");
}

TEST_CASE("what is far from everything finds nothing") {
  CHECK(nearest_name("banana", {"exhaustive", "random"}).empty());
  CHECK(nearest_name("", {"a", "b"}).empty());
  CHECK(nearest_name("x", {"a", "b"}).empty());
  CHECK(nearest_name("x", {}).empty());
}

TEST_CASE("the nearest of several wins, the first among equals") {
  CHECK(nearest_name("tile_x", {"tile_yy", "tile_y", "tile_z"}) == "tile_y");
}

TEST_CASE("the hint lists what is known where nothing is near") {
  CHECK(did_you_mean("randm", {"random"}) == "did you mean 'random'?");
  CHECK(did_you_mean("banana", {"exhaustive", "random"}) == "choose from exhaustive, random");
  CHECK(did_you_mean("banana", {}) == "there are none");
}

TEST_CASE("names of any length are compared in no time") {
  const std::string letters(400000, 'b');
  CHECK(nearest_name(letters, {std::string(400000, 'c'), "b", "tile"}).empty());
  CHECK(nearest_name("tile", {letters}).empty());
  CHECK(nearest_name("unrol", {letters, "unroll"}) == "unroll");
}
