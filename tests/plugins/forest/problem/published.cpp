// Tests of forests whose hashes are published and must never change.
#include <map>

#include "forest/library/forest.hpp"
#include "forest/library/serial_trainer.hpp"
#include "forest/problem/arguments.hpp"
#include "forest/problem/generator.hpp"
#include "forest/problem/held_out.hpp"
#include "forest/problem/reference.hpp"
#include "tests/catch.hpp"
#include "tests/contents.hpp"

using forest::Dataset;
using forest::Settings;

namespace {

std::string text_of(const std::string& name) {
  return assay::test::contents(std::string(SOURCE_FOLDER) + "/" + name);
}

// Checks that both trusted trainers grow the published forest, and that the scenario and the README
// name its hash.
void check_published(const forest::Generation& generation, double held_out_share, Settings settings,
                     const std::string& published) {
  Dataset data = forest::generate(generation);
  forest::take_out(
      data, forest::choose_held_out(data.samples(), {"hashed", held_out_share, generation.seed}));
  const forest::TrainingData view{data.values, data.labels, data.samples(), data.attributes(),
                                  generation.labels};
  if (settings.bootstrap_size == 0) settings.bootstrap_size = view.samples;
  CHECK(forest::hash(forest::join(forest::grow_forest(view, settings, 2))) == published);
  CHECK(forest::hash(forest::reference_forest(view, settings)) == published);
  CHECK_THAT(text_of("scenarios/forest.toml"), contains("forest_hash = \"" + published + "\""));
  CHECK_THAT(text_of("plugins/forest/README.md"), contains(published));
}

}  // namespace

TEST_CASE("the published forests are grown", "[computes]") {
  check_published({.samples = 1565,
                   .attributes = 9,
                   .labels = 5,
                   .quality = 0.5,
                   .quality_spread = 0.1,
                   .seed = 1},
                  0, {.trees = 80, .bootstrap_size = 1000, .attributes_tried = 3, .seed = 1},
                  "4ef109b8166eb53f053508d83e5ea6a9");
  const forest::Generation larger{.samples = 10000,
                                  .attributes = 16,
                                  .labels = 7,
                                  .quality = 0.3,
                                  .quality_spread = 0.1,
                                  .seed = 1};
  Settings settings{
      .trees = 10, .attributes_tried = 4, .criterion = forest::Criterion::gini, .seed = 1};
  check_published(larger, 0.2, settings, "c93fefdad0b1b20133e4b399e6cb2674");
  settings.bins = 64;
  check_published(larger, 0.2, settings, "13fd92f76c58b80c207a2d591cea3678");
}
