#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>

#include "attack.hpp"

namespace {

using namespace attack;

// The functions below try to reach things that are not the candidate's own; true if one succeeds.
bool reads_a_file() {
  const char* file = std::getenv("ASSAY_ATTACK_FILE");
  return file != nullptr && open(file, O_RDONLY) >= 0;
}
bool writes_a_file() {
  const char* file = std::getenv("ASSAY_ATTACK_FILE");
  return file != nullptr && creat((std::string(file) + ".written").c_str(), 0600) >= 0;
}
bool has_a_network() { return socket(AF_INET, SOCK_STREAM, 0) >= 0; }
bool signals_the_judge() { return kill(getppid(), 0) == 0; }
bool looks_into_the_judge() {
  char byte = 0;
  const iovec here{&byte, 1};
  const iovec there{reinterpret_cast<void*>(&std::getenv), 1};
  return process_vm_readv(getppid(), &here, 1, &there, 1, 0) == 1 ||
         ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr) == 0 ||
         open(("/proc/" + std::to_string(getppid()) + "/mem").c_str(), O_RDONLY) >= 0;
}

// Whether the problem's own plugin, which knows the right results, can be opened.
bool finds_the_reference() {
  const char* plugin = std::getenv("ASSAY_ATTACK_PLUGIN");
  return plugin != nullptr && open(plugin, O_RDONLY) >= 0;
}

// Whether a file can be written while the plugin is loaded, before anything is asked of it.
const bool loaded = [] {
  const char* file = std::getenv("ASSAY_ATTACK_FILE");
  return file != nullptr && creat((std::string(file) + ".loaded").c_str(), 0600) >= 0;
}();

// A variant whose result is right only where it cannot reach anything.
class ReachesOut : public Scale {
 public:
  using Scale::Scale;
  void run() override {
    compute(y);
    if (reads_a_file()) y[0] += 1;
    if (writes_a_file()) y[1] += 1;
    if (has_a_network()) y[2] += 1;
    if (signals_the_judge()) y[3] += 1;
    if (looks_into_the_judge()) y[4] += 1;
    if (finds_the_reference()) y[5] += 1;
    if (loaded) y[6] += 1;
  }
};

}  // namespace

void add_reaches_out(assay::sdk::Plugin& plugin) {
  add<ReachesOut>(plugin, "reaches-out.cpu", "Errs where it reaches what is not its own.");
}
