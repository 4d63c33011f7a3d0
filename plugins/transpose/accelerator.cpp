// tiles.opencl and tiles.cuda: tile by tile through local memory.
#include <span>
#include <utility>

#include "assay/accelerator.hpp"
#include "assay/embedded_kernels.hpp"
#include "transpose/transpose.hpp"

namespace transpose {
namespace {

using namespace assay::sdk;

Program build_tiles(const Device& device, const Task& task) {
  const Bindings& configuration = task.configuration();
  auto options = dialect_options(device, is_double(task.input("a")));
  options.define("TILE", configuration.integer("tile"))
      .define("ITEM_ROWS", configuration.integer("item_rows"))
      .define("PAD", configuration.integer("pad"))
      .define("WORK_GROUP_SIZE",
              configuration.integer("tile") * configuration.integer("item_rows"));
  return build(device.host, "transpose/tiles.kernel", options);
}

template <class Real>
class DeviceTiles : public Trial {
 public:
  DeviceTiles(const Task& task, const Device& device)
      : host_(device.host),
        extents_(task),
        tile_(task.configuration().size("tile")),
        group_(tile_ * task.configuration().size("item_rows")),
        kernel_(build_tiles(device, task).kernel("transpose_tiles")),
        result_(elements<Real>(task.output("b"))),
        a_(host_, elements<const Real>(task.input("a"))),
        b_(host_, result_.size()) {}

  void run() override {
    const Phase phase(host_, "kernel");
    kernel_.template launch<2>(
        {quotient_up(extents_.columns, tile_) * group_, quotient_up(extents_.rows, tile_)},
        {group_, 1}, a_, std::uint64_t{extents_.rows}, std::uint64_t{extents_.columns}, b_);
  }
  void outputs() override { b_.read(result_); }

 private:
  Host host_;
  Extents extents_;
  std::size_t tile_;
  std::size_t group_;
  Kernel kernel_;
  std::span<Real> result_;
  Buffer<Real> a_;
  Buffer<Real> b_;
};

ParameterSet parameters() {
  return {
      {{"tile", "Elements along each side of a tile.", powers_of_two(8, 64), 32},
       {"item_rows", "Rows of work items in a group, each as long as a tile.", powers_of_two(1, 64),
        8},
       {"pad", "Unused elements at the end of each row of a tile in local memory.", {0, 1, 2}, 1}},
      {{"item_rows <= tile", "a tile does not have as many rows"},
       {"tile * item_rows <= max_work_group_size", "the device allows no larger work group"},
       {"tile * (tile + pad) * (8 if precision == 'double' else 4) <= min(local_memory_bytes, "
        "49152)",
        "a tile must fit into local memory"},
       {"rows <= 65535 * tile", "a launch cannot have more groups in its second dimension"}}};
}

}  // namespace

void describe_accelerated(Plugin& plugin) {
  for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
    auto variant = assay::sdk::describe_accelerated(
        "tiles", "transpose/matrix", "Tile by tile through local memory.", backend, parameters());
    variant.prepare = [=](const Task& task) {
      return prepare_by_precision<DeviceTiles>(task.input("a"), task, Device{task.host(), backend});
    };
    variant.compile = [=](const Task& task) {
      static_cast<void>(build_tiles({task.host(), backend}, task));
    };
    plugin.variant(std::move(variant));
  }
}

}  // namespace transpose
