#include "sparse_grid/accelerator/support_list_settings.hpp"

#include <algorithm>
#include <iterator>

#include "sparse_grid/accelerator/support_list.hpp"

namespace sparse_grid::accelerator {

namespace sdk = assay::sdk;

namespace {

LinearHats linear_hats_named(const std::string& name) {
  if (name == "each") return LinearHats::each;
  return name == "together" ? LinearHats::together : LinearHats::folded;
}

bool is_folded(const Configuration& configuration) {
  return linear_hats_named(configuration.text("linear_hats")) == LinearHats::folded;
}
// A parameter of folded lists, 0 for others.
std::size_t folded(const Configuration& configuration, const char* name) {
  return is_folded(configuration) ? configuration.size(name) : 0;
}

}  // namespace

ListSettings::ListSettings(const Configuration& configuration, assay_backend backend,
                           bool transposed)
    : Items(configuration, backend),
      on_tensor_cores(backend == ASSAY_CUDA && is_folded(configuration) &&
                      configuration.text("block_product") == "tensor"),
      order(configuration, [&](const char* name) { return configuration.size(name); }),
      stage(configuration.size("stage")),
      linear_hats(linear_hats_named(configuration.text("linear_hats"))),
      folded_tiles{folded(configuration, "tile_groups") * group_points(),
                   folded(configuration, "tile_kinks")},
      front_dimensions(folded(configuration, "front_dimensions")),
      table_rows(folded(configuration, "table_rows")),
      segment_entries(configuration.size("segment_entries")),
      list_megabytes(configuration.size("list_megabytes")),
      lists_on_host(configuration.text("lists") == "host"),
      atomic(transposed && configuration.text("accumulation") == "atomic"),
      copies(transposed ? configuration.size("copies") : 1) {}

ListLimits ListSettings::limits(const Device& device) const {
  const double most = std::min(static_cast<double>(list_megabytes) * 1e6,
                               device.host.device_fact("max_allocation_bytes"));
  return {.segment_entries = segment_entries,
          .list_bytes = static_cast<std::size_t>(most),
          .on_host = lists_on_host};
}

std::size_t ListSettings::local_bytes(bool is_double, bool transposed) const {
  const std::size_t real = is_double ? 8 : 4;
  const std::size_t terms = transposed ? (work_group_size + 2) * real : 0;
  if (linear_hats == LinearHats::folded) {
    return on_tensor_cores ? 0 : FoldedParts<float>::block * FoldedParts<float>::block * terms;
  }
  const std::size_t entry = transposed ? 4 * real + 16 : 4 * real + 8;
  return stage * (entry + terms);
}

std::size_t ListSettings::folded_local_bytes(std::size_t row_quads,
                                             std::size_t real_bytes) const {
  if (!on_tensor_cores) return table_rows * group_points() * real_bytes;
  // folded_tensor.h: rows of a stride, of which each is either a factor's or a front part's. In
  // their place eight sums of all warps at up to 64 points each.
  const std::size_t rows = std::max(table_rows * (group_points() + 4), 16 * work_group_size);
  return rows * real_bytes + table_rows * std::max<std::size_t>(36, 16 * row_quads);
}

Parting ListSettings::parting(const std::vector<std::uint32_t>& tree_order) const {
  const std::size_t dimensions = tree_order.size();
  const std::size_t front = front_dimensions == 0 ? (dimensions + 1) / 2 : front_dimensions;
  Parting parting{std::vector<std::uint32_t>(dimensions, 0), table_rows};
  for (std::size_t i = 0; i < std::min(front, dimensions); ++i) {
    parting.in_front[tree_order[i]] = 1;
  }
  return parting;
}

namespace {

// How the products of folded lists are multiplied.
void add_folded(ParameterSet& set, bool cuda) {
  const std::string folded = "linear_hats == 'folded'";
  set.parameters.push_back(
      {"front_dimensions",
       "Dimensions in front, the first of the tree: bases are products of parts in these and parts "
       "in the others; 0: half of them.",
       {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24},
       0,
       folded});
  set.constraints.push_back({"linear_hats != 'folded' or front_dimensions <= dimensions",
                             "there are no more dimensions than that"});
  set.parameters.push_back(
      {"table_rows",
       "Rows of a work group's tables at its points: one for each factor of its tile and one more, "
       "the others for front parts, chunk by chunk.",
       {16, 24, 32, 40, 48, 56, 64, 72, 80, 96, 112, 128, 144, 160, 192, 224, 256, 320, 384, 512},
       128,
       folded});
  std::string items = "work_group_size";
  if (cuda) {
    set.parameters.push_back({"block_product",
                              "What multiplies blocks: fused multiply-adds, or tensor cores, those "
                              "of double precision, with the same points in all warps of a group.",
                              {"fma", "tensor"},
                              "fma",
                              folded});
    set.constraints.push_back(
        {"linear_hats != 'folded' or block_product == 'fma' or (precision == 'double' and "
         "points_per_item <= 2)",
         "tensor cores take double precision, and 32 points or 64 a group"});
    items = "(work_group_size if block_product == 'fma' else 32)";
  }
  set.constraints.push_back(
      {"linear_hats != 'folded' or (table_rows * (" + items +
           " * points_per_item + 9) + 16 * work_group_size) * (8 if precision == 'double' else 4) "
           "<= local_memory_bytes - 4096",
       "the tables do not fit into local memory"});
}

}  // namespace

ParameterSet SupportList::parameters(assay_backend backend, bool transposed) {
  const bool cuda = backend == ASSAY_CUDA;
  ParameterSet set;
  add_work_group_size(set, backend);
  add_points_per_item(set, backend,
                      "Data points of a work item; a tile is the points of a work group.",
                      {1, 2, 3, 4, 6, 8, 16, 32}, 4);
  std::ranges::move(list_order_parameters(), std::back_inserter(set.parameters));
  set.constraints.push_back(list_order_constraint());
  set.parameters.push_back(
      {"linear_hats",
       "Grid points of a run whose hats are linear over the tile's box count together, as one line "
       "or by two moments; or each for itself; or all hats are folded into a basis of the tile.",
       {"together", "each", "folded"},
       "together"});
  set.parameters.push_back({"tile_groups", "Work groups that share a tile and its basis, at most.",
                            sdk::powers_of_two(1, 128), 16, "linear_hats == 'folded'"});
  set.parameters.push_back(
      {"tile_kinks",
       "Hats with a kink in the box of a tile, at most: where there are more, it "
       "is cut in halves.",
       sdk::powers_of_two(8, 512), 64, "linear_hats == 'folded'"});
  add_folded(set, cuda);
  set.constraints.push_back(
      {"linear_hats != 'folded' or lists == 'device'", "bases of tiles are made on the device"});
  set.parameters.insert(
      set.parameters.end(),
      {{"segment_entries",
        "List entries that a work group walks at the most; what is longer is cut.",
        sdk::powers_of_two(64, 16384), cuda ? 1024 : 16384},
       {"lists",
        "Where the lists are made, and the order of the data, but for that of a k-d tree.",
        {"device", "host"},
        "device"},
       {"list_megabytes",
        "Lists that are on the device at a time; where this is less than all, tiles go in batches "
        "whose lists are made anew in each run.",
        {1, 16, 256, 1024, 4096, 16384, 65536},
        16384}});
  set.parameters.push_back(
      {"stage", "List entries in local memory at a time.", {8, 16, 32, 64, 128}, cuda ? 32 : 64});
  if (transposed) {
    set.parameters.push_back({"accumulation",
                              "atomic: a tile adds to the sum of each grid point in its list; "
                              "ordered: sums of tiles are kept and added up in one order, so that "
                              "every run gives the same bits.",
                              {"atomic", "ordered"},
                              cuda ? "atomic" : "ordered"});
    set.parameters.push_back({"copies",
                              "Copies of the sums that tiles share in turn, or that parts of the "
                              "tiles have each.",
                              sdk::powers_of_two(1, 64), cuda ? 1 : 4});
    if (!cuda) {
      set.constraints.push_back(
          {"linear_hats != 'together' or work_group_size <= stage",
           "PoCL 3.1 optimises sums that several work items share into an endless loop"});
    }
  }
  return set;
}

std::string SupportList::doc(bool transposed) {
  return transposed ? "Tiles of neighbouring data points, each with the list of grid points whose "
                      "support it meets, add to these (B v)."
                    : "Tiles of neighbouring data points, each with the list of grid points whose "
                      "support it meets (B^T alpha).";
}

}  // namespace sparse_grid::accelerator
