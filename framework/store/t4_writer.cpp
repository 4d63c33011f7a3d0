#include <algorithm>
#include <nlohmann/json.hpp>

#include "framework/core/error.hpp"
#include "framework/store/packed_text.hpp"
#include "framework/store/t4.hpp"
#include "framework/store/t4_words.hpp"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Json object_of(const Bindings& bindings) {
  Json object = Json::object();
  for (const auto& [name, value] : bindings) object[name] = to_json(value);
  return object;
}

Json metadata_of(const RecordedSpace& space) {
  const RecordedOrigin& origin = space.origin;
  Json ours = {{"space", space.name},
               {"problem", origin.problem},
               {"variant", origin.variant},
               {"device", origin.device},
               {"arguments", object_of(origin.arguments)},
               {"machine", origin.machine.attributes},
               {"whole", space.whole}};
  if (!origin.source.empty()) ours["source"] = origin.source;
  if (!origin.licence.empty()) ours["licence"] = origin.licence;
  return {{"timeunit", "seconds"}, {"assay", ours}};
}

Json result_of(const RecordedSpace& space, std::size_t k) {
  const RecordedOutcome& outcome = space.outcomes[k];
  Json measurements = Json::array();
  if (outcome.objective) {
    measurements.push_back({{"name", space.objective.name},
                            {"value", *outcome.objective},
                            {"unit", space.objective.unit()}});
  }
  return {{"configuration", object_of(space.at(k))},
          {"objectives", {space.objective.name}},
          {"times",
           {{"compilation", outcome.compile_seconds},
            {"framework", outcome.other_seconds},
            {"search_algorithm", 0},
            {"validation", 0},
            {"runtimes", outcome.runtimes}}},
          {"invalidity", t4_invalidity(outcome.status)},
          {"correctness", outcome.status == TrialStatus::ok ? 1 : 0},
          {"measurements", measurements}};
}

}  // namespace

std::string t4_text(const RecordedSpace& space) {
  if (space.objective.is_own()) {
    throw usage_error(
        "{}: T4 files hold times and energies, not the objective '{}'; choose another "
        "by --objective",
        space.name, space.objective.label());
  }
  Json results = Json::array();
  for (std::size_t k = 0; k < space.outcomes.size(); ++k) results.push_back(result_of(space, k));
  const Json document = {
      {"schema_version", "1.0.0"}, {"metadata", metadata_of(space)}, {"results", results}};
  // Texts from plugins and drivers are not always valid UTF-8.
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

void write_t4(const RecordedSpace& space, const std::filesystem::path& path) {
  write_packed_text(path, t4_text(space));
}

}  // namespace assay
