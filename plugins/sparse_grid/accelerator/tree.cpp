#include "sparse_grid/accelerator/tree.hpp"

#include <algorithm>

#include "assay/plugin.hpp"
#include "sparse_grid/accelerator/layout.hpp"

namespace sparse_grid::accelerator {
namespace {

class Builder {
 public:
  Builder(std::span<const std::uint32_t> levels, std::span<const std::uint32_t> indices,
          std::size_t dimensions, Tree& tree)
      : levels_(levels),
        indices_(indices),
        dimensions_(dimensions),
        tree_(tree),
        last_(levels.size() / dimensions),
        children_(last_.size()) {}

  void build() {
    const std::uint32_t root = find_children();
    add(root);
    visit(root, 0);
  }

 private:
  // Fills last_ and children_; returns the root.
  std::uint32_t find_children() {
    std::vector<std::uint32_t> path;  // the last point met of each depth
    for (const std::uint32_t point : depth_first_order(levels_, indices_, dimensions_)) {
      std::size_t depth = 0;
      last_[point] = static_cast<std::uint32_t>(dimensions_);
      for (std::size_t k = 0; k < dimensions_; ++k) {
        if (levels_[point * dimensions_ + k] == 1) continue;
        ++depth;
        last_[point] = static_cast<std::uint32_t>(k);
      }
      if (depth > path.size() || (depth == 0) != path.empty() ||
          (depth > 0 && !is_parent(path[depth - 1], point))) {
        throw assay::sdk::Error(ASSAY_INVALID,
                                "a grid point lacks its ancestor without the last refined "
                                "dimension: form = \"factored\" needs complete grids");
      }
      path.resize(depth);
      if (depth > 0) children_[path.back()].push_back(point);
      path.push_back(point);
    }
    return path.front();
  }

  [[nodiscard]] bool is_parent(std::uint32_t parent, std::uint32_t point) const {
    for (std::size_t k = 0; k < dimensions_; ++k) {
      const bool refined_last = k == last_[point];
      const std::uint32_t level = refined_last ? 1 : levels_[point * dimensions_ + k];
      const std::uint32_t index = refined_last ? 1 : indices_[point * dimensions_ + k];
      if (levels_[parent * dimensions_ + k] != level) return false;
      if (indices_[parent * dimensions_ + k] != index) return false;
    }
    return true;
  }

  [[nodiscard]] Tree::Hat hat(std::uint32_t point) const {
    if (last_[point] == dimensions_) return {1, 1};
    const std::size_t at = point * dimensions_ + last_[point];
    return {levels_[at], indices_[at]};
  }

  void add(std::uint32_t point) {
    tree_.order.push_back(point);
    tree_.hats.push_back(hat(point));
  }

  // The runs of a parent that is refined in `depth` dimensions, then what is below its children.
  // No deeper than there are dimensions.
  void visit(std::uint32_t parent, std::uint32_t depth) {
    const auto& children = children_[parent];
    if (children.empty()) return;
    const std::size_t first_run = tree_.runs.size();
    const std::size_t first_point = tree_.order.size();
    for (auto child = children.begin(); child != children.end();) {
      const std::uint32_t k = last_[*child];
      const auto end = std::find_if(child, children.end(),
                                    [&](std::uint32_t other) { return last_[other] != k; });
      const bool opens = tree_.runs.size() == first_run;
      tree_.runs.insert(
          tree_.runs.end(),
          {k, static_cast<std::uint32_t>(end - child),
           opens ? last_[parent] : static_cast<std::uint32_t>(dimensions_), depth, 0, 0, 0, 0});
      tree_.parents.push_back(hat(parent));
      for (; child != end; ++child) add(*child);
    }
    for (const std::uint32_t child : children) visit(child, depth + 1);
    tree_.runs[first_run + 4] = static_cast<std::uint32_t>(tree_.parents.size());
    tree_.runs[first_run + 5] = static_cast<std::uint32_t>(tree_.order.size() - first_point);
  }

  std::span<const std::uint32_t> levels_;
  std::span<const std::uint32_t> indices_;
  std::size_t dimensions_;
  Tree& tree_;
  std::vector<std::uint32_t> last_;                   // refined dimension; of the root: dimensions
  std::vector<std::vector<std::uint32_t>> children_;  // of each point
};

}  // namespace

Tree::Tree(std::span<const std::uint32_t> levels, std::span<const std::uint32_t> indices,
           std::size_t dimensions) {
  Builder(levels, indices, dimensions, *this).build();
}

}  // namespace sparse_grid::accelerator
