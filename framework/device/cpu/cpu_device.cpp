#include "framework/device/cpu/cpu_device.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include "framework/device/cpu/cpu_facts.hpp"
#include "framework/device/cpu/cpu_peaks.hpp"
#include "framework/device/cpu/guarded_memory.hpp"
#include "framework/device/cpu/host_caches.hpp"
#include "framework/device/cpu/rapl.hpp"

namespace assay::device {
namespace {

[[noreturn]] void refuse(const char* service) {
  throw DeviceError(ASSAY_UNSUPPORTED,
                    fmt::format("the device cpu has no {}: variants of the backend cpu work in "
                                "host memory with their own threads; run this one on an OpenCL or "
                                "CUDA device, or declare the backend that it needs",
                                service));
}

class CpuHostMemory : public HostMemory {
 public:
  explicit CpuHostMemory(std::size_t bytes) : memory_(bytes, "a variant's host memory") {}
  [[nodiscard]] void* data() const override { return memory_.bytes().data(); }
  [[nodiscard]] GuardDamage guard_damage() const override { return memory_.damage(); }

 private:
  GuardedMemory memory_;
};

class CpuDevice : public Device {
 public:
  [[nodiscard]] const DeviceDescription& description() const override { return description_; }

  std::unique_ptr<Buffer> create_buffer(std::size_t) override { refuse("device memory"); }
  void write(Queue*, Buffer&, std::size_t, const void*, std::size_t) override {
    refuse("device memory");
  }
  void read(Queue*, Buffer&, std::size_t, void*, std::size_t) override { refuse("device memory"); }
  void fill(Queue*, Buffer&, std::size_t, std::size_t, const void*, std::size_t) override {
    refuse("device memory");
  }
  void write_async(Queue*, Buffer&, std::size_t, const void*, std::size_t) override {
    refuse("device memory");
  }
  void read_async(Queue*, Buffer&, std::size_t, void*, std::size_t) override {
    refuse("device memory");
  }
  std::unique_ptr<HostMemory> create_host_memory(std::size_t bytes) override {
    return std::make_unique<CpuHostMemory>(bytes);
  }
  GuardDamage guard_damage(Buffer&) override { refuse("device memory"); }
  void renew_guards(Buffer&) override { refuse("device memory"); }
  std::uint64_t digest(Buffer&, std::size_t, std::size_t, std::uint64_t) override {
    refuse("device memory");
  }

  std::unique_ptr<Program> build(std::span<const assay_source>, const std::string&) override {
    refuse("run-time compiler");
  }
  std::unique_ptr<Kernel> create_kernel(Program&, const std::string&) override {
    refuse("run-time compiler");
  }
  void launch(Queue*, Kernel&, std::span<const std::size_t>, std::span<const std::size_t>,
              std::span<const KernelArgument>) override {
    refuse("kernels");
  }

  std::unique_ptr<Queue> create_queue(bool) override { refuse("queues"); }
  void wait(Queue*, Queue*) override { refuse("queues"); }
  void finish(Queue*) override {}
  void* native_handle(assay_native) override { return nullptr; }

  void set_label(WorkLabel) override {}
  std::vector<double> collect_device_seconds() override { return {}; }

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
