#include "framework/kernel_file/launch_plan.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/kernel_file/array_types.hpp"
#include "framework/kernel_file/compile_options.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/image.hpp"
#include "framework/kernel_file/struct_layout.hpp"

namespace assay {
namespace {

constexpr std::size_t most_launches = 1'000'000;

// The bytes of a value: its parts one after another, as C lays out a struct.
std::vector<std::byte> value_bytes(const KernelArgument& argument, assay_backend backend,
                                   const FormulaNames& names) {
  StructLayout layout;
  std::vector<std::byte> bytes;
  for (const ValuePart& part : argument.parts) {
    const assay_element element = part_element(part, names);
    bytes.resize(layout.add(extent_of(element, part.numbers.size(), backend)));
    for (const Formula& number : part.numbers) {
      try {
        const auto own = bytes_of(names.value(number), element);
        bytes.insert(bytes.end(), own.begin(), own.end());
      } catch (const Error& error) {
        const std::string message = error.what();
        throw message.starts_with(number.place) ? error : error_at(number.place, message);
      }
    }
  }
  bytes.resize(layout.bytes());
  return bytes;
}

class Planner {
 public:
  explicit Planner(const KernelDescription& kernel) : kernel_(kernel) {}

  std::vector<PlannedRounds> plan(const FormulaNames& names) {
    std::vector<PlannedRounds> all;
    add(kernel_.steps, names, all);
    return all;
  }

 private:
  static bool is_left_out(const KernelStep& step, const FormulaNames& names) {
    return step.when && !names.holds(*step.when);
  }

  void add(const std::vector<KernelStep>& steps, const FormulaNames& names,
           std::vector<PlannedRounds>& all) {
    for (const KernelStep& step : steps) {
      if (is_left_out(step, names)) continue;
      if (step.launch) {
        // Launches that nothing has to wait for form one round.
        if (all.empty() || !all.back().until.empty()) all.push_back({{{}}, ""});
        all.back().rounds.back().push_back(launch(step, names));
      } else if (step.until.empty()) {
        for_each_repetition(step, names,
                            [&](const FormulaNames& own) { add(step.steps, own, all); });
      } else {
        add_loop_until(step, names, all);
      }
    }
  }

  void add_loop_until(const KernelStep& step, const FormulaNames& names,
                      std::vector<PlannedRounds>& all) {
    PlannedRounds loop{{}, step.until};
    for_each_repetition(step, names, [&](const FormulaNames& own) {
      std::vector<PlannedRounds> inner;
      add(step.steps, own, inner);
      auto& round = loop.rounds.emplace_back();
      for (PlannedRounds& each : inner) {
        if (!each.until.empty()) {
          throw error_at(step.place, "a loop with 'until' cannot contain another");
        }
        std::ranges::move(each.rounds.front(), std::back_inserter(round));
      }
    });
    all.push_back(std::move(loop));
  }

  template <class Body>
  void for_each_repetition(const KernelStep& step, const FormulaNames& names, const Body& body) {
    const std::int64_t count = step.repeat ? names.whole(*step.repeat) : 1;
    FormulaNames own = names;
    if (!step.index.empty()) own.add(step.index, std::int64_t{0});
    for (std::int64_t k = 0; k < count; ++k) {
      if (!step.index.empty()) own.rebind(step.index, k);
      body(own);
      // A loop whose steps are all left out ends, too.
      if (++repetitions_ > most_launches) {
        throw error_at(step.place, fmt::format("repeats more than {} times", most_launches));
      }
    }
  }

