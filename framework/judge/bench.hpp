// The side of the judge that knows what is right.
#pragma once

#include <cstdint>

#include "framework/supervisor/client.hpp"
#include "framework/supervisor/handover.hpp"
#include "framework/worker/perform.hpp"
#include "framework/worker/snapshot.hpp"

namespace assay::judge {

// The judge's own worker: it has loaded the problem's plugin, creates instances and holds their
// expected results. It loads no candidate's code, and no candidate's process sees it. It is stopped
// between calls, so that candidates have the cores.
class Bench {
 public:
  explicit Bench(WorkerOptions options);

  const Catalog& catalog() { return client_.catalog(); }
  // The peak rates of a device. Throws as WorkerClient::measure_peaks does.
  [[nodiscard]] Peaks peaks_of(const std::string& device) {
    return resting(client_.measure_peaks(device));
  }
  // Creates an instance. Throws as WorkerClient::open_instance does.
  InstanceRecord open(const InstanceKey& key);
  // The inputs of an instance that was opened. Throws environment Error if the problem's check does
  // not let other processes have them.
  [[nodiscard]] Snapshot inputs_of(const InstanceKey& key);
  // Seconds spent creating instances so far, including their expected results.
  [[nodiscard]] double opening_seconds() const { return opening_seconds_; }
  // Judges the outputs in an arena as outputs of the instance.
  [[nodiscard]] Verification verify(const InstanceKey& key, const ArenaOffer& arena,
                                    std::uint8_t poison) {
    return resting(client_.verify(key, arena, poison));
  }

 private:
  template <class Answer>
  Answer resting(Answer answer) {
    client_.rest();
    return answer;
  }

  std::shared_ptr<Handover> handover_ = std::make_shared<Handover>();
  WorkerClient client_;
  double opening_seconds_ = 0;
};

}  // namespace assay::judge
