#include "forest/library/serial_trainer.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "forest/library/draws.hpp"
#include "forest/library/random.hpp"

namespace forest {
namespace {

struct DrawnSample {
  std::uint32_t sample;
  std::uint32_t label;
  std::uint32_t draws;
};

// A part of the samples that is to become a subtree.
struct Pending {
  std::size_t begin;
  std::size_t end;
  std::uint32_t depth;
  std::uint64_t key;
  std::int32_t parent;  // the node whose right child it is; -1: none
};

// A sample's value of the attribute that is being tried.
struct SortedSample {
  float value;
  std::uint32_t label;
  std::uint32_t draws;
};

template <class Score>
struct SerialSplit {
  Score score;
  std::uint32_t attribute;
  float low;   // the greatest value on the left
  float high;  // the least value on the right
};

}  // namespace

class SerialTrainer::Growing {
 public:
  Growing(const TrainingData& data, const QuantisedColumns& columns, const Settings& settings,
          const CountTable& table, DrawsAs draws_as)
      : columns_(columns),
        labels_(data.labels),
        settings_(settings),
        table_(table),
        draws_as_(draws_as),
        choice_(settings, data.attributes),
        times_(data.samples),
        all_(data.label_count),
        left_(data.label_count) {}

  Tree grow(std::uint32_t tree) {
    draw(tree);
    Tree nodes;
    pending_.push_back({0, samples_.size(), 0, ROOT_KEY, -1});
    while (!pending_.empty()) {
      const Pending part = pending_.back();
      pending_.pop_back();
      const auto place = static_cast<std::int32_t>(nodes.size());
      if (part.parent >= 0) nodes[static_cast<std::size_t>(part.parent)].link = place;
      nodes.push_back(make_node(tree, part, place));
    }
    return nodes;
  }

 private:
  void draw(std::uint32_t tree) {
    draw_bootstrap(settings_, tree, times_);
    samples_.clear();
    for (std::uint32_t sample = 0; sample < times_.size(); ++sample) {
      const auto label = static_cast<std::uint32_t>(labels_[sample]);
      if (draws_as_ == DrawsAs::list) {
        samples_.insert(samples_.end(), times_[sample], {sample, label, 1});
      } else if (times_[sample] > 0) {
        samples_.push_back({sample, label, times_[sample]});
      }
    }
  }

  Node make_node(std::uint32_t tree, const Pending& part, std::int32_t place) {
    const auto samples = std::span(samples_).subspan(part.begin, part.end - part.begin);
    std::ranges::fill(all_, 0);
    std::uint32_t draws = 0;
    for (const DrawnSample& sample : samples) {
      all_[sample.label] += sample.draws;
      draws += sample.draws;
    }
    const auto most = std::ranges::max_element(all_);  // the first maximum, hence the lowest label
    const Node leaf{-1, 0, static_cast<std::int32_t>(most - all_.begin()),
                    static_cast<std::int32_t>(draws)};
    const bool is_pure = *most == draws;
    if (is_pure || draws < settings_.minimum_node_size || part.depth >= settings_.maximum_depth) {
      return leaf;
    }
    choice_.begin(tree, part.key);
    return settings_.criterion == Criterion::gini ? split<GiniScan>(part, place, leaf)
                                                  : split<EntropyScan>(part, place, leaf);
  }

  // Returns the node of the best split and puts its sides into pending_; the leaf if there is no
  // split.
  template <class Scan>
  Node split(const Pending& part, std::int32_t place, const Node& leaf) {
    const auto samples = std::span(samples_).subspan(part.begin, part.end - part.begin);
    std::optional<SerialSplit<typename Scan::Score>> best;
    while (!best) {
      const auto batch = choice_.next();
      if (batch.empty()) return leaf;
      for (const std::uint32_t attribute : batch) {
        try_attribute<Scan>(samples, attribute, static_cast<std::uint32_t>(leaf.count), best);
      }
    }
    const std::size_t middle = part.begin + part_samples(samples, best->attribute, best->low);
    pending_.push_back({middle, part.end, part.depth + 1, child_key(part.key, true), place});
    pending_.push_back({part.begin, middle, part.depth + 1, child_key(part.key, false), -1});
    return {static_cast<std::int32_t>(best->attribute),
            columns_.threshold(best->attribute, best->low, best->high), 0, leaf.count};
  }

