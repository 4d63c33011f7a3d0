// The memory that a judge and a candidate share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/instance_record.hpp"
#include "framework/core/random.hpp"
#include "framework/protocol/performance.hpp"
#include "framework/protocol/shared_memory.hpp"

namespace assay {

// Places each tensor at the beginning of a page, between pages that nobody uses.
[[nodiscard]] ArenaLayout arena_layout(const std::vector<TensorShape>& inputs,
                                       const std::vector<TensorShape>& outputs);

// The inputs and outputs of a candidate, in memory that its process and the judge's both map: the
// judge writes inputs there and reads outputs, and need not trust the candidate's process about
// either. Their addresses stay the same, for all values.
class Arena {
 public:
  // Creates the memory. Throws environment Error where there is not enough.
  explicit Arena(ArenaLayout layout);
  // Opens the memory that another process holds. Throws environment Error if there is none.
  Arena(ArenaLayout layout, const std::string& path);

  // The path under which other processes of this host open the memory while this object lives.
  [[nodiscard]] std::string path() const { return path_of(memory_); }
  // The path for a child process that inherits the memory and may not look into its parent.
  [[nodiscard]] std::string inherited_path() const;
  [[nodiscard]] int descriptor() const { return memory_.get(); }
  [[nodiscard]] const ArenaLayout& layout() const { return layout_; }
  [[nodiscard]] std::span<const assay_tensor> inputs() const { return inputs_; }
  [[nodiscard]] std::span<const assay_tensor> outputs() const { return outputs_; }

  // ---- for the judge ---------------------------------------------------------------------------

  // Copies the elements of other tensors of equal shapes and strides into the inputs.
  void write_inputs(std::span<const assay_tensor> from);
  // Whether the inputs have the elements of `from`.
  [[nodiscard]] bool holds_inputs(std::span<const assay_tensor> from) const;
  void fill_inputs(std::uint8_t byte);
  void fill_outputs(std::uint8_t byte);
  // Fills some places of the outputs, which are drawn.
  void fill_places_of_outputs(std::uint8_t byte, Random& draw);
  [[nodiscard]] std::uint64_t output_digest(std::uint64_t seed) const;
  // Fills the space around the tensors with drawn numbers; guards_intact() says whether they are
  // still there.
  void draw_guards();
  [[nodiscard]] bool guards_intact() const;

 private:
  void place();
  [[nodiscard]] std::span<std::byte> bytes_of_input(std::size_t number) const;
  [[nodiscard]] std::span<std::byte> bytes_of_output(std::size_t number) const;
  // Calls visit(zone) for each space before, between and after the tensors.
  template <class Visit>
  void for_each_zone(const Visit& visit) const;

  ArenaLayout layout_;
  Descriptor memory_;
  Mapping mapping_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  std::uint64_t guard_seed_ = 0;
};

}  // namespace assay
