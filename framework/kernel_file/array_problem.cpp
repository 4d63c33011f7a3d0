#include "framework/kernel_file/array_problem.hpp"

#include <unistd.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include "assay/element.hpp"
#include "assay/tensor.hpp"
#include "framework/core/error.hpp"
#include "framework/kernel_file/as_plugin.hpp"
#include "framework/kernel_file/check_command.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/fill.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/npy.hpp"
#include "framework/kernel_file/plugin_values.hpp"
#include "framework/kernel_file/reference.hpp"
#include "framework/kernel_file/struct_array.hpp"
#include "framework/kernel_file/tolerances.hpp"

namespace assay {
namespace {

assay_tensor tensor_of(const char* name, assay_element element,
                       const std::vector<std::int64_t>& shape, std::byte* data) {
  assay_tensor tensor{};
  tensor.name = name;
  tensor.element = element;
  tensor.rank = static_cast<std::uint32_t>(shape.size());
  std::ranges::copy(shape, tensor.shape);
  std::int64_t stride = 1;
  for (std::size_t k = shape.size(); k-- > 0;) {
    tensor.stride[k] = stride;
    stride *= shape[k];
  }
  tensor.data = data;
  return tensor;
}

// The size of an array. Throws if the machine could not hold it, before memory is allocated or a
// size overflows.
std::size_t byte_count(const ArrayDescription& array, const std::vector<std::int64_t>& shape) {
  static const double machine =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  double bytes = static_cast<double>(sdk::element_size(array.element));
  for (const std::int64_t extent : shape) bytes *= static_cast<double>(extent);
  if (bytes < machine) return static_cast<std::size_t>(bytes);
  throw sdk::Error(
      ASSAY_OUT_OF_MEMORY,
      fmt::format("{}: array '{}' is {}, {:.4g} GB, but the machine has {:.4g} GB", array.place,
                  array.name, type_text(array, shape), bytes / 1e9, machine / 1e9));
}

class ArrayInstance final : public sdk::Instance {
 public:
  ArrayInstance(const ArrayProblemDescription& problem, const sdk::Host& host,
                const sdk::Bindings& arguments)
      : problem_(problem),
        host_(host),
        arguments_(bindings_of(arguments.all())),
        names_(arguments_) {
    as_plugin([&] {
      for (const ArrayDescription& array : problem_.arrays) add(array);
      work_ = {amount(problem_.flops), amount(problem_.bytes), element_of_work()};
    });
  }

  [[nodiscard]] std::span<const assay_tensor> inputs() const override { return inputs_; }
  [[nodiscard]] std::span<const assay_tensor> outputs() const override { return outputs_; }
  [[nodiscard]] assay_work work() const override { return work_; }
  [[nodiscard]] std::vector<sdk::Fact> facts() const override {
    return {{input_bytes_fact, bytes_of_all(inputs_), "B"},
            {output_bytes_fact, bytes_of_all(outputs_), "B"}};
  }

  [[nodiscard]] std::span<const assay_member> members() const override { return members_; }

  std::span<const assay_expectation> reference() override {
    if (!problem_.verify.command.empty() || !expectations_.empty()) return expectations_;
    as_plugin([&] {
      expected_ = compute_reference(
          {problem_, host_, arguments_, inputs_, outputs_, compared_, part_origins_});
      for (std::size_t k = 0; k < outputs_.size(); ++k) expect(k);
    });
    return expectations_;
  }

  std::span<const assay_tolerance> tolerances() override { return tolerances_; }

  [[nodiscard]] std::span<const assay_origin> origins() const override { return origins_; }

  sdk::Finding check(std::span<const assay_tensor> outputs) override {
    if (!check_) check_.emplace(problem_, host_, arguments_, inputs_);
    return check_->check(outputs);
  }

 private:
  void add(const ArrayDescription& array) {
    auto shape = names_.counts(array.shape);
    std::byte* initial = nullptr;
    if (array.fill.rule == "file") {
      initial = read(array, shape);
    } else if (array.fill.rule != "none") {
      initial = fill(array, shape);
    }
    static_cast<void>(byte_count(array, shape));
    if (initial != nullptr) {
      tensor_names_.push_back(input_name(array));
      inputs_.push_back(tensor_of(tensor_names_.back().c_str(), array.element, shape, initial));
    }
    if (!array.output) return;
    add_members(array, shape);
    outputs_.push_back(tensor_of(array.name.c_str(), array.element, shape, nullptr));
    add_compared(array, shape);
    output_arrays_.push_back(&array);
  }

