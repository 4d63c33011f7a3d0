#include "framework/standalone/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "assay/element.hpp"
#include "framework/core/error.hpp"
#include "framework/core/split.hpp"
#include "framework/device/sources.hpp"
#include "framework/kernel_file/compile_options.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/launch_plan.hpp"
#include "framework/kernel_file/npy.hpp"
#include "framework/kernel_file/struct_array.hpp"
#include "framework/kernel_file/struct_layout.hpp"
#include "framework/standalone/loops.hpp"

namespace assay::standalone {
namespace {

// More launches that differ make a program that nobody reads.
constexpr std::size_t most_launches = 300;

std::string texts_of(const std::vector<Formula>& formulas) {
  std::vector<std::string> texts;
  for (const Formula& formula : formulas) texts.push_back(formula.text);
  return fmt::format("{}", fmt::join(texts, ", "));
}

void require_source(const KernelDescription& kernel) {
  if (kernel.backend == ASSAY_CPU) {
    throw error_at(kernel.place, fmt::format("'{}' is code of the host, which needs no program to "
                                             "launch it: call the function of {} yourself",
                                             kernel.name, kernel.source.text));
  }
  if (!kernel.generator.text.empty()) {
    throw error_at(kernel.generator.place,
                   fmt::format("a command prints the source of '{}': keep what it prints for the "
                               "best configuration in a file, name that as 'source', and tune it",
                               kernel.name));
  }
  if (has_own_constants(kernel)) {
    throw error_at(kernel.place,
                   fmt::format("launches of '{}' have 'defines' of their own, and a program is "
                               "written with one set of constants: pass them as arguments",
                               kernel.name));
  }
  if (!kernel.linked.empty()) {
    throw error_at(
        kernel.linked.front().place,
        fmt::format("'{}' is linked of several files, but such a program compiles one "
                    "source: name them all as 'source' if they compile as one, or export "
                    "the constants as a header",
                    kernel.name));
  }
  if (!kernel.compiler.empty()) {
    throw error_at(
        kernel.place,
        fmt::format("'{}' is compiled by '{}', but such a program compiles its source by "
                    "NVRTC: leave out 'compiler' if NVRTC compiles it, too, or export "
                    "the constants as a header and compile it yourself",
                    kernel.name, kernel.compiler));
  }
  if (!kernel.image.empty()) {
    throw error_at(kernel.source.place,
                   fmt::format("'{}' has no source, only what another compiler made of it: name "
                               "its source in the scenario",
                               kernel.name));
  }
}

std::string flat_source(const KernelDescription& kernel) {
  std::vector<assay_source> sources;
  for (const SourceFile& file : kernel.sources) {
    sources.push_back({file.name.c_str(), file.text.c_str()});
  }
  return device::flatten(sources, {}).text;
}

// The argument as the scenario gives it: "int n", "float4 0, 1, n, 2", "struct { ... }".
std::string text_of(const KernelArgument& argument) {
  std::vector<std::string> parts;
  for (const ValuePart& part : argument.parts) {
    const std::string width = part.numbers.size() == 1 ? "" : std::to_string(part.numbers.size());
    parts.push_back(fmt::format("{}{} {}", name_of(part.element), width, texts_of(part.numbers)));
  }
  const std::string text = fmt::format("{}", fmt::join(parts, "; "));
  return argument.is_struct ? "struct { " + text + " }" : text;
}

std::vector<ProgramMember> members_of(const KernelArgument& argument,
                                      const std::vector<std::byte>& bytes, assay_backend backend) {
  std::vector<ProgramMember> members;
  StructLayout layout;
  for (const ValuePart& part : argument.parts) {
    const Extent extent = extent_of(part.element, part.numbers.size(), backend);
    ProgramMember& member = members.emplace_back();
    member.element = part.element;
    member.begin = layout.add(extent);
    member.bytes = extent.bytes;
    member.alignment = extent.alignment;
    const auto size = static_cast<std::ptrdiff_t>(sdk::element_size(part.element));
    auto at = bytes.begin() + static_cast<std::ptrdiff_t>(member.begin);
    for (std::size_t k = 0; k < part.numbers.size(); ++k, at += size) {
      member.numbers.emplace_back(at, at + size);
    }
  }
  return members;
}

class Maker {
 public:
  Maker(const KernelDescription& kernel, const ArrayProblemDescription& problem,
        const FormulaNames& names, const std::string& folder)
      : kernel_(kernel), problem_(problem), names_(names), folder_(folder) {
    program_.backend = kernel.backend;
    program_.file = kernel.source.text;
  }

