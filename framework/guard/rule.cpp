#include "framework/guard/rule.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/inference/looks.hpp"

namespace assay::guard {
namespace {

std::string in_percent(double fraction) { return fmt::format("{:.3g} %", 100 * fraction); }

}  // namespace

std::string describe_rule(const GuardOptions& options) {
  const auto looks = inference::plan_looks(options.looks, options.alpha);
  std::vector<std::size_t> blocks;
  std::vector<std::string> levels;
  for (const inference::Look& look : looks) {
    blocks.push_back(look.blocks);
    levels.push_back(in_percent(look.level));
  }
  const double later = options.confirmation_equivalence;
  return fmt::format(
      "- A block is a fresh process with {} pairs of runs, or as many as fit into {} s; either "
      "build runs first in half of the pairs, which is drawn. Its effect is the median of the "
      "pairs' log-ratios.\n"
      "- First round: the effects are judged after {} blocks, at levels of {}, {} in all: "
      "faster or slower by the two-sided exact test of signed ranks (of signs where a clock leaves "
      "few values), or equivalent within {}, by two one-sided tests at {} of these levels each.\n"
      "- Second round: what was found faster or slower is measured again in {} fresh blocks. It "
      "stands if these alone find the same, by a p-value of at most {} once it is adjusted for "
      "the number of suspects (Benjamini and Hochberg); is equivalent if they find that at {}; and "
      "is inconclusive otherwise.\n",
      options.block.pairs, options.block.seconds, fmt::join(blocks, ", "), fmt::join(levels, ", "),
      in_percent(options.alpha), in_percent(options.detect), in_percent(1 - later),
      options.confirmation, in_percent(options.alpha), in_percent(later * options.alpha));
}

std::string rule_line(const GuardOptions& options) {
  return fmt::format(
      "rule: detect={} alpha={} looks={} confirmation={} confirmation_equivalence={} pairs={} "
      "seconds={}",
      options.detect, options.alpha, fmt::join(options.looks, ","), options.confirmation,
      options.confirmation_equivalence, options.block.pairs, options.block.seconds);
}

}  // namespace assay::guard
