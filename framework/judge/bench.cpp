#include "framework/judge/bench.hpp"

#include <utility>

#include "framework/core/error.hpp"
#include "framework/measure/clock.hpp"
#include "framework/protocol/shared_memory.hpp"

namespace assay::judge {
namespace {

WorkerOptions with(WorkerOptions options, std::shared_ptr<Handover> handover) {
  options.handover = std::move(handover);
  return options;
}

}  // namespace

Bench::Bench(WorkerOptions options) : client_(with(std::move(options), handover_)) {}

InstanceRecord Bench::open(const InstanceKey& key) {
  const Stopwatch watch;
  InstanceRecord record = resting(client_.open_instance(key));
  opening_seconds_ += watch.seconds();
  return record;
}

Snapshot Bench::inputs_of(const InstanceKey& key) {
  const auto offers = handover_->offers(key);
  if (offers.empty()) {
    throw environment_error(
        "problem '{}' cannot hand its inputs to another process, so no candidate can be judged on "
        "it: its check needs save_check and restore_check (plugin.h)",
        key.problem);
  }
  return {offers.front().key, open_sealed(offers.front().path)};
}

}  // namespace assay::judge
