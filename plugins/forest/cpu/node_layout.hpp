// Memory layouts of a forest's nodes for walks. A leaf leads to itself, so that walks of different
// lengths can advance in step.
#pragma once

#include <cstdint>
#include <vector>

#include "forest/library/forest.hpp"

namespace forest {

// The layout of the problem's tensors: an array for each member, right children counted from the
// root.
class NodeArrays {
 public:
  explicit NodeArrays(const ForestView& forest) : forest_(forest) {}

  [[nodiscard]] std::uint32_t next(std::uint32_t root, std::uint32_t at, const float* row) const {
    const std::int32_t attribute = forest_.attribute[at];
    if (attribute < 0) return at;
    return row[attribute] <= forest_.threshold[at]
               ? at + 1
               : root + static_cast<std::uint32_t>(forest_.link[at]);
  }
  [[nodiscard]] std::int32_t label(std::uint32_t leaf) const { return forest_.link[leaf]; }

 private:
  ForestView forest_;
};

// 16 bytes for each node, with both children counted from the begin of the forest: a step reads one
// cache line and does not branch.
class NodeRecords {
 public:
  explicit NodeRecords(const ForestView& forest) : labels_(forest.link.begin(), forest.link.end()) {
    records_.reserve(forest.nodes());
    for (std::size_t tree = 0; tree < forest.trees(); ++tree) {
      const auto root = static_cast<std::uint32_t>(forest.tree_offsets[tree]);
      const auto end = static_cast<std::uint32_t>(forest.tree_offsets[tree + 1]);
      for (std::uint32_t at = root; at < end; ++at) {
        const Node node = forest.node(at);
        records_.push_back(node.is_leaf()
                               ? Record{0, 0, at, at}
                               : Record{static_cast<std::uint32_t>(node.attribute), node.threshold,
                                        at + 1, root + static_cast<std::uint32_t>(node.link)});
      }
    }
  }

  [[nodiscard]] std::uint32_t next(std::uint32_t /*root*/, std::uint32_t at,
                                   const float* row) const {
    const Record& record = records_[at];
    return row[record.attribute] <= record.threshold ? record.left : record.right;
  }
  [[nodiscard]] std::int32_t label(std::uint32_t leaf) const { return labels_[leaf]; }

 private:
  struct alignas(16) Record {
    std::uint32_t attribute;
    float threshold;
    std::uint32_t left;
    std::uint32_t right;
  };
  std::vector<Record> records_;
  std::vector<std::int32_t> labels_;
};

}  // namespace forest
