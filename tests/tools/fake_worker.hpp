#pragma once

#include <string>

namespace assay::test {

// An option of assay tune, quoted, with a command that starts a fake worker
// (tests/test_plugins/fake_worker.cpp).
inline std::string worker(const std::string& options) {
  return " --worker '" ASSAY_FAKE_WORKER " --station " + options + "'";
}

}  // namespace assay::test
