#include "framework/compare/winner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "framework/compare/layout.hpp"
#include "framework/compare/text.hpp"
#include "framework/compare/verdict_sentences.hpp"
#include "framework/core/error.hpp"
#include "framework/core/units.hpp"
#include "framework/store/import_benchmarks.hpp"

namespace assay {
namespace {

// The text made safe for the inside of a C comment.
std::string comment_text(const std::string& text) {
  std::string line = one_line(text);
  for (std::size_t at = line.find("*/"); at != std::string::npos; at = line.find("*/", at)) {
    line.replace(at, 2, "* /");
  }
  return line;
}

std::string c_name(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    name += u < 128 && std::isalnum(u) != 0 ? c : '_';
  }
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) name = '_' + name;
  return name;
}

std::string c_string(const std::string& text) {
  std::string literal = "\"";
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || c == '?') {
      literal += {'\\', c};
    } else if (u < 32 || u >= 127) {
      literal += fmt::format("\\{:03o}", u);
    } else {
      literal += c;
    }
  }
  return literal + '"';
}

struct Literal {
  std::string operator()(bool value) const { return value ? "1" : "0"; }
  std::string operator()(std::int64_t value) const {
    if (value == std::numeric_limits<std::int64_t>::min()) return "(-9223372036854775807LL - 1)";
    const bool small = value >= -2147483647 && value <= 2147483647;
    const std::string text = fmt::format("{}{}", value, small ? "" : "LL");
    return value < 0 ? "(" + text + ")" : text;
  }
  std::string operator()(double value) const {
    if (!std::isfinite(value)) {
      throw environment_error("the value {} cannot be written in C; use --format json", value);
    }
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return value < 0 ? "(" + text + ")" : text;
  }
  std::string operator()(const std::string& value) const { return c_string(value); }
};

// Writes macros and keeps their names unique.
class Macros {
 public:
  Macros(const std::string& prefix, std::ostream& out) : prefix_(prefix), out_(out) {}

  void write(const std::string& name, const std::string& value) {
    std::string macro = c_name(prefix_ + name);
    while (!written_.insert(macro).second) macro += '_';
    out_ << "#define " << macro << ' ' << value << '\n';
  }

 private:
  std::string prefix_;
  std::ostream& out_;
  std::set<std::string> written_;
};

// The parameters of the winner's configuration: in order of declaration where that is known,
// without inactive conditional parameters.
std::vector<std::pair<Parameter, Value>> settings_of(const Winner& winner,
                                                     const WinnerLayout& layout) {
  std::vector<std::pair<Parameter, Value>> settings;
  Bindings rest = winner.entry->best->configuration;
  for (const auto& parameter : layout.parameters) {
    if (const Value* value = find(rest, parameter.name)) settings.emplace_back(parameter, *value);
    std::erase_if(rest, [&](const auto& binding) { return binding.first == parameter.name; });
  }
  for (const auto& [name, value] : rest) settings.push_back({{name, "", {}, value, ""}, value});
  return settings;
}

std::string measured_text(const Winner& winner) {
  const Measurement& best = *winner.entry->best;
  return fmt::format("{} {}, {}, {} samples in {} {}, {}",
                     format_value(best.value.median, winner.instance->objective.unit()),
                     format_bounds(best.value), winner.mode, best.samples, best.processes.size(),
                     best.processes.size() == 1 ? "process" : "processes", best.recorded);
}

void write_comment(const Winner& winner, const WinnerLayout& layout, std::ostream& out) {
  const auto line = [&](const char* what, const std::string& text) {
    if (!text.empty()) out << fmt::format(" * {:<11}{}\n", what, comment_text(text));
  };
  out << fmt::format("/* The best configuration of {} for {}, by assay {}.\n *\n",
                     comment_text(winner.entry->variant.name),
                     comment_text(winner.instance->record.problem), layout.assay_version);
  line("instance", to_string(winner.instance->record.arguments));
  line("inputs", winner.instance->record.input_digest);
  line("machine", machine_text(*winner.machine).substr(std::string("machine ").size()));
  line("device", winner.entry->device);
  line("build", winner.entry->variant.build_id);
  line("measured", measured_text(winner));
  for (const auto& sentence : verdict_sentences(*winner.instance)) line("verdict", sentence);
  if (const std::size_t rounds = winner.instance->verdict.rounds; rounds > 0) {
    line("rounds", fmt::format("{}, with every finalist in a fresh process each time", rounds));
  }
  if (const std::string& other = winner.entry->best->agrees_with; !other.empty()) {
    line("beware", fmt::format("agrees with {}; not verified against a reference", other));
  }
  if (winner.entry->best->stage != "final") line("beware", "not measured again in fresh processes");
  out << " */\n";
}