  Program make() {
    program_.source = flat_source(kernel_);
    for (const auto& [name, value] : compile_constants(kernel_, names_)) {
      program_.constants.emplace_back(name, constant_text(value));
    }
    program_.options = split_words(with_values(kernel_.options, names_));
    const auto plan = plan_launches(kernel_, names_);
    for (const PlannedRounds& part : plan) add(part);
    for (const KernelVariable& variable : kernel_.variables) {
      program_.arrays[array_named(variable.array.text)].variables.push_back(variable.name);
    }
    return std::move(program_);
  }

 private:
  void add(const PlannedRounds& part) {
    std::vector<std::vector<std::size_t>> rounds;
    for (const auto& planned : part.rounds) {
      auto& round = rounds.emplace_back();
      for (const PlannedLaunch& launch : planned) round.push_back(position_of(launch));
    }
    if (!part.until.empty()) {
      program_.loops.push_back(loop_until(rounds, array_named(part.until)));
      program_.arrays[*program_.loops.back().until].launched = true;
    } else {
      for (const auto& round : rounds) {
        for (ProgramLoop& loop : loops_of(round)) program_.loops.push_back(std::move(loop));
      }
    }
    std::size_t written = 0;
    for (const ProgramLoop& loop : program_.loops) {
      for (const auto& round : loop.rounds) written += round.size();
    }
    require_few(std::max(written, program_.launches.size()));
  }

  void require_few(std::size_t launches) const {
    if (launches <= most_launches) return;
    throw error_at(
        kernel_.place,
        fmt::format("'{}' has more than {} launches whose arguments or sizes differ: a "
                    "program would list each of them; write the loop around them by hand",
                    kernel_.name, most_launches));
  }

  // The position of a launch; equal ones are one.
  std::size_t position_of(const PlannedLaunch& planned) {
    std::string key = fmt::format("{} {} {}", static_cast<const void*>(planned.description),
                                  fmt::join(planned.local, ","), fmt::join(planned.global, ","));
    for (const PlannedArgument& argument : planned.arguments) {
      key += fmt::format("|{} {} ", argument.array, argument.local_bytes);
      for (const std::byte byte : argument.bytes) key += static_cast<char>(byte);
    }
    const auto [known, fresh] = positions_.emplace(std::move(key), program_.launches.size());
    if (fresh) {
      require_few(program_.launches.size() + 1);
      program_.launches.push_back(launch_of(planned));
    }
    return known->second;
  }

  ProgramLaunch launch_of(const PlannedLaunch& planned) {
    const KernelLaunch& description = *planned.description;
    ProgramLaunch launch;
    launch.function = function_name(description, names_);
    launch.local = planned.local;
    for (std::size_t k = 0; k < planned.local.size(); ++k) {
      launch.groups.push_back(planned.global[k] / planned.local[k]);
    }
    launch.sizes_text =
        fmt::format("groups of [{}] work items, [{}] {} in all", texts_of(description.group),
                    texts_of(description.extent), description.in_items ? "work items" : "groups");
    for (std::size_t k = 0; k < planned.arguments.size(); ++k) {
      const PlannedArgument& argument = planned.arguments[k];
      launch.arguments.push_back(argument_of(argument, *argument.description));
    }
    program_.by_expression = program_.by_expression || description.by_expression;
    if (std::ranges::find(program_.functions, launch.function) == program_.functions.end()) {
      program_.functions.push_back(launch.function);
    }
    return launch;
  }

