// The host's services for one context, phases, and ownership of what the host creates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "assay/error.hpp"

namespace assay::sdk {

// The host's services for one context. A cheap copyable reference.
class Host {
 public:
  // Throws ASSAY_UNSUPPORTED if the host is older than the header that the plugin was built with,
  // and lacks functions that the plugin may call.
  Host(const assay_host* table, assay_context* context) : table_(table), context_(context) {
    if (table != nullptr && table->size < sizeof(assay_host)) {
      throw Error(ASSAY_UNSUPPORTED,
                  "the plugin was built for a newer assay than this one: use the newer one, or "
                  "rebuild the plugin");
    }
  }

  [[nodiscard]] const assay_host& table() const { return *table_; }
  [[nodiscard]] assay_context* context() const { return context_; }

  void log(assay_log_level level, const std::string& message) const {
    table_->log(context_, level, message.c_str());
  }
  void trial_fact(const char* name, double value, const char* unit = "") const {
    table_->trial_fact(context_, name, value, unit);
  }
  [[nodiscard]] double device_fact(const char* name) const {
    double value = 0;
    require(table_->device_fact(context_, name, &value));
    return value;
  }
  // The value, or nothing if the device has no fact of that name.
  [[nodiscard]] std::optional<double> find_device_fact(const char* name) const {
    double value = 0;
    const assay_status status = table_->device_fact(context_, name, &value);
    if (status == ASSAY_INVALID) return std::nullopt;
    require(status);
    return value;
  }
  [[nodiscard]] std::string resolve_path(const std::string& path) const {
    const char* resolved = nullptr;
    require(table_->resolve_path(context_, path.c_str(), &resolved));
    return resolved;
  }
  // The cached bytes, or nothing.
  [[nodiscard]] std::optional<std::vector<std::byte>> cache_load(const std::string& key) const {
    void* data = nullptr;
    std::size_t size = 0;
    require(table_->cache_load(context_, key.c_str(), &data, &size));
    if (data == nullptr) return std::nullopt;
    const auto* first = static_cast<const std::byte*>(data);
    std::vector<std::byte> bytes(first, first + size);
    table_->cache_release(context_, data);
    return bytes;
  }
  void cache_store(const std::string& key, std::span<const std::byte> bytes) const {
    require(table_->cache_store(context_, key.c_str(), bytes.data(), bytes.size()));
  }
  void finish(assay_queue* queue = nullptr) const {
    require(table_->queue_finish(context_, queue));
  }
  // Makes work that is enqueued on `queue` after this call start when all work that is in `other`
  // at this call has ended; nullptr is the default queue.
  void wait(assay_queue* queue, assay_queue* other) const {
    require(table_->queue_wait(context_, queue, other));
  }

  // Limits the device until the trial ends; see assay_host::device_limit. `place` begins messages.
  void limit(assay_limit what, double value, const std::string& place = "") const {
    require(table_->device_limit(context_, what, value, place.c_str()));
  }

  // The host's services on another device of the same name and driver. `number` is 1 up to the fact
  // same_devices less 1; 0 is the device that the trial was given. Buffers, programs, queues and
  // host memory belong to one device.
  [[nodiscard]] Host sibling(std::uint32_t number) const {
    assay_context* context = nullptr;
    require(table_->sibling_context(context_, number, &context));
    return {table_, context};
  }

  // The host's services on this machine's first device of a backend.
  [[nodiscard]] Host on(assay_backend backend) const {
    assay_context* context = nullptr;
    require(table_->backend_context(context_, backend, &context));
    return {table_, context};
  }

  // Passes a host failure on: the host already holds the message, so the text here stays empty.
  static void require(assay_status status) {
    if (status != ASSAY_OK) throw Error(status, "");
  }

 private:
  const assay_host* table_;
  assay_context* context_;
};

// Marks a phase for the lifetime of the object.
class Phase {
 public:
  Phase(const Host& host, const char* name) : host_(host) {
    host_.table().phase_begin(host_.context(), name);
  }
  ~Phase() { host_.table().phase_end(host_.context()); }
  Phase(const Phase&) = delete;
  Phase& operator=(const Phase&) = delete;

 private:
  Host host_;
};

// Owns a handle that the host created and destroys it with the host.
template <class T, void (*assay_host::*destroy)(assay_context*, T*)>
class Handle {
 public:
  Handle() = default;
  Handle(const Host& host, T* handle) : host_(host), handle_(handle) {}
  Handle(Handle&& other) noexcept
      : host_(other.host_), handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(host_, other.host_);
    std::swap(handle_, other.handle_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (handle_ != nullptr) (host_.table().*destroy)(host_.context(), handle_);
  }
  [[nodiscard]] T* get() const { return handle_; }
  [[nodiscard]] const Host& host() const { return host_; }

 private:
  Host host_{nullptr, nullptr};
  T* handle_ = nullptr;
};

using Queue = Handle<assay_queue, &assay_host::queue_destroy>;

inline Queue create_queue(const Host& host) {
  assay_queue* queue = nullptr;
  Host::require(host.table().queue_create(host.context(), &queue));
  return {host, queue};
}

// Creates a queue whose kernels start before those of other queues, if the device supports that.
inline Queue create_urgent_queue(const Host& host) {
  assay_queue* queue = nullptr;
  Host::require(host.table().queue_create_urgent(host.context(), &queue));
  return {host, queue};
}

}  // namespace assay::sdk