nlohmann::ordered_json verdict_json(const InstanceComparison& instance) {
  const Verdict& verdict = instance.verdict;
  const auto labels = [&](const std::vector<std::size_t>& entries) {
    auto names = nlohmann::ordered_json::array();
    for (const std::size_t entry : entries) names.push_back(instance.entries[entry].label);
    return names;
  };
  return {{"kind", to_string(verdict.kind)},
          {"leader", instance.entries.front().label},
          {"equivalent", labels(verdict.tied)},
          {"undecided", labels(verdict.undecided)},
          {"equivalence", verdict.equivalence},
          {"rounds", verdict.rounds},
          {"advice", verdict.advice}};
}

void write_settings(const Winner& winner, const WinnerLayout& layout, std::ostream& out) {
  Macros macros(layout.prefix, out);
  for (const auto& [parameter, value] : settings_of(winner, layout)) {
    out << '\n';
    if (!parameter.doc.empty()) out << "/* " << comment_text(parameter.doc) << " */\n";
    macros.write(parameter.name, std::visit(Literal(), value));
    if (const auto* text = std::get_if<std::string>(&value)) {
      macros.write(parameter.name + "_is_" + *text, "1");
    }
  }
}

// A constant as the kernel's compiler takes it.
std::string token_of(const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? std::visit(Literal(), value) : one_line(*text);
}

constexpr const char* axes = "XYZ";

// The macros of a launch, for the host.
void write_launch(const WinnerLaunch& launch, const std::string& name, Macros& macros,
                  std::ostream& out) {
  const auto list = [](const std::vector<std::string>& texts) {
    return comment_text(fmt::format("{}", fmt::join(texts, ", ")));
  };
  out << fmt::format("\n/* {}: groups of [{}] work items, [{}] {} in all{} */\n",
                     comment_text(launch.function.empty() ? "the kernel" : launch.function),
                     list(launch.block_texts), list(launch.extent_texts),
                     launch.in_items ? "work items" : "groups",
                     launch.times == 1 ? "" : fmt::format(", {} times", launch.times));
  for (std::size_t k = 0; k < launch.block.size(); ++k) {
    macros.write(fmt::format("{}BLOCK_{}", name, axes[k]), std::to_string(launch.block[k]));
    macros.write(fmt::format("{}GRID_{}", name, axes[k]), std::to_string(launch.grid[k]));
  }
  macros.write(name + "LOCAL_BYTES", std::to_string(launch.local_bytes));
}

void write_kernel(const WinnerKernel& kernel, const std::string& prefix, std::ostream& out) {
  Macros macros(prefix, out);
  out << '\n';
  for (const auto& [name, value] : kernel.constants) macros.write(name, token_of(value));
  out << "\n/* for the host */\n";
  macros.write("ASSAY_OPTIONS", c_string(kernel.options));
  for (const WinnerLaunch& launch : kernel.launches) {
    const std::string name = kernel.launches.size() == 1 ? "" : launch.function + "_";
    write_launch(launch, "ASSAY_" + name, macros, out);
  }
}

nlohmann::ordered_json kernel_json(const WinnerKernel& kernel) {
  auto constants = nlohmann::ordered_json::object();
  for (const auto& [name, value] : kernel.constants) constants[name] = to_json(value);
  auto launches = nlohmann::ordered_json::array();
  for (const WinnerLaunch& launch : kernel.launches) {
    launches.push_back({{"function", launch.function},
                        {"block", launch.block},
                        {"grid", launch.grid},
                        {"block_expressions", launch.block_texts},
                        {"extent_expressions", launch.extent_texts},
                        {"extent_in_work_items", launch.in_items},
                        {"local_bytes", launch.local_bytes},
                        {"times", launch.times}});
  }
  return {{"source", kernel.source},
          {"constants", constants},
          {"options", kernel.options},
          {"launches", launches}};
}

// A text as an argument of a CMake command, whatever it contains.
std::string cmake_argument(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '$' || c == ';') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

