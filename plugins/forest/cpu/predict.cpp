// The variant predict.cpu: several rows walk through the trees in step, so that one walk's memory
// accesses need not wait for another's.
#include <omp.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "forest/cpu/node_layout.hpp"
#include "forest/cpu/variants.hpp"
#include "forest/library/prediction.hpp"

namespace forest {
namespace {

namespace sdk = assay::sdk;

// Returns the leaves in which `Walks` walks end, each from its own root with its own row.
template <std::size_t Walks, class Nodes>
std::array<std::uint32_t, Walks> leaves(const Nodes& nodes,
                                        const std::array<std::uint32_t, Walks>& roots,
                                        const std::array<const float*, Walks>& rows) {
  std::array<std::uint32_t, Walks> at = roots;
  for (bool moves = true; moves;) {
    moves = false;
    for (std::size_t walk = 0; walk < Walks; ++walk) {
      const std::uint32_t next = nodes.next(roots[walk], at[walk], rows[walk]);
      moves |= next != at[walk];
      at[walk] = next;
    }
  }
  return at;
}

template <std::size_t Walks, class Nodes>
class PredictTrial final : public sdk::Trial {
 public:
  explicit PredictTrial(const sdk::Task& task)
      : host_(task.host()),
        given_(task),
        nodes_(given_.forest),
        by_trees_(task.configuration().text("order") == "trees"),
        block_rows_(static_cast<std::size_t>(task.configuration().integer("block_rows"))),
        threads_(static_cast<int>(sdk::threads_of(task))) {}

  void run() override {
    const sdk::Phase phase(host_, "predict");
#pragma omp parallel num_threads(threads_)
    {
      std::vector<std::uint32_t> votes(block_rows_ * given_.labels);
#pragma omp for schedule(dynamic)
      for (std::size_t first = 0; first < given_.rows; first += block_rows_) {
        const std::size_t count = std::min(block_rows_, given_.rows - first);
        std::ranges::fill(votes, 0);
        if (by_trees_) {
          vote_by_trees(first, count, votes);
        } else {
          vote_by_rows(first, count, votes);
        }
        elect(first, count, votes);
      }
    }
  }

 private:
  [[nodiscard]] const float* row(std::size_t number) const {
    return given_.values.data() + number * given_.attributes;
  }
  [[nodiscard]] std::uint32_t root(std::size_t tree) const {
    return static_cast<std::uint32_t>(given_.forest.tree_offsets[tree]);
  }

  // Rows of the block walk in step through one tree after another. If too few rows are left to fill
  // the step, the last one walks several times and votes once.
  void vote_by_trees(std::size_t first, std::size_t count, std::vector<std::uint32_t>& votes) {
    for (std::size_t tree = 0; tree < given_.forest.trees(); ++tree) {
      std::array<std::uint32_t, Walks> roots;
      roots.fill(root(tree));
      for (std::size_t begin = 0; begin < count; begin += Walks) {
        std::array<const float*, Walks> rows;
        for (std::size_t walk = 0; walk < Walks; ++walk) {
          rows[walk] = row(first + std::min(begin + walk, count - 1));
        }
        const auto found = leaves(nodes_, roots, rows);
        for (std::size_t walk = 0; walk < std::min(Walks, count - begin); ++walk) {
          vote(begin + walk, found[walk], votes);
        }
      }
    }
  }

  // One row after another walks through several trees in step.
  void vote_by_rows(std::size_t first, std::size_t count, std::vector<std::uint32_t>& votes) {
    const std::size_t trees = given_.forest.trees();
    for (std::size_t k = 0; k < count; ++k) {
      std::array<const float*, Walks> rows;
      rows.fill(row(first + k));
      for (std::size_t begin = 0; begin < trees; begin += Walks) {
        std::array<std::uint32_t, Walks> roots;
        for (std::size_t walk = 0; walk < Walks; ++walk) {
          roots[walk] = root(std::min(begin + walk, trees - 1));
        }
        const auto found = leaves(nodes_, roots, rows);
        for (std::size_t walk = 0; walk < std::min(Walks, trees - begin); ++walk) {
          vote(k, found[walk], votes);
        }
      }
    }
  }

  void vote(std::size_t row_of_block, std::uint32_t leaf, std::vector<std::uint32_t>& votes) const {
    ++votes[row_of_block * given_.labels + static_cast<std::size_t>(nodes_.label(leaf))];
  }
  void elect(std::size_t first, std::size_t count, const std::vector<std::uint32_t>& votes) {
    for (std::size_t k = 0; k < count; ++k) {
      const auto begin = votes.begin() + static_cast<std::ptrdiff_t>(k * given_.labels);
      const auto most = std::max_element(begin, begin + static_cast<std::ptrdiff_t>(given_.labels));
      given_.predicted[first + k] = static_cast<std::int32_t>(most - begin);
    }
  }

  sdk::Host host_;
  Prediction given_;
  Nodes nodes_;
  bool by_trees_;
  std::size_t block_rows_;
  int threads_;
};

template <class Nodes>
std::unique_ptr<sdk::Trial> prepare_walks(const sdk::Task& task) {
  switch (task.configuration().integer("walks")) {
    case 1:
      return std::make_unique<PredictTrial<1, Nodes>>(task);
    case 4:
      return std::make_unique<PredictTrial<4, Nodes>>(task);
    case 8:
      return std::make_unique<PredictTrial<8, Nodes>>(task);
    default:
      return std::make_unique<PredictTrial<16, Nodes>>(task);
  }
}

std::unique_ptr<sdk::Trial> prepare_predict(const sdk::Task& task) {
  return task.configuration().text("layout") == "records" ? prepare_walks<NodeRecords>(task)
                                                          : prepare_walks<NodeArrays>(task);
}

}  // namespace

sdk::VariantDescription predict_variant() {
  return {.name = "predict.cpu",
          .problem = "forest/predict",
          .doc = "Rows or trees walk in step; threads share blocks of rows.",
          .parameters = {{"layout",
                          "Layout of the nodes: records of 16 bytes whose leaves lead to "
                          "themselves, or the problem's arrays.",
                          {"records", "arrays"}},
                         {"order",
                          "trees: a block of rows walks through one tree after the other; rows: "
                          "each row walks through all trees.",
                          {"trees", "rows"}},
                         {"walks", "Rows or trees that walk in step.", {8, 1, 4, 16}},
                         {"block_rows", "Rows in a block.", {1024, 64, 256, 4096}},
                         sdk::threads_parameter()},
          .constraints = {sdk::threads_constraint(),
                          {"nodes < 4294967296", "nodes are numbered with 32 bits"}},
          .prepare = prepare_predict};
}

}  // namespace forest
