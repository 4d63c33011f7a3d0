#include "framework/device/cpu/cpu_device.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <optional>
#include <string>

#include "framework/device/cpu/cpu_facts.hpp"
#include "framework/device/cpu/cpu_peaks.hpp"
#include "framework/device/cpu/guarded_memory.hpp"
#include "framework/device/cpu/host_caches.hpp"
#include "framework/device/cpu/rapl.hpp"
#include "framework/device/host_memory.hpp"
#include "framework/device/measurable.hpp"
#include "framework/device/sensors.hpp"

namespace assay::device {
namespace {

class CpuHostMemory : public HostMemory {
 public:
  explicit CpuHostMemory(std::size_t bytes) : memory_(bytes, "a variant's host memory") {}
  [[nodiscard]] void* data() const override { return memory_.bytes().data(); }
  [[nodiscard]] GuardDamage guard_damage() const override { return memory_.damage(); }

 private:
  GuardedMemory memory_;
};

class CpuDevice : public Device, public HostMemorySource, public Sensors, public Measurable {
 public:
  [[nodiscard]] const DeviceDescription& description() const override { return description_; }
  [[nodiscard]] std::string why_no(const std::string& what) const override {
    return fmt::format(
        "the device cpu has no {}: variants of the backend cpu work in host memory with their "
        "own threads; run this one on an OpenCL or CUDA device, or declare the backend that it "
        "needs",
        what);
  }

  std::unique_ptr<HostMemory> create_host_memory(std::size_t bytes) override {
    return std::make_unique<CpuHostMemory>(bytes);
  }

  std::optional<double> energy_joules() override {
    return rapl_ ? std::optional(rapl_->joules()) : std::nullopt;
  }
  void flush_caches() override { caches_.flush(); }
  Peaks measure_peaks() override { return measure_cpu_peaks(); }

 private:
  DeviceDescription description_ = describe_cpu();
  std::optional<Rapl> rapl_ = Rapl::open();
  HostCaches caches_;
};

}  // namespace

DeviceDescription describe_cpu() {
  utsname system{};
  uname(&system);
  auto facts = cpu_facts();
  if (Rapl::open()) facts["energy_counter"] = 1;
  return {.id = "cpu",
          .backend = "cpu",
          .name = cpu_model(),
          .driver = fmt::format("{} {}", system.sysname, system.release),
          .on_host_cores = true,
          .facts = facts};
}

std::unique_ptr<Device> open_cpu() { return std::make_unique<CpuDevice>(); }

}  // namespace assay::device
