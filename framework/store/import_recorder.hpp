// What every import does with the store. Internal to it.
#pragma once

#include <optional>
#include <string>

#include "framework/store/store.hpp"

namespace assay {

// Records trials of others under one run, which begins with the first trial and is marked as
// imported from then on: even a part of it is not of this machine. Trials are committed a thousand
// at a time; an import that breaks off keeps those, and goes on behind them when it is repeated.
class ImportRecorder {
 public:
  ImportRecorder(Store& store, const MachineRecord& machine, const RunRecord& run);

  // The key of trials of a variant of others, whose problem, backend and build it names. Device,
  // stage, mode and configuration are left to the caller.
  [[nodiscard]] TrialKey key(VariantDescription variant, const Bindings& arguments);

  // `objective` of a success. How sure the value is nobody has told.
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
