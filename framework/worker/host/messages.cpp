// Messages, phases and facts.
#include <fmt/format.h>

#include <cstdio>

#include "framework/core/names.hpp"
#include "framework/worker/host/functions.hpp"
#include "framework/worker/host/guarded.hpp"

namespace assay::host {

assay_status fail(assay_context* context, assay_status status, const char* message) {
  context->first().set_message(message == nullptr ? "" : message);
  if (status != ASSAY_OK) return status;
  context->first().set_message(fmt::format("failed with status ASSAY_OK: {}", message));
  return ASSAY_INTERNAL;
}

void log(assay_context*, assay_log_level level, const char* message) {
  fmt::print(stderr, "{}: {}\n", level == ASSAY_LOG_WARNING ? "warning" : "info",
             message == nullptr ? "" : message);
}

void phase_begin(assay_context* context, const char* name) {
  guarded(context, [&] { context->first().begin_phase(name == nullptr ? "" : name); });
}

void phase_end(assay_context* context) {
  guarded(context, [&] { context->first().end_phase(); });
}

void trial_fact(assay_context* context, const char* name, double value, const char* unit) {
  guarded(context, [&] {
    require(name != nullptr, "the name of a trial fact");
    context->first().set_fact(name, value, unit == nullptr ? "" : unit);
  });
}

assay_status device_fact(assay_context* context, const char* name, double* value) {
  return guarded(context, [&] {
    require(name != nullptr && value != nullptr, "the name or target of a device fact");
    const DeviceDescription& description = context->device().description();
    const auto fact = description.facts.find(name);
    if (fact == description.facts.end()) {
      std::vector<std::string> known;
      for (const auto& [key, _] : description.facts) known.push_back(key);
      throw device::DeviceError(
          ASSAY_INVALID, fmt::format("device '{}' has no fact '{}'; {}", description.id, name,
                                     did_you_mean(name, known)));
    }
    *value = fact->second;
  });
}

}  // namespace assay::host
