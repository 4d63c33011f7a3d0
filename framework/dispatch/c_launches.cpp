#include "framework/dispatch/c_launches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "framework/compare/winner_constants.hpp"
#include "framework/core/error.hpp"
#include "framework/core/expression/expression.hpp"
#include "framework/dispatch/c_formula.hpp"
#include "framework/dispatch/c_launch_list.hpp"
#include "framework/dispatch/member_name.hpp"
#include "framework/kernel_file/compile_options.hpp"

namespace assay::dispatch {
namespace {

std::string define_options(const PairConstants& constants) {
  std::string text;
  for (const auto& [name, value] : constants.fixed) {
    text += fmt::format("{}-D {}={}", text.empty() ? "" : " ", name, constant_text(value));
  }
  return text;
}

// The most arguments in local memory that a launch has.
std::size_t most_local(const std::vector<PairStep>& steps) {
  std::size_t most = 0;
  for (const PairStep& step : steps) {
    most = std::max({most, step.launch ? step.launch->local.size() : 0, most_local(step.steps)});
  }
  return most;
}

// The statements that list a pair's launches.
class PairStatements {
 public:
  PairStatements(const PairKernel& kernel, const std::vector<Feature>& features, std::string name)
      : kernel_(kernel), name_(std::move(name)) {
    for (const Feature& feature : features) names_.push_back(feature.name);
    in_c_ = c_members(features);
  }

  // Throws usage Error for a formula that C cannot say.
  std::string write() {
    add_steps(kernel_.steps, 1);
    return text_;
  }

 private:
  void line(std::size_t depth, const std::string& text) {
    text_ += std::string(2 * depth, ' ') + text + '\n';
  }

  [[nodiscard]] std::string in_c(const std::string& expression) const {
    const auto text = c_formula(Expression::parse(expression, names_), in_c_, name_);
    if (text) return *text;
    throw usage_error("'{}' needs more than arithmetic", expression);
  }

  void add_steps(const std::vector<PairStep>& steps, std::size_t depth) {
    for (const PairStep& step : steps) {
      if (step.when) line(depth, fmt::format("if (({}) != 0) {{", in_c(*step.when)));
      const std::size_t inside = depth + (step.when ? 1 : 0);
      if (step.launch) {
        add_launch(*step.launch, inside);
      } else {
        add_loop(step, inside);
      }
      if (step.when) line(depth, "}");
    }
  }

  void add_loop(const PairStep& step, std::size_t depth) {
    const std::string loop = std::to_string(loops_++);
    line(depth, fmt::format("const double repeat{} = {};", loop, in_c(step.repeat)));
    line(depth, fmt::format("double at{} = 0;", loop));
    line(depth, fmt::format("{}_launch_check(list, repeat{}, 0);", name_, loop));
    line(depth, fmt::format("for (; at{0} < repeat{0} && {1}_launch_repeat(list); ++at{0}) {{",
                            loop, name_));
    if (!step.index.empty()) {
      names_.insert(names_.begin(), step.index);
      in_c_.insert(in_c_.begin(), CName{"at" + loop});
    }
    add_steps(step.steps, depth + 1);
    if (!step.index.empty()) {
      names_.erase(names_.begin());
      in_c_.erase(in_c_.begin());
    }
    line(depth, "}");
  }

  void add_launch(const PairLaunch& launch, std::size_t depth) {
    line(depth, fmt::format("{}_launch_begin(list, {}, {}, {}, {});", name_, launch.number,
                            c_string(launch.function), c_string(define_options(launch.constants)),
                            launch.block.size()));
    const char* function = launch.in_items ? "items" : "groups";
    // A launch of CUDA takes 32 bits for each of its sizes.
    const char* most = kernel_.backend == ASSAY_CUDA ? "4294967295.0" : "9e15";
    for (std::size_t k = 0; k < launch.block.size(); ++k) {
      line(depth, fmt::format("{}_launch_{}(list, {}, {}, {}, {});", name_, function, k,
                              in_c(launch.block[k]), in_c(launch.extent[k]), most));
    }
    for (const std::string& bytes : launch.local) {
      line(depth, fmt::format("{}_launch_local(list, {}, {});", name_, in_c(bytes), most));
    }
    line(depth, name_ + "_launch_end(list);");
  }

  const PairKernel& kernel_;
  std::string name_;
  std::vector<std::string> names_;
  std::vector<CName> in_c_;  // of each name
  std::size_t loops_ = 0;
  std::string text_;
};

class LaunchWriter {
 public:
  LaunchWriter(const Dispatcher& dispatcher, const std::string& name, std::ostream& out)
      : dispatcher_(dispatcher), name_(name), out_(out) {}

