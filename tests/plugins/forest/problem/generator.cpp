// Tests that generated data have the promised properties.
#include "forest/problem/generator.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "forest/library/serial_trainer.hpp"
#include "forest/library/vote.hpp"
#include "forest/problem/held_out.hpp"
#include "tests/catch.hpp"

using forest::Dataset;
using forest::Generation;

namespace {

std::vector<int> label_counts(const Dataset& data) {
  std::vector<int> counts(data.label_names.size());
  for (const std::int32_t label : data.labels) ++counts[static_cast<std::size_t>(label)];
  return counts;
}

// The accuracy of a small forest on a quarter of the samples that it has not seen.
double held_out_accuracy(const Generation& wanted) {
  Dataset data = forest::generate(wanted);
  const Dataset held_out =
      forest::take_out(data, forest::choose_held_out(data.samples(), {"last", 0.25, 0}));
  const forest::TrainingData view{data.values, data.labels, data.samples(), data.attributes(),
                                  wanted.labels};
  const forest::Settings settings{
      .trees = 15, .bootstrap_size = data.samples(), .attributes_tried = 2};
  const auto grown = forest::join(forest::grow_forest(view, settings, 1));
  return forest::accuracy(
      forest::majority_labels(grown, held_out.values, held_out.samples(), wanted.labels),
      held_out.labels);
}

// The number of changes of the label along an attribute.
int changes(const Dataset& data, std::size_t attribute) {
  std::vector<std::size_t> order(data.labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t sample) {
    return data.values[attribute * data.labels.size() + sample];
  });
  int count = 0;
  for (std::size_t k = 1; k < order.size(); ++k) {
    count += data.labels[order[k - 1]] != data.labels[order[k]] ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_CASE("generated data have the shape that was asked for") {
  for (const std::uint32_t samples : {1U, 5U, 1000U}) {
    const std::uint32_t labels = std::min(samples, 5U);
    const auto data =
        forest::generate({.samples = samples, .attributes = 3, .labels = labels, .quality = 0.5});
    CHECK(data.samples() == samples);
    CHECK(data.attributes() == 3);
    CHECK(data.values.size() == 3 * samples);
    CHECK(std::ranges::all_of(data.values, [](float v) { return v >= -0x1p20F && v <= 0x1p20F; }));
    for (const int count : label_counts(data)) CHECK(std::abs(count - 1.0 * samples / labels) < 2);
  }
}

TEST_CASE("equal seeds make equal data, others others") {
  const Generation wanted{.samples = 100, .attributes = 2, .labels = 3, .quality = 0.4, .seed = 5};
  auto other = wanted;
  other.seed = 6;
  CHECK(forest::generate(wanted).values == forest::generate(wanted).values);
  CHECK(forest::generate(wanted).values != forest::generate(other).values);
  CHECK(forest::generate(wanted).labels != forest::generate(other).labels);
}

TEST_CASE("the spread of label counts is that of the argument, and none is empty") {
  const auto data = forest::generate(
      {.samples = 50000, .attributes = 1, .labels = 200, .label_spread = 0.3, .seed = 2});
  double squares = 0;
  for (const int count : label_counts(data)) squares += std::pow(count / 250.0 - 1, 2);
  CHECK(std::sqrt(squares / 200) == Approx(0.3).margin(0.05));
  const auto wild = forest::generate(
      {.samples = 2000, .attributes = 1, .labels = 200, .label_spread = 10, .seed = 3});
  CHECK(std::ranges::min(label_counts(wild)) >= 1);
}

TEST_CASE("quality 1 parts all labels, quality 0 none, and between them it rises") {
  Generation wanted{.samples = 1200, .attributes = 6, .labels = 3, .seed = 4};
  wanted.quality = 1;
  const auto parted = forest::generate(wanted);
  for (std::size_t a = 0; a < 6; ++a) CHECK(changes(parted, a) == 2);
  std::vector<double> accuracies;
  int last_changes = 1200;
  for (const double quality : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    wanted.quality = quality;
    accuracies.push_back(held_out_accuracy(wanted));
    const int now = changes(forest::generate(wanted), 0);
    CHECK(now < last_changes);
    last_changes = now;
  }
  CHECK(accuracies.front() == Approx(1.0 / 3).margin(0.1));
  CHECK(accuracies.back() > 0.99);
  CHECK(std::ranges::is_sorted(accuracies));
}

TEST_CASE("qualities spread around their mean") {
  const auto data = forest::generate({.samples = 2000,
                                      .attributes = 60,
                                      .labels = 2,
                                      .quality = 0.5,
                                      .quality_spread = 0.2,
                                      .seed = 8});
  // With two labels, a share (1 - q^2) / 2 of neighbours differs, as a share q^2 of pairs kept
  // their places.
  double sum = 0;
  double squares = 0;
  for (std::size_t a = 0; a < 60; ++a) {
    const double found = std::sqrt(std::max(0.0, 1 - 2 * changes(data, a) / 2000.0));
    sum += found / 60;
    squares += found * found / 60;
  }
  CHECK(sum == Approx(0.5).margin(0.07));
  CHECK(std::sqrt(squares - sum * sum) == Approx(0.2).margin(0.05));
}

TEST_CASE("samples are held out as the arguments say") {
  using forest::choose_held_out;
  const auto positions = [](const std::vector<bool>& chosen) {
    std::vector<std::size_t> found;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      if (chosen[k]) found.push_back(k);
    }
    return found;
  };
  CHECK(positions(choose_held_out(10, {"last", 0.3, 0})) == std::vector<std::size_t>{7, 8, 9});
  CHECK(positions(choose_held_out(10, {"every", 0.25, 0})) == std::vector<std::size_t>{3, 7});
  CHECK(positions(choose_held_out(10, {"every", 0, 0})).empty());
  for (const char* which : {"last", "every", "hashed"}) {
    CHECK(positions(choose_held_out(1, {which, 0.99, 0})).empty());
    CHECK(positions(choose_held_out(2, {which, 0.99, 0})).size() <= 1);
  }
  const auto some = positions(choose_held_out(10000, {"hashed", 0.2, 1}));
  CHECK(std::abs(static_cast<double>(some.size()) - 2000) < 160);
  CHECK(some != positions(choose_held_out(10000, {"hashed", 0.2, 2})));

  Dataset data{{"a", "b"}, {1, 2, 3, 10, 20, 30}, {0, 1, 2}, {"x", "y", "z"}};
  const Dataset out = forest::take_out(data, {false, true, false});
  CHECK(out.values == std::vector<float>{2, 20});
  CHECK(out.labels == std::vector<std::int32_t>{1});
  CHECK(data.values == std::vector<float>{1, 3, 10, 30});
  CHECK(data.labels == std::vector<std::int32_t>{0, 2});
  CHECK(data.label_names.size() == 3);
}
