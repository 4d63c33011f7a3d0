#include "framework/tune/teams.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <iterator>
#include <set>

#include "framework/core/error.hpp"
#include "framework/core/json.hpp"
#include "framework/supervisor/station.hpp"

namespace assay {
namespace {

TeamWorker start(const std::string& command, const WorkerOptions& limits) {
  WorkerOptions options;
  options.station = Station::connect(command, limits.start_seconds);
  options.start_seconds = limits.start_seconds;
  options.instance_seconds = limits.instance_seconds;
  options.memory_gib = limits.memory_gib;
  options.kernels = limits.kernels;
  options.dispatchers = limits.dispatchers;
  TeamWorker worker{command, options, std::make_unique<WorkerClient>(options)};
  try {
    static_cast<void>(worker.client->catalog());
  } catch (const Error& error) {
    const std::string message = error.what();
    if (message.find(command) != std::string::npos) throw;
    throw Error(error.kind(), fmt::format("the worker '{}': {}", command, message));
  }
  return worker;
}

// The builds that must agree between workers that share a search, because the store tells builds
// apart.
std::set<std::string> builds_of(const Catalog& catalog) {
  std::set<std::string> builds;
  for (const auto& variant : catalog.variants) {
    builds.insert(fmt::format("{} of {} ({})", variant.name, variant.problem, variant.build_id));
  }
  return builds;
}

// A build that only one of the two catalogs has; "" if there is none.
std::string first_difference(const Catalog& a, const Catalog& b) {
  const auto of_a = builds_of(a);
  const auto of_b = builds_of(b);
  std::vector<std::string> difference;
  std::set_symmetric_difference(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                                std::back_inserter(difference));
  return difference.empty() ? "" : difference.front();
}

// Whether both catalogs describe their problems and variants in the same way: workers of one build
// that do not are no team, and at most one of them tells the truth.
bool describe_alike(const Catalog& a, const Catalog& b) {
  const nlohmann::json one = to_json(a);
  const nlohmann::json other = to_json(b);
  return one.at("problems") == other.at("problems") && one.at("variants") == other.at("variants");
}

// Adds the worker to the team of its machine, or to a new team.
void enlist(TeamWorker worker, StartedTeams& started) {
  const Catalog& catalog = worker.client->catalog();
  for (auto& team : started.teams) {
    if (team.fingerprint() != catalog.machine.fingerprint()) continue;
    const std::string difference = first_difference(team.catalog(), catalog);
    if (difference.empty() && !describe_alike(team.catalog(), catalog)) continue;
    if (difference.empty()) {
      team.workers.push_back(std::move(worker));
    } else {
      started.left_out.push_back(
          fmt::format("the worker '{}' is left out: it runs on a machine like that of '{}', but "
                      "only one of them has {}; install the same build on both",
                      worker.command, team.workers.front().command, difference));
    }
    return;
  }
  started.teams.emplace_back().workers.push_back(std::move(worker));
}

}  // namespace

std::string Team::label() const {
  const auto& devices = catalog().devices;
  const auto by_itself = [](const auto& d) { return d.backend != "cpu" && !d.on_host_cores; };
  auto device = std::find_if(devices.begin(), devices.end(), by_itself);
  if (device == devices.end()) device = devices.begin();  // the CPU comes first
  return device == devices.end() ? "no device" : device->name;
}

StartedTeams start_teams(const std::vector<std::string>& commands, const WorkerOptions& options) {
  std::vector<std::future<TeamWorker>> starting;
  for (const auto& command : commands) {
    starting.push_back(std::async(std::launch::async, [&] { return start(command, options); }));
  }
  StartedTeams started;
  for (auto& worker : starting) {
    try {
      enlist(worker.get(), started);
    } catch (const Error& error) {
      started.left_out.emplace_back(error.what());
    }
  }
  return started;
}

}  // namespace assay
