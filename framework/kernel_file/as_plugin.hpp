// Lets framework code that runs behind the plugin boundary throw as plugins do.
#pragma once

#include "assay/error.hpp"
#include "framework/core/error.hpp"

namespace assay {

inline assay_status status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return ASSAY_INVALID;
    case ErrorKind::environment:
      return ASSAY_DATA_ERROR;
    case ErrorKind::internal:
      break;
  }
  return ASSAY_INTERNAL;
}

// Runs `body` and converts an error of the framework into one of a plugin.
template <class Body>
decltype(auto) as_plugin(Body&& body) {
  try {
    return body();
  } catch (const Error& error) {
    throw sdk::Error(status_of(error.kind()), error.what());
  }
}

}  // namespace assay
