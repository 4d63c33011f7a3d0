#include "framework/store/t4_origin.hpp"

#include <initializer_list>
#include <nlohmann/json.hpp>

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// The value at a path of member names, or nullptr.
const Json* at(const Json& document, std::initializer_list<const char*> path) {
  const Json* json = &document;
  for (const char* name : path) {
    if (!json->is_object()) return nullptr;
    const auto member = json->find(name);
    if (member == json->end()) return nullptr;
    json = &*member;
  }
  return json;
}

std::string text_at(const Json& document, std::initializer_list<const char*> path) {
  const Json* json = at(document, path);
  return json != nullptr && json->is_string() ? json->get<std::string>() : "";
}

void read_own(const Json& document, RecordedOrigin& origin) {
  origin.problem = text_at(document, {"metadata", "assay", "problem"});
  origin.variant = text_at(document, {"metadata", "assay", "variant"});
  origin.device = text_at(document, {"metadata", "assay", "device"});
  origin.source = text_at(document, {"metadata", "assay", "source"});
  origin.licence = text_at(document, {"metadata", "assay", "licence"});
  if (const Json* machine = at(document, {"metadata", "assay", "machine"})) {
    for (const auto& [name, value] : machine->items()) {
      if (value.is_string()) origin.machine.attributes[name] = value.get<std::string>();
    }
  }
  const Json* arguments = at(document, {"metadata", "assay", "arguments"});
  if (arguments == nullptr || !arguments->is_object()) return;
  for (const auto& [name, value] : arguments->items()) {
    if (value.is_primitive() && !value.is_null()) {
      origin.arguments.emplace_back(name, value_from_json(nlohmann::json(value)));
    }
  }
}

void read_others(const Json& document, RecordedOrigin& origin) {
  for (const auto& path :
       {std::initializer_list<const char*>{"metadata", "device_name"},
        {"metadata", "hardware", "nvidia_query", "nvidia_smi_log", "gpu", "product_name"}}) {
    if (origin.device.empty()) origin.device = text_at(document, path);
  }
  const std::string host = text_at(document, {"metadata", "environment", "hostname"});
  if (!host.empty()) origin.machine.attributes["host"] = host;
}

}  // namespace

RecordedOrigin t4_origin(const Json& document, const std::string& file_name) {
  RecordedOrigin origin;
  if (at(document, {"metadata", "assay"}) != nullptr) {
    read_own(document, origin);
  } else {
    read_others(document, origin);
  }
  const std::size_t dash = file_name.rfind('-');
  const bool has_device = dash != std::string::npos && dash > 0 && dash + 1 < file_name.size();
  if (origin.variant.empty()) origin.variant = has_device ? file_name.substr(0, dash) : file_name;
  if (origin.device.empty() && has_device) origin.device = file_name.substr(dash + 1);
  return origin;
}

}  // namespace assay
