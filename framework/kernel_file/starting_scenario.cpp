#include "framework/kernel_file/starting_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <regex>

#include "assay/element.hpp"
#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/kernel_file/argument_type.hpp"
#include "framework/kernel_file/array_use.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/kernel_reading.hpp"
#include "framework/kernel_file/name_pattern.hpp"
#include "framework/kernel_file/tunable.hpp"

namespace assay {
namespace {

constexpr const char* look = "  # <-- look";

// Whether a scalar or an undefined constant is named like a size.
bool names_an_extent(const std::string& name) {
  static const std::regex extent(
      "n|m|k|w|h|n_?[xyz]|.*(size|width|height|count|num|rows|cols|columns|dim|len|points|elements|"
      "total).*|n_.*",
      std::regex::icase);
  return is_called(name, extent);
}

std::string joined(const std::vector<std::string>& texts, const char* between) {
  return fmt::format("{}", fmt::join(texts, between));
}

// One TOML string, or an array of strings.
std::string one_or_more(const std::vector<std::string>& texts) {
  if (texts.size() == 1) return fmt::format("\"{}\"", texts.front());
  return fmt::format("[\"{}\"]", joined(texts, "\", \""));
}

// One text of all files, in which the first keeps the positions of its tokens.
SourceText joined(std::span<const SourceFile> files) {
  SourceText all;
  for (const SourceFile& file : files) {
    SourceText own = tokenise(file.text);
    for (SourceDirective& directive : own.directives) {
      directive.token += all.tokens.size();
      all.directives.push_back(std::move(directive));
    }
    std::ranges::move(own.tokens, std::back_inserter(all.tokens));
  }
  return all;
}

bool names(const SourceText& source, const std::string& word) {
  const auto is_word = [&](const SourceToken& token) { return token.is(word); };
  return std::ranges::any_of(source.tokens, is_word) ||
         std::ranges::any_of(source.directives, [&](const SourceDirective& directive) {
           return std::ranges::any_of(tokenise(directive.text.substr(1)).tokens, is_word);
         });
}

class Writer {
 public:
  // `own` is the file of the kernel, and `source` that file and those that it includes.
  Writer(const SourceText& own, SourceText source, const KernelSignature& kernel,
         std::string source_name, assay_backend backend)
      : source_(std::move(source)),
        kernel_(kernel),
        source_name_(std::move(source_name)),
        backend_(backend),
        dimensions_(dimensions_of(source_, kernel)),
        constants_(find_tunables(source_)) {
    // Included files may define and use constants of their own, which matter to nobody here.
    std::erase_if(constants_.fixed, [&](const Tunable& each) { return !names(own, each.name); });
    std::erase_if(constants_.tunables, [&](const Tunable& each) {
      return !each.default_value && !names(own, each.name);
    });
    leave_out_other_axes();
    find_extents();
    find_group();
  }

  StartingScenario write() {
    std::vector<std::string> arguments;
    for (const SignatureParameter& parameter : kernel_.parameters) {
      arguments.push_back(argument_of(parameter));
    }
    if (!has_output_) {
      note("no array seems to be written: mark the output with output = true and remove its fill");
    }
    for (const auto& [name, value, cases] : constants_.fixed) {
      note(fmt::format(
          "{} is fixed by #define; to tune it, wrap that in #ifndef {} and #endif, and add "
          "parameters.{} = [...]",
          name, name, name));
    }
    if (kernel_.is_template) {
      note(fmt::format(
          "'{}' is a template: add its arguments to 'function', such as \"{}<float, tile>\"",
          kernel_.function, kernel_.function));
    } else if (!kernel_.doubt.empty()) {
      note(fmt::format("'{}' {}: its arguments may differ from these", kernel_.function,
                       kernel_.doubt));
    }
    return {header() + problem() + kernel_table(arguments), kernel_.function, notes_};
  }

 private:
  void note(std::string text) { notes_.push_back(std::move(text)); }

  // ---- sizes

