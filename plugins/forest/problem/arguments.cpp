#include "forest/problem/arguments.hpp"

#include <fmt/format.h>

#include <cmath>

namespace forest {
namespace {

using assay::sdk::Argument;
using assay::sdk::Bindings;
using assay::sdk::Error;

constexpr std::int64_t most_samples = std::int64_t{1} << 27;
constexpr std::int64_t most_trees = std::int64_t{1} << 20;
constexpr std::int64_t most_attributes = std::int64_t{1} << 16;
constexpr std::int64_t most_labels = std::int64_t{1} << 16;

[[noreturn]] void refuse(const std::string& message) { throw Error(ASSAY_INVALID, message); }

std::uint32_t integer(const Bindings& bound, const char* name, std::int64_t low,
                      std::int64_t high) {
  const std::int64_t value = bound.integer(name);
  if (value < low || value > high) {
    refuse(fmt::format("{} = {} lies outside {} to {}", name, value, low, high));
  }
  return static_cast<std::uint32_t>(value);
}

double real(const Bindings& bound, const char* name, double low, double high) {
  const double value = bound.real(name);
  if (!(value >= low && value <= high)) {
    refuse(fmt::format("{} = {} lies outside {} to {}", name, value, low, high));
  }
  return value;
}

DataArguments data_arguments(const Bindings& bound) {
  DataArguments data{.data = bound.text("data"),
                     .format = bound.text("format"),
                     .label = bound.text("label"),
                     .columns = bound.text("columns"),
                     .categories = bound.text("categories"),
                     .label_file = bound.text("label_file"),
                     .test_data = bound.text("test_data"),
                     .test_label_file = bound.text("test_label_file"),
                     .generation = {.samples = integer(bound, "samples", 1, most_samples),
                                    .attributes = integer(bound, "attributes", 1, most_attributes),
                                    .labels = integer(bound, "labels", 1, most_labels),
                                    .label_spread = real(bound, "label_spread", 0, 10),
                                    .quality = real(bound, "quality", 0, 1),
                                    .quality_spread = real(bound, "quality_spread", 0, 1),
                                    .seed = integer(bound, "data_seed", 0, UINT32_MAX)},
                     .held_out = {bound.text("held_out"), real(bound, "held_out_share", 0, 0.99),
                                  integer(bound, "data_seed", 0, UINT32_MAX)}};
  if (data.data == "generated" && data.generation.labels > data.generation.samples) {
    refuse(
        fmt::format("labels = {} is more than samples = {}: each label needs at least one sample",
                    data.generation.labels, data.generation.samples));
  }
  if (data.data == "generated" && !data.test_data.empty()) {
    refuse("test_data needs data from a file: of generated samples, a share is held out instead");
  }
  return data;
}

std::uint32_t bins_of(const Bindings& bound) {
  const std::int64_t bins = bound.integer("bins");
  if (bins != 0 && (bins < 2 || bins > 256)) {
    refuse(fmt::format("bins = {} is neither 0 (exact splits) nor from 2 to 256", bins));
  }
  return static_cast<std::uint32_t>(bins);
}

void require_hash(const std::string& text) {
  if (text.empty()) return;
  if (text.size() == 32 && text.find_first_not_of("0123456789abcdef") == std::string::npos) return;
  refuse(fmt::format("forest_hash = '{}' is not 32 lower-case hexadecimal digits", text));
}

}  // namespace

ForestArguments::ForestArguments(const Bindings& bound)
    : data(data_arguments(bound)),
      settings{
          .trees = integer(bound, "trees", 1, most_trees),
          .bootstrap_size = integer(bound, "bootstrap_size", 0, most_draws),
          .minimum_node_size = integer(bound, "minimum_node_size", 1, most_draws),
          .maximum_depth = integer(bound, "maximum_depth", 0, INT32_MAX),
          .attributes_tried = integer(bound, "attributes_tried", 0, most_attributes),
          .criterion = bound.text("criterion") == "gini" ? Criterion::gini : Criterion::entropy,
          .seed = integer(bound, "seed", 0, UINT32_MAX),
          .bins = bins_of(bound)},
      bootstrap(bound.boolean("bootstrap")),
      expected_hash(bound.text("forest_hash")) {
  require_hash(expected_hash);
  if (!bootstrap && settings.bootstrap_size > 0) {
    refuse(
        fmt::format("bootstrap_size = {} sets how many samples to draw, but bootstrap = false "
                    "draws none: leave one of them out",
                    settings.bootstrap_size));
  }
}

Settings ForestArguments::decide(std::uint32_t samples, std::uint32_t attributes) const {
  Settings decided = settings;
  if (settings.bootstrap_size > samples) {
    refuse(
        fmt::format("bootstrap_size = {} is more than the {} samples to learn from: give at most "
                    "that many, or 0 for all",
                    settings.bootstrap_size, samples));
  }
  if (samples > most_draws && (!bootstrap || settings.bootstrap_size == 0)) {
    refuse(
        fmt::format("a tree of {} samples is too large for exact scores in 64 bits: give a "
                    "bootstrap_size of up to {}",
                    samples, most_draws));
  }
  if (settings.attributes_tried > attributes) {
    refuse(fmt::format("attributes_tried = {} is more than the number of attributes, {}",
                       settings.attributes_tried, attributes));
  }
  if (bootstrap && settings.bootstrap_size == 0) decided.bootstrap_size = samples;
  if (settings.maximum_depth == 0) decided.maximum_depth = UINT32_MAX;
  if (settings.attributes_tried == 0) {
    decided.attributes_tried = static_cast<std::uint32_t>(std::sqrt(attributes));
  }
  return decided;
}

std::vector<Argument> forest_arguments() {
  return {
      {"data",
       "`generated`, or the path of a file: CSV or ARFF (also .gz), NumPy's .npy, or what `format` "
       "says",
       "generated"},
      {"format",
       "format of the file: table (recognised by its name); gen (three header lines, labels "
       "first); fv (numbers without a header, labels in label_file)",
       "table",
       {"table", "gen", "fv"}},
      {"label", "for a table: the column with the labels, by name or number from 0", ""},
      {"columns",
       "for a table: the columns of the attributes, separated by commas; empty: all but the "
       "label's",
       ""},
      {"categories",
       "for a table: columns, separated by commas, that contain categories, each of which becomes "
       "a column of 0 and 1; columns whose first row is not a number always do",
       ""},
      {"label_file", "for fv: the file with the labels, one for each row", ""},
      {"test_data",
       "a file of the same format and columns whose samples are held out, while all of `data` is "
       "learnt from; empty: a share of `data` is held out",
       ""},
      {"test_label_file", "for fv: the file with the labels of test_data", ""},
      {"samples",
       "number of generated samples, those held out included",
       10000,
       {},
       assay::sdk::between(20, 3000)},
      {"attributes", "number of generated attributes", 16, {}, assay::sdk::between(1, 40)},
      {"labels", "number of generated labels", 4},
      {"label_spread",
       "for generated data: standard deviation of the labels' shares, relative to their mean", 0.0},
      {"quality",
       "for generated data: how much an attribute reveals of the label on average, 0 (nothing) to "
       "1 (everything)",
       0.3},
      {"quality_spread", "for generated data: standard deviation of the attributes' quality", 0.1},
      {"data_seed",
       "seed of generated data and of the choice of samples held out",
       1,
       {},
       assay::sdk::between(0, 2147483647)},
      {"held_out",
       "which samples are kept out of the training: hashed (at random), the last, or every n-th",
       "hashed",
       {"hashed", "last", "every"}},
      {"held_out_share", "share of the samples that is held out, 0 to 0.99", 0.2},
      {"trees", "trees in the forest", 100},
      {"bootstrap", "draw each tree's samples with replacement, or take every sample once", true},
      {"bootstrap_size", "number of samples drawn for each tree; 0: as many as there are", 0},
      {"minimum_node_size", "nodes with fewer draws become leaves", 2},
      {"maximum_depth", "depth at which nodes become leaves (the root has depth 0); 0: no limit",
       0},
      {"attributes_tried",
       "attributes tried for the split of a node; 0: the square root of their number, rounded down",
       0},
      {"criterion", "how splits are rated", "entropy", {"entropy", "gini"}},
      {"bins",
       "0: splits may lie between any two values; 2 to 256: columns are cut once into this many "
       "bins with about equally many samples, and splits lie between bins",
       0},
      {"seed", "seed of the forest", 1, {}, assay::sdk::any_seed()},
      {"forest_hash",
       "hash of the right forest, if known: training is then checked against it, which saves "
       "growing a reference",
       ""},
  };
}

}  // namespace forest
