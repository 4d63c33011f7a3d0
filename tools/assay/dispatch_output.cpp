#include "tools/assay/dispatch_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <ostream>

#include "framework/core/error.hpp"
#include "framework/report/dispatch_page.hpp"
#include "tools/assay/output.hpp"
#include "tools/common/console.hpp"

namespace assay::command {
namespace {

using decision::TreeNode;
using dispatch::Dispatcher;
using dispatch::RegretSummary;
using dispatch::RegretTable;

using Writer = std::function<void(const Dispatcher&, const std::string& prefix, std::ostream&)>;

// What writes a file of that name. Throws usage Error for another ending.
Writer writer_for(const std::string& file) {
  if (file.ends_with(".json")) {
    return
        [](const Dispatcher& one, const std::string&, std::ostream& out) { write_json(one, out); };
  }
  if (file.ends_with(".html")) {
    return [](const Dispatcher& one, const std::string&, std::ostream& out) {
      write_dispatch_page(one, out);
    };
  }
  if (file.ends_with(".h") || file.ends_with(".hpp")) return write_header;
  throw usage_error("--output {}: give a name that ends in .h, .hpp, .json or .html", file);
}

void print_summary(const char* name, const RegretSummary& one) {
  say("  {:<22} {:>6.2f}% [{:.2f}, {:.2f}]   {:>6.1f}% [{:.1f}, {:.1f}]   {:>6.1f}%{}\n", name,
      100 * one.share.median, 100 * one.share.lower, 100 * one.share.upper, 100 * one.tail.median,
      100 * one.tail.lower, 100 * one.tail.upper, 100 * one.worst.median,
      one.failures == 0 ? "" : fmt::format("  fails on {}", one.failures));
}

void print_regrets(const char* title, const RegretTable& table) {
  say("{} ({} instances): oracle's time over the choice's; regret at the 95th percentile; worst\n",
      title, table.tree.instances);
  print_summary("dispatcher", table.tree);
  print_summary("default alone", table.single);
  print_summary("nearest instance", table.nearest);
}

}  // namespace

void require_writable_dispatchers(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    static_cast<void>(writer_for(file));
    require_writable(file);
  }
}

void write_dispatchers(const Dispatcher& dispatcher, const std::string& prefix,
                       const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    write_output(file, [&](std::ostream& out, bool) { writer_for(file)(dispatcher, prefix, out); });
  }
}

void print_dispatcher(const Dispatcher& dispatcher) {
  say("{}: {} pairs\n", dispatcher.problem, dispatcher.pairs.size());
  for (std::size_t j = 0; j < dispatcher.pairs.size(); ++j) {
    say("  {:>2}  mean regret up to here {:>5.1f}%  {}{}\n", j,
        100 * std::expm1(dispatcher.cover[j]), label_of(dispatcher.pairs[j]),
        j == 0 ? "  (default)" : "");
  }
  say("a decision takes {:.0f} ns, by {}; the tree has {} leaves\n",
      1e9 * dispatcher.decision_time.seconds, dispatcher.decision_time.by,
      std::ranges::count_if(dispatcher.tree.nodes(), &TreeNode::is_leaf));
  print_regrets("seen", dispatcher.seen);
  if (dispatcher.held_out) print_regrets("held out", *dispatcher.held_out);
}

}  // namespace assay::command
