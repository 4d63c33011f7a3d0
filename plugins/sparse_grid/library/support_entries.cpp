#include "sparse_grid/library/support_entries.hpp"

#include <string>

#include "assay/plugin.hpp"
#include "sparse_grid/library/support.hpp"

namespace sparse_grid {
namespace {

constexpr std::uint32_t opens = 0x10000;
constexpr std::uint32_t depth_shift = 17;
constexpr std::uint32_t most_dimensions = 0x3fff;  // depths fit, and lists keep a bit
constexpr std::uint32_t skip_word = 3;

class Builder {
 public:
  Builder(const Nodes& nodes, SupportEntries& entries)
      : nodes_(nodes), all_(nodes.all()), entries_(entries) {
    entries_.words.reserve(2 * SupportEntries::entry_words * all_.size());
    entries_.hats.reserve(2 * all_.size());
    add(ROOT_DIMENSION, all_[0], all_[0].point, NO_ENTRY);
    visit(0, NO_ENTRY);
  }

 private:
  std::uint32_t add(std::uint32_t word, const Node& node, std::uint32_t point,
                    std::uint32_t above) {
    const auto entry = static_cast<std::uint32_t>(entries_.size());
    entries_.words.insert(entries_.words.end(), {word, point, above, 0});
    entries_.hats.push_back(node.hat);
    return entry;
  }

  // The children of a parent, then what is below each of them. No deeper than there are dimensions.
  void visit(std::uint32_t parent, std::uint32_t opened) {
    for (const std::uint32_t child : nodes_.children(parent)) {
      add(all_[child].dimension, all_[child], all_[child].point, opened);
    }
    for (const std::uint32_t child : nodes_.children(parent)) {
      if (nodes_.children(child).empty()) continue;
      const Node& node = all_[child];
      const std::uint32_t entry =
          add(node.dimension | opens | node.depth << depth_shift, node, no_point, opened);
      visit(child, entry);
      entries_.words[SupportEntries::entry_words * entry + skip_word] =
          static_cast<std::uint32_t>(entries_.size());
    }
  }

  const Nodes& nodes_;
  const std::vector<Node>& all_;
  SupportEntries& entries_;
};

}  // namespace

SupportEntries::SupportEntries(const Nodes& nodes) {
  if (nodes.all()[0].dimension > most_dimensions) {
    throw assay::sdk::Error(ASSAY_UNSUPPORTED, "support lists are of at most " +
                                                   std::to_string(most_dimensions) + " dimensions");
  }
  Builder(nodes, *this);
}

}  // namespace sparse_grid
