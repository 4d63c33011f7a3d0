// How a trial fails within the worker.
#pragma once

#include <functional>
#include <string>

#include "framework/core/trial.hpp"
#include "framework/worker/host/context.hpp"

namespace assay {

// Ends a trial with a status; `settle` catches it.
struct TrialFailure {
  TrialStatus status;
  std::string message;
};

// Throws TrialFailure with the plugin's message if the status is not ASSAY_OK; `what` names the
// function that returned it.
void require_ok(assay_context& context, assay_status status, const char* what);

// Runs `body` and writes how it ended into the result. Plugins are not trusted to let no exception
// out: their exceptions end here, too.
void settle(TrialResult& result, const std::function<void()>& body);

}  // namespace assay
