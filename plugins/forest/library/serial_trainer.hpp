// Grows trees one after the other as the paper's Algorithm 4.8.1 does, with the optimisation of its
// section 4.9: a node's samples are sorted by an attribute and scanned once. The baseline, and for
// the problem the reference of inputs too large for a naive one.
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

// Whether a sample that was drawn several times comes once with its number of draws, or as often.
enum class DrawsAs { counts, list };

class SerialTrainer {
 public:
  // Borrows all but the settings. `columns` are those of the data, in the settings' bins; the table
  // reaches the draws of a tree.
  SerialTrainer(const TrainingData& data, const QuantisedColumns& columns, const Settings& settings,
                const CountTable& table, DrawsAs draws_as = DrawsAs::counts);
  ~SerialTrainer();
  SerialTrainer(SerialTrainer&&) noexcept;

  // Tree number `tree` of the forest. Each thread takes a trainer of its own.
  [[nodiscard]] Tree grow(std::uint32_t tree);

 private:
  class Growing;
  std::unique_ptr<Growing> growing_;
};

// All trees, by so many threads.
std::vector<Tree> grow_forest(const TrainingData& data, const Settings& settings, int threads);

}  // namespace forest
