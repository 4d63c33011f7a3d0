// Every device has a description, and capabilities, which are asked for by their types. Each is an
// interface in a header of this folder, and each backend has a folder below it. Every call
// reports failure by throwing DeviceError. A device and the objects it created are used from one
// thread at a time.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>

#include "framework/core/catalog.hpp"
#include "framework/device/device_error.hpp"

namespace assay::device {

class Device {
 public:
  virtual ~Device() = default;
  [[nodiscard]] virtual const DeviceDescription& description() const = 0;

  // The device as one with a capability, such as Graphs; nullptr if it lacks that. The lookup takes
  // longer than a virtual call: keep what it returns where time matters.
  template <class Capability>
  [[nodiscard]] Capability* find() {
    return dynamic_cast<Capability*>(this);
  }
  // As find(), for capabilities that the caller cannot do without. Throws DeviceError
  // ASSAY_UNSUPPORTED naming the device and the cure if it lacks that.
  template <class Capability>
  [[nodiscard]] Capability& require() {
    if (auto* found = find<Capability>()) return *found;
    throw DeviceError(ASSAY_UNSUPPORTED, Capability::missing_on(*this));
  }
  // Why the device has none of something ("queues") that every accelerator has, with the cure.
  [[nodiscard]] virtual std::string why_no(const std::string& what) const;

  // Another device of the same name and driver. Number 0 is this one; the others follow in the
  // order of discovery, in which the first comes after the last. A sibling is opened at the first
  // call and owned by this device. ASSAY_UNSUPPORTED for numbers from the fact same_devices on.
  [[nodiscard]] Device& sibling(std::size_t number);

  // Makes the driver do at once what it would do at the first use of the device, which takes some
  // drivers longer than most trials.
  virtual void wake() {}
  // Why this device, or a sibling that it opened, can do no more work in this process (a kernel
  // faulted); "" while they can.
  [[nodiscard]] std::string fault() const;

 protected:
  // The implementation of sibling() and fault() for one device.
  virtual std::unique_ptr<Device> open_sibling(std::size_t number);
  [[nodiscard]] virtual std::string own_fault() const { return ""; }

 private:
  std::map<std::size_t, std::unique_ptr<Device>> siblings_;
};

}  // namespace assay::device
