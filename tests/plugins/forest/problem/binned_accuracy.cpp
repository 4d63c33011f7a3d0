// Tests how much accuracy binned columns cost.
#include <cmath>

#include "forest/library/serial_trainer.hpp"
#include "forest/library/vote.hpp"
#include "forest/problem/generator.hpp"
#include "forest/problem/held_out.hpp"
#include "tests/catch.hpp"

namespace {

// The mean share of held-out samples that forests label correctly, over ten seeds.
double mean_accuracy(std::uint32_t bins) {
  double sum = 0;
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    forest::Dataset data = forest::generate({.samples = 4000,
                                             .attributes = 10,
                                             .labels = 4,
                                             .quality = 0.35,
                                             .quality_spread = 0.1,
                                             .seed = seed});
    const forest::Dataset held_out =
        forest::take_out(data, forest::choose_held_out(data.samples(), {"last", 0.5, 0}));
    const forest::TrainingData view{data.values, data.labels, data.samples(), data.attributes(), 4};
    const forest::Settings settings{.trees = 40,
                                    .bootstrap_size = data.samples(),
                                    .attributes_tried = 3,
                                    .seed = seed,
                                    .bins = bins};
    const auto grown = forest::join(forest::grow_forest(view, settings, 2));
    sum += forest::accuracy(forest::majority_labels(grown, held_out.values, held_out.samples(), 4),
                            held_out.labels);
  }
  return sum / 10;
}

}  // namespace

// The standard error of a mean of ten is about 0.2 points here.
TEST_CASE("forests of binned columns are as accurate as exact ones, within half a point",
          "[computes]") {
  const double exact = mean_accuracy(0);
  CHECK(exact > 0.7);
  CHECK(exact < 0.95);
  for (const std::uint32_t bins : {16U, 64U, 256U}) {
    INFO(bins << " bins");
    CHECK(std::abs(mean_accuracy(bins) - exact) < 0.005);
  }
}
