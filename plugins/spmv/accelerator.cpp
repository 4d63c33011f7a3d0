// rows and merge, for OpenCL and CUDA: a team of work items for each row, and groups with equal
// shares of rows and entries.
#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "spmv/merge_path.hpp"
#include "spmv/spmv.hpp"

namespace spmv {
namespace {

using namespace assay::sdk;

// What both variants have: the matrix and the vectors on the device.
template <class Real>
struct DeviceProduct {
  DeviceProduct(const Task& task, const Device& device)
      : in(task),
        output(elements<Real>(task.output("y"))),
        offsets(Buffer<std::uint32_t>::of_input(device.host, in.offsets)),
        columns(Buffer<std::uint32_t>::of_input(device.host, in.columns)),
        entries(Buffer<Real>::of_input(device.host, in.entries)),
        x(Buffer<Real>::of_input(device.host, in.x)),
        y(device.host, output.size()) {}

  [[nodiscard]] std::uint32_t rows() const { return static_cast<std::uint32_t>(in.rows()); }

  Inputs<Real> in;
  std::span<Real> output;
  Buffer<std::uint32_t> offsets;
  Buffer<std::uint32_t> columns;
  Buffer<Real> entries;
  Buffer<Real> x;
  Buffer<Real> y;
};

template <class Real>
class DeviceRows : public Trial {
 public:
  DeviceRows(const Task& task, const Device& device)
      : host_(device.host),
        all_(task, device),
        group_(task.configuration().size("work_group_size")),
        items_(std::max<std::size_t>(all_.rows(), 1) * task.configuration().size("lanes")),
        kernel_(build(device, task).kernel("spmv_rows")) {}

  static Program build(const Device& device, const Task& task) {
    const Bindings& configuration = task.configuration();
    auto options = dialect_options(device, is_double(task.input("x")));
    options.define("WORK_GROUP_SIZE", configuration.integer("work_group_size"))
        .define("TEAM", configuration.integer("lanes"))
        .define("ITEMS", configuration.integer("loads"))
        .define("PACK", 1);
    return assay::sdk::build(device.host, "spmv/rows.kernel", options);
  }

  static ParameterSet parameters() {
    return {{{"work_group_size", "Work items in a group.", powers_of_two(32, 1024), 256},
             {"lanes", "Work items that share a row.", powers_of_two(1, 32), 8},
             {"loads", "Entries that an item has in flight.", powers_of_two(1, 8), 2}},
            {{"work_group_size <= max_work_group_size", "the device allows no larger work group"}}};
  }

  void run() override {
    const Phase phase(host_, "kernel");
    launch_items(nullptr, kernel_, items_, group_, all_.offsets, all_.columns, all_.entries, all_.x,
                 all_.rows(), all_.y);
  }
  void outputs() override { all_.y.read(all_.output); }

 private:
  Host host_;
  DeviceProduct<Real> all_;
  std::size_t group_;
  std::size_t items_;
  Kernel kernel_;
};

// The pattern of the matrix stays what it is, so that the shares are found before the first run.
template <class Real>
class DeviceMerge : public Trial {
 public:
  DeviceMerge(const Task& task, const Device& device)
      : host_(device.host),
        all_(task, device),
        group_(task.configuration().size("work_group_size")),
        tile_(group_ * task.configuration().size("items")),
        steps_(all_.in.rows() + all_.in.entries.size()),
        tiles_(std::max<std::size_t>(quotient_up(steps_, tile_), 1)),
        tiles_of_group_(quotient_up(tiles_, groups_wanted(task))),
        groups_(quotient_up(tiles_, tiles_of_group_)),
        starts_(host_, tile_starts()),
        carry_rows_(host_, groups_),
        carries_(host_, groups_),
        program_(build(device, task)) {}

  static Program build(const Device& device, const Task& task) {
    const Bindings& configuration = task.configuration();
    auto options = dialect_options(device, is_double(task.input("x")));
    options.define("WORK_GROUP_SIZE", configuration.integer("work_group_size"))
        .define("TEAM", 32)
        .define("ITEMS", configuration.integer("items"))
        .define("PACK", 1);
    return assay::sdk::build(device.host, "spmv/merge.kernel", options);
  }

