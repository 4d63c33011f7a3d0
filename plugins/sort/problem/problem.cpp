#include "sort/problem/problem.hpp"

#include "sort/problem/arguments.hpp"
#include "sort/problem/instance.hpp"

namespace sorting {
namespace {

std::vector<assay::sdk::TensorDoc> tensors() {
  return {
      {"keys", ASSAY_INPUT, "f32 [total]: the arrays one after the other, any bits, NaN included"},
      {"payloads", ASSAY_INPUT,
       "u32 or u64 [total]: each pair's place in its array, from 0. Only the check may rely on "
       "that: to a variant they are bits that go with their keys"},
      {"offsets", ASSAY_INPUT,
       "u64 [arrays + 1]: array a is [offsets[a], offsets[a + 1]); it may be empty"},
      {"sorted_keys", ASSAY_OUTPUT, "f32 [total]: the keys of each array in the declared order"},
      {"sorted_payloads", ASSAY_OUTPUT,
       "as payloads [total]: those of the keys. Pairs of equal keys come in any order, or, where "
       "the "
       "instance is stable, in that of the input"},
  };
}

}  // namespace

void describe_problem(assay::sdk::Plugin& plugin) {
  plugin.problem(
      {.name = "sort/pairs",
       .doc =
           "Sorts many independent arrays of pairs (key, payload), each by its keys. The order is "
           "total: -inf < finite < +inf < NaN, -0 < +0, NaNs by their bits (positive ones first, "
           "rising; then negative ones, falling). So only keys of the same bits are equal.",
       .arguments = argument_list(),
       .tensors = tensors(),
       .create = create_pairs,
       .checks = true,
       .restore_check = restore_pairs_check});
}

}  // namespace sorting
