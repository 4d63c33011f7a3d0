#include "sort/problem/arguments.hpp"

#include <fmt/format.h>

namespace sorting {
namespace {

using assay::sdk::Bindings;
using assay::sdk::Error;

// More pairs than fit into any memory, but few enough that all sums of bytes fit into 64 bits.
constexpr std::uint64_t most_pairs = std::uint64_t{1} << 48;

std::size_t at_least(const Bindings& bound, const char* name, std::int64_t least) {
  const std::int64_t value = bound.integer(name);
  if (value < least) {
    throw Error(ASSAY_INVALID, fmt::format("{} = {} must be {} or more", name, value, least));
  }
  return static_cast<std::size_t>(value);
}

void require_countable(const Arguments& arguments) {
  if (arguments.length <= most_pairs / arguments.arrays) return;
  throw Error(ASSAY_INVALID,
              fmt::format("{} arrays of length {} are more than 2^48 pairs: reduce one of the two",
                          arguments.arrays, arguments.length));
}

void require_payload(const Arguments& arguments) {
  if (arguments.payload_bytes != 4 && arguments.payload_bytes != 8) {
    throw Error(ASSAY_INVALID,
                fmt::format("payload = {} bytes is neither 4 nor 8", arguments.payload_bytes));
  }
  const std::size_t longest =
      arguments.lengths == "mixed" ? 2 * arguments.length : arguments.length;
  if (arguments.payload_bytes == 4 && longest > (std::uint64_t{1} << 32)) {
    throw Error(
        ASSAY_INVALID,
        fmt::format("the places in an array of length {} need more than 4 bytes: use payload = 8",
                    longest));
  }
}

}  // namespace

Arguments::Arguments(const Bindings& bound)
    : length(at_least(bound, "length", 1)),
      arrays(at_least(bound, "arrays", 1)),
      lengths(bound.text("lengths")),
      payload_bytes(at_least(bound, "payload", 1)),
      distribution(bound.text("distribution")),
      stable(bound.boolean("stable")),
      seed(at_least(bound, "seed", 0)) {
  require_countable(*this);
  require_payload(*this);
}

std::vector<assay::sdk::Argument> argument_list() {
  return {
      {"length",
       "pairs in an array (with mixed lengths, on average)",
       1024,
       {},
       assay::sdk::between(1, 5000)},
      {"arrays", "independent arrays", 1024, {}, assay::sdk::between(1, 300)},
      {"lengths",
       "equal; mixed: drawn between 0 and twice the length, in pairs of arrays that add up to "
       "twice the length, so that the total is the same",
       "equal",
       {"equal", "mixed"}},
      {"payload", "size of a payload in bytes", 4, {4, 8}},
      {"distribution",
       "uniform in [-1, 1); few-distinct: 16 values; sorted and reversed: evenly spread over all "
       "finite numbers; adversarial: an order for which median-of-3 quicksort takes quadratic time "
       "(Musser 1997), of consecutive numbers from 1 on, so that the leading digits of all keys "
       "are the same; special: uniform, and one key in four is a zero of either sign, an infinity, "
       "a NaN of one of several bit patterns, a subnormal or the largest number",
       "uniform",
       {"uniform", "few-distinct", "sorted", "reversed", "adversarial", "special"}},
      {"stable", "whether pairs with equal keys must keep their order", false, {false, true}},
      {"seed", "seed of everything random", 1, {}, assay::sdk::any_seed()},
  };
}

}  // namespace sorting
