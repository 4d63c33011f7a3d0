// Hierarchization by passes over bundles of poles (kernels/compact_grid/poles.kernel and
// pole_pairs.kernel).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compact_grid/accelerator/parameters.hpp"
#include "compact_grid/accelerator/sections.hpp"
#include "compact_grid/accelerator/target.hpp"

namespace compact_grid::accelerator {

// An algorithm with the interface that hierarchize_trial.hpp describes.
class Poles {
 public:
  static constexpr const char* name = "poles";
  static constexpr const char* doc =
      "Passes of one or two dimensions over bundles of poles that a work group holds: each pass "
      "reads and writes each number once, neighbours by neighbours.";
  static ParameterSet parameters(assay_backend backend);
  static void compile(const Target& target);

  explicit Poles(const Target& target);
  std::size_t enqueue(const assay::sdk::Buffer<std::byte>& numbers) const;
  [[nodiscard]] std::size_t passes() const { return singles_.size() + pairs_.size(); }
  [[nodiscard]] std::size_t table_bytes() const;

 private:
  struct Launch {
    Launch(const Target& target, const PassLaunch& from);
    assay::sdk::Buffer<std::uint32_t> sections;
    std::uint32_t section_count;
    std::uint32_t tiles;
    std::uint32_t first_level;
    std::size_t local_bytes;
  };
  [[nodiscard]] std::size_t items(const Launch& launch) const;

  DeviceTables tables_;
  std::size_t group_;
  std::size_t tiles_per_group_;
  std::vector<std::uint32_t> pairs_;  // first dimension of each pair processed together
  std::vector<std::uint32_t> singles_;
  std::vector<Launch> pair_launches_;
  std::vector<Launch> pole_launches_;
  assay::sdk::Kernel pairs_kernel_;
  assay::sdk::Kernel poles_kernel_;
};

}  // namespace compact_grid::accelerator
