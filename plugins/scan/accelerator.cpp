// reduce-then-scan and look-back for OpenCL and CUDA: tiles are scanned in local memory; what
// precedes each comes from earlier launches, or from the tiles before it.
#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "assay/accelerator.hpp"
#include "assay/embedded_kernels.hpp"
#include "scan/scan.hpp"

namespace scan {
namespace {

using namespace assay::sdk;

// How a configuration cuts an array into tiles.
struct Tiles {
  explicit Tiles(const Task& task)
      : group(task.configuration().size("work_group_size")),
        packs(task.configuration().size("packs_per_item")),
        pack(task.configuration().size("load_bytes") / element_size(task.input("x").element)),
        count(quotient_up(static_cast<std::size_t>(task.input("x").shape[0]),
                          group * packs * pack)) {}

  // The options with which both kernel files are compiled.
  [[nodiscard]] CompileOptions options(const Device& device, const Task& task) const {
    auto options = dialect_options(device, is_double(task.input("x")));
    options.define("WORK_GROUP_SIZE", group).define("PACKS", packs).define("PACK", pack);
    return options;
  }
  // Launches a group for each tile.
  template <class... Arguments>
  void launch(const Kernel& kernel, const Arguments&... arguments) const {
    kernel.launch<1>({count * group}, {group}, arguments...);
  }

  std::size_t group;  // items of a group
  std::size_t packs;  // of an item
  std::size_t pack;   // numbers of a pack
  std::size_t count;  // tiles of the array
};

// The array and its prefix sums on the device.
template <class Real>
struct Arrays {
  Arrays(const Host& host, const Task& task)
      : output(elements<Real>(task.output("y"))),
        x(Buffer<Real>::of_input(host, elements<const Real>(task.input("x")))),
        y(host, output.size()) {}

  [[nodiscard]] std::uint64_t length() const { return x.size(); }

  std::span<Real> output;
  Buffer<Real> x;
  Buffer<Real> y;
};

Program build_reduce_then_scan(const Device& device, const Task& task) {
  return build(device.host, "scan/reduce_then_scan.kernel", Tiles(task).options(device, task));
}

template <class Real>
class ReduceThenScan : public Trial {
 public:
  ReduceThenScan(const Task& task, const Device& device)
      : host_(device.host),
        tiles_(task),
        arrays_(host_, task),
        program_(build_reduce_then_scan(device, task)),
        sums_(host_, tiles_.count) {}

  void run() override {
    if (tiles_.count == 0) return;
    {
      const Phase phase(host_, "sums");
      tiles_.launch(sum_tiles_, arrays_.x, arrays_.length(), sums_);
      scan_sums_.template launch<1>({tiles_.group}, {tiles_.group}, sums_,
                                    static_cast<std::uint32_t>(tiles_.count));
    }
    const Phase phase(host_, "scan");
    tiles_.launch(scan_tiles_, arrays_.x, arrays_.length(), sums_, arrays_.y);
  }
  void outputs() override { arrays_.y.read(arrays_.output); }

 private:
  Host host_;
  Tiles tiles_;
  Arrays<Real> arrays_;
  Program program_;
  Buffer<Real> sums_;  // of tiles
  Kernel sum_tiles_ = program_.kernel("sum_tiles");
  Kernel scan_sums_ = program_.kernel("scan_sums");
  Kernel scan_tiles_ = program_.kernel("scan_tiles");
};

Program build_look_back(const Device& device, const Task& task) {
  if (device.backend == ASSAY_OPENCL && device.host.device_fact("has_double") == 0) {
    throw Error(ASSAY_UNSUPPORTED,
                "look-back adds up the sums of tiles in double precision, which the device does "
                "not support: use reduce-then-scan");
  }
  auto options = Tiles(task).options(device, task);
  options.define("LOOK_BACK", task.configuration().integer("look_back"));
  return build(device.host, "scan/look_back.kernel", options);
}

template <class Real>
class LookBack : public Trial {
 public:
  LookBack(const Task& task, const Device& device)
      : host_(device.host),
        tiles_(task),
        arrays_(host_, task),
        kernel_(build_look_back(device, task).kernel("scan_looking_back")),
        words_(host_, 2 * tiles_.count + 1) {}

  void run() override {
    if (tiles_.count == 0) return;
    {
      const Phase phase(host_, "clear");
      words_.fill(-1);
    }
    const Phase phase(host_, "scan");
    tiles_.launch(kernel_, arrays_.x, arrays_.length(), static_cast<std::uint32_t>(tiles_.count),
                  words_, arrays_.y);
  }
  void outputs() override { arrays_.y.read(arrays_.output); }

 private:
  Host host_;
  Tiles tiles_;
  Arrays<Real> arrays_;
  Kernel kernel_;
  Buffer<std::int64_t> words_;  // what tiles publish, as the kernel documents it
};

ParameterSet parameters(assay_backend backend) {
  return {{{"work_group_size", "Work items in a group.",
            powers_of_two(backend == ASSAY_CUDA ? 32 : 8, 1024), 256},
           {"packs_per_item", "Loads of an item.", powers_of_two(1, 8), 4},
           {"load_bytes", "Bytes of a load: one number or several neighbours.", {4, 8, 16}, 16}},
          {{"work_group_size <= max_work_group_size", "the device allows no larger work group"},
           {"load_bytes >= (8 if precision == 'double' else 4)", "a load has at least one number"},
           // A tile has an element more for every 128 bytes, and beside it are the sums of items
           // and what is seen of up to 64 other tiles.
           {"work_group_size * (packs_per_item * load_bytes * 17 / 16 + 9) + 1048 <= "
            "min(local_memory_bytes, 49152)",
            "a tile must fit into local memory"}}};
}

template <template <class Real> class Method, class Build>
void describe(Plugin& plugin, const char* name, const char* doc, const ParameterSet& more,
              Build build) {
  for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
    ParameterSet set = parameters(backend);
    set.add(more);
    auto variant =
        assay::sdk::describe_accelerated(name, "scan/array", doc, backend, std::move(set));
    variant.outputs_are_copies = true;
    variant.prepare = [=](const Task& task) {
      return prepare_by_precision<Method>(task.input("x"), task, Device{task.host(), backend});
    };
    variant.compile = [=](const Task& task) {
      static_cast<void>(build({task.host(), backend}, task));
    };
    plugin.variant(std::move(variant));
  }
}

}  // namespace

void describe_accelerated(Plugin& plugin) {
  describe<ReduceThenScan>(plugin, "reduce-then-scan",
                           "The sums of tiles, their prefix sums, then those of the tiles: reads "
                           "the array twice.",
                           {{},
                            {{"precision == 'double' or length <= 1024 * (work_group_size * "
                              "packs_per_item * load_bytes / 4) ** 2",
                              "one group would add up the sums of so many tiles one portion after "
                              "the other, which is too far off in float"}}},
                           build_reduce_then_scan);
  describe<LookBack>(plugin, "look-back",
                     "Each tile looks back at those before it: reads the array once. Sums may be "
                     "rounded differently from one repetition to the next.",
                     {{{"look_back", "Tiles that are looked at together, each by an item.",
                        powers_of_two(1, 64), 32}},
                      {}},
                     build_look_back);
}

}  // namespace scan