  // Adds what is compared of an output: its extents, and where it begins.
  void add_compared(const ArrayDescription& array, const std::vector<std::int64_t>& shape) {
    const std::size_t dimensions = shape.size() - (array.members.empty() ? 0 : 1);
    auto extents = shape;
    assay_origin origin{};
    for (std::size_t k = 0; k < array.ranges.size(); ++k) {
      const auto& [from, to] = array.ranges[k];
      const std::int64_t begin = names_.whole(from);
      const std::int64_t end = names_.whole(to);
      if (end <= begin) {
        throw error_at(
            to.place, fmt::format("'{}' is {}, so that no element of dimension {} of array '{}' is "
                                  "compared: it must be more than {}",
                                  to.text, end, k, array.name, begin));
      }
      if (k >= dimensions || end > shape[k]) {
        throw error_at(to.place,
                       fmt::format("'{}' is {} elements of dimension {}, more than there are in "
                                   "array '{}', which is {}",
                                   to.text, end, k, array.name, type_text(array, shape)));
      }
      origin.at[k] = begin;
      extents[k] = end - begin;
    }
    compared_.push_back(tensor_of(array.name.c_str(), array.element, extents, nullptr));
    part_origins_.push_back(origin);
    // Members have the dimensions of their structs first, and begin at 0 in their own.
    origins_.insert(origins_.end(), std::max<std::size_t>(array.members.size(), 1), origin);
  }

  // Adds the members of an output's structs, in all of them.
  void add_members(const ArrayDescription& array, const std::vector<std::int64_t>& shape) {
    for (const ArrayMember& member : array.members) {
      assay_tensor tensor = member_tensor(member, tensor_of("", ASSAY_U8, shape, nullptr));
      tensor.name = tensor_names_.emplace_back(array.name + "." + member.name).c_str();
      members_.push_back({outputs_.size(), member.offset, tensor});
    }
  }

  std::byte* fill(const ArrayDescription& array, const std::vector<std::int64_t>& shape) {
    auto& memory = memory_.emplace_back(byte_count(array, shape));
    if (array.fill.rule == "interleaved") {
      interleave(array, memory);
      return memory.data();
    }
    const Value* draw = find(arguments_, draw_argument);
    fill_array(memory, array, array.element,
               draw == nullptr ? 0 : static_cast<std::uint64_t>(std::get<std::int64_t>(*draw)));
    return memory.data();
  }

  void interleave(const ArrayDescription& array, std::span<std::byte> memory) const {
    const std::size_t parts = array.fill.of.size();
    for (std::size_t part = 0; part < parts; ++part) {
      const std::string& name = array.fill.of[part];
      const auto source = std::ranges::find_if(inputs_, [&](const assay_tensor& tensor) {
        return tensor.name == name || tensor.name == name + ".initial";
      });
      if (source == inputs_.end()) throw internal_error("array '{}' is not filled yet", name);
      const auto elements = static_cast<std::size_t>(sdk::element_count(*source));
      const std::size_t bytes = sdk::element_size(source->element);
      if (elements * bytes * parts != memory.size()) {
        throw error_at(array.place,
                       fmt::format("array '{}' has {} elements, but '{}', one of {} that it "
                                   "interleaves, has {}",
                                   array.name, memory.size() / bytes, name, parts, elements));
      }
      place_elements(memory, bytes, part, parts,
                     {static_cast<const std::byte*>(source->data), elements * bytes});
    }
  }

  // Reads an array from its file. Sets `shape` to the file's, which matters if the scenario gives
  // none.
  std::byte* read(const ArrayDescription& array, std::vector<std::int64_t>& shape) {
    NpyArray file = read_npy(host_.resolve_path(array.fill.file));
    const std::string held = type_text(file);
    auto elements = as_elements(std::move(file), array);
    if (!elements || !(array.shape.empty() || elements->shape == shape)) {
      throw environment_error(
          "{}: '{}' holds {}, but array '{}' is {}: correct its type or shape in the scenario, or "
          "whatever wrote the file",
          array.place, array.fill.file, held, array.name,
          array.shape.empty() ? type_of_elements(array) + " of any shape"
                              : type_text(array, shape));
    }
    if (elements->data.empty()) {
      throw environment_error("{}: '{}' holds no elements", array.place, array.fill.file);
    }
    shape = elements->shape;
    return memory_.emplace_back(std::move(elements->data)).data();
  }

  [[nodiscard]] double amount(const std::optional<Formula>& formula) const {
    if (!formula) return 0;
    const double result = names_.number(*formula);
    if (result >= 0) return result;
    throw error_at(formula->place, fmt::format("'{}' is negative", formula->text));
  }

  [[nodiscard]] assay_element element_of_work() const {
    const auto is_double = [](const auto& each) { return each.element == ASSAY_F64; };
    const bool any_double = std::ranges::any_of(problem_.arrays, [&](const auto& array) {
      return is_double(array) || std::ranges::any_of(array.members, is_double);
    });
    return any_double ? ASSAY_F64 : ASSAY_F32;
  }

