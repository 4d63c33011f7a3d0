#include "framework/kernel_file/starting_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "assay/element.hpp"
#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/kernel_file/argument_type.hpp"
#include "framework/kernel_file/array_use.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/kernel_reading.hpp"
#include "framework/kernel_file/starting_image.hpp"
#include "framework/kernel_file/starting_sizes.hpp"
#include "framework/kernel_file/starting_text.hpp"
#include "framework/kernel_file/tunable.hpp"

namespace assay {
namespace {

// One text of all files, in which the first keeps the positions of its tokens.
SourceText one_text(std::span<const SourceFile> files) {
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

// The words of a source, those of its preprocessor lines included.
std::set<std::string> words_of(const SourceText& source) {
  std::set<std::string> words;
  const auto add = [&](const std::vector<SourceToken>& tokens) {
    for (const SourceToken& token : tokens) words.insert(token.spelling);
  };
  add(source.tokens);
  for (const SourceDirective& directive : source.directives) {
    add(tokenise(directive.text.substr(1)).tokens);
  }
  return words;
}

// The constants of `source` that matter to its first file `own`: included files may define and use
// constants of their own.
TunableConstants constants_of(const SourceText& own, const SourceText& source) {
  TunableConstants constants = find_tunables(source);
  const std::set<std::string> words = words_of(own);
  std::erase_if(constants.fixed, [&](const Tunable& each) { return !words.contains(each.name); });
  std::erase_if(constants.tunables, [&](const Tunable& each) {
    return !each.default_value && !words.contains(each.name);
  });
  return constants;
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
        sizes_(source_, kernel, constants_of(own, source_)),
        notes_(sizes_.notes()) {}

  StartingScenario write() {
    std::vector<std::string> arguments;
    for (const SignatureParameter& parameter : kernel_.parameters) {
      arguments.push_back(argument_of(parameter));
    }
    if (!has_output_) {
      note("no array seems to be written: mark the output with output = true and remove its fill");
    }
    for (const auto& [name, value, cases] : sizes_.constants().fixed) {
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

  // ---- arguments

  std::string argument_of(const SignatureParameter& parameter) {
    const ArgumentType type = argument_type(parameter, {&source_, 1});
    require_possible(parameter, type);
    if (type.kind == ArgumentType::Kind::sampler) {
      note(
          fmt::format("'{}' takes the nearest pixel: write its real filter, address and "
                      "coordinates",
                      parameter.name));
      return "{ sampler = { filter = \"nearest\", address = \"edge\" } }";
    }
    if (is_image_like(type)) return image_of(parameter, type);
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
                           sdk::element_size(type.element) * type.width,
                           joined(sizes_.group(), " * "));
      case SignatureParameter::Kind::scalar:
        break;
    }
    if (type.kind == ArgumentType::Kind::record || type.width > 1) return value_of(parameter, type);
    const std::string key = as_key(type_text(type));
    if (sizes_.is_argument(parameter.name)) {
      return fmt::format("{{ {} = \"{}\" }}", key, parameter.name);
    }
    note(fmt::format("'{}' is set to 1: write its real value", parameter.name));
    return fmt::format("{{ {} = 1 }}", key);
  }

  // An image, texture or surface, and the array that it shows.
  std::string image_of(const SignatureParameter& parameter, const ArgumentType& type) {
    const StartingImage image = starting_image(source_, kernel_, parameter, type);
    std::vector<std::string> shape;
    if (image.layered) shape.emplace_back("4");
    for (const std::string& extent : sizes_.image_extents(image.dimensions)) {
      shape.push_back("\"" + extent + "\"");
    }
    has_output_ = has_output_ || image.written;
    files_.push_back(fmt::format("{{{}}}", parameter.name));
    arrays_.push_back(fmt::format("arrays.{} = {{ type = \"{}\", shape = [{}]{}{} }}{}",
                                  parameter.name, image.type, joined(shape, ", "),
                                  image.read || !image.written ? ", fill = \"uniform\"" : "",
                                  image.written ? ", output = true" : "", look));
    const char* key = type.kind == ArgumentType::Kind::image     ? "image"
                      : type.kind == ArgumentType::Kind::texture ? "texture"
                                                                 : "surface";
    return fmt::format("{{ {} = \"{}\"{}{} }}", key, parameter.name,
                       image.layered ? ", layered = true" : "",
                       image.linear ? ", linear = true" : "");
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

  // The shape of an array of structs, in bytes, where reading does not tell their members.
  std::string shape_in_bytes(const SignatureParameter& parameter, const ArgumentType& type) {
    const std::size_t bytes = record_bytes(type, backend_);
    note(fmt::format(
        "'{}' holds {}: name its members, struct = [{{ name = \"NAME\", type = \"TYPE\" "
        "}}, ...], in place of the type, or take their bytes from a file{}",
        parameter.name, type.name,
        bytes > 0 ? "" : "; multiply its shape by the size of one in bytes"));
    return bytes > 0 ? fmt::format("{} * ({})", bytes, sizes_.shape()) : sizes_.shape();
  }

  // The members of a struct as an array's `struct` lists them; none where reading does not tell
  // them, and for arrays of vectors of three, which members cannot be. `fill_of(element)` is what
  // fills a member.
  template <class FillOf>
  static std::vector<std::string> members_of(const ArgumentType& type, const FillOf& fill_of) {
    std::vector<std::string> members;
    for (std::size_t at = 0; at < type.members.size();) {
      const ArgumentType& member = type.members[at];
      std::size_t count = 0;  // of a member that is an array
      for (; at < type.members.size() && type.members[at].member == member.member; ++at) ++count;
      if (count > 1 && member.width == 3) return {};
      members.push_back(fmt::format(
          "{{ name = \"{}\", type = \"{}\"{}{} }}", member.member, type_text(member),
          count > 1 ? fmt::format(", shape = {}", count) : "", fill_of(member.element)));
    }
    return members;
  }

  std::string array_of(const SignatureParameter& parameter, const ArgumentType& type) {
    const ArrayUse use = use_of(source_, kernel_, parameter.name);
    const bool output = !parameter.constant && use.written;
    const auto fill_of = [&](assay_element element) {
      if (output && !use.read) return "";
      const bool adds_up = output && is_whole(element);
      return adds_up ? ", fill = \"zeros\"" : ", fill = \"uniform\"";
    };
    has_output_ = has_output_ || output;
    files_.push_back(fmt::format("{{{}}}", parameter.name));
    const auto text = [&](const std::string& elements, const std::string& shape, const char* fill) {
      return fmt::format("arrays.{} = {{ {}, shape = \"{}\"{}{} }}{}", parameter.name, elements,
                         shape, fill, output ? ", output = true" : "", look);
    };
    if (const auto members = members_of(type, fill_of); !members.empty()) {
      return text(fmt::format("struct = [{}]", joined(members, ", ")), sizes_.shape(), "");
    }
    // OpenCL's vectors of three take the memory of four, CUDA's that of three.
    const bool three = type.width == 3;
    const std::string extent = type.kind == ArgumentType::Kind::record
                                   ? shape_in_bytes(parameter, type)
                               : three ? fmt::format("4 * ({})", sizes_.shape())
                                       : sizes_.shape();
    const bool is_vector = type.width > 1 && !three;
    return text(fmt::format("type = \"{}\"", is_vector ? type.name : name_of(type.element)), extent,
                fill_of(type.element));
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
    const auto arguments = sizes_.arguments();
    for (const auto& [name, value] : arguments) {
      defaults.push_back(fmt::format("{} = {}", name, value));
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
        joined(defaults, ", "), look, joined(arrays_, "\n"), joined(files_, " "),
        arguments.front().first, arguments.front().first);
  }

  [[nodiscard]] std::string kernel_table(const std::vector<std::string>& arguments) const {
    std::string text = fmt::format(
        "[[kernel]]\n"
        "source = \"{}\"\n"
        "function = \"{}\"\n"
        "arguments = [{}]\n"
        "local = {}{}\n"
        "{}",
        source_name_, kernel_.function, joined(arguments, ", "), one_or_more(sizes_.group()), look,
        sizes_.launch_size());
    for (const std::string& name : sizes_.defined()) {
      text += fmt::format("defines.{} = \"{}\"\n", name, name);
    }
    return text + parameters();
  }

  [[nodiscard]] std::string parameters() const {
    std::string text;
    for (const Tunable& tunable : sizes_.constants().tunables) {
      const std::string values = fmt::format("[{}]", fmt::join(suggested_values(tunable), ", "));
      text += tunable.default_value
                  ? fmt::format("parameters.{} = {{ values = {}, default = {} }}{}\n", tunable.name,
                                values, *tunable.default_value, look)
                  : fmt::format("parameters.{} = {}{}\n", tunable.name, values, look);
    }
    for (const std::string& name : sizes_.added()) {
      const bool first = name == sizes_.added().front();
      text += fmt::format("parameters.{} = {}\n", name,
                          sizes_.dimensions() == 1 ? "[32, 64, 128, 256]"
                          : first                  ? "[8, 16, 32]"
                                                   : "[1, 2, 4, 8]");
    }
    return text +
           "# constraints = [\"...\"]  # over parameters, arguments and the device's facts\n";
  }

  SourceText source_;
  const KernelSignature& kernel_;
  std::string source_name_;
  assay_backend backend_;
  StartingSizes sizes_;
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
  return Writer(own, one_text(files), choose(kernels, function, source_name), source_name, backend)
      .write();
}

}  // namespace assay
