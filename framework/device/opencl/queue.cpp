#include "framework/device/opencl/queue.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace assay::device::opencl {
namespace {

constexpr std::size_t max_pending = 16384;

}  // namespace

void EventLog::add(Handle<cl_event> event) {
  if (pending_.size() >= max_pending) drain(max_pending / 2);
  pending_.push_back({label_, std::move(event)});
}

std::vector<double> EventLog::collect() {
  try {
    drain(pending_.size());
  } catch (const DeviceError&) {
    seconds_.clear();
    throw;
  }
  return std::exchange(seconds_, {});
}

void EventLog::drain(std::size_t count) {
  // Events are taken out first: if work failed, later calls start with a clean log.
  const auto middle = pending_.begin() + static_cast<std::ptrdiff_t>(count);
  const std::vector<Pending> taken(std::make_move_iterator(pending_.begin()),
                                   std::make_move_iterator(middle));
  pending_.erase(pending_.begin(), middle);
  for (const auto& [label, event] : taken) {
    const double seconds = seconds_of(event.get());  // waits, and throws if the work has failed
    if (label == untimed) continue;
    if (seconds_.size() <= label) seconds_.resize(label + std::size_t{1});
    seconds_[label] += seconds;
  }
}

double EventLog::seconds_of(cl_event event) const {
  check(api_.clWaitForEvents(1, &event), "device work failed while it ran");
  const auto time = [&](cl_profiling_info key) {
    return scalar_info<cl_ulong>(
        [&](std::size_t size, void* value, std::size_t* needed) {
          return api_.clGetEventProfilingInfo(event, key, size, value, needed);
        },
        "reading the times of device work");
  };
  const cl_ulong start = time(CL_PROFILING_COMMAND_START);
  const cl_ulong end = time(CL_PROFILING_COMMAND_END);
  // Clocks of a driver may disagree by a tick on the shortest work.
  return end > start ? static_cast<double>(end - start) * 1e-9 : 0;
}

OpenclQueue::OpenclQueue(const Context& context, std::vector<OpenclQueue*>& registry)
    : api_(context.api), registry_(registry) {
  cl_int code = CL_SUCCESS;
  handle_ = Handle<cl_command_queue>(api_.clCreateCommandQueue(context.handle.get(), context.device,
                                                               CL_QUEUE_PROFILING_ENABLE, &code),
                                     Release<cl_command_queue>(api_.clReleaseCommandQueue));
  check(code, "creating a queue");
  registry_.push_back(this);
}

OpenclQueue::OpenclQueue(const Context& context, std::vector<OpenclQueue*>& registry,
                         cl_command_queue adopted)
    : api_(context.api), registry_(registry) {
  check(api_.clRetainCommandQueue(adopted), "adopting the application's queue");
  handle_ =
      Handle<cl_command_queue>(adopted, Release<cl_command_queue>(api_.clReleaseCommandQueue));
  registry_.push_back(this);
}

bool OpenclQueue::has_profiling() const {
  const auto properties = scalar_info<cl_command_queue_properties>(
      [&](std::size_t size, void* value, std::size_t* needed) {
        return api_.clGetCommandQueueInfo(handle_.get(), CL_QUEUE_PROPERTIES, size, value, needed);
      },
      "asking a queue");
  return (properties & CL_QUEUE_PROFILING_ENABLE) != 0;
}

OpenclQueue::~OpenclQueue() {
  // Buffers that its work uses may be destroyed next.
  api_.clFinish(handle_.get());
  std::erase(registry_, this);
}

void OpenclQueue::flush() { check(api_.clFlush(handle_.get()), "starting a queue"); }

void OpenclQueue::finish() { check(api_.clFinish(handle_.get()), "waiting for a queue"); }

}  // namespace assay::device::opencl
