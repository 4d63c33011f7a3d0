// A dispatcher as a header for C99 and C++.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <ostream>
#include <set>

#include "framework/compare/winner_constants.hpp"
#include "framework/dispatch/c_condition.hpp"
#include "framework/dispatch/c_launches.hpp"
#include "framework/dispatch/dispatcher.hpp"
#include "framework/dispatch/member_name.hpp"

namespace assay::dispatch {
namespace {

std::string regret_row(const std::string& name, const RegretSummary& one) {
  const auto percent = [](const Interval& interval) {
    return fmt::format("{:.1f}% [{:.1f}, {:.1f}]", 100 * interval.median, 100 * interval.lower,
                       100 * interval.upper);
  };
  return fmt::format("  {:<22} {:<22} {:<22} {}{}", name, percent(one.share), percent(one.tail),
                     percent(one.worst),
                     one.failures == 0 ? "" : fmt::format(", fails on {}", one.failures));
}

void write_regrets(const std::string& title, const RegretTable& table,
                   std::vector<std::string>& lines) {
  lines.emplace_back("");
  lines.push_back(
      fmt::format("{}, {} instances: the oracle's time over the choice's (geometric "
                  "mean), and by how much",
                  title, table.tree.instances));
  lines.emplace_back("a choice takes longer (95th percentile; worst), with 95% intervals:");
  lines.push_back(regret_row("this header", table.tree));
  lines.push_back(regret_row("the default alone", table.single));
  lines.push_back(regret_row("the nearest instance", table.nearest));
}

std::vector<std::string> comment_lines(const Dispatcher& dispatcher) {
  std::vector<std::string> lines{
      fmt::format("Which variant of {} in which configuration, by its input; made by assay {} from "
                  "the scenario {}.",
                  dispatcher.problem, dispatcher.assay_version, dispatcher.scenario),
      "", fmt::format("For machine {}:", dispatcher.machine)};
  for (const auto& device : dispatcher.devices) lines.push_back("  " + device);
  lines.emplace_back(
      "On other machines, drivers and builds the choices stay right, but may be slow.");
  lines.push_back(fmt::format("A decision took {:.0f} ns there, by {}.",
                              1e9 * dispatcher.decision_time.seconds, dispatcher.decision_time.by));
  write_regrets("Instances it was made from", dispatcher.seen, lines);
  if (dispatcher.held_out) {
    write_regrets("Instances of sizes it has not seen", *dispatcher.held_out, lines);
  }
  return lines;
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

class HeaderWriter {
 public:
  HeaderWriter(const Dispatcher& dispatcher, std::string name, std::ostream& out)
      : dispatcher_(dispatcher), name_(std::move(name)), out_(out) {}

  void write() {
    write_features();
    write_pairs();
    if (has_kernels(dispatcher_)) write_c_kernels(dispatcher_, name_, out_);
    write_leaf();
    write_conditions();
    write_answers();
    if (has_kernels(dispatcher_)) write_c_launches(dispatcher_, name_, out_);
  }

 private:
  [[nodiscard]] std::string member(std::size_t feature) const {
    return member_name(dispatcher_.features, feature);
  }

  [[nodiscard]] static std::string comment_on(const Feature& feature) {
    if (feature.is_fact) return " /* a fact that the problem tells of an instance */";
    return feature.texts.empty() ? "" : " /* one of those below */";
  }

  void write_features() {
    out_ << "typedef struct {\n";
    for (std::size_t k = 0; k < dispatcher_.features.size(); ++k) {
      out_ << fmt::format("  double {};{}\n", member(k), comment_on(dispatcher_.features[k]));
    }
    out_ << fmt::format("}} {}_features;\n", name_);
    std::set<std::string> macros;
    for (const Feature& feature : dispatcher_.features) {
      for (std::size_t k = 0; k < feature.texts.size(); ++k) {
        std::string macro = c_name(feature.name + "_" + feature.texts[k]);
        while (!macros.insert(macro).second) macro += '_';
        out_ << fmt::format("#define {}_{} {}\n", upper(name_), macro, k);
      }
    }
  }

  void write_pairs() {
    out_ << "\n/* The pairs, their configurations also as macros. The first is the default. */\n"
         << fmt::format("#define {}_PAIRS {}\n", upper(name_), dispatcher_.pairs.size())
         << "typedef struct {\n  const char* variant;\n  const char* device;\n"
            "  const char* configuration;\n  const char* defines; /* for a compiler */\n"
            "  const char* build;\n"
         << fmt::format("}} {0}_pair;\nstatic const {0}_pair {0}_pairs[] = {{\n", name_);
    for (std::size_t j = 0; j < dispatcher_.pairs.size(); ++j) {
      const Pair& pair = dispatcher_.pairs[j];
      out_ << fmt::format("    {{{}, {}, {}, {}, {}}},\n", c_string(pair.variant),
                          c_string(pair.device), c_string(to_string(pair.configuration)),
                          c_string(dispatcher_.defines[j]), c_string(dispatcher_.builds[j]));
    }
    out_ << "};\n";
    for (std::size_t j = 0; j < dispatcher_.pairs.size(); ++j) {
      for (const auto& [parameter, value] : dispatcher_.pairs[j].configuration) {
        out_ << fmt::format("#define {}_{}_{} {}\n", upper(name_), j, c_name(parameter),
                            c_literal(value));
      }
    }
  }

  void write_leaf() {
    out_ << "\n/* The number of the leaf that decides; -1 outside of what was measured. */\n"
         << fmt::format("static inline int {0}_leaf(const {0}_features* input) {{\n", name_);
    for (std::size_t k = 0; k < dispatcher_.features.size(); ++k) {
      const FeatureRange& range = dispatcher_.tree.measured()[k];
      out_ << fmt::format("  if (!(input->{0} >= {1} && input->{0} <= {2})) return -1;\n",
                          member(k), c_literal(range.from), c_literal(range.to));
    }
    write_node(0, 1);
    out_ << "}\n";
  }

  void write_node(std::size_t number, std::size_t depth) {
    const TreeNode& node = dispatcher_.tree.nodes()[number];
    const std::string indent(2 * depth, ' ');
    if (node.is_leaf()) {
      out_ << fmt::format("{}return {}; /* {} instances */\n", indent, leaves_.size(),
                          node.instances);
      leaves_.push_back(number);
      return;
    }
    const Term& term = dispatcher_.tree.terms()[node.term];
    out_ << fmt::format("{}if ({} <= {}) {{\n", indent,
                        text_of(term, dispatcher_.features, "input->"), c_literal(node.threshold));
    write_node(node.low, depth + 1);
    out_ << indent << "} else {\n";
    write_node(node.high, depth + 1);
    out_ << indent << "}\n";
  }

  // That the features in a condition are numbers, since NaN differs from everything.
  [[nodiscard]] std::string are_numbers(const Expression& condition) const {
    std::string text;
    for (const std::size_t slot : condition.slots()) {
      text += fmt::format("input->{0} == input->{0} && ", member(slot));
    }
    return text;
  }

  void write_conditions() {
    out_ << c_condition_functions(name_)
         << fmt::format(
                "\n/* Whether the constraints of a pair's variant admit this input. */\n"
                "static inline int {0}_admits(int pair, const {0}_features* input) {{\n"
                "  (void)input;\n  switch (pair) {{\n",
                name_);
    for (std::size_t j = 0; j < dispatcher_.pairs.size(); ++j) {
      std::vector<std::string> texts;
      for (const Expression& condition : dispatcher_.conditions.of(j)) {
        const auto text = c_condition(condition, dispatcher_.features, name_);
        if (text) texts.push_back(are_numbers(condition) + *text);
        // What C cannot say without a library is left to the caller.
        if (!text) out_ << fmt::format("    /* {}: also {} */\n", j, c_comment(condition.text()));
      }
      if (texts.empty()) continue;
      out_ << fmt::format("    case {}:\n      return {};\n", j,
                          fmt::join(texts, "\n             && "));
    }
    out_ << "    default:\n      return 1;\n  }\n}\n";
  }

  void write_answers() {
    std::vector<std::string> preferences;
    std::string paths;
    std::size_t most = 1;
    for (const std::size_t leaf : leaves_) {
      const auto& pairs = dispatcher_.tree.nodes()[leaf].pairs;
      most = std::max(most, pairs.size());
    }
    for (const std::size_t leaf : leaves_) {
      auto pairs = dispatcher_.tree.nodes()[leaf].pairs;
      pairs.resize(most, pairs.back());
      preferences.push_back(fmt::format("{{{}}}", fmt::join(pairs, ", ")));
      const std::string path = path_to(dispatcher_, leaf);
      paths += "      " + c_string(path.empty() ? "always" : path) + ",\n";
    }
    out_ << fmt::format(
        "\n/* The number of the pair for this input: the first that admits it, of those that the "
        "tree\n"
        " * prefers and then of all. */\n"
        "static inline int {0}_choose({0}_features input) {{\n"
        "  static const int pairs_of_leaf[][{4}] = {{{1}}};\n"
        "  const int leaf = {0}_leaf(&input);\n"
        "  int k;\n"
        "  for (k = 0; leaf >= 0 && k < {4}; ++k) {{\n"
        "    if ({0}_admits(pairs_of_leaf[leaf][k], &input)) return pairs_of_leaf[leaf][k];\n"
        "  }}\n"
        "  for (k = 0; k < {3}; ++k) {{\n"
        "    if ({0}_admits(k, &input)) return k;\n"
        "  }}\n"
        "  return leaf < 0 ? 0 : pairs_of_leaf[leaf][0];\n}}\n"
        "\n/* The conditions by which that pair is chosen. */\n"
        "static inline const char* {0}_why({0}_features input) {{\n"
        "  static const char* const path_of_leaf[] = {{\n{2}  }};\n"
        "  const int leaf = {0}_leaf(&input);\n"
        "  return leaf < 0 ? \"outside of what was measured: the default\" : path_of_leaf[leaf];\n"
        "}}\n",
        name_, fmt::join(preferences, ", "), paths, dispatcher_.pairs.size(), most);
  }

  const Dispatcher& dispatcher_;
  std::string name_;
  std::ostream& out_;
  std::vector<std::size_t> leaves_;  // nodes, in the order of their numbers in the header
};

}  // namespace

void write_header(const Dispatcher& dispatcher, const std::string& prefix, std::ostream& out) {
  const std::string name = c_name(prefix.empty() ? dispatcher.problem : prefix);
  const char* begin = "/*";
  for (const std::string& line : comment_lines(dispatcher)) {
    out << begin << (line.empty() ? "" : " ") << c_comment(line) << '\n';
    begin = " *";
  }
  const std::string guard = upper("ASSAY_DISPATCH_" + name + "_H");
  out << " */\n#ifndef " << guard << "\n#define " << guard << "\n\n";
  if (has_kernels(dispatcher)) out << "#include <stddef.h>\n\n";
  HeaderWriter(dispatcher, name, out).write();
  out << "\n#endif\n";
}

}  // namespace assay::dispatch
