#pragma once

#include <cstdint>
#include <string>

#include "framework/store/store.hpp"

namespace assay {

// A run of the store while something is recorded under it.
class OpenRun {
 public:
  // The store must outlive it.
  OpenRun(Store& store, const RunRecord& run, std::int64_t machine);
  // A run that was not finished is marked "interrupted".
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
