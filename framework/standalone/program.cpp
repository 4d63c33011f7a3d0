#include "framework/standalone/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "assay/element.hpp"
#include "framework/core/error.hpp"
#include "framework/kernel_file/array_types.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/image.hpp"
#include "framework/kernel_file/launch_plan.hpp"
#include "framework/kernel_file/npy.hpp"
#include "framework/kernel_file/struct_array.hpp"
#include "framework/kernel_file/struct_layout.hpp"
#include "framework/standalone/builds.hpp"
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

// The argument as the scenario gives it: "int n", "float4 0, 1, n, 2", "struct { ... }".
std::string text_of(const KernelArgument& argument) {
  std::vector<std::string> parts;
  for (const ValuePart& part : argument.parts) {
    const std::string width = part.numbers.size() == 1 ? "" : std::to_string(part.numbers.size());
    const std::string type = part.type.text.empty() ? name_of(part.element) : part.type.text;
    parts.push_back(fmt::format("{}{} {}", type, width, texts_of(part.numbers)));
  }
  const std::string text = fmt::format("{}", fmt::join(parts, "; "));
  return argument.is_struct ? "struct { " + text + " }" : text;
}

std::vector<ProgramMember> members_of(const KernelArgument& argument,
                                      const std::vector<std::byte>& bytes, assay_backend backend,
                                      const FormulaNames& names) {
  std::vector<ProgramMember> members;
  StructLayout layout;
  for (const ValuePart& part : argument.parts) {
    ProgramMember& member = members.emplace_back();
    member.element = part_element(part, names);
    const Extent extent = extent_of(member.element, part.numbers.size(), backend);
    member.begin = layout.add(extent);
    member.bytes = extent.bytes;
    member.alignment = extent.alignment;
    const auto size = static_cast<std::ptrdiff_t>(sdk::element_size(member.element));
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
    if (kernel_.threads)
      program_.threads = static_cast<std::size_t>(names_.count(*kernel_.threads));
    const auto plan = plan_launches(kernel_, names_);
    functions_ = add_builds(kernel_, plan, names_, program_);
    for (const PlannedRounds& part : plan) add(part);
    require_plain_flags();
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

  void require_plain_flags() const {
    for (const ProgramLoop& loop : program_.loops) {
      if (!loop.until || !program_.arrays[*loop.until].image) continue;
      throw error_at(kernel_.place,
                     fmt::format("a loop of '{}' ends by '{}', which a launch takes as an image, "
                                 "but programs ask memory alone for its first element: pass it as "
                                 "it is",
                                 kernel_.name, program_.arrays[*loop.until].name));
    }
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
      key += fmt::format("|{} {} {} ", static_cast<int>(argument.kind), argument.array,
                         argument.local_bytes);
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
    const BuiltFunction& function = functions_.at(&description);
    launch.build = function.build;
    launch.function = function.name;
    if (kernel_.backend == ASSAY_CPU) {
      launch.comment = function_name(description, names_);
    } else {
      add_sizes(planned, launch);
    }
    for (std::size_t k = 0; k < planned.arguments.size(); ++k) {
      const PlannedArgument& argument = planned.arguments[k];
      launch.arguments.push_back(argument_of(argument, *argument.description));
    }
    return launch;
  }

  static void add_sizes(const PlannedLaunch& planned, ProgramLaunch& launch) {
    const KernelLaunch& description = *planned.description;
    launch.local = planned.local;
    for (std::size_t k = 0; k < planned.local.size(); ++k) {
      launch.groups.push_back(planned.global[k] / planned.local[k]);
    }
    launch.comment =
        fmt::format("groups of [{}] work items, [{}] {} in all", texts_of(description.group),
                    texts_of(description.extent), description.in_items ? "work items" : "groups");
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
        argument.members = members_of(description, planned.bytes, kernel_.backend, names_);
        argument.text = text_of(description);
        break;
      case KernelArgument::Kind::local:
        argument.bytes = planned.local_bytes;
        argument.text = description.value.text;
        break;
      case KernelArgument::Kind::sampler:
        argument.sampler = position_in(program_.samplers, planned.sampler);
        break;
      case KernelArgument::Kind::image:
      case KernelArgument::Kind::texture:
      case KernelArgument::Kind::surface:
        argument.array = array_named(planned.array);
        ProgramArray& array = program_.arrays[argument.array];
        array.launched = true;
        show(array, description);
        if (planned.kind != KernelArgument::Kind::texture) break;
        argument.sampler = position_in(array.textures, planned.sampler);
    }
    return argument;
  }

  // Launches see the array as an image.
  static void show(ProgramArray& array, const KernelArgument& argument) {
    const ShownImage shown(argument, array.name, array.element, array.shape);
    assay_image image = shown.description();
    image.name = nullptr;
    // Memory for surfaces serves textures, too.
    if (array.image) image.surface |= array.image->surface;
    array.image = image;
  }

  // The position of a sampler, which is added if it is a new one.
  static std::size_t position_in(std::vector<assay_sampler>& samplers,
                                 const assay_sampler& sampler) {
    const auto known = std::ranges::find_if(samplers, [&](const assay_sampler& each) {
      return each.filter == sampler.filter && each.address == sampler.address &&
             each.normalised == sampler.normalised;
    });
    const auto position = static_cast<std::size_t>(known - samplers.begin());
    if (known == samplers.end()) samplers.push_back(sampler);
    return position;
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

  // The type that the array has in this configuration.
  [[nodiscard]] assay_element element_in(const ArrayDescription& description, bool scratch) const {
    if (scratch) return scratch_element(description, names_);
    const auto type = std::ranges::find(kernel_.types, description.name, &ArrayType::array);
    return type == kernel_.types.end() ? description.element : element_of(type->type, names_);
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
    array.element = element_in(description, scratch);
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
    if (!scratch && array.element != description.element) {
      throw error_at(description.place,
                     fmt::format("array '{}' comes from a file of {}, and '{}' takes it as {} in "
                                 "this configuration, to which exported programs do not convert "
                                 "it: export the winner as macros or as JSON",
                                 array.name, name_of(description.element), kernel_.name,
                                 name_of(array.element)));
    }
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
  std::map<const KernelLaunch*, BuiltFunction> functions_;
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
