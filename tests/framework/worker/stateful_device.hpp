// A fake device that only reports states and energies, one after the other, and repeats the last.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "framework/device/device.hpp"

class StatefulDevice : public assay::device::Device {
  using Queue = assay::device::Queue;
  using Buffer = assay::device::Buffer;

 public:
  explicit StatefulDevice(std::vector<assay::device::DeviceState> states,
                          std::vector<double> joules = {})
      : states_(std::move(states)), joules_(std::move(joules)) {}

  assay::device::DeviceState state() override {
    return states_.at(std::min(asked_++, states_.size() - 1));
  }
  [[nodiscard]] std::size_t asked() const { return asked_; }
  std::optional<double> energy_joules() override {
    if (joules_.empty()) return std::nullopt;
    return joules_.at(std::min(joules_asked_++, joules_.size() - 1));
  }
  void flush_caches() override { none(); }

  [[nodiscard]] const assay::DeviceDescription& description() const override { none(); }
  std::unique_ptr<assay::device::Buffer> create_buffer(std::size_t) override { none(); }
  void write(Queue*, Buffer&, std::size_t, const void*, std::size_t) override { none(); }
  void read(Queue*, Buffer&, std::size_t, void*, std::size_t) override { none(); }
  void fill(Queue*, Buffer&, std::size_t, std::size_t, const void*, std::size_t) override {
    none();
  }
  void write_async(Queue*, Buffer&, std::size_t, const void*, std::size_t) override { none(); }
  void read_async(Queue*, Buffer&, std::size_t, void*, std::size_t) override { none(); }
  std::unique_ptr<assay::device::HostMemory> create_host_memory(std::size_t) override { none(); }
  device::GuardDamage guard_damage(Buffer&) override { none(); }
  void renew_guards(Buffer&) override { none(); }
  std::uint64_t digest(Buffer&, std::size_t, std::size_t, std::uint64_t) override { none(); }
  std::unique_ptr<assay::device::Program> build(std::span<const assay_source>,
                                                const std::string&) override {
    none();
  }
  std::unique_ptr<assay::device::Kernel> create_kernel(assay::device::Program&,
                                                       const std::string&) override {
    none();
  }
  void launch(Queue*, assay::device::Kernel&, std::span<const std::size_t>,
              std::span<const std::size_t>,
              std::span<const assay::device::KernelArgument>) override {
    none();
  }
  std::unique_ptr<Queue> create_queue(bool) override { none(); }
  void wait(Queue*, Queue*) override { none(); }
  void finish(Queue*) override {}
  void* native_handle(assay_native) override { return nullptr; }
  void set_label(assay::device::WorkLabel) override {}
  std::vector<double> collect_device_seconds() override { return {}; }
  assay::Peaks measure_peaks() override { none(); }

 private:
  [[noreturn]] static void none() { throw std::logic_error("this device only has a state"); }

  std::vector<assay::device::DeviceState> states_;
  std::vector<double> joules_;
  std::size_t asked_ = 0;
  std::size_t joules_asked_ = 0;
};
