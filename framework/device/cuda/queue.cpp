#include "framework/device/cuda/queue.hpp"

#include <utility>

namespace assay::device::cuda {
namespace {

constexpr std::size_t max_pending = 16384;

}  // namespace

EventPool::~EventPool() {
  context_.activate_if_open();
  for (const CUevent event : free_) context_.driver().cuEventDestroy(event);
}

CUevent EventPool::take() {
  CUevent event = nullptr;
  if (free_.empty()) {
    context_.check(context_.driver().cuEventCreate(&event, CU_EVENT_DEFAULT), "creating an event");
  } else {
    event = free_.back();
    free_.pop_back();
  }
  return event;
}

EventLog::~EventLog() {
  for (const Pending& pending : pending_) {
    pool_.give_back(pending.start);
    pool_.give_back(pending.end);
  }
}

CUevent EventLog::record(CUstream stream) {
  const CUevent event = pool_.take();
  const CUresult code = context_.driver().cuEventRecord(event, stream);
  if (code != CUDA_SUCCESS) pool_.give_back(event);
  context_.check(code, "recording an event");
  return event;
}

void EventLog::add(CUevent start, CUevent end) {
  pending_.push_back({label_, start, end});
  if (pending_.size() >= max_pending) drain(max_pending / 2);
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
  const std::vector<Pending> taken(pending_.begin(), middle);
  pending_.erase(pending_.begin(), middle);
  for (const Pending& pending : taken) {
    pool_.give_back(pending.start);
    pool_.give_back(pending.end);
  }
  for (const Pending& pending : taken) {
    if (seconds_.size() <= pending.label) seconds_.resize(pending.label + std::size_t{1});
    seconds_[pending.label] += seconds_of(pending);
  }
}

double EventLog::seconds_of(const Pending& pending) {
  float milliseconds = 0;
  context_.check(context_.driver().cuEventSynchronize(pending.end),
                 "device work failed while it ran");
  context_.check(context_.driver().cuEventElapsedTime(&milliseconds, pending.start, pending.end),
                 "reading the times of device work");
  return static_cast<double>(milliseconds) * 1e-3;
}

CudaQueue::CudaQueue(Context& context, bool urgent) : context_(context) {
  const Driver& driver = context_.driver();
  int least = 0;
  int greatest = 0;
  context_.check(driver.cuCtxGetStreamPriorityRange(&least, &greatest),
                 "reading the priorities of streams");
  context_.check(driver.cuStreamCreateWithPriority(&handle_, CU_STREAM_NON_BLOCKING,
                                                   urgent ? greatest : least),
                 "creating a stream");
}

CudaQueue::~CudaQueue() {
  context_.activate_if_open();
  // Buffers that its work uses may be destroyed next.
  context_.driver().cuStreamSynchronize(handle_);
  if (!borrowed_) context_.driver().cuStreamDestroy(handle_);
}

void CudaQueue::finish() {
  context_.check(context_.driver().cuStreamSynchronize(handle_), "waiting for a stream");
}

void CudaQueue::wait_for(CUstream other) {
  const Driver& driver = context_.driver();
  CUevent event = nullptr;
  context_.check(driver.cuEventCreate(&event, CU_EVENT_DISABLE_TIMING), "creating an event");
  CUresult code = driver.cuEventRecord(event, other);
  if (code == CUDA_SUCCESS) code = driver.cuStreamWaitEvent(handle_, event, 0);
  driver.cuEventDestroy(event);  // takes effect when nothing waits for it any more
  context_.check(code, "having a stream wait for another");
}

}  // namespace assay::device::cuda
