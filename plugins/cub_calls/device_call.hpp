// A call of CUB's that is made again and again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

#include "assay/native.hpp"
#include "assay/plugin.hpp"
#include "cub_calls/storage.hpp"

namespace cub_calls {

// Owns the call's temporary storage.
class DeviceCall {
 public:
  // Makes the call, which enqueues its work on a CUstream.
  using Call = std::function<void(Storage&, void* stream)>;

  // Asks the call for the size of its storage, and records that as the trial's "temporary_bytes".
  DeviceCall(const assay::sdk::Host& host, Call call) : host_(host), call_(std::move(call)) {
    assay::sdk::native_work(host_, nullptr, [this](void* stream) { call_(storage_, stream); });
    memory_ = {host_, std::max<std::size_t>(storage_.bytes, 1)};
    storage_ = {assay::sdk::device_pointer(host_, memory_), memory_.size()};
    host_.trial_fact("temporary_bytes", static_cast<double>(storage_.bytes), "B");
  }

  // Enqueues the work, as the phase "kernel".
  void run() {
    const assay::sdk::Phase phase(host_, "kernel");
    assay::sdk::native_work(host_, nullptr, [this](void* stream) { call_(storage_, stream); });
  }

 private:
  assay::sdk::Host host_;
  Call call_;
  assay::sdk::Buffer<std::byte> memory_;
  Storage storage_;
};

}  // namespace cub_calls