  // Finds the arguments of the problem: integers that look like sizes, and undefined constants in
  // capitals that look like sizes.
  void find_extents() {
    for (const SignatureParameter& parameter : kernel_.parameters) {
      const auto type = argument_type(parameter, {&source_, 1});
      const bool integer =
          parameter.kind == SignatureParameter::Kind::scalar && is_whole(type.element);
      if (integer && names_an_extent(parameter.name)) extents_.push_back(parameter.name);
    }
    std::erase_if(constants_.tunables, [&](const Tunable& tunable) {
      static const std::regex size("N|M|K|N[XYZ]|WIDTH|HEIGHT|LENGTH|ROWS|COLS|DIM|N_.*|NUM_.*");
      if (tunable.default_value || !is_called(tunable.name, size)) return false;
      extents_.push_back(tunable.name);
      defined_extents_.push_back(tunable.name);
      return true;
    });
    if (extents_.empty()) find_fixed_extents();
    if (extents_.empty()) {
      extents_.emplace_back("size");
      note("no argument looks like a size, so one called 'size' was added");
    }
  }

  // Takes the sizes that the source itself fixes, as far as the kernel names them: the width first,
  // since it belongs to the first dimension of a launch.
  void find_fixed_extents() {
    static const std::regex size(
        ".*(width|height|length|rows|cols|columns|points|elements).*|N|M|K|N[XYZ]|n_.*|num_.*",
        std::regex::icase);
    static const std::regex along_x(".*(width|cols|columns|x)", std::regex::icase);
    constexpr std::int64_t most_of_tiles = 64;  // what is smaller is rather one of a tile
    std::erase_if(constants_.fixed, [&](const Tunable& fixed) {
      const bool chosen = *fixed.default_value > most_of_tiles && is_called(fixed.name, size) &&
                          mentions(source_, kernel_, fixed.name);
      if (chosen) fixed_extents_.emplace(fixed.name, *fixed.default_value);
      if (chosen) extents_.push_back(fixed.name);
      return chosen;
    });
    std::stable_partition(extents_.begin(), extents_.end(),
                          [&](const std::string& name) { return is_called(name, along_x); });
    for (const std::string& name : extents_) {
      note(fmt::format("{} is {} by #define; to change it, change both", name,
                       fixed_extents_.at(name)));
    }
  }

  // Leaves out sizes of groups in dimensions that the kernel does not use, if the source itself
  // gives them a value.
  void leave_out_other_axes() {
    static const std::regex size(".*(block|group|wg|local).*_([yz])", std::regex::icase);
    std::erase_if(constants_.tunables, [&](const Tunable& tunable) {
      if (!tunable.default_value || !is_called(tunable.name, size)) return false;
      const bool second = tunable.name.back() == 'y' || tunable.name.back() == 'Y';
      return dimensions_ < (second ? 2 : 3);
    });
  }

  [[nodiscard]] std::int64_t default_extent() const {
    if (dimensions_ == 3) return 64;
    if (dimensions_ == 2 || extents_.size() > 1) return 256;
    return has_loop(source_, kernel_) ? 4096 : 1'000'000;
  }

  // The largest shape that the sizes suggest: products of all pairs (or triples).
  [[nodiscard]] std::string shape() const {
    const std::string& first = extents_.front();
    if (extents_.size() == 1) {
      std::vector<std::string> factors(dimensions_, first);
      return joined(factors, " * ");
    }
    if (extents_.size() == 2 || dimensions_ == 3) {
      std::vector<std::string> factors(
          extents_.begin(),
          extents_.begin() + static_cast<std::ptrdiff_t>(
                                 std::min(extents_.size(), std::max<std::size_t>(dimensions_, 2))));
      return joined(factors, " * ");
    }
    std::vector<std::string> pairs;
    for (std::size_t k = 0; k < extents_.size(); ++k) {
      pairs.push_back(extents_[k] + " * " + extents_[(k + 1) % extents_.size()]);
    }
    return fmt::format("max({})", joined(pairs, ", "));
  }

  // ---- groups

  void find_group() {
    group_ = demanded_group(source_, kernel_);
    if (!group_.empty()) {
      while (group_.size() < dimensions_) group_.emplace_back("1");
      return;
    }
    for (const char* axis : {"x", "y", "z"}) {
      if (group_.size() < dimensions_) group_.push_back(size_along(axis));
    }
  }

