#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "framework/core/fields.hpp"

namespace assay {

// The contents of the caches when a sample begins: what the last sample left there, or nothing of
// use.
enum class CacheMode { warm, cold };
[[nodiscard]] const char* to_string(CacheMode mode);  // "warm", "cold"
[[nodiscard]] CacheMode cache_mode_from(const std::string& name);

// The options of sampling: how to sample, and when to stop.
struct SamplingOptions {
  double confidence = 0.95;       // of the median's interval
  double relative_width = 0.02;   // stop when (upper - lower) / median is at most this
  std::uint32_t min_samples = 9;  // after warm-up
  std::uint32_t max_samples = 1000;
  // Seconds of repetitions at the start that only warm up: these are not samples, and do not count
  // towards `max_seconds`.
  double warm_up_seconds = 0;
  double max_seconds = 2.0;  // time for measuring, including further warm-up
  // A first repetition of at least so many seconds, and of max_seconds, is a sample. In any other,
  // what is paid once may be most: a driver that compiles at the first launch, a vendor's library
  // that loads its kernels.
  double paid_once_seconds = 5;
  // The time in which more than min_samples may be taken, verifying them included; nothing:
  // max_seconds without that.
  std::optional<double> patience_seconds;
  std::optional<double> race_limit;  // give up once the interval lies clearly above this
  CacheMode cache = CacheMode::warm;
  // Outputs of timed repetitions are verified as long as this costs at most this multiple of the
  // repetitions' own time plus a tenth of a second; beyond that, randomly drawn outputs are left
  // out.
  double verification_share = 3;
};
void fields(auto& field, Of<SamplingOptions> auto& options) {
  field("confidence", options.confidence);
  field("relative_width", options.relative_width);
  field("min_samples", options.min_samples);
  field("max_samples", options.max_samples);
  field("warm_up_seconds", options.warm_up_seconds);
  field("max_seconds", options.max_seconds);
  field("paid_once_seconds", options.paid_once_seconds);
  field("patience_seconds", options.patience_seconds);
  field("race_limit", options.race_limit);
  field("cache", options.cache, cache_mode_from);
  field("verification_share", options.verification_share);
}
[[nodiscard]] nlohmann::json to_json(const SamplingOptions& options);
// Throws internal Error on JSON of another shape.
[[nodiscard]] SamplingOptions sampling_from_json(const nlohmann::json& json);

}  // namespace assay