  static ParameterSet parameters() {
    std::vector<Value> items;
    for (const int count : {3, 4, 5, 7, 8, 9, 11, 13, 15, 16}) items.emplace_back(count);
    return {{{"work_group_size", "Work items in a group.", powers_of_two(32, 512), 128},
             {"items",
              "Rows and entries that an item has at a time. If they are odd, items read different "
              "banks of local memory.",
              items, 7},
             {"groups_per_unit", "Groups for each compute unit; each has an equal share.",
              powers_of_two(1, 64), 16}},
            {{"work_group_size <= max_work_group_size", "the device allows no larger work group"},
             {"work_group_size * (items + 3) * (8 if precision == 'double' else 4) <= "
              "min(local_memory_bytes, 49152)",
              "the rows and entries of a group must fit into local memory"}}};
  }

  void run() override {
    {
      const Phase phase(host_, "shares");
      shares_.launch<1>({groups_ * group_}, {group_}, all_.offsets, all_.columns, all_.entries,
                        all_.x, starts_, static_cast<std::uint32_t>(steps_),
                        static_cast<std::uint32_t>(tiles_),
                        static_cast<std::uint32_t>(tiles_of_group_), all_.y, carry_rows_, carries_);
    }
    const Phase phase(host_, "carries");
    launch_items(nullptr, add_carries_, groups_ * 32, group_, carry_rows_, carries_,
                 static_cast<std::uint32_t>(groups_), all_.rows(), all_.y);
  }
  void outputs() override { all_.y.read(all_.output); }

 private:
  static std::size_t groups_wanted(const Task& task) {
    return task.configuration().size("groups_per_unit") *
           static_cast<std::size_t>(task.host().device_fact("compute_units"));
  }

  // The rows in which tiles begin, and the number of rows: [tiles + 1].
  [[nodiscard]] std::vector<std::uint32_t> tile_starts() const {
    std::vector<std::uint32_t> starts;
    for (std::size_t tile = 0; tile <= tiles_; ++tile) {
      const PathPoint at = path_point(all_.in.offsets, std::min(tile * tile_, steps_));
      starts.push_back(static_cast<std::uint32_t>(at.row));
    }
    return starts;
  }

  Host host_;
  DeviceProduct<Real> all_;
  std::size_t group_;
  std::size_t tile_;   // steps of a tile
  std::size_t steps_;  // rows and entries
  std::size_t tiles_;
  std::size_t tiles_of_group_;
  std::size_t groups_;
  Buffer<std::uint32_t> starts_;
  Buffer<std::uint32_t> carry_rows_;  // the row that a group leaves unfinished
  Buffer<Real> carries_;              // and what it has of its sum
  Program program_;
  Kernel shares_ = program_.kernel("merge_shares");
  Kernel add_carries_ = program_.kernel("add_carries");
};

template <template <class Real> class Method>
void describe(Plugin& plugin, const char* name, const char* doc) {
  for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
    auto variant = assay::sdk::describe_accelerated(name, "spmv/csr", doc, backend,
                                                    Method<float>::parameters());
    variant.outputs_are_copies = true;
    variant.prepare = [=](const Task& task) {
      return prepare_by_precision<Method>(task.input("x"), task, Device{task.host(), backend});
    };
    variant.compile = [=](const Task& task) {
      static_cast<void>(Method<float>::build({task.host(), backend}, task));
    };
    plugin.variant(std::move(variant));
  }
}

}  // namespace

void describe_accelerated(Plugin& plugin) {
  describe<DeviceRows>(plugin, "rows", "Each row is shared by a few neighbouring work items.");
  describe<DeviceMerge>(
      plugin, "merge",
      "Groups with equal shares of rows and entries; sums of rows that several groups "
      "share are added up in a second launch.");
}

}  // namespace spmv