  // A constant named like a group size along the axis, or like a group size in general; otherwise a
  // new parameter.
  std::string size_along(const std::string& axis) {
    const std::regex along(".*(block|group|wg|local|tile|threads).*_?" + axis, std::regex::icase);
    static const std::regex any("(.*(block|group|wg|local|tile|threads).*|ts|bs)",
                                std::regex::icase);
    for (const auto* pattern : {&along, &any}) {
      for (const Tunable& tunable : constants_.tunables) {
        const bool other_axis =
            pattern == &any && is_called(tunable.name, std::regex(".*_[xyz]", std::regex::icase));
        if (!other_axis && is_called(tunable.name, *pattern)) return tunable.name;
      }
    }
    added_.push_back(fmt::format("block_size_{}", axis));
    return added_.back();
  }

  // ---- arguments

  std::string argument_of(const SignatureParameter& parameter) {
    const ArgumentType type = argument_type(parameter, {&source_, 1});
    require_possible(parameter, type);
    if (type.kind == ArgumentType::Kind::unknown) {
      note(fmt::format("type '{}' of '{}' is unknown; {} is used instead", parameter.type,
                       parameter.name, name_of(type.element)));
    }
    switch (parameter.kind) {
      case SignatureParameter::Kind::array:
        arrays_.push_back(array_of(parameter, type));
        return fmt::format("\"{}\"", parameter.name);
      case SignatureParameter::Kind::local:
        return fmt::format("{{ local = \"{} * {}\" }}",
                           sdk::element_size(type.element) * type.width, joined(group_, " * "));
      case SignatureParameter::Kind::scalar:
        break;
    }
    if (type.kind == ArgumentType::Kind::record || type.width > 1) return value_of(parameter, type);
    const std::string key = as_key(type_text(type));
    if (std::ranges::find(extents_, parameter.name) != extents_.end()) {
      return fmt::format("{{ {} = \"{}\" }}", key, parameter.name);
    }
    note(fmt::format("'{}' is set to 1: write its real value", parameter.name));
    return fmt::format("{{ {} = 1 }}", key);
  }

  static std::string as_key(const std::string& name) {
    return name.find(' ') == std::string::npos ? name : "\"" + name + "\"";
  }

  static std::string ones_of(const ArgumentType& type) {
    const std::string key = as_key(type_text(type));
    if (type.width == 1) return fmt::format("{{ {} = 1 }}", key);
    const std::vector<std::string> ones(type.width, "1");
    return fmt::format("{{ {} = [{}] }}", key, joined(ones, ", "));
  }

  // A struct or vector that is passed by value.
  std::string value_of(const SignatureParameter& parameter, const ArgumentType& type) {
    if (type.kind == ArgumentType::Kind::record) {
      if (type.members.empty()) {
        note(fmt::format("'{}' is {}: write its members in order, each with its type and value",
                         parameter.name, type.name));
        return "{ struct = [{ int = 1 }] }";
      }
      std::vector<std::string> members;
      for (const ArgumentType& member : type.members) members.push_back(ones_of(member));
      note(fmt::format("'{}' is set to ones: write its real members", parameter.name));
      return fmt::format("{{ struct = [{}] }}", joined(members, ", "));
    }
    note(fmt::format("'{}' is set to ones: write its real value", parameter.name));
    return ones_of(type);
  }

  void require_possible(const SignatureParameter& parameter, const ArgumentType& type) const {
    const bool by_value = parameter.kind == SignatureParameter::Kind::scalar;
    const std::string why =
        by_value ? why_not_by_value(type) : why_not_array_of(type, type.element);
    if (why.empty()) return;
    throw usage_error("{}:{}: '{}' takes '{}', which is {}", source_name_, kernel_.line,
                      kernel_.function, parameter.name, why);
  }

