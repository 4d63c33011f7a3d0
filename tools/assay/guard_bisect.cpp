// assay guard bisect: the revision since which something is slower.
#include <fmt/format.h>

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/guard/bisection.hpp"
#include "tools/assay/guard_bench.hpp"
#include "tools/assay/guard_progress.hpp"
#include "tools/assay/revisions.hpp"
#include "tools/assay/stop.hpp"
#include "tools/common/console.hpp"

namespace assay::command {
namespace {

using guard::RevisionVerdict;

struct BisectFlags {
  GuardFlags guard;
  RevisionFlags building;
  std::string good;
  std::string bad = "HEAD";
};

RevisionVerdict verdict_of(const guard::GuardReport& report) {
  using Kind = guard::CaseResult::Kind;
  const auto any = [&](auto&& matches) { return std::ranges::any_of(report.results, matches); };
  if (guard::exit_code(report) == failed) return RevisionVerdict::slower;
  const bool told = !any([](const auto& result) {
    return result.kind == Kind::invalid || result.kind == Kind::inconclusive;
  });
  return told ? RevisionVerdict::fine : RevisionVerdict::unknown;
}

const char* text_of(RevisionVerdict verdict) {
  switch (verdict) {
    case RevisionVerdict::fine:
      return "not slower";
    case RevisionVerdict::slower:
      return "slower";
    case RevisionVerdict::unknown:
      break;
  }
  return "no verdict";
}

// Compares revisions with the good one, each by a complete guard.
class RevisionGuard {
 public:
  RevisionGuard(const BisectFlags& flags, const std::string& command_line)
      : flags_(flags),
        command_line_(command_line),
        builds_(flags.building.build, flags.building.plugins),
        scenario_(flags.guard.choice.read_to_run()),
        good_(builds_.commit(flags.good)),
        bad_(builds_.commit(flags.bad)) {
    flags_.guard.settle();
  }

  int run() {
    const auto commits = builds_.between(good_, bad_);
    if (commits.empty()) throw usage_error("{} is the good revision itself", flags_.bad);
    good_plugins_ = builds_.plugins_of(good_);
    const RevisionVerdict last = compare(bad_);
    if (last != RevisionVerdict::slower) {
      say("{} {} {}: there is nothing to look for\n", builds_.title(bad_),
          last == RevisionVerdict::fine ? "is not slower than" : "gives no verdict against",
          builds_.title(good_));
      return last == RevisionVerdict::fine ? fine : inconclusive;
    }
    const guard::Bisection found = guard::bisect(
        commits.size(), [&](std::size_t revision) { return compare(commits[revision]); });
    if (stop_) throw environment_error("interrupted; what was built and measured is kept");
    say("{} since {}\n", found.found() ? "slower" : "slower since one of these, up to",
        builds_.title(commits[found.last]));
    for (std::size_t k = found.first; k < found.last; ++k) {
      say("  or {} (no verdict)\n", builds_.title(commits[k]));
    }
    return found.found() ? fine : inconclusive;
  }

 private:
  RevisionVerdict compare(const std::string& commit) {
    if (stop_) return RevisionVerdict::unknown;
    RevisionVerdict verdict = RevisionVerdict::unknown;
    try {
      GuardBench bench(flags_.guard, command_line_, scenario_,
                       {{good_plugins_}, {builds_.plugins_of(commit)}, flags_.guard.plugins});
      GuardProgress progress;
      flags_.guard.options.budget.since.restart();  // for each comparison, excluding building
      verdict = verdict_of(guard::run_guard(bench.session, bench.blocks, std::move(bench.cases),
                                            flags_.guard.options, progress, stop_));
      bench.session.finish("finished");
    } catch (const Error& error) {
      // A revision that does not build gives no answer; the search goes around it.
      tell("{}\n", error.what());
    }
    tell("{}: {}\n", builds_.title(commit), text_of(verdict));
    return verdict;
  }

  BisectFlags flags_;
  std::string command_line_;
  RevisionBuilds builds_;
  Scenario scenario_;
  std::string good_;
  std::string bad_;
  std::filesystem::path good_plugins_;
  const std::atomic<bool>& stop_ = stop_on_signals();
};

}  // namespace

void add_guard_bisect(const Subcommand& guard, Invocation& invocation) {
  auto flags = std::make_shared<BisectFlags>();
  const Subcommand command = guard.add_subcommand(
      "bisect", "Find the revision that made something slower, building the revisions it needs.");
  flags->guard.add_to(command);
  flags->guard.add_measuring_to(command);
  flags->guard.add_extent_to(command);
  command.add("--good", &flags->good, "A revision that is as fast as it should be.").required();
  command.add("--bad", &flags->bad, "A later one that is slower (default: HEAD).");
  flags->building.add_to(command);
  command.add("--plugins", &flags->guard.plugins,
              "Folders of plugins that all builds need and none contains.");
  command.callback([flags, &invocation] {
    invocation.exit_code = RevisionGuard(*flags, invocation.command_line).run();
  });
}

}  // namespace assay::command
