#include "framework/device/kernel_peaks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

namespace assay::device {
namespace {

constexpr int chains = 8;
constexpr double launch_seconds = 5e-3;

class Bench {
 public:
  Bench(Accelerator& device, const assay_source& source)
      : device_(device),
        source_(source),
        group_(std::min<std::size_t>(256, fact("max_work_group_size"))) {
    device_.set_label(0);  // the caller may have set `untimed`
  }

  // Floating-point operations per second, two for each multiply-add; `width` elements per vector.
  double flops(const char* scalar, std::size_t scalar_bytes, std::size_t width) {
    const std::string vector = width == 1 ? scalar : fmt::format("{}{}", scalar, width);
    const auto program =
        build(fmt::format("-D SCALAR={} -D VECTOR={} -D WIDTH={}{}", scalar, vector, width,
                          scalar_bytes == 8 ? " -D USE_DOUBLE" : ""));
    const auto kernel = device_.create_kernel(*program, "multiply_add");
    // Enough groups to fill every compute unit with several.
    const std::size_t items = group_ * fact("compute_units") * 16;
    const auto result = device_.create_buffer(items * scalar_bytes);
    const double half_double = 0.5;
    const float half_single = 0.5F;
    const void* half = scalar_bytes == 8 ? static_cast<const void*>(&half_double) : &half_single;
    std::int32_t rounds = 64;
    const std::array arguments = {
        KernelArgument{ASSAY_ARG_BUFFER, result.get(), nullptr, 0},
        KernelArgument{ASSAY_ARG_BYTES, nullptr, half, scalar_bytes},
        KernelArgument{ASSAY_ARG_BYTES, nullptr, &rounds, sizeof rounds},
    };
    const double probe = best_seconds(*kernel, items, arguments, 2);  // the first one warms up
    rounds = static_cast<std::int32_t>(std::clamp(rounds * launch_seconds / probe, 64.0, 1e8));
    const double seconds = best_seconds(*kernel, items, arguments, 8);
    return 2.0 * chains * static_cast<double>(width) * rounds * static_cast<double>(items) /
           seconds;
  }

  // Bytes read and written per second.
  double bandwidth() {
    const auto program = build("-D SCALAR=float -D VECTOR=float -D WIDTH=1");
    const auto kernel = device_.create_kernel(*program, "copy");
    // Each buffer is larger than every cache, and at most an eighth of the memory.
    const std::size_t wanted = device_.description().on_host_cores ? 128U << 20U : 1U << 30U;
    const std::size_t bytes =
        std::min({wanted, fact("max_allocation_bytes") / 2, fact("global_memory_bytes") / 8});
    const std::size_t items = bytes / 16 / group_ * group_;
    const auto from = device_.create_buffer(items * 16);
    const auto to = device_.create_buffer(items * 16);
    const std::array arguments = {KernelArgument{ASSAY_ARG_BUFFER, from.get(), nullptr, 0},
                                  KernelArgument{ASSAY_ARG_BUFFER, to.get(), nullptr, 0}};
    return 2.0 * 16 * static_cast<double>(items) / best_seconds(*kernel, items, arguments, 8);
  }

  [[nodiscard]] std::size_t fact(const char* name) const {
    return static_cast<std::size_t>(device_.description().facts.at(name));
  }

 private:
  std::unique_ptr<Program> build(const std::string& options) {
    return device_.build({&source_, 1}, options);
  }

  double best_seconds(Kernel& kernel, std::size_t items, std::span<const KernelArgument> arguments,
                      int repetitions) {
    double best = 0;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      device_.collect_device_seconds();
      device_.launch(nullptr, kernel, {{items}}, {{group_}}, arguments);
      double seconds = 0;
      for (const double each : device_.collect_device_seconds()) seconds += each;
      if (repetition == 0 || seconds < best) best = seconds;
    }
    return std::max(best, 1e-9);  // the clock may be too coarse for the work
  }

  Accelerator& device_;
  const assay_source& source_;
  std::size_t group_;
};

}  // namespace

Peaks measure_kernel_peaks(Accelerator& device, const assay_source& source) {
  Bench bench(device, source);
  const auto width = [&](const char* fact) { return std::max<std::size_t>(bench.fact(fact), 1); };
  return {.flops_single = bench.flops("float", 4, width("preferred_vector_float")),
          .flops_double = bench.fact("has_double") == 0
                              ? 0
                              : bench.flops("double", 8, width("preferred_vector_double")),
          .bandwidth = bench.bandwidth()};
}

}  // namespace assay::device