  // The shape of an array of structs, in bytes, which only the user can fill.
  std::string shape_in_bytes(const SignatureParameter& parameter, const ArgumentType& type) {
    const std::size_t bytes = record_bytes(type, backend_);
    note(fmt::format(
        "'{}' holds {}: its array has their bytes as unsigned char{}; take them from a file rather "
        "than a fill",
        parameter.name, type.name,
        bytes > 0 ? "" : "; multiply its shape by the size of one in bytes"));
    return bytes > 0 ? fmt::format("{} * ({})", bytes, shape()) : shape();
  }

  std::string array_of(const SignatureParameter& parameter, const ArgumentType& type) {
    const ArrayUse use = use_of(source_, kernel_, parameter.name);
    const bool output = !parameter.constant && use.written;
    // OpenCL's vectors of three take the memory of four, CUDA's that of three.
    const bool three = type.width == 3;
    const std::string extent = type.kind == ArgumentType::Kind::record
                                   ? shape_in_bytes(parameter, type)
                               : three ? fmt::format("4 * ({})", shape())
                                       : shape();
    const bool is_vector = type.width > 1 && !three;
    std::string fill;
    if (!output || use.read) {
      const bool adds_up = output && is_whole(type.element);
      fill = adds_up ? ", fill = \"zeros\"" : ", fill = \"uniform\"";
    }
    has_output_ = has_output_ || output;
    files_.push_back(fmt::format("{{{}}}", parameter.name));
    return fmt::format("arrays.{} = {{ type = \"{}\", shape = \"{}\"{}{} }}{}", parameter.name,
                       is_vector ? type.name : name_of(type.element), extent, fill,
                       output ? ", output = true" : "", look);
  }

  // ---- text

  [[nodiscard]] std::string header() const {
    std::string text = fmt::format(
        "# Written by `assay init` from the signature of {} in {}. Lines marked \"<-- look\" are\n"
        "# guesses: sizes first, then what is read and written. docs/kernel-files.md has all "
        "keys.\n",
        kernel_.function, source_name_);
    for (const std::string& each : notes_) text += fmt::format("# Note: {}.\n", each);
    return text;
  }

  [[nodiscard]] std::string problem() const {
    std::vector<std::string> defaults;
    for (const std::string& name : extents_) {
      const auto fixed = fixed_extents_.find(name);
      defaults.push_back(fmt::format(
          "{} = {}", name, fixed == fixed_extents_.end() ? default_extent() : fixed->second));
    }
    return fmt::format(
        "[problem]\n"
        "arguments = {{ {} }}{}\n"
        "{}\n"
        "# What outputs are compared with. Without it they need only agree with those of the\n"
        "# kernel's own defaults, nothing is verified, and `assay tune` ends with exit code 4.\n"
        "# reference = \"expected.npy\"\n"
        "# reference = {{ command = \"python3 reference.py {}\" }}  # {{array}}: its .npy file\n"
        "# tolerance = 1e-4  # of an output's scale and of each element\n"
        "# Useful work of one launch, so that reports show the share of what the device could do:\n"
        "# flops = \"2 * {}\"\n"
        "# bytes = \"4 * {}\"\n\n",
        joined(defaults, ", "), look, joined(arrays_, "\n"), joined(files_, " "), extents_.front(),
        extents_.front());
  }

  // A constant that is named like what one work item works on in a dimension, unless it is the size
  // of a group; "" if there is none.
  [[nodiscard]] std::string work_of_item(std::size_t dimension) const {
    constexpr std::array axes = {"(_?x)?", "_?y", "_?z"};
    const std::regex work(
        fmt::format("(tile_size|(work|items|elements)_per_(thread|item)){}", axes[dimension]),
        std::regex::icase);
    for (const Tunable& tunable : constants_.tunables) {
      if (tunable.name != group_[dimension] && is_called(tunable.name, work)) return tunable.name;
    }
    return "";
  }

