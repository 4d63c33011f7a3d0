#include "tools/assay/guard_progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "framework/guard/output/writer.hpp"

namespace assay::command {
namespace {

std::string name(const guard::Case& one) {
  return fmt::format("{} {}", one.instance.record.problem, case_name(one));
}

}  // namespace

GuardProgress::GuardProgress() : line_(isatty(STDERR_FILENO) != 0) {}

void GuardProgress::case_begins(const guard::Case& one, std::size_t number, std::size_t count) {
  prefix_ = fmt::format("[{}/{}] ", number, count);
  line_.show(prefix_ + name(one));
}

void GuardProgress::block_done(const guard::Case& one, std::size_t blocks, std::size_t most) {
  line_.show(fmt::format("{}{}: {} of at most {} processes", prefix_, name(one), blocks, most));
}

void GuardProgress::suspected(const guard::Case& one, const inference::Verdict& verdict) {
  line_.print(fmt::format("{}: {}, {}; to be measured again", name(one), to_string(verdict.outcome),
                          guard::change_text(verdict.location)));
}

}  // namespace assay::command
