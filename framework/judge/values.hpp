// Sets of input values of one shape.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "framework/judge/bench.hpp"
#include "framework/worker/arena.hpp"

namespace assay::judge {

// The values of instances that differ in nothing else, and the right outputs for each of them.
class ValueSets {
 public:
  // The bench must outlive the object. Throws as Bench::open and Bench::inputs_of do.
  ValueSets(Bench& bench, const InstanceKey& first);

  // Adds the values of another instance. Returns false if the problem refuses the instance or its
  // shapes differ: some arguments change shapes for certain values only.
  [[nodiscard]] bool add(const InstanceKey& key);

  [[nodiscard]] std::size_t size() const { return sets_.size(); }
  [[nodiscard]] const ArenaLayout& layout() const { return layout_; }
  [[nodiscard]] const Bindings& arguments(std::size_t number) const {
    return sets_[number].arguments;
  }
  [[nodiscard]] std::span<const assay_tensor> inputs(std::size_t number) const {
    return sets_[number].snapshot.original_inputs();
  }
  // The members of outputs that hold structs, of all sets alike.
  [[nodiscard]] std::span<const OutputMember> members() const {
    return sets_.front().snapshot.record().members;
  }
  // Whether two sets agree in the inputs with these names.
  [[nodiscard]] bool agree(std::size_t one, std::size_t other,
                           const std::set<std::string>& names) const;

  // Has the problem judge the outputs in an arena as those of the numbered set.
  [[nodiscard]] Verification verify(std::size_t number, const Arena& arena, std::uint8_t poison) {
    return bench_.verify(sets_[number].key, {arena.layout(), arena.path()}, poison);
  }
  // Digests of outputs that were right for a set.
  [[nodiscard]] const std::set<std::uint64_t>& right(std::size_t number) const {
    return sets_[number].right;
  }
  void learn_right(std::size_t number, std::uint64_t digest) { sets_[number].right.insert(digest); }

 private:
  struct Set {
    InstanceKey key;
    Snapshot snapshot;
    std::set<std::uint64_t> right;
    Bindings arguments;
  };
  [[nodiscard]] Set set_of(const InstanceKey& key, const InstanceRecord& record);

  Bench& bench_;
  ArenaLayout layout_;
  std::vector<Set> sets_;
};

}  // namespace assay::judge
