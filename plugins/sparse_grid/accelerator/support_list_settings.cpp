#include "sparse_grid/accelerator/support_list_settings.hpp"

#include <algorithm>
#include <iterator>

#include "sparse_grid/accelerator/folded/settings.hpp"
#include "sparse_grid/accelerator/support_list.hpp"

namespace sparse_grid::accelerator {

namespace sdk = assay::sdk;

namespace {

LinearHats linear_hats_named(const std::string& name) {
  if (name == "each") return LinearHats::each;
  return name == "together" ? LinearHats::together : LinearHats::folded;
}

}  // namespace

ListSettings::ListSettings(const Configuration& configuration, assay_backend backend,
                           bool transposed)
    : Items(configuration, backend),
      order(configuration, [&](const char* name) { return configuration.size(name); }),
      stage(configuration.size("stage")),
      linear_hats(linear_hats_named(configuration.text("linear_hats"))),
      reciprocals_kept(configuration.text("reciprocals") == "kept"),
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
  const std::size_t entry = transposed ? 4 * real + 16 : 4 * real + 8;
  return stage * (entry + terms);
}

namespace {

// The parameters of lists, whether these are made on the host or on the device.
ParameterSet list_parameters(assay_backend backend, bool transposed) {
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
       "How the grid points of a run whose hat functions are linear over the tile's box are "
       "handled: together, as one line or by two moments; separately; or with all hat functions "
       "folded into a basis of the tile.",
       {"together", "each", "folded"},
       "together"});
  set.parameters.push_back(
      {"reciprocals",
       "Products of the level-1 functions at the data points: kept with the coordinates, or "
       "computed when needed, so that less is read, which pays for short lists.",
       {"kept", "computed"},
       "kept",
       "linear_hats != 'folded'"});
  folded::add_parameters(set, backend, transposed);
  set.parameters.insert(set.parameters.end(),
                        {{"segment_entries",
                          "List entries, or steps along a tree, that a work group walks at most; "
                          "longer lists are cut.",
                          sdk::powers_of_two(64, 16384), cuda ? 1024 : 16384},
                         {"list_megabytes",
                          "Lists that are on the device at a time; if not all are, tiles go in "
                          "batches, and their lists are created again in each run.",
                          {1, 16, 256, 1024, 4096, 16384, 65536},
                          16384}});
  set.parameters.push_back({"stage",
                            "List entries, or steps along a tree, in local memory at a time.",
                            {8, 16, 32, 64, 128},
                            cuda ? 32 : 64});
  if (transposed) {
    set.parameters.push_back(
        {"accumulation",
         "atomic: a tile adds to the sum of each grid point in its list; ordered: sums of tiles "
         "are kept and added up in a fixed order, so that every run gives the same bits.",
         {"atomic", "ordered"},
         cuda ? "atomic" : "ordered"});
    set.parameters.push_back({"copies",
                              "Copies of the sums, which tiles share in turn, or of which each "
                              "part of the tiles has its own.",
                              sdk::powers_of_two(1, 64), cuda ? 1 : 4});
    if (!cuda) {
      set.constraints.push_back(
          {"linear_hats != 'together' or work_group_size <= stage",
           "PoCL 3.1 turns sums shared by several work items into an endless loop"});
    }
  }
  return set;
}

}  // namespace

ParameterSet SupportList::parameters(assay_backend backend, bool transposed) {
  ParameterSet set;
  set.parameters.push_back({"lists",
                            "Where the lists and the order of the data (except that of a k-d tree) "
                            "are created; or none: all data form one tile, whose list is the whole "
                            "grid, which is streamed. That pays for a handful of grid points.",
                            {"device", "host", "none"},
                            "device"});
  set.add(list_parameters(backend, transposed), "", "lists != 'none'");
  set.add(Streaming::parameters(backend, transposed), streaming_prefix, "lists == 'none'");
  return set;
}

std::string SupportList::doc(bool transposed) {
  return transposed ? "Tiles of neighbouring data points, each with the list of grid points whose "
                      "support it meets, add to these points (B v)."
                    : "Tiles of neighbouring data points, each with the list of grid points whose "
                      "support it meets (B^T alpha).";
}

}  // namespace sparse_grid::accelerator
