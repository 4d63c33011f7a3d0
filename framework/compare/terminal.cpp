// The format for people: aligned columns, the winner marked, colours by meaning, caveats last.
#include <fmt/format.h>

#include <ostream>
#include <span>

#include "framework/compare/layout.hpp"
#include "framework/compare/pareto_layout.hpp"
#include "framework/compare/summary.hpp"
#include "framework/compare/text.hpp"
#include "framework/compare/verdict_sentences.hpp"
#include "framework/compare/writers.hpp"

namespace assay {
namespace {

constexpr std::size_t failure_columns = 100;
constexpr std::size_t fact_columns = 96;

class TerminalWriter : public Writer {
 public:
  TerminalWriter(bool colour, bool each) : colour_(colour), each_(each) {}

  void write(const Comparison& comparison, std::ostream& out) const override {
    for (const MachineComparison& machine : comparison.machines) {
      out << machine_text(machine.machine) << '\n'
          << fmt::format("measured: {}\n", one_line(comparison.mode));
      for (const auto& instances : by_problem(machine.instances)) {
        write_problem(instances, comparison.confidence, out);
      }
      for (const ParetoFront& front : machine.fronts) write_front(front, comparison, out);
      out << '\n';
    }
    write_notes(comparison.notes, out);
  }

 private:
  void write_problem(std::span<const InstanceComparison> instances, double confidence,
                     std::ostream& out) const {
    if (!each_ && instances.size() > most_at_length) return write_summary(instances, out);
    for (const InstanceComparison& instance : instances) write_instance(instance, confidence, out);
  }

  void write_summary(std::span<const InstanceComparison> instances, std::ostream& out) const {
    out << '\n' << bold(one_line(instances.front().record.problem)) << "\n\n";
    write_table(summary_table(instances), out);
    out << '\n';
    for (const std::string& sentence : summary_sentences(instances)) {
      out << "  " << sentence << '\n';
    }
    write_notes({"--each shows each instance, other formats always do"}, out);
  }

  void write_instance(const InstanceComparison& instance, double confidence,
                      std::ostream& out) const {
    out << '\n' << bold(one_line(instance.label)) << "\n\n";
    for (const std::string& line : fact_lines(instance, fact_columns)) {
      out << "  " << styled(line, Meaning::minor) << '\n';
    }
    out << (instance.record.facts.empty() ? "" : "\n");
    write_table(result_table(instance, confidence), out);
    out << '\n';
    for (const std::string& sentence : verdict_sentences(instance)) {
      out << "  " << styled(sentence, meaning_of(instance.verdict)) << '\n';
    }
    write_published(instance, out);
    write_configurations(instance, out);
    const Table phases = phase_table(instance);
    if (!phases.rows.empty()) {
      out << '\n';
      write_table(phases, out);
    }
    write_failures(instance, out);
    if (!instance.notes.empty()) {
      out << '\n';
      write_notes(instance.notes, out);
    }
  }

  void write_front(const ParetoFront& front, const Comparison& comparison,
                   std::ostream& out) const {
    out << '\n' << bold(front_heading(front)) << "\n\n";
    if (!front.members.empty()) {
      write_table(front_table(front, comparison.confidence), out);
      out << '\n';
    }
    for (const std::string& sentence : front_sentences(front)) out << "  " << sentence << '\n';
    write_notes(front.notes, out);
  }

  static Meaning meaning_of(const Verdict& verdict) {
    switch (verdict.kind) {
      case Verdict::Kind::winner:
        return Meaning::good;
      case Verdict::Kind::none:
        return Meaning::bad;
      case Verdict::Kind::only:
        return Meaning::plain;
      default:
        return Meaning::doubtful;
    }
  }

  void write_published(const InstanceComparison& instance, std::ostream& out) const {
    const Table table = published_table(instance);
    if (table.rows.empty()) return;
    out << "\n  " << styled(published_heading, Meaning::doubtful) << '\n';
    write_table(table, out);
  }

  void write_configurations(const InstanceComparison& instance, std::ostream& out) const {
    Table table{{{"variant"}, {"best configuration"}}, {}};
    for (const Entry& entry : instance.entries) {
      if (entry.best) {
        table.rows.push_back(
            {{one_line(entry.label)}, {one_line(to_string(entry.best->configuration))}});
      }
    }
    if (!table.rows.empty()) {
      out << '\n';
      write_table(table, out);
    }
  }

  void write_failures(const InstanceComparison& instance, std::ostream& out) const {
    const char* separator = "\n";
    for (const Entry& entry : instance.entries) {
      for (const FailureKind& failure : entry.failures) {
        out << separator << "  " << styled("failed", Meaning::bad)
            << fmt::format(" {}: {}\n", one_line(entry.label),
                           failure_text(failure, failure_columns));
        separator = "";
        // If a variant has no result because it does not compile, the compiler has the answer.
        if (!entry.best && failure.status == TrialStatus::compile_error) {
          out << shown_lines(failure.message) << '\n';
        }
      }
    }
  }

  void write_notes(const std::vector<std::string>& notes, std::ostream& out) const {
    for (const std::string& note : notes) {
      out << "  " << styled("note", Meaning::doubtful) << ' ' << one_line(note) << '\n';
    }
  }

  void write_table(const Table& table, std::ostream& out) const {
    write_terminal_table(table, colour_, out);
  }

  [[nodiscard]] std::string styled(const std::string& text, Meaning meaning) const {
    return terminal_text(text, meaning, colour_);
  }

  [[nodiscard]] std::string bold(const std::string& text) const {
    return colour_ ? "\033[1m" + text + "\033[0m" : text;
  }

  bool colour_;
  bool each_;
};

}  // namespace

std::unique_ptr<Writer> make_terminal_writer(bool colour, bool each) {
  return std::make_unique<TerminalWriter>(colour, each);
}

}  // namespace assay
