// Grows trees one after another by the paper's Algorithm 4.8.1, with the optimisation of its
// section 4.9: a node's samples are sorted by an attribute and scanned once. The baseline, and the
// problem's reference for inputs too large for the naive one.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "forest/library/forest.hpp"
#include "forest/library/inputs.hpp"
#include "forest/library/quantised.hpp"
#include "forest/library/score.hpp"
#include "forest/library/settings.hpp"

namespace forest {

// How a sample that was drawn several times is kept: once with its number of draws, or repeated.
enum class DrawsAs { counts, list };

class SerialTrainer {
 public:
  // Borrows all arguments but the settings. `columns` are those of the data, in the settings' bins;
  // the table must cover the draws of a tree.
  SerialTrainer(const TrainingData& data, const QuantisedColumns& columns, const Settings& settings,
                const CountTable& table, DrawsAs draws_as = DrawsAs::counts);
  ~SerialTrainer();
  SerialTrainer(SerialTrainer&&) noexcept;

  // Grows tree number `tree` of the forest. Each thread needs its own trainer.
  [[nodiscard]] Tree grow(std::uint32_t tree);

 private:
  class Growing;
  std::unique_ptr<Growing> growing_;
};

// Grows all trees with so many threads.
std::vector<Tree> grow_forest(const TrainingData& data, const Settings& settings, int threads);

}  // namespace forest
