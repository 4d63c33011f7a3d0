#include "framework/store/choice.hpp"

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"

namespace assay {

void require_recorded(const char* what, const std::string& name,
                      const std::set<std::string>& known) {
  if (known.count(name) != 0) return;
  throw usage_error("the store has no {} '{}'; {}", what, name,
                    did_you_mean(name, {known.begin(), known.end()}));
}

StoredMachine machine_named(const std::vector<StoredMachine>& all, const std::string& wanted) {
  std::vector<std::string> known;
  std::vector<const StoredMachine*> found;
  for (const StoredMachine& machine : all) {
    known.push_back(machine.fingerprint);
    if (!wanted.empty() && machine.fingerprint.starts_with(wanted)) found.push_back(&machine);
  }
  if (found.size() != 1) {
    throw usage_error(
        "{} machine in the store has a fingerprint that begins with '{}'; the store has {}",
        found.empty() ? "no" : "more than one", wanted, fmt::join(known, ", "));
  }
  return *found.front();
}

bool lets_through(const std::vector<std::string>& wanted, const std::string& name) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
}

}  // namespace assay