  PlannedLaunch launch(const KernelStep& step, const FormulaNames& names) {
    if (++launches_ > most_launches) {
      throw error_at(step.place, fmt::format("launches more than {} times", most_launches));
    }
    PlannedLaunch planned;
    planned.description = &*step.launch;
    const auto local = names.counts(step.launch->group);
    const auto extent = names.counts(step.launch->extent);
    for (std::size_t k = 0; k < local.size(); ++k) {
      const std::int64_t groups =
          step.launch->in_items ? (extent[k] + local[k] - 1) / local[k] : extent[k];
      planned.local.push_back(static_cast<std::size_t>(local[k]));
      planned.global.push_back(static_cast<std::size_t>(groups * local[k]));
    }
    for (const KernelArgument& each : step.launch->arguments) {
      const bool left_out = each.when && !names.holds(*each.when);
      if (left_out && each.kind == KernelArgument::Kind::sampler) continue;
      planned.arguments.push_back(argument(each, left_out, names));
    }
    return planned;
  }

  // An image that is `left_out` is the array itself.
  [[nodiscard]] PlannedArgument argument(const KernelArgument& argument, bool left_out,
                                         const FormulaNames& names) {
    PlannedArgument planned;
    planned.kind = left_out ? KernelArgument::Kind::array : argument.kind;
    planned.description = &argument;
    if (argument.sampler) planned.sampler = sampler_of(*argument.sampler);
    switch (planned.kind) {
      case KernelArgument::Kind::array:
      case KernelArgument::Kind::image:
      case KernelArgument::Kind::texture:
      case KernelArgument::Kind::surface: {
        const auto number =
            argument.arrays.size() == 1 ? 0 : static_cast<std::size_t>(names.whole(argument.value));
        planned.array = argument.arrays[number % argument.arrays.size()];
        require_one_way(planned);
        break;
      }
      case KernelArgument::Kind::sampler:
        break;
      case KernelArgument::Kind::value:
        planned.bytes = value_bytes(argument, kernel_.backend, names);
        break;
      case KernelArgument::Kind::local:
        planned.local_bytes = static_cast<std::size_t>(names.count(argument.value));
        break;
    }
    return planned;
  }

  // Checks that an array has the same place in memory in all launches: one way of showing it.
  void require_one_way(const PlannedArgument& planned) {
    const Shown now{
        planned.kind == KernelArgument::Kind::array ? std::nullopt : planned.description->view,
        planned.description};
    const auto& before = shown_.emplace(planned.array, now).first->second;
    if (before.view == now.view) return;
    throw error_at(
        planned.description->place,
        fmt::format("array '{}' is shown in another way in this configuration, at {}: an array is "
                    "passed as it is, or by images of one kind; add an array of the same type, "
                    "fill and seed for the other",
                    planned.array, before.argument->place));
  }

  struct Shown {
    std::optional<ImageView> view;  // nothing: as it is
    const KernelArgument* argument;
  };

  const KernelDescription& kernel_;
  std::map<std::string, Shown> shown_;  // by array
  std::size_t launches_ = 0;
  std::size_t repetitions_ = 0;
};

}  // namespace

FormulaNames formula_names(const KernelDescription& kernel, const Bindings& configuration,
                           const Bindings& arguments) {
  FormulaNames names(configuration);
  for (const Parameter& parameter : kernel.parameters) {
    names.add(parameter.name, parameter.default_value);
  }
  names.add(arguments);
  return names;
}

std::vector<PlannedRounds> plan_launches(const KernelDescription& kernel,
                                         const FormulaNames& names) {
  return Planner(kernel).plan(names);
}

std::string function_name(const KernelLaunch& launch, const FormulaNames& names) {
  if (!launch.by_expression) return launch.function.text;
  const auto in_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  const std::string& text = launch.function.text;
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && in_name(text[end])) ++end;
    const std::string word = text.substr(at, std::max<std::size_t>(end - at, 1));
    const auto own =
        std::ranges::find(launch.defines, word, &std::pair<std::string, Formula>::first);
    const Value* value = names.find(word);
    result += own != launch.defines.end() ? constant_text(names.value(own->second))
              : value == nullptr          ? word
                                          : constant_text(*value);
    at += word.size();
  }
  return result;
}

}  // namespace assay
