#include "framework/worker/trial_failure.hpp"

#include <fmt/format.h>

#include <utility>

#include "framework/core/error.hpp"
#include "framework/core/shortage.hpp"

namespace assay {
namespace {

TrialStatus trial_status(assay_status status) {
  switch (status) {
    case ASSAY_OK:
      return TrialStatus::ok;
    case ASSAY_INVALID:
      return TrialStatus::invalid;
    case ASSAY_UNSUPPORTED:
      return TrialStatus::unsupported;
    case ASSAY_OUT_OF_MEMORY:
      return TrialStatus::out_of_memory;
    case ASSAY_COMPILE_ERROR:
      return TrialStatus::compile_error;
    case ASSAY_DEVICE_ERROR:
      return TrialStatus::device_error;
    case ASSAY_DATA_ERROR:
    case ASSAY_INTERNAL:
      break;
  }
  return TrialStatus::error;
}

}  // namespace

void require_ok(assay_context& context, assay_status status, const char* what) {
  if (status == ASSAY_OK) return;
  std::string reason = context.take_message();
  if (reason.empty()) reason = fmt::format("'{}' failed without giving a reason", what);
  throw TrialFailure{trial_status(status), std::move(reason)};
}

void settle(TrialResult& result, const std::function<void()>& body) {
  const auto end = [&](TrialStatus status, const std::string& message) {
    result.status = status;
    result.message = message;
  };
  try {
    body();
    end(TrialStatus::ok, "");
  } catch (const TrialFailure& failure) {
    end(failure.status, failure.message);
  } catch (const device::DeviceError& error) {
    end(trial_status(error.status()), error.what());
  } catch (const Error& error) {
    end(error.kind() == ErrorKind::usage ? TrialStatus::invalid : TrialStatus::error, error.what());
  } catch (const std::exception& error) {
    const auto words = shortage(error);
    end(words ? TrialStatus::out_of_memory : TrialStatus::error,
        words.value_or(fmt::format("the plugin threw an exception: {}", error.what())));
  } catch (...) {
    end(TrialStatus::error, "the plugin threw something other than a std::exception");
  }
}

}  // namespace assay
