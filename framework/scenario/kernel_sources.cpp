// Checks kernels against their sources.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/signature.hpp"
#include "framework/kernel_file/sources.hpp"
#include "framework/scenario/constant_names.hpp"
#include "framework/scenario/kernels.hpp"
#include "framework/scenario/launch_arguments.hpp"

namespace assay {
namespace {

std::vector<SourceText> texts_of(const KernelDescription& kernel) {
  std::vector<SourceText> texts;
  for (const SourceFile& source : kernel.sources) texts.push_back(tokenise(source.text));
  return texts;
}

std::vector<Located> kernels_in(const KernelDescription& kernel,
                                const std::vector<SourceText>& texts) {
  std::vector<Located> found;
  for (std::size_t k = 0; k < texts.size(); ++k) {
    for (auto& signature : read_signatures(texts[k], kernel.backend)) {
      found.push_back({std::move(signature), kernel.sources[k].name, k});
    }
  }
  return found;
}

std::vector<std::string> functions_of(const std::vector<Located>& kernels) {
  std::vector<std::string> names;
  for (const Located& kernel : kernels) names.push_back(kernel.signature.function);
  return names;
}

// Whether a macro may define the function where reading does not see it: a macro that takes the
// name as an argument, or that pastes it together.
bool may_be_made_by_macro(const std::string& function, const std::vector<SourceText>& texts) {
  return std::ranges::any_of(texts, [&](const SourceText& text) {
    return std::ranges::any_of(text.tokens,
                               [&](const auto& token) { return token.is(function); }) ||
           std::ranges::any_of(text.directives, [](const auto& directive) {
             return directive.text.find("##") != std::string::npos;
           });
  });
}

// The signature of the launch's function; nullptr where a macro may hide it.
const Located* choose(KernelLaunch& launch, const KernelDescription& kernel,
                      const std::vector<Located>& found, const std::vector<SourceText>& texts) {
  if (launch.function.text.empty()) {
    if (found.size() == 1) {
      launch.function.text = found.front().signature.function;
      return &found.front();
    }
    throw error_at(
        launch.function.place,
        found.empty()
            ? fmt::format("no kernel found in '{}' (macros may hide it): name it as 'function'",
                          kernel.source.text)
            : fmt::format("'{}' has several kernels: choose one of these as 'function': {}",
                          kernel.source.text, fmt::join(functions_of(found), ", ")));
  }
  const std::string name = base_name(launch.function.text);
  for (const Located& each : found) {
    if (each.signature.function == name) return &each;
  }
  if (may_be_made_by_macro(name, texts)) return nullptr;
  throw error_at(launch.function.place,
                 fmt::format("'{}' has no kernel '{}'; {}", kernel.source.text, name,
                             did_you_mean(name, functions_of(found))));
}

// A function without extern "C" is found by an expression, and so is an instance of a template,
// which needs the template's arguments.
void note_mangling(KernelLaunch& launch, const Located* found) {
  const std::string& text = launch.function.text;
  const bool is_expression = text.find_first_of("<:") != std::string::npos;
  // An expression finds a function that is extern "C", too.
  launch.by_expression = is_expression || found == nullptr || found->signature.mangled;
  if (found == nullptr || !found->signature.is_template || text.find('<') != std::string::npos) {
    return;
  }
  throw error_at(
      launch.function.place,
      fmt::format("'{}' ({}) is a template: write its arguments, too, such as \"{}<float, "
                  "tile>\"",
                  text, found->place(), text));
}

// Whether the file is PTX or a CUBIN, which other compilers made.
bool is_image(const std::filesystem::path& file) {
  return file.extension() == ".ptx" || file.extension() == ".cubin";
}

// Reads the kernel's files, unless its source is generated.
void read_files(KernelDescription& kernel, const std::filesystem::path& folder) {
  const auto found = [&](const PlacedText& name) {
    return std::filesystem::absolute(folder / name.text).lexically_normal();
  };
  if (!kernel.generator.text.empty()) {
    kernel.path = found({".", ""}).string();
    return;
  }
  const auto file = found(kernel.source);
  kernel.path = file.string();
  try {
    if (is_image(file)) {
      kernel.image = read_image(file);
      return;
    }
    std::vector<std::filesystem::path> files = {file};
    std::vector<std::filesystem::path> folders;
    for (const PlacedText& each : kernel.more_sources) files.push_back(found(each));
    for (const PlacedText& each : kernel.include_folders) folders.push_back(found(each));
    std::vector<std::filesystem::path> linked;
    for (const PlacedText& each : kernel.linked) {
      linked.push_back(found(each));
      if (std::ranges::find(files, linked.back()) == files.end()) continue;
      throw error_at(each.place, fmt::format("'{}' is named as 'source', too", each.text));
    }
    kernel.sources = collect_sources(files, folders, linked);
  } catch (const Error& error) {
    throw error_at(
        kernel.source.place,
        fmt::format("{}; paths of sources start from the scenario's folder", error.what()));
  }
}

void require_function(const KernelLaunch& launch) {
  if (!launch.function.text.empty()) return;
  throw error_at(
      launch.function.place,
      "the function is missing: name it as 'function', since no source can be read for it");
}

// Checks that a kernel that C++ renames is not in a linked file, where nothing finds its name.
void require_findable(const KernelDescription& kernel, const KernelLaunch& launch,
                      const Located& found) {
  const auto linked = std::span(kernel.sources).subspan(1, kernel.linked.size());
  const bool is_linked =
      std::ranges::any_of(linked, [&](const SourceFile& file) { return file.name == found.file; });
  if (!is_linked || !launch.by_expression) return;
  throw error_at(launch.function.place,
                 fmt::format("'{}' ({}) is in a linked file, where C++ gives it another name: "
                             "declare it extern \"C\", or name its file as 'source'",
                             launch.function.text, found.place()));
}

void attach(KernelDescription& kernel, const std::filesystem::path& folder,
            const ArrayProblemDescription* problem) {
  read_files(kernel, folder);
  // The compiler alone reads code of the host, and nobody what is not there yet.
  if (kernel.backend == ASSAY_CPU || kernel.sources.empty()) {
    for_each_launch(kernel.steps, [&](KernelLaunch& launch, const auto&, const auto&) {
      require_function(launch);
      note_mangling(launch, nullptr);
      if (!kernel.image.empty()) launch.by_expression = false;
    });
    return;
  }
  const auto texts = texts_of(kernel);
  const auto found = kernels_in(kernel, texts);
  auto arrays = kernel.scratch;
  if (problem != nullptr) {
    arrays.insert(arrays.end(), problem->arrays.begin(), problem->arrays.end());
  }
  for_each_launch(kernel.steps, [&](KernelLaunch& launch, const auto&, const auto&) {
    const Located* own = choose(launch, kernel, found, texts);
    require_unused_names(kernel, texts, own == nullptr ? nullptr : &own->signature);
    if (kernel.backend == ASSAY_CUDA) note_mangling(launch, own);
    if (own == nullptr) return;
    if (kernel.backend == ASSAY_CUDA) require_findable(kernel, launch, *own);
    require_arguments(kernel, {launch, *own, arrays, texts, texts[own->text], kernel.backend});
  });
}

}  // namespace

void attach_sources(KernelFiles& files, const std::filesystem::path& folder) {
  for (KernelDescription& kernel : files.kernels) {
    const auto problem =
        std::ranges::find(files.problems, kernel.problem, &ArrayProblemDescription::name);
    attach(kernel, folder, problem == files.problems.end() ? nullptr : &*problem);
  }
  for (ArrayProblemDescription& problem : files.problems) {
    auto& reference = problem.reference.kernel;
    if (!reference) continue;
    reference = *std::ranges::find_if(files.kernels, [&](const KernelDescription& kernel) {
      return kernel.name == reference->name && kernel.problem == problem.name;
    });
  }
}

}  // namespace assay
