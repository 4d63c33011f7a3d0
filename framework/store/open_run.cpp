#include "framework/store/open_run.hpp"

#include "framework/core/error.hpp"

namespace assay {

OpenRun::OpenRun(Store& store, const RunRecord& run, std::int64_t machine)
    : store_(store), id_(store.begin_run(run, machine)) {}

OpenRun::~OpenRun() {
  if (finished_) return;
  try {
    store_.finish_run(id_, "interrupted");
  } catch (...) {
    // Either the store failed or memory ran out; the run stays open in the store, which reads the
    // same as an interrupted one.
  }
}

void OpenRun::finish(const std::string& outcome) {
  store_.finish_run(id_, outcome);
  finished_ = true;
}

}  // namespace assay
