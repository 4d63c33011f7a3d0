// A fake device that only reports states and energies, one after the other, and repeats the last.
#pragma once

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "framework/device/device.hpp"
#include "framework/device/sensors.hpp"

class StatefulDevice : public assay::device::Device, public assay::device::Sensors {
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
  [[nodiscard]] const assay::DeviceDescription& description() const override {
    throw std::logic_error("this device only has a state");
  }

 private:
  std::vector<assay::device::DeviceState> states_;
  std::vector<double> joules_;
  std::size_t asked_ = 0;
  std::size_t joules_asked_ = 0;
};
