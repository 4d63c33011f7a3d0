#include "framework/core/sampling_options.hpp"

#include "framework/core/enumerator.hpp"
#include "framework/core/json_fields.hpp"

namespace assay {
namespace {

constexpr std::array cache_names = {"warm", "cold"};
static_assert(cache_names.size() == static_cast<std::size_t>(CacheMode::cold) + 1);

}  // namespace

const char* to_string(CacheMode mode) { return cache_names.at(static_cast<std::size_t>(mode)); }

CacheMode cache_mode_from(const std::string& name) {
  return enumerator<CacheMode>(cache_names, name, "cache mode");
}

nlohmann::json to_json(const SamplingOptions& options) { return json_of(options); }

SamplingOptions sampling_from_json(const nlohmann::json& json) {
  return read_json("set of sampling options", [&] { return read_as<SamplingOptions>(json); });
}

}  // namespace assay
