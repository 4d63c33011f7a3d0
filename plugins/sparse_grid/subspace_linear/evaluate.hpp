// B^T alpha for one block: Horner's scheme over the tree of subspaces. The value of an opened
// subspace is its surplus plus the sum of its children's values, each times the child's ratio.
#pragma once

#include "sparse_grid/subspace_linear/block_rows.hpp"

namespace assay::subspace_linear {
namespace {

// `count` neighbouring grid points in Registers registers; missing ones count as zero.
template <class T, int Registers>
struct Table {
  Vector<T> entries[Registers];

  // Returns false if all points are missing.
  ALWAYS_INLINE bool load_from(const T* base, const Step& step) {
    for (int k = 0; k < Registers; ++k) {
      entries[k] = load(base + static_cast<std::size_t>(k) * lanes<T>);
    }
    if (step.full) return true;
    bool exists = false;
    for (int k = 0; k < Registers; ++k) {
      auto number = entries[k] == entries[k];
      entries[k] = number ? entries[k] : Vector<T>{};
      if (Registers == 1) {
        Indices<T> lane;
        for (std::size_t i = 0; i < lanes<T>; ++i) lane[i] = static_cast<Index<T>>(i);
        number = number & (lane < static_cast<Index<T>>(1U << step.open_bits));
      }
      exists = exists || any(number);
    }
    return exists;
  }

  ALWAYS_INLINE Vector<T> at(Indices<T> index) const { return select<0, Registers>(index); }

 private:
  template <int First, int Count>
  ALWAYS_INLINE Vector<T> select(Indices<T> index) const {
    if constexpr (Count == 1) {
      return permute(entries[First], index);
    } else if constexpr (Count == 2) {
      return permute(entries[First], entries[First + 1], index);
    } else {
      constexpr auto bit = static_cast<Index<T>>(Count / 2 * lanes<T>);
      const Vector<T> low = select<First, Count / 2>(index);
      const Vector<T> high = select<First + Count / 2, Count / 2>(index);
      return (index & bit) != 0 ? high : low;
    }
  }
};

// Passes the surpluses of one subgrid at the block's points, 0 where missing, to `use(v, values)`
// vector by vector. Returns false, without calling `use`, if all are missing.
template <class T, int B, int Registers>
ALWAYS_INLINE bool look_up_compact(const Step& step, const T* base, const Indices<T>* local,
                                   auto use) {
  Table<T, Registers> table;
  if (!table.load_from(base, step)) return false;
  for (int v = 0; v < B; ++v) use(v, table.at(local[v]));
  return true;
}

template <class T, int B>
ALWAYS_INLINE bool look_up_apart(const Step& step, const T* base, const Indices<T>* local,
                                 Vector<T>* values) {
  for (int v = 0; v < B; ++v) values[v] = gather<T>(base, local[v]);
  if (step.full) return true;
  Indices<T> exists{};
  for (int v = 0; v < B; ++v) {
    const Indices<T> number = values[v] == values[v];
    exists |= number;
    values[v] = number ? values[v] : Vector<T>{};
  }
  return any(exists);
}

// Look-ups that need many registers, out of line so that the other look-ups keep theirs.
template <class T, int B>
__attribute__((noinline)) bool look_up_wide(const Step& step, const T* base,
                                            const Indices<T>* local, Vector<T>* values) {
  const auto keep = [values](int v, Vector<T> value) { values[v] = value; };
  switch (step.access) {
    case Access::compact_4:
      return look_up_compact<T, B, 4>(step, base, local, keep);
    case Access::compact_8:
      return look_up_compact<T, B, 8>(step, base, local, keep);
    default:
      return look_up_apart<T, B>(step, base, local, values);
  }
}

template <class T, int B>
ALWAYS_INLINE bool look_up(const Step& step, const T* base, const Indices<T>* local,
                           Vector<T>* wide_values, auto use) {
  if (step.access == Access::same) {
    if (!step.full && *base != *base) return false;
    const Vector<T> value = splat(*base);
    for (int v = 0; v < B; ++v) use(v, value);
    return true;
  }
  if (step.access == Access::compact_1) return look_up_compact<T, B, 1>(step, base, local, use);
  if (step.access == Access::compact_2) return look_up_compact<T, B, 2>(step, base, local, use);
  if (!look_up_wide<T, B>(step, base, local, wide_values)) return false;
  for (int v = 0; v < B; ++v) use(v, wide_values[v]);
  return true;
}

template <class T, int B>
void evaluate_block(const Program& program, const T* table, const BlockView<T>& block, void* memory,
                    T* results) {
  const Scratch<T, B> scratch(program, memory);
  fill_rows<T, B>(program, block.points, scratch);
  Position<T> positions[65];
  std::uint32_t depth = 0;
  Vector<T> sum[B];
  for (int v = 0; v < B; ++v) sum[v] = splat(table[program.root]);
  for (std::uint32_t s = 0; s < program.step_count;) {
    const Step& step = program.steps[s];
    const Vector<T>* ratio = scratch.ratios + std::size_t{step.ratio_row} * B;
    if (step.kind == StepKind::close) {
      --depth;
      const Vector<T>* outer = scratch.stack + std::size_t{depth} * B;
      for (int v = 0; v < B; ++v) sum[v] = outer[v] + sum[v] * ratio[v];
      ++s;
      continue;
    }
    const Position<T> position = descend<T, B>(step, positions[depth], block.corner, scratch,
                                               scratch.joined + std::size_t{depth} * B);
    const T* base = table + step.offset + (position.uniform << step.open_bits);
    if (step.kind == StepKind::leaf) {
      const bool exists =
          look_up<T, B>(step, base, position.local, scratch.wide,
                        [&](int v, Vector<T> value) { sum[v] += value * ratio[v]; });
      s = exists || !program.skipping ? s + 1 : step.skip;
      continue;
    }
    Vector<T>* outer = scratch.stack + std::size_t{depth} * B;
    for (int v = 0; v < B; ++v) outer[v] = sum[v];
    const bool exists = look_up<T, B>(step, base, position.local, scratch.wide,
                                      [&](int v, Vector<T> value) { sum[v] = value; });
    if (!exists && program.skipping) {
      s = step.skip;
      continue;
    }
    if (!exists) {
      for (int v = 0; v < B; ++v) sum[v] = Vector<T>{};
    }
    positions[++depth] = position;
    ++s;
  }
  for (int v = 0; v < B; ++v) {
    sum[v] *= scratch.common[v];
    __builtin_memcpy(results + static_cast<std::size_t>(v) * lanes<T>, &sum[v], vector_bytes);
  }
}

}  // namespace
}  // namespace assay::subspace_linear
