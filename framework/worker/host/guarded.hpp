// How the functions of the table report failures: by a status, and a message in the context.
#pragma once

#include <fmt/format.h>

#include <exception>
#include <new>

#include "framework/device/device_error.hpp"
#include "framework/device/queue.hpp"
#include "framework/worker/host/functions.hpp"

namespace assay::host {

// Runs `body` and turns what it throws into a status with its message.
template <class Body>
assay_status guarded(assay_context* context, Body&& body) {
  try {
    body();
    return ASSAY_OK;
  } catch (const device::DeviceError& error) {
    return fail(context, error.status(), error.what());
  } catch (const std::bad_alloc&) {
    return fail(context, ASSAY_OUT_OF_MEMORY, "out of host memory");
  } catch (const std::exception& error) {
    return fail(context, ASSAY_INTERNAL, error.what());
  }
}

// Throws if a plugin handed over NULL where a handle or pointer must be.
inline void require(bool present, const char* what) {
  if (!present) {
    throw device::DeviceError(ASSAY_INVALID, fmt::format("{} is NULL", what));
  }
}

inline device::Queue* queue_object(assay_queue* queue) {
  return queue == nullptr ? nullptr : queue->object.get();
}

}  // namespace assay::host