  // The lines that say how many work items or groups there are.
  [[nodiscard]] std::string launch_size() const {
    std::vector<std::string> global;
    std::vector<std::string> grid;
    bool in_groups = false;
    for (std::size_t k = 0; k < group_.size(); ++k) {
      const std::string work = k < dimensions_ ? work_of_item(k) : "";
      global.push_back(k < dimensions_ ? extents_[std::min(k, extents_.size() - 1)] : "1");
      grid.push_back(fmt::format("ceil_div({}, {}{})", global.back(), group_[k],
                                 work.empty() ? "" : " * " + work));
      in_groups = in_groups || !work.empty();
    }
    if (in_groups) {
      return fmt::format("# Groups, where an item does the work of several.\ngrid = {}{}\n",
                         one_or_more(grid), look);
    }
    return fmt::format(
        "# Work items, rounded up to whole groups; where an item does the work of several, count "
        "groups\n# instead: grid = \"ceil_div({}, {} * 4)\"\nglobal = {}{}\n",
        extents_.front(), group_.front(), one_or_more(global), look);
  }

  [[nodiscard]] std::string kernel_table(const std::vector<std::string>& arguments) const {
    std::string text = fmt::format(
        "[[kernel]]\n"
        "source = \"{}\"\n"
        "function = \"{}\"\n"
        "arguments = [{}]\n"
        "local = {}{}\n"
        "{}",
        source_name_, kernel_.function, joined(arguments, ", "), one_or_more(group_), look,
        launch_size());
    for (const std::string& name : defined_extents_) {
      text += fmt::format("defines.{} = \"{}\"\n", name, name);
    }
    return text + parameters();
  }

  [[nodiscard]] std::string parameters() const {
    std::string text;
    for (const Tunable& tunable : constants_.tunables) {
      const std::string values = fmt::format("[{}]", fmt::join(suggested_values(tunable), ", "));
      text += tunable.default_value
                  ? fmt::format("parameters.{} = {{ values = {}, default = {} }}{}\n", tunable.name,
                                values, *tunable.default_value, look)
                  : fmt::format("parameters.{} = {}{}\n", tunable.name, values, look);
    }
    for (const std::string& name : added_) {
      const bool first = name == added_.front();
      text += fmt::format("parameters.{} = {}\n", name,
                          dimensions_ == 1 ? "[32, 64, 128, 256]"
                          : first          ? "[8, 16, 32]"
                                           : "[1, 2, 4, 8]");
    }
    return text +
           "# constraints = [\"...\"]  # over parameters, arguments and the device's facts\n";
  }

  SourceText source_;
  const KernelSignature& kernel_;
  std::string source_name_;
  assay_backend backend_;
  std::size_t dimensions_;
  TunableConstants constants_;
  std::vector<std::string> extents_;
  std::vector<std::string> defined_extents_;
  std::map<std::string, std::int64_t> fixed_extents_;  // with the values that the source gives them
  std::vector<std::string> group_;
  std::vector<std::string> added_;  // parameters that the source does not mention
  std::vector<std::string> arrays_;
  std::vector<std::string> files_;  // as a reference's command refers to them
  std::vector<std::string> notes_;
  bool has_output_ = false;
};

const KernelSignature& choose(const std::vector<KernelSignature>& kernels,
                              const std::string& function, const std::string& source_name) {
  std::vector<std::string> known;
  for (const KernelSignature& kernel : kernels) {
    if (kernel.function == function) return kernel;
    known.push_back(kernel.function);
  }
  if (kernels.empty()) {
    throw usage_error(
        "{}: no kernel found ({}); if a macro generates it, write the scenario by hand "
        "(docs/kernel-files.md)",
        source_name, "__kernel void name(...) { } or __global__ void name(...) { }");
  }
  if (function.empty() && kernels.size() == 1) return kernels.front();
  if (function.empty()) {
    throw usage_error("{} has several kernels: choose one of these with --function: {}",
                      source_name, joined(known, ", "));
  }
  throw usage_error("{} has no kernel '{}'; {}", source_name, function,
                    did_you_mean(function, known));
}

}  // namespace

StartingScenario starting_scenario(std::span<const SourceFile> files,
                                   const std::string& source_name, const std::string& function,
                                   assay_backend backend) {
  const SourceText own = tokenise(files.front().text);
  const auto kernels = read_signatures(own, backend);
  return Writer(own, joined(files), choose(kernels, function, source_name), source_name, backend)
      .write();
}

}  // namespace assay
