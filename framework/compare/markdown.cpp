// GitHub's Markdown: a heading and tables for each instance.
#include <fmt/format.h>

#include <cstdint>
#include <ostream>

#include "framework/compare/layout.hpp"
#include "framework/compare/pareto_layout.hpp"
#include "framework/compare/text.hpp"
#include "framework/compare/verdict_sentences.hpp"
#include "framework/compare/writers.hpp"

namespace assay {
namespace {

constexpr std::size_t failure_length = 200;

void write_list(const std::vector<std::string>& items, std::ostream& out) {
  for (const std::string& item : items) {
    out << "- " << markdown_text(item) << '\n';
  }
  if (!items.empty()) {
    out << '\n';
  }
}

void write_instance(const InstanceComparison& instance, double confidence, std::ostream& out) {
  out << "## " << markdown_text(instance.label) << "\n\n";
  for (const std::string& line : fact_lines(instance, SIZE_MAX))
    out << markdown_text(line) << "\n\n";
  write_markdown_table(result_table(instance, confidence), out);
  for (const std::string& sentence : verdict_sentences(instance)) {
    out << markdown_text(sentence) << "\n\n";
  }
  const Table published = published_table(instance);
  if (!published.rows.empty()) {
    out << published_heading << "\n\n";
    write_markdown_table(published, out);
  }
  Table configurations{{{"variant"}, {"best configuration"}}, {}};
  std::vector<std::string> failures;
  for (const Entry& entry : instance.entries) {
    if (entry.best) {
      configurations.rows.push_back({{entry.label}, {to_string(entry.best->configuration)}});
    }
    for (const FailureKind& failure : entry.failures) {
      failures.push_back(
          fmt::format("failed: {}: {}", entry.label, failure_text(failure, failure_length)));
    }
  }
  if (!configurations.rows.empty()) {
    write_markdown_table(configurations, out);
  }
  const Table phases = phase_table(instance);
  if (!phases.rows.empty()) {
    write_markdown_table(phases, out);
  }
  write_list(failures, out);
  write_list(instance.notes, out);
}

void write_front(const ParetoFront& front, double confidence, std::ostream& out) {
  out << "## " << markdown_text(front_heading(front)) << "\n\n";
  if (!front.members.empty()) write_markdown_table(front_table(front, confidence), out);
  for (const std::string& sentence : front_sentences(front)) {
    out << markdown_text(sentence) << "\n\n";
  }
  write_list(front.notes, out);
}

class MarkdownWriter : public Writer {
 public:
  void write(const Comparison& comparison, std::ostream& out) const override {
    for (const MachineComparison& machine : comparison.machines) {
      out << "# " << markdown_text(machine_text(machine.machine))
          << "\n\nMeasured: " << markdown_text(comparison.mode) << ".\n\n";
      for (const InstanceComparison& instance : machine.instances) {
        write_instance(instance, comparison.confidence, out);
      }
      for (const ParetoFront& front : machine.fronts) {
        write_front(front, comparison.confidence, out);
      }
    }
    write_list(comparison.notes, out);
  }
};

}  // namespace

std::unique_ptr<Writer> make_markdown_writer() { return std::make_unique<MarkdownWriter>(); }

}  // namespace assay
