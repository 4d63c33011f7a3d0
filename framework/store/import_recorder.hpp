// The part of an import that is common to all formats. Internal to the store.
#pragma once

#include <optional>
#include <string>

#include "framework/store/store.hpp"

namespace assay {

// Records trials of other tools under one run. The run begins with the first trial and is marked as
// imported from that moment, since even a part of it is not from this machine. Trials are committed
// a thousand at a time; an import that is cut short keeps those, and a repetition continues after
// them.
class ImportRecorder {
 public:
  ImportRecorder(Store& store, const MachineRecord& machine, const RunRecord& run);

  // The key of trials of an imported variant, which names problem, backend and build. Device,
  // stage, mode and configuration are left to the caller.
  [[nodiscard]] TrialKey key(VariantDescription variant, const Bindings& arguments);

  // Records one trial. `objective` is the value of a success; its interval is unbounded, since the
  // file does not say how certain the value is.
  void record(const TrialKey& key, const TrialResult& result,
              const std::optional<double>& objective);

  void finish();

 private:
  void begin_batch();

  Store& store_;
  RunRecord record_;
  std::int64_t machine_;
  std::optional<std::int64_t> run_;
  std::optional<Store::Batch> batch_;
  std::size_t in_batch_ = 0;
};

}  // namespace assay
