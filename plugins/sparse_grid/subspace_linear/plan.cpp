#include "sparse_grid/subspace_linear/plan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>

#include "assay/sizes.hpp"

namespace assay::subspace_linear {
namespace {

constexpr std::uint32_t max_open_bits = 30;  // vector indices of single precision are 32-bit signed
constexpr std::uint64_t line_elements = 16;  // a cache line holds 16 floats or 8 doubles

Access access_of(std::uint32_t open_bits, const PlanOptions& options) {
  if (open_bits == 0) return Access::same;
  const std::size_t reach = std::size_t{1} << open_bits;
  if (options.operation == Operation::multi_eval_transposed) {
    if (reach > options.compact) return Access::apart;
    return reach == 2 ? Access::cells_2 : reach == 4 ? Access::cells_4 : Access::cells_8;
  }
  const std::size_t registers = sdk::quotient_up(reach, options.lanes);
  if (registers > options.compact) return Access::apart;
  switch (registers) {
    case 1:
      return Access::compact_1;
    case 2:
      return Access::compact_2;
    case 4:
      return Access::compact_4;
    default:
      return Access::compact_8;
  }
}

// A subgrid's place in the table and the number of its index bits that differ within a tile.
struct Placement {
  std::uint64_t offset = 0;
  std::uint32_t open_bits = 0;
};

std::uint32_t open_bits_of(std::uint32_t exponent, std::uint32_t tile_bits) {
  return exponent > tile_bits ? exponent - tile_bits : 0;
}

std::vector<Placement> place(const SubspaceList& subspaces, const Tiling& tiling,
                             std::uint64_t& table_size) {
  std::vector<Placement> places;
  for (const auto& entry : subspaces.entries) {
    Placement placement;
    for (std::size_t j = 0; j < entry.exponents.size(); ++j) {
      placement.open_bits += open_bits_of(entry.exponents[j], tiling.bits[j]);
    }
    if (placement.open_bits > max_open_bits) {
      throw std::invalid_argument("a subgrid of 2^" + std::to_string(entry.bits) +
                                  " points is too large: its index needs " +
                                  std::to_string(placement.open_bits) + " bits, at most " +
                                  std::to_string(max_open_bits) + " are possible");
    }
    const std::uint64_t size = std::uint64_t{1} << entry.bits;
    const std::uint64_t alignment = std::min(size, line_elements);
    placement.offset = sdk::rounded_up(table_size, alignment);
    table_size = placement.offset + size;
    places.push_back(placement);
  }
  return places;
}

void set_rows(Plan& plan, const SubspaceList& subspaces, const Tiling& tiling) {
  for (std::size_t j = 0; j < tiling.bits.size(); ++j) {
    const std::uint32_t exponent = subspaces.max_exponents[j];
    plan.rows.push_back({exponent, tiling.bits[j], plan.ratio_rows, plan.index_rows});
    plan.ratio_rows += exponent;
    plan.index_rows += open_bits_of(exponent, tiling.bits[j]);
  }
}

Step make_step(const Plan& plan, const Subspace& entry, const Placement& placement,
               const PlanOptions& options) {
  const DimensionRows& rows = plan.rows[entry.raised];
  const std::uint32_t exponent = entry.exponents[entry.raised];
  Step step;
  step.offset = placement.offset;
  step.dimension = static_cast<std::uint16_t>(entry.raised);
  step.ratio_row = rows.ratio_row + exponent - 1;
  step.local_bits = static_cast<std::uint8_t>(open_bits_of(exponent, rows.tile_bits));
  step.index_row = rows.index_row + (step.local_bits > 0 ? step.local_bits - 1U : 0U);
  step.uniform_bits = static_cast<std::uint8_t>(exponent - step.local_bits);
  step.corner_shift = static_cast<std::uint8_t>(rows.tile_bits - step.uniform_bits);
  step.open_bits = static_cast<std::uint8_t>(placement.open_bits);
  step.access = access_of(placement.open_bits, options);
  step.full = entry.full();
  return step;
}

// Writes the tree in preorder, with closing steps inserted; skip indices become step numbers.
void set_steps(Plan& plan, const SubspaceList& subspaces, const std::vector<Placement>& places,
               const PlanOptions& options) {
  const auto& entries = subspaces.entries;
  std::vector<std::uint32_t> step_of(entries.size() + 1);
  std::vector<Step> opened;
  const auto close_down_to = [&](std::uint32_t depth) {
    for (; opened.size() > depth; opened.pop_back()) {
      plan.steps.push_back(opened.back());
      plan.steps.back().kind = StepKind::close;
    }
  };
  for (std::size_t k = 1; k < entries.size(); ++k) {
    close_down_to(entries[k].depth - 1);
    step_of[k] = static_cast<std::uint32_t>(plan.steps.size());
    Step step = make_step(plan, entries[k], places[k], options);
    const bool has_children = k + 1 < entries.size() && entries[k + 1].depth > entries[k].depth;
    if (has_children) {
      step.kind = StepKind::open;
      opened.push_back(step);
    }
    plan.steps.push_back(step);
    plan.depth = std::max(plan.depth, entries[k].depth);
  }
  close_down_to(0);
  step_of[entries.size()] = static_cast<std::uint32_t>(plan.steps.size());
  // The steps between a skipped subspace and its target close subspaces, of which the last ones
  // were opened before the skipped one: these must still be closed.
  for (std::size_t k = 1; k < entries.size(); ++k) {
    const std::size_t next = entries[k].skip;
    const std::uint32_t next_depth = next < entries.size() ? entries[next].depth : 1;
    plan.steps[step_of[k]].skip = step_of[next] - (entries[k].depth - next_depth);
  }
}

// Finds the place of each grid point: the leading bits of its index in all dimensions, then the
// other bits.
void set_slots(Plan& plan, const GridView& grid, const SubspaceList& subspaces,
               const Tiling& tiling, const std::vector<Placement>& places) {
  const std::size_t d = grid.dimensions;
  plan.slots.resize(grid.points());
  for (std::size_t point = 0; point < plan.slots.size(); ++point) {
    const auto& entry = subspaces.entries[subspaces.of_point[point]];
    const Placement& placement = places[subspaces.of_point[point]];
    std::uint64_t uniform = 0;
    std::uint64_t local = 0;
    for (std::size_t j = 0; j < d; ++j) {
      const std::uint32_t cell = grid.indices[point * d + j] / 2;
      const std::uint32_t bits = open_bits_of(entry.exponents[j], tiling.bits[j]);
      uniform = (uniform << (entry.exponents[j] - bits)) | (cell >> bits);
      local = (local << bits) | (cell & ((1U << bits) - 1));
    }
    plan.slots[point] = placement.offset + (uniform << placement.open_bits) + local;
  }
}

}  // namespace

Program Plan::program() const {
  Program program;
  program.steps = steps.data();
  program.step_count = static_cast<std::uint32_t>(steps.size());
  program.dimensions = static_cast<std::uint32_t>(rows.size());
  program.rows = rows.data();
  program.ratio_rows = ratio_rows;
  program.index_rows = index_rows;
  program.depth = depth;
  program.root = 0;
  program.skipping = skipping;
  return program;
}

double full_table_elements(const SubspaceList& subspaces) {
  double elements = 0;
  for (const auto& entry : subspaces.entries) {
    elements += std::ldexp(1.0, static_cast<int>(entry.bits)) + line_elements;
  }
  return elements;
}

Plan make_plan(const GridView& grid, const SubspaceList& subspaces, const Tiling& tiling,
               const PlanOptions& options) {
  Plan plan;
  plan.skipping = options.skipping;
  const auto places = place(subspaces, tiling, plan.table_size);
  set_rows(plan, subspaces, tiling);
  set_steps(plan, subspaces, places, options);
  set_slots(plan, grid, subspaces, tiling, places);
  return plan;
}

}  // namespace assay::subspace_linear