  static double bytes_of_all(const std::vector<assay_tensor>& tensors) {
    double sum = 0;
    for (const assay_tensor& tensor : tensors) {
      sum += static_cast<double>(sdk::element_count(tensor)) *
             static_cast<double>(sdk::element_size(tensor.element));
    }
    return sum;
  }

  void expect(std::size_t output) {
    const ArrayDescription& array = *output_arrays_[output];
    assay_tensor expected = compared_[output];
    expected.data = expected_[output].data();
    if (!array.members.empty()) return expect_members(output, expected);
    const double magnitude = root_mean_square(expected.element, expected_[output]);
    expectations_.push_back(expectation_of(expected, array.compared, array.tolerance, magnitude));
    for (const assay_tolerance& each :
         type_tolerances_of(array, static_cast<std::uint32_t>(output), magnitude)) {
      tolerances_.push_back(each);
    }
  }

  void expect_members(std::size_t output, const assay_tensor& structs) {
    const ArrayDescription& array = *output_arrays_[output];
    auto exported = std::ranges::find(members_, output, &assay_member::output);
    for (const ArrayMember& member : array.members) {
      const assay_tensor there = member_tensor(member, structs);
      auto& elements = members_expected_.emplace_back(gathered(there));
      const assay_tensor own = tensor_of((exported++)->tensor.name, there.element,
                                         {there.shape, there.shape + there.rank}, elements.data());
      expectations_.push_back(expectation_of(own, array.compared && member.compared,
                                             member.tolerance,
                                             root_mean_square(own.element, elements)));
    }
    expected_[output] = {};
  }

  const ArrayProblemDescription& problem_;
  sdk::Host host_;
  Bindings arguments_;
  FormulaNames names_;
  std::deque<std::string> tensor_names_;       // borrowed by tensors
  std::deque<std::vector<std::byte>> memory_;  // of the inputs
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  std::vector<assay_tensor> compared_;      // the part of each output, or all of it
  std::vector<assay_origin> part_origins_;  // where the parts begin
  std::vector<assay_origin> origins_;       // of the expectations
  std::vector<assay_member> members_;       // of outputs that hold structs
  std::vector<const ArrayDescription*> output_arrays_;
  std::vector<std::vector<std::byte>> expected_;  // of outputs that hold no structs
  std::deque<std::vector<std::byte>> members_expected_;
  std::vector<assay_expectation> expectations_;
  std::vector<assay_tolerance> tolerances_;  // of types
  std::optional<CheckCommand> check_;
  assay_work work_{};
};

std::string documentation(const ArrayDescription& array) {
  std::string extents;
  for (const Formula& formula : array.shape) {
    extents += (extents.empty() ? "" : ", ") + formula.text;
  }
  std::string compared;
  for (const auto& [from, to] : array.ranges) {
    compared += compared.empty() ? "" : ", ";
    compared += from.text == "0" ? to.text : fmt::format("{} to {}", from.text, to.text);
  }
  if (!compared.empty()) compared = fmt::format(", compared [{}]", compared);
  const std::string structs = array.members.empty() ? "" : ", structs " + struct_text(array);
  return fmt::format("{}[{}]{}{}{}{}", name_of(array.element),
                     array.shape.empty() ? "..." : extents, compared, structs,
                     array.doc.empty() ? "" : ": ", array.doc);
}

}  // namespace

sdk::ProblemDescription array_problem(ArrayProblemDescription description) {
  const auto shared = std::make_shared<const ArrayProblemDescription>(std::move(description));
  sdk::ProblemDescription problem{shared->name, shared->doc, {}, {}, nullptr};
  for (const ArgumentDescription& argument : shared->arguments) {
    problem.arguments.push_back(plugin_argument(argument));
  }
  if (shared->judged) {
    problem.arguments.push_back(
        {draw_argument, "added to the seeds of the arrays", 0, {}, sdk::any_seed()});
  }
  for (const ArrayDescription& array : shared->arrays) {
    const std::string doc = documentation(array);
    if (array.fill.rule != "none") {
      problem.tensors.push_back({input_name(array), ASSAY_INPUT, doc});
    }
    if (array.output) problem.tensors.push_back({array.name, ASSAY_OUTPUT, doc});
  }
  if (shared->reference.assumed) problem.agrees_with = shared->reference.kernel->name;
  problem.checks = !shared->verify.command.empty();
  if (problem.checks) {
    problem.restore_check = [shared](const sdk::Host& host, const sdk::Bindings& arguments,
                                     const sdk::SavedCheck& saved) {
      return std::make_unique<CheckCommand>(*shared, host, bindings_of(arguments.all()),
                                            saved.inputs);
    };
  }
  problem.create = [shared](const sdk::Host& host, const sdk::Bindings& arguments) {
    return std::make_unique<ArrayInstance>(*shared, host, arguments);
  };
  return problem;
}

}  // namespace assay
