// direct and march for OpenCL and CUDA: kernels that are launched alike, by tiles of a group each.
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "assay/accelerator.hpp"
#include "assay/embedded_kernels.hpp"
#include "assay/precision.hpp"
#include "stencil/stencil.hpp"

namespace stencil {
namespace {

using namespace assay::sdk;

struct Algorithm {
  std::string name;
  std::string doc;
  ParameterSet parameters;
  bool marches;  // along z, or along y where there is no z; else a group has one plane
};

// The grid as a kernel sees it, and its tiles.
struct Launch {
  Launch(const Algorithm& algorithm, const Grid& grid, const Bindings& configuration)
      : width(grid.width / configuration.size("pack")),
        height(grid.height),
        depth(grid.depth),
        group(configuration.size("group_width") * configuration.size("group_height")) {
    if (algorithm.marches && grid.is_flat()) std::swap(height, depth);
    const std::size_t tile_rows = configuration.size("group_height") * configuration.size("rows");
    across = quotient_up(width, configuration.size("group_width"));
    tiles = across * quotient_up(height, tile_rows);
    layers = quotient_up(depth, algorithm.marches ? configuration.size("steps") : 1);
  }

  std::size_t width;  // in packs
  std::size_t height;
  std::size_t depth;
  std::size_t group;   // work items
  std::size_t across;  // tiles along x
  std::size_t tiles;   // of a plane
  std::size_t layers;  // groups along z
};

Program build_kernel(const Algorithm& algorithm, const Device& device, const Task& task) {
  const Grid grid(task);
  const Bindings& configuration = task.configuration();
  auto options = dialect_options(device, is_double(task.input("x")));
  options.define("RADIUS", grid.radius)
      .define("SPACE", grid.is_flat() ? 0 : 1)
      .define("PACK", configuration.integer("pack"))
      .define("ROWS", configuration.integer("rows"))
      .define("GROUP_WIDTH", configuration.integer("group_width"))
      .define("GROUP_HEIGHT", configuration.integer("group_height"))
      .define("WORK_GROUP_SIZE", Launch(algorithm, grid, configuration).group);
  if (algorithm.marches) options.define("STEPS", configuration.integer("steps"));
  return build(device.host, "stencil/" + algorithm.name + ".kernel", options);
}

template <class Real>
class DeviceSweep : public Trial {
 public:
  DeviceSweep(const Algorithm& algorithm, const Task& task, const Device& device)
      : host_(device.host),
        launch_(algorithm, Grid(task), task.configuration()),
        kernel_(
            build_kernel(algorithm, device, task).kernel(("stencil_" + algorithm.name).c_str())),
        result_(elements<Real>(task.output("y"))),
        x_(Buffer<Real>::of_input(host_, elements<const Real>(task.input("x")))),
        y_(host_, result_.size()) {
    std::ranges::copy(elements<const Real>(task.input("weights")), weights_);
  }

  void run() override {
    const Phase phase(host_, "kernel");
    const auto extent = [](std::size_t size) { return static_cast<std::uint32_t>(size); };
    kernel_.template launch<2>({launch_.tiles * launch_.group, launch_.layers}, {launch_.group, 1},
                               x_, extent(launch_.width), extent(launch_.height),
                               extent(launch_.depth), extent(launch_.across), weights_[0],
                               weights_[1], weights_[2], weights_[3], weights_[4], y_);
  }
  void outputs() override { y_.read(result_); }

 private:
  Host host_;
  Launch launch_;
  Kernel kernel_;
  std::span<Real> result_;
  Buffer<Real> x_;
  Buffer<Real> y_;
  Real weights_[most_radius + 1] = {};  // by distance, 0 beyond the radius
};

ParameterSet common_parameters(const std::string& doc_of_rows) {
  return {
      {{"group_width", "Work items of a group along x.", powers_of_two(8, 512), 32},
       {"group_height", "Work items of a group along y.", powers_of_two(1, 32), 8},
       {"rows", doc_of_rows, powers_of_two(1, 8), 1},
       {"pack", "Neighbours along x that an item reads, computes and writes at once.",
        powers_of_two(1, 4), 1}},
      {{"group_width * group_height <= max_work_group_size",
        "the device allows no larger work group"},
       {"width % pack == 0", "rows do not consist of whole packs"},
       {"pack * (8 if precision == 'double' else 4) <= 16", "one load reads at most 16 bytes"}}};
}

Algorithm direct() {
  ParameterSet set = common_parameters(
      "Packs that an item computes, one below the other: it reads the rows that "
      "they have in common once.");
  set.constraints.push_back(
      {"depth <= 65535", "a launch cannot have more groups in its second dimension"});
  return {"direct", "Every item reads all neighbours; the caches hold what several items read.",
          std::move(set), false};
}

Algorithm march() {
  ParameterSet set =
      common_parameters("Packs that an item computes in each plane, group_height rows apart.");
  set.parameters.push_back({"steps", "Planes (of a flat grid: rows) that a group marches through.",
                            powers_of_two(8, 512), 64});
  set.constraints.insert(
      set.constraints.end(),
      {{"depth > 1 or group_height * rows == 1", "a group marches along the rows of a flat grid"},
       {"2 * (group_height * rows + (2 * radius if depth > 1 else 0)) * (group_width + 2 * "
        "ceil_div(radius, pack)) * pack * (8 if precision == 'double' else 4) <= "
        "min(local_memory_bytes, 49152)",
        "two tiles must fit into local memory"},
       {"(depth if depth > 1 else height) <= 65535 * steps",
        "a launch cannot have more groups in its second dimension"}});
  return {"march",
          "Groups march along z (on a flat grid along y), with planes in registers and the current "
          "one in local memory.",
          std::move(set), true};
}

}  // namespace

void describe_accelerated(Plugin& plugin) {
  for (const Algorithm& algorithm : {direct(), march()}) {
    for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
      auto variant = assay::sdk::describe_accelerated(algorithm.name, "stencil/grid", algorithm.doc,
                                                      backend, algorithm.parameters);
      variant.outputs_are_copies = true;
      variant.prepare = [=](const Task& task) {
        return prepare_by_precision<DeviceSweep>(task.input("x"), algorithm, task,
                                                 Device{task.host(), backend});
      };
      variant.compile = [=](const Task& task) {
        static_cast<void>(build_kernel(algorithm, {task.host(), backend}, task));
      };
      plugin.variant(std::move(variant));
    }
  }
}

}  // namespace stencil
