#include "framework/device/cuda/compile_only.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "framework/device/cuda/program.hpp"
#include "framework/device/program.hpp"

namespace assay::device::cuda {
namespace {

constexpr const char* prefix = "cuda:sm_";

// The figures of an architecture, from the tables of compute capabilities in NVIDIA's CUDA C++
// Programming Guide and the products' data sheets.
struct Architecture {
  int capability;
  const char* product;
  double multiprocessors;
  double shared_per_block;  // after opting in
  double shared_per_multiprocessor;
  double l2_bytes;
  double memory_gib;
};
constexpr std::array<Architecture, 3> architectures = {{
    {80, "A100", 108, 166912, 167936, 40 << 20, 40},
    {90, "H100", 132, 232448, 233472, 50 << 20, 80},
    {100, "B200", 148, 232448, 233472, 126 << 20, 180},
}};

DeviceDescription describe(const std::string& id, const Architecture& architecture,
                           const Nvrtc& nvrtc) {
  const double memory = architecture.memory_gib * (1U << 30U);
  return {.id = id,
          .backend = "cuda",
          .name = architecture.product,
          .driver = "NVRTC " + nvrtc.version,
          .on_host_cores = false,
          .facts = {{"max_threads", 1024},
                    {"max_work_group_size", 1024},
                    {"max_work_item_0", 1024},
                    {"max_work_item_1", 1024},
                    {"max_work_item_2", 64},
                    {"max_grid_0", 2147483647},
                    {"max_grid_1", 65535},
                    {"max_grid_2", 65535},
                    {"local_memory_bytes", architecture.shared_per_block},
                    {"shared_memory_per_multiprocessor", architecture.shared_per_multiprocessor},
                    {"global_memory_bytes", memory},
                    {"max_allocation_bytes", memory},
                    {"memory_alignment_bytes", 256},
                    {"same_devices", 1},
                    {"compute_units", architecture.multiprocessors},
                    {"preferred_vector_float", 1},
                    {"preferred_vector_double", 1},
                    {"has_double", 1},
                    {"has_int64_atomics", 1},
                    {"cache_line_bytes", 128},
                    {"compute_capability", static_cast<double>(architecture.capability)},
                    {"warp_size", 32},
                    {"registers_per_block", 65536},
                    {"max_threads_per_multiprocessor", 2048},
                    {"l2_bytes", architecture.l2_bytes},
                    {"copy_engines", 3}}};
}

class CompiledProgram : public Program {
 public:
  explicit CompiledProgram(Image image) : image_(std::move(image)) {}
  [[nodiscard]] bool from_cache() const override { return image_.from_cache; }
  [[nodiscard]] const Image& image() const { return image_; }

 private:
  Image image_;
};

class CompileOnlyDevice : public Device, public ProgramBuilder {
 public:
  CompileOnlyDevice(Nvrtc nvrtc, DeviceDescription description, const DeviceOptions& options)
      : compiler_{std::move(nvrtc), static_cast<int>(description.facts.at("compute_capability")),
                  description.name},
        description_(std::move(description)) {
    if (!options.cache_folder.empty()) cache_.emplace(options.cache_folder);
  }

  [[nodiscard]] const DeviceDescription& description() const override { return description_; }
  [[nodiscard]] std::string why_no(const std::string& /*what*/) const override {
    return fmt::format(
        "{} can only compile: it stands in for a GPU that this machine does not have; run this on "
        "a "
        "GPU, such as cuda:0",
        description_.id);
  }

  std::unique_ptr<Program> link(std::span<const assay_source> sources, std::size_t units,
                                const std::string& options,
                                std::span<const std::string> names) override {
    const auto flat = flatten_units(sources, units, kernel_override_folders());
    return std::make_unique<CompiledProgram>(
        compile(compiler_, {flat, options, names}, cache_ ? &*cache_ : nullptr));
  }

  std::vector<Fact> compiled(Program& program, const std::string& kernel) override {
    return facts_of(static_cast<CompiledProgram&>(program).image(), kernel);
  }

 private:
  Compiler compiler_;
  DeviceDescription description_;
  std::optional<BlobCache> cache_;
};

}  // namespace

bool is_compile_only(const std::string& id) { return id.starts_with(prefix); }

std::unique_ptr<Device> open_compile_only(const std::string& id, const DeviceOptions& options) {
  const auto known = std::ranges::find_if(architectures, [&](const Architecture& architecture) {
    return id == fmt::format("{}{}", prefix, architecture.capability);
  });
  if (known == architectures.end()) {
    throw DeviceError(
        ASSAY_UNSUPPORTED,
        fmt::format("no stand-in for {}; choose cuda:sm_80, cuda:sm_90 or cuda:sm_100", id));
  }
  Nvrtc nvrtc = load_nvrtc(0);
  DeviceDescription description = describe(id, *known, nvrtc);
  return std::make_unique<CompileOnlyDevice>(std::move(nvrtc), std::move(description), options);
}

}  // namespace assay::device::cuda
