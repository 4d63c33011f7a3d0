// A client of the test worker, and trials of the test plugins.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "framework/supervisor/client.hpp"

inline assay::WorkerOptions test_worker(std::vector<std::string> plugin_sets = {"good"}) {
  assay::WorkerOptions options;
  options.command = {ASSAY_TEST_WORKER};
  for (const auto& set : plugin_sets) {
    options.plugin_folders.push_back(std::filesystem::path(ASSAY_TEST_PLUGINS) / set);
  }
  options.memory_gib = 1;
  return options;
}

inline assay::TrialRequest quick_trial(const std::string& variant, assay::Bindings configuration) {
  assay::TrialRequest request;
  request.instance = {"test/scale", {}};
  request.variant = variant;
  request.configuration = std::move(configuration);
  request.sampling.max_seconds = 0.05;
  request.sampling.max_samples = 30;
  return request;
}

// The value of a fact, or -1 if the trial has no such fact.
inline double fact(const assay::TrialResult& result, const std::string& name) {
  const auto found = std::ranges::find(result.facts, name, &assay::Fact::name);
  return found == result.facts.end() ? -1 : found->value;
}

inline assay::TrialRequest misdeed(const std::string& name) {
  return quick_trial("misbehaving.cpu", {{"misdeed", assay::Value(name)}});
}

// The child of this process that is a test worker; 0 if there is none. The brackets keep the shell
// that runs pgrep from matching itself.
inline pid_t worker_process() {
  const std::string command = "pgrep -P " + std::to_string(getpid()) + " -f '[a]ssay-test-worker'";
  const std::unique_ptr<FILE, int (*)(FILE*)> out(popen(command.c_str(), "r"), pclose);
  int pid = 0;
  return std::fscanf(out.get(), "%d", &pid) == 1 ? pid : 0;
}
