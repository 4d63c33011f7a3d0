#pragma once

#include <string>

namespace assay::test {

// An option of assay tune: a command that starts a pretended worker (tests/test_plugins/
// fake_worker.cpp), quoted.
inline std::string worker(const std::string& options) {
  return " --worker '" ASSAY_FAKE_WORKER " --station " + options + "'";
}

}  // namespace assay::test