  ProgramArgument argument_of(const PlannedArgument& planned, const KernelArgument& description) {
    ProgramArgument argument;
    argument.kind = planned.kind;
    switch (planned.kind) {
      case KernelArgument::Kind::array:
        argument.array = array_named(planned.array);
        program_.arrays[argument.array].launched = true;
        break;
      case KernelArgument::Kind::value:
        argument.bytes = planned.bytes.size();
        argument.members = members_of(description, planned.bytes, kernel_.backend);
        argument.text = text_of(description);
        break;
      case KernelArgument::Kind::local:
        argument.bytes = planned.local_bytes;
        argument.text = description.value.text;
        break;
      default:
        throw error_at(description.place,
                       fmt::format("'{}' takes an image, a texture or a sampler, which exported "
                                   "programs do not create: export the winner as macros or as JSON",
                                   kernel_.name));
    }
    return argument;
  }

  // The position of an array, which is added at its first use.
  std::size_t array_named(const std::string& name) {
    const auto known = std::ranges::find(program_.arrays, name, &ProgramArray::name);
    const auto position = static_cast<std::size_t>(known - program_.arrays.begin());
    if (known != program_.arrays.end()) return position;
    const auto scratch = std::ranges::find(kernel_.scratch, name, &ArrayDescription::name);
    const bool own = scratch != kernel_.scratch.end();
    const auto found =
        own ? scratch : std::ranges::find(problem_.arrays, name, &ArrayDescription::name);
    if (!own && found == problem_.arrays.end()) {
      throw usage_error("problem '{}' has no array '{}'", problem_.name, name);
    }
    program_.arrays.push_back(array_of(*found, own));
    return position;
  }

  ProgramArray array_of(const ArrayDescription& description, bool scratch) {
    if (!description.members.empty() && description.fill.rule == "file") {
      throw error_at(description.place,
                     fmt::format("'{}' is an array of structs, which exported programs do not read "
                                 "from files: export the winner as macros or as JSON, or give its "
                                 "members fills",
                                 description.name));
    }
    ProgramArray array;
    array.name = description.name;
    array.element = description.element;
    array.shape = names_.counts(description.shape);
    array.shape_text = texts_of(description.shape);
    array.fill = description.fill;
    array.output = description.output;
    array.restored = (array.output || scratch) && array.fill.rule != "none";
    if (array.fill.rule == "members") {
      for (const ArrayMember& member : description.members) {
        array.members.push_back(member_of(member, array.shape));
      }
    }
    if (array.fill.rule != "file") return array;
    const auto file = std::filesystem::absolute(std::filesystem::path(folder_) / array.fill.file);
    array.fill.file = file.lexically_normal().string();
    const NpyArray read = read_npy(array.fill.file);
    if (!read.record.members.empty() || !same_bits(read.element, array.element) ||
        (!array.shape.empty() && array.shape != read.shape)) {
      throw environment_error("{}: '{}' holds {}, which is not what array '{}' takes",
                              description.place, array.fill.file, type_text(read),
                              description.name);
    }
    array.shape = read.shape;
    return array;
  }

  // A member in all structs of an array of that shape, whose last extent are their bytes.
  static ProgramArray member_of(const ArrayMember& member,
                                const std::vector<std::int64_t>& structs) {
    ProgramArray array;
    array.name = member.name;
    array.element = member.element;
    array.shape.assign(structs.begin(), structs.end() - 1);
    const auto own = extents_of(member);
    array.shape.insert(array.shape.end(), own.begin(), own.end());
    array.fill = member.fill;
    array.offset = member.offset;
    return array;
  }

  const KernelDescription& kernel_;
  const ArrayProblemDescription& problem_;
  const FormulaNames& names_;
  std::string folder_;
  Program program_;
  std::map<std::string, std::size_t> positions_;  // of launches
};

}  // namespace

std::size_t ProgramArray::count() const {
  std::size_t product = 1;
  for (const std::int64_t extent : shape) product *= static_cast<std::size_t>(extent);
  return product;
}

Program make_program(const KernelDescription& kernel, const ArrayProblemDescription& problem,
                     const FormulaNames& names, const std::string& folder) {
  require_source(kernel);
  return Maker(kernel, problem, names, folder).make();
}

}  // namespace assay::standalone