  void write() {
    std::size_t local = 1;
    for (const auto& kernel : dispatcher_.kernels) {
      if (kernel) local = std::max(local, most_local(kernel->steps));
    }
    out_ << c_launch_type(name_, local) << c_formula_functions(name_)
         << c_launch_list(name_, local);
    for (std::size_t j = 0; j < dispatcher_.kernels.size(); ++j) write_pair(j);
    write_answer();
  }

 private:
  void write_pair(std::size_t j) {
    const auto& kernel = dispatcher_.kernels[j];
    if (!kernel) return;
    std::string refusal = kernel->refusal;
    std::string statements;
    try {
      if (refusal.empty()) {
        statements = PairStatements(*kernel, dispatcher_.features, name_).write();
      }
    } catch (const Error& error) {
      refusal = error.what();
    }
    if (!refusal.empty()) {
      out_ << fmt::format("/* {}: its launches are not told here: {} */\n", j, c_comment(refusal));
      return;
    }
    out_ << fmt::format(
        "static inline void {0}_launches_{1}(const {0}_features* input, {0}_launch_list* list) {{\n"
        "  int* const wrong = &list->wrong;\n  (void)input;\n  (void)wrong;\n{2}}}\n",
        name_, j, statements);
    told_.push_back(j);
  }

  // An input with a value that no formula can compute with has no launches.
  [[nodiscard]] std::string checks_of_input() const {
    std::string text;
    for (std::size_t k = 0; k < dispatcher_.features.size(); ++k) {
      const std::string member = "input." + member_name(dispatcher_.features, k);
      const std::size_t texts = dispatcher_.features[k].texts.size();
      text += texts == 0 ? fmt::format("  {}_exact({}, &list.wrong);\n", name_, member)
                         : fmt::format(
                               "  if (!({0} >= 0 && {0} < {1}.0 && {0} == (double)(int){0})) "
                               "list.wrong = 1;\n",
                               member, texts);
    }
    return text;
  }

  void write_answer() {
    out_ << fmt::format(
        "/* Writes the launches of a pair for an input, at most `room` of them, in order, and\n"
        " * returns how many there are; -1 where the features do not tell them: a size is no "
        "whole\n"
        " * number of at least 1, or too large, or a comment above says why there are none. */\n"
        "static inline int {0}_launches(int pair, {0}_features input, {0}_launch* launches,\n"
        "                               int room) {{\n"
        "  {0}_launch_list list;\n"
        "  list.launches = launches;\n  list.room = room;\n  {0}_launch_clear(&list);\n"
        "{1}  if (list.wrong) return -1;\n  switch (pair) {{\n",
        name_, checks_of_input());
    for (const std::size_t j : told_) {
      out_ << fmt::format("    case {1}:\n      {0}_launches_{1}(&input, &list);\n      break;\n",
                          name_, j);
    }
    out_ << "    default:\n      return -1;\n  }\n  return list.wrong ? -1 : list.count;\n}\n";
  }

  const Dispatcher& dispatcher_;
  const std::string& name_;
  std::ostream& out_;
  std::vector<std::size_t> told_;  // the pairs whose launches have a function
};

}  // namespace

bool has_kernels(const Dispatcher& dispatcher) {
  return std::ranges::any_of(dispatcher.kernels, [](const auto& one) { return one.has_value(); });
}

void write_c_kernels(const Dispatcher& dispatcher, const std::string& name, std::ostream& out) {
  out << "\n/* How the pairs' kernels are compiled. Variants of plugins have no source. */\n"
         "typedef struct {\n  const char* source;\n  const char* constants;\n"
         "  const char* options; /* in addition to these */\n"
      << fmt::format("}} {0}_kernel;\nstatic const {0}_kernel {0}_kernels[] = {{\n", name);
  for (const auto& kernel : dispatcher.kernels) {
    if (!kernel) {
      out << "    {0, 0, 0},\n";
      continue;
    }
    out << fmt::format("    {{{}, {}, {}}},\n", c_string(kernel->source),
                       c_string(define_options(kernel->constants)), c_string(kernel->options));
  }
  out << "};\n";
  for (std::size_t j = 0; j < dispatcher.kernels.size(); ++j) {
    if (!dispatcher.kernels[j]) continue;
    for (const std::string& remark : dispatcher.kernels[j]->remarks) {
      out << fmt::format("/* {}: {} */\n", j, c_comment(remark));
    }
  }
}

void write_c_launches(const Dispatcher& dispatcher, const std::string& name, std::ostream& out) {
  LaunchWriter(dispatcher, name, out).write();
}

}  // namespace assay::dispatch