std::optional<Winner> winner_of(const Comparison& comparison, const std::string& device) {
  Winner winner;
  winner.mode = comparison.mode;
  std::vector<std::string> choices;
  for (const auto& machine : comparison.machines) {
    for (const auto& instance : machine.instances) {
      choices.push_back(fmt::format("--machine {} --instance {}: {}", machine.machine.fingerprint,
                                    instance.id, instance.label));
      winner.machine = &machine.machine;
      winner.instance = &instance;
    }
  }
  if (choices.empty()) throw environment_error("the store has no results that match the options");
  if (choices.size() > 1) {
    throw usage_error("export writes one winner at a time; choose one of these {} instances:\n  {}",
                      choices.size(), fmt::join(choices, "\n  "));
  }
  const auto& entries = winner.instance->entries;
  const auto best = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) {
    // Imported results have no configuration and were not verified here.
    return entry.best && entry.best->stage != imported_stage &&
           (device.empty() || entry.device == device);
  });
  if (best == entries.end()) return std::nullopt;
  winner.entry = &*best;
  return winner;
}

void write_winner_header(const Winner& winner, const WinnerLayout& layout, std::ostream& out) {
  write_comment(winner, layout, out);
  std::string guard = c_name("ASSAY_" + layout.prefix + winner.entry->variant.name + "_H");
  std::transform(guard.begin(), guard.end(), guard.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  out << "#ifndef " << guard << "\n#define " << guard << "\n";
  if (layout.kernel) {
    write_kernel(*layout.kernel, layout.prefix, out);
  } else {
    write_settings(winner, layout, out);
  }
  out << "\n#endif\n";
}

void write_winner_cmake(const Winner& winner, const WinnerLayout& layout, std::ostream& out) {
  const std::string name =
      c_name(layout.prefix.empty() ? winner.entry->variant.name : layout.prefix);
  out << fmt::format("# The best configuration of {} for {}, by assay {}.\n",
                     one_line(winner.entry->variant.name),
                     one_line(winner.instance->record.problem), layout.assay_version);
  const auto set = [&](const char* what, const std::vector<std::string>& values) {
    out << fmt::format("set({}_{}", name, what);
    for (const std::string& value : values) out << ' ' << cmake_argument(value);
    out << ")\n";
  };
  Bindings constants;
  for (auto& [parameter, value] : settings_of(winner, layout)) {
    constants.emplace_back(parameter.name, value);
  }
  if (layout.kernel) constants = layout.kernel->constants;
  std::vector<std::string> definitions;
  for (const auto& [constant, value] : constants) {
    definitions.push_back(fmt::format("{}={}", constant, token_of(value)));
  }
  set("DEFINITIONS", definitions);
  if (!layout.kernel) return;
  set("OPTIONS", {layout.kernel->options});
  std::vector<std::string> blocks;
  std::vector<std::string> grids;
  std::vector<std::string> local_bytes;
  for (const WinnerLaunch& launch : layout.kernel->launches) {
    blocks.push_back(fmt::format("{}", fmt::join(launch.block, ",")));
    grids.push_back(fmt::format("{}", fmt::join(launch.grid, ",")));
    local_bytes.push_back(std::to_string(launch.local_bytes));
  }
  set("BLOCK", blocks);
  set("GRID", grids);
  set("LOCAL_BYTES", local_bytes);
}

void write_winner_json(const Winner& winner, const WinnerLayout& layout, std::ostream& out) {
  const auto object_of = [](const Bindings& bindings) {
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    for (const auto& [name, value] : bindings) object[name] = to_json(value);
    return object;
  };
  const Measurement& best = *winner.entry->best;
  nlohmann::ordered_json json = {
      {"assay_version", layout.assay_version},
      {"problem", winner.instance->record.problem},
      {"arguments", object_of(winner.instance->record.arguments)},
      {"input_digest", winner.instance->record.input_digest},
      {"machine",
       {{"fingerprint", winner.machine->fingerprint},
        {"attributes", winner.machine->record.attributes}}},
      {"device", winner.entry->device},
      {"variant", winner.entry->variant.name},
      {"build", winner.entry->variant.build_id},
      {"configuration", object_of(best.configuration)},
      {"mode", winner.mode},
      {"unit", winner.instance->objective.unit()},
      // An unbounded interval has null as its upper bound.
      {"value",
       {{"median", best.value.median}, {"lower", best.value.lower}, {"upper", best.value.upper}}},
      {"samples", best.samples},
      {"processes", best.processes.size()},
      {"stage", best.stage},
      {"agrees_with", best.agrees_with},  // "": verified against an independent reference
      {"measured", best.recorded},
      {"verdict", verdict_json(*winner.instance)}};
  if (layout.kernel) json["kernel"] = kernel_json(*layout.kernel);
  out << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
}

}  // namespace assay
