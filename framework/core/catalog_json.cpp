#include "framework/core/catalog.hpp"
#include "framework/core/json.hpp"

namespace assay {

using nlohmann::json;

static std::string text(const json& j, const char* key) { return j.at(key).get<std::string>(); }

json to_json(const Parameter& p) {
  return {{"name", p.name},
          {"doc", p.doc},
          {"values", list_to_json(p.values)},
          {"default", to_json(p.default_value)},
          {"condition", p.condition}};
}

Parameter parameter_from_json(const json& j) {
  return {text(j, "name"), text(j, "doc"), list_from_json(j.at("values"), value_from_json),
          value_from_json(j.at("default")), text(j, "condition")};
}

json to_json(const Constraint& c) { return {{"expression", c.expression}, {"reason", c.reason}}; }

Constraint constraint_from_json(const json& j) {
  return {text(j, "expression"), text(j, "reason")};
}

// The conversions below are static rather than in an anonymous namespace, where they would hide the
// overloads of value.hpp.
static json to_json(const VariantDescription& v) {
  return {{"name", v.name},
          {"problem", v.problem},
          {"doc", v.doc},
          {"backend", v.backend},
          {"plugin", v.plugin},
          {"build_id", v.build_id},
          {"parameters", list_to_json(v.parameters)},
          {"constraints", list_to_json(v.constraints)}};
}

static VariantDescription variant_from(const json& j) {
  return {text(j, "name"),
          text(j, "problem"),
          text(j, "doc"),
          text(j, "backend"),
          text(j, "plugin"),
          text(j, "build_id"),
          list_from_json(j.at("parameters"), parameter_from_json),
          list_from_json(j.at("constraints"), constraint_from_json)};
}

static json to_json(const ArgumentDescription& a) {
  json j = {{"name", a.name},
            {"doc", a.doc},
            {"default", to_json(a.default_value)},
            {"choices", list_to_json(a.choices)}};
  if (a.domain) {
    j["domain"] = {{"lowest", real_to_json(a.domain->lowest)},
                   {"highest", real_to_json(a.domain->highest)},
                   {"values_only", a.domain->values_only}};
  }
  return j;
}

static ArgumentDescription argument_from(const json& j) {
  ArgumentDescription a{text(j, "name"), text(j, "doc"), value_from_json(j.at("default")),
                        list_from_json(j.at("choices"), value_from_json)};
  if (j.contains("domain")) {
    const json& domain = j.at("domain");
    a.domain = {real_from_json(domain.at("lowest")), real_from_json(domain.at("highest")),
                domain.at("values_only").get<bool>()};
  }
  return a;
}

static json to_json(const TensorDescription& t) {
  return {{"name", t.name}, {"doc", t.doc}, {"output", t.output}, {"setup", t.setup}};
}

static TensorDescription tensor_from(const json& j) {
  return {text(j, "name"), text(j, "doc"), j.at("output").get<bool>(), j.at("setup").get<bool>()};
}

static json to_json(const ProblemDescription& p) {
  return {{"name", p.name},
          {"doc", p.doc},
          {"plugin", p.plugin},
          {"build_id", p.build_id},
          {"arguments", list_to_json(p.arguments)},
          {"tensors", list_to_json(p.tensors)},
          {"agrees_with", p.agrees_with}};
}

static ProblemDescription problem_from(const json& j) {
  return {text(j, "name"),
          text(j, "doc"),
          text(j, "plugin"),
          text(j, "build_id"),
          list_from_json(j.at("arguments"), argument_from),
          list_from_json(j.at("tensors"), tensor_from),
          text(j, "agrees_with")};
}

static json to_json(const PluginDescription& p) {
  return {{"name", p.name}, {"version", p.version}, {"build_id", p.build_id}, {"path", p.path}};
}

static PluginDescription plugin_from(const json& j) {
  return {text(j, "name"), text(j, "version"), text(j, "build_id"), text(j, "path")};
}

static json to_json(const SkippedPlugin& p) { return {{"path", p.path}, {"reason", p.reason}}; }

static SkippedPlugin skipped_from(const json& j) { return {text(j, "path"), text(j, "reason")}; }

static json to_json(const DeviceDescription& d) {
  auto facts = json::object();
  for (const auto& [name, value] : d.facts) facts[name] = real_to_json(value);
  return {{"id", d.id},
          {"backend", d.backend},
          {"name", d.name},
          {"driver", d.driver},
          {"on_host_cores", d.on_host_cores},
          {"facts", facts}};
}

static DeviceDescription device_from(const json& j) {
  DeviceDescription d{text(j, "id"),
                      text(j, "backend"),
                      text(j, "name"),
                      text(j, "driver"),
                      j.at("on_host_cores").get<bool>(),
                      {}};
  for (const auto& [name, value] : j.at("facts").items()) d.facts[name] = real_from_json(value);
  return d;
}

json to_json(const Catalog& catalog) {
  return {
      {"machine", catalog.machine.attributes},      {"plugins", list_to_json(catalog.plugins)},
      {"skipped", list_to_json(catalog.skipped)},   {"problems", list_to_json(catalog.problems)},
      {"variants", list_to_json(catalog.variants)}, {"devices", list_to_json(catalog.devices)}};
}

Catalog catalog_from_json(const json& j) {
  return read_json("catalog", [&] {
    Catalog catalog;
    catalog.machine.attributes = j.at("machine").get<std::map<std::string, std::string>>();
    catalog.plugins = list_from_json(j.at("plugins"), plugin_from);
    catalog.skipped = list_from_json(j.at("skipped"), skipped_from);
    catalog.problems = list_from_json(j.at("problems"), problem_from);
    catalog.variants = list_from_json(j.at("variants"), variant_from);
    catalog.devices = list_from_json(j.at("devices"), device_from);
    return catalog;
  });
}

}  // namespace assay
