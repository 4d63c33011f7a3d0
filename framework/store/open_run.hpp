#pragma once

#include <cstdint>
#include <string>

#include "framework/store/store.hpp"

namespace assay {

// A run of the store that is open while something is recorded under it.
class OpenRun {
 public:
  // Begins the run. The store must outlive this object.
  OpenRun(Store& store, const RunRecord& run, std::int64_t machine);
  // Marks the run "interrupted" unless it was finished.
  ~OpenRun();
  OpenRun(const OpenRun&) = delete;
  OpenRun& operator=(const OpenRun&) = delete;

  [[nodiscard]] std::int64_t id() const { return id_; }
  void finish(const std::string& outcome);

 private:
  Store& store_;
  std::int64_t id_;
  bool finished_ = false;
};

}  // namespace assay
