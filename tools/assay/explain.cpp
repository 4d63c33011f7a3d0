// assay explain: which parameters matter, which values fail, and what a larger budget would gain.
#include "framework/insight/writer.hpp"
#include "tools/assay/output.hpp"
#include "tools/assay/spaces.hpp"

namespace assay::command {
namespace {

struct ExplainFlags {
  OutputFlags output;
  SpaceFlags spaces;
  bool everything = false;
};

}  // namespace

void add_explain(CommandLine& line, Invocation& invocation) {
  const Subcommand command = line.add_subcommand(
      "explain",
      "Explain a search space from its recorded trials: which parameters matter, alone and in "
      "pairs, which values are best, which fail, and what a larger budget would buy.");
  auto flags = std::make_shared<ExplainFlags>();
  flags->spaces.add_to(command);
  flags->output.add_to(command);
  command.add("--all", &flags->everything,
              "Show every pair and the values of every parameter, not only those that matter.");
  command.callback([flags, &invocation] {
    std::vector<Explanation> explanations;
    for (const auto& space : flags->spaces.read()) explanations.push_back(explain(space));
    flags->output.write([&](std::ostream& out, bool colour) {
      write_explanations(explanations, {flags->output.format, colour, flags->everything}, out);
    });
    invocation.exit_code = fine;
  });
}

}  // namespace assay::command