  // Moves samples with values up to `low` to the front, both sides in their order; returns their
  // number.
  std::size_t part_samples(std::span<DrawnSample> samples, std::uint32_t attribute, float low) {
    const auto column = columns_.column(attribute);
    behind_.clear();
    std::size_t front = 0;
    for (const DrawnSample& sample : samples) {
      if (column[sample.sample] <= low) {
        samples[front++] = sample;
      } else {
        behind_.push_back(sample);
      }
    }
    std::ranges::copy(behind_, samples.begin() + static_cast<std::ptrdiff_t>(front));
    return front;
  }

  template <class Scan>
  void try_attribute(std::span<const DrawnSample> samples, std::uint32_t attribute,
                     std::uint32_t draws, std::optional<SerialSplit<typename Scan::Score>>& best) {
    const auto column = columns_.column(attribute);
    sorted_.clear();
    for (const DrawnSample& sample : samples) {
      sorted_.push_back({column[sample.sample], sample.label, sample.draws});
    }
    std::ranges::sort(sorted_, {}, &SortedSample::value);
    std::ranges::fill(left_, 0);
    Scan scan(table_, all_, left_, draws);
    std::int64_t sum = 0;
    for (const std::uint32_t count : all_) sum += Scan::sum(table_, count);
    scan.begin(sum);
    for (std::size_t k = 0; k + 1 < sorted_.size(); ++k) {
      scan.move(sorted_[k].label, sorted_[k].draws);
      if (!(sorted_[k].value < sorted_[k + 1].value)) continue;
      const auto score = scan.score();
      const bool wins = !best || Scan::better(score, best->score) ||
                        (attribute < best->attribute && !Scan::better(best->score, score));
      if (wins) best = {score, attribute, sorted_[k].value, sorted_[k + 1].value};
    }
  }

  const QuantisedColumns& columns_;
  std::span<const std::int32_t> labels_;
  Settings settings_;
  const CountTable& table_;
  DrawsAs draws_as_;
  AttributeChoice choice_;
  std::vector<std::uint32_t> times_;  // how often each sample is drawn for the tree
  std::vector<DrawnSample> samples_;  // the tree's; a node's samples are neighbours
  std::vector<DrawnSample> behind_;
  std::vector<Pending> pending_;
  std::vector<SortedSample> sorted_;
  std::vector<std::uint32_t> all_;   // draws of the node by label
  std::vector<std::uint32_t> left_;  // draws left of a split by label
};

SerialTrainer::SerialTrainer(const TrainingData& data, const QuantisedColumns& columns,
                             const Settings& settings, const CountTable& table, DrawsAs draws_as)
    : growing_(std::make_unique<Growing>(data, columns, settings, table, draws_as)) {}
SerialTrainer::~SerialTrainer() = default;
SerialTrainer::SerialTrainer(SerialTrainer&&) noexcept = default;

Tree SerialTrainer::grow(std::uint32_t tree) { return growing_->grow(tree); }

std::vector<Tree> grow_forest(const TrainingData& data, const Settings& settings, int threads) {
  std::vector<Tree> trees(settings.trees);
  const CountTable table(settings.draws(data.samples));
  const QuantisedColumns columns(data, settings.bins);
#pragma omp parallel num_threads(threads)
  {
    SerialTrainer trainer(data, columns, settings, table);
#pragma omp for schedule(dynamic)
    for (std::uint32_t tree = 0; tree < settings.trees; ++tree) trees[tree] = trainer.grow(tree);
  }
  return trees;
}

}  // namespace forest
