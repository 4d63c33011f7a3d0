// Those who know what is right.
#pragma once

#include <cstdint>

#include "framework/worker/client.hpp"
#include "framework/worker/handover.hpp"
#include "framework/worker/perform.hpp"
#include "framework/worker/snapshot.hpp"

namespace assay::judge {

// The judge's own worker: it has the problem's plugin, creates instances and holds what is expected
// of them. No candidate's code is loaded there, and no candidate's process sees it. Between calls
// it is stopped, so that candidates have the cores.
class Bench {
 public:
  explicit Bench(WorkerOptions options);

  const Catalog& catalog() { return client_.catalog(); }
  // Peak rates of a device. Throws as WorkerClient::measure_peaks.
  [[nodiscard]] Peaks peaks_of(const std::string& device) {
    return resting(client_.measure_peaks(device));
  }
  // Throws as WorkerClient::open_instance.
  InstanceRecord open(const InstanceKey& key);
  // The inputs of an instance that was opened. Throws environment Error where the problem's check
  // lets no other process have them.
  [[nodiscard]] Snapshot inputs_of(const InstanceKey& key);
  // Seconds that creating instances took so far, what is expected of them included.
  [[nodiscard]] double opening_seconds() const { return opening_seconds_; }
  // Judges the outputs in an arena as the instance's.
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
