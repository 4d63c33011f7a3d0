#include "tools/assay/printed_plan.hpp"

#include "framework/scenario/plan.hpp"
#include "framework/tune/foresight.hpp"
#include "tools/common/console.hpp"

namespace assay::command {
namespace {

class PrintedNotes final : public TuneObserver {
 public:
  void note(const std::string& text) override { say("note {}\n", text); }
};

}  // namespace

void print_plan(const Scenario& scenario, const Catalog& catalog) {
  const Plan plan = make_plan(scenario, catalog);
  PrintedNotes notes;
  for (const auto& note : plan.notes) notes.note(note);
  for (const auto& [contest, spaces] : foresee(scenario, plan, notes)) {
    say("{} {}\n", contest->problem, to_string(contest->arguments));
    for (const auto& [contender, size, at_most] : spaces) {
      say("  {} on {}: {}{} configuration{}\n", contender.variant.name, contender.device.id,
          at_most ? "at most " : "", size, size == 1 ? "" : "s");
    }
  }
}

}  // namespace assay::command
