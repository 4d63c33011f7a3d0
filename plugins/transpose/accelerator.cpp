// tiles and patches for OpenCL and CUDA: through local memory, and through registers.
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "assay/accelerator.hpp"
#include "assay/embedded_kernels.hpp"
#include "transpose/transpose.hpp"

namespace transpose {
namespace {

using namespace assay::sdk;

// What a work group has to do.
struct Group {
  std::size_t columns;  // of a
  std::size_t rows;
  std::size_t items;
};

struct Algorithm {
  std::string name;  // of the variant, the kernel and its file
  std::string doc;
  ParameterSet parameters;
  std::vector<std::pair<std::string, std::string>> constants;  // each with the parameter it holds
  Group (*group)(const Bindings& configuration);
};

Program build_kernel(const Algorithm& algorithm, const Device& device, const Task& task) {
  const Bindings& configuration = task.configuration();
  auto options = dialect_options(device, is_double(task.input("a")));
  for (const auto& [constant, parameter] : algorithm.constants) {
    options.define(constant, configuration.integer(parameter.c_str()));
  }
  options.define("WORK_GROUP_SIZE", algorithm.group(configuration).items);
  return build(device.host, "transpose/" + algorithm.name + ".kernel", options);
}

template <class Real>
class DeviceTranspose : public Trial {
 public:
  DeviceTranspose(const Algorithm& algorithm, const Task& task, const Device& device)
      : host_(device.host),
        extents_(task),
        group_(algorithm.group(task.configuration())),
        kernel_(
            build_kernel(algorithm, device, task).kernel(("transpose_" + algorithm.name).c_str())),
        result_(elements<Real>(task.output("b"))),
        a_(Buffer<Real>::of_input(host_, elements<const Real>(task.input("a")))),
        b_(host_, result_.size()) {}

  void run() override {
    const Phase phase(host_, "kernel");
    kernel_.template launch<2>({quotient_up(extents_.columns, group_.columns) * group_.items,
                                quotient_up(extents_.rows, group_.rows)},
                               {group_.items, 1}, a_, std::uint64_t{extents_.rows},
                               std::uint64_t{extents_.columns}, b_);
  }
  void outputs() override { b_.read(result_); }

 private:
  Host host_;
  Extents extents_;
  Group group_;
  Kernel kernel_;
  std::span<Real> result_;
  Buffer<Real> a_;
  Buffer<Real> b_;
};

Algorithm tiles() {
  return {
      "tiles",
      "Tile by tile through local memory.",
      {{{"tile", "Elements along each side of a tile.", powers_of_two(8, 64), 32},
        {"item_rows", "Rows of work items in a group, each as long as a tile.",
         powers_of_two(1, 64), 8},
        {"pad", "Unused elements at the end of each row of a tile in local memory.", {0, 1, 2}, 1}},
       {{"item_rows <= tile", "a tile does not have as many rows"},
        {"tile * item_rows <= max_work_group_size", "the device allows no larger work group"},
        {"tile * (tile + pad) * (8 if precision == 'double' else 4) <= min(local_memory_bytes, "
         "49152)",
         "a tile must fit into local memory"},
        {"rows <= 65535 * tile", "a launch cannot have more groups in its second dimension"}}},
      {{"TILE", "tile"}, {"ITEM_ROWS", "item_rows"}, {"PAD", "pad"}},
      [](const Bindings& configuration) -> Group {
        const std::size_t tile = configuration.size("tile");
        return {tile, tile, tile * configuration.size("item_rows")};
      }};
}

Algorithm patches() {
  return {
      "patches",
      "Each work item transposes a square patch in its registers.",
      {{{"pack", "Elements along each side of a patch, each row of which is one load.",
         powers_of_two(1, 4), 1},
        {"group_width", "Work items of a group along a row.", powers_of_two(2, 64), 8},
        {"group_height", "Work items of a group along a column.", powers_of_two(2, 64), 32}},
       {{"group_width * group_height <= max_work_group_size",
         "the device allows no larger work group"},
        {"columns % pack == 0 and rows % pack == 0", "rows of both do not consist of whole packs"},
        {"pack * (8 if precision == 'double' else 4) <= 16", "one load reads at most 16 bytes"},
        {"rows <= 65535 * group_height * pack",
         "a launch cannot have more groups in its second dimension"}}},
      {{"PACK", "pack"}, {"GROUP_WIDTH", "group_width"}, {"GROUP_HEIGHT", "group_height"}},
      [](const Bindings& configuration) -> Group {
        const std::size_t pack = configuration.size("pack");
        const std::size_t width = configuration.size("group_width");
        const std::size_t height = configuration.size("group_height");
        return {width * pack, height * pack, width * height};
      }};
}

}  // namespace

void describe_accelerated(Plugin& plugin) {
  for (const Algorithm& algorithm : {tiles(), patches()}) {
    for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
      auto variant = assay::sdk::describe_accelerated(algorithm.name, "transpose/matrix",
                                                      algorithm.doc, backend, algorithm.parameters);
      variant.outputs_are_copies = true;
      variant.prepare = [=](const Task& task) {
        return prepare_by_precision<DeviceTranspose>(task.input("a"), algorithm, task,
                                                     Device{task.host(), backend});
      };
      variant.compile = [=](const Task& task) {
        static_cast<void>(build_kernel(algorithm, {task.host(), backend}, task));
      };
      plugin.variant(std::move(variant));
    }
  }
}

}  // namespace transpose
