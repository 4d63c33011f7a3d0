// A host for tests that call a plugin's functions directly: messages, cache and paths in memory, no
// device.
#pragma once

#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "assay/plugin.hpp"

namespace testing {

// Casts to assay_context and back, so that the table's functions find their object.
class FakeHost {
 public:
  FakeHost() {
    table_.abi = ASSAY_ABI_VERSION;
    table_.size = sizeof(assay_host);
    table_.fail = [](assay_context* c, assay_status status, const char* message) {
      self(c).failure = message;
      return status;
    };
    table_.log = [](assay_context* c, assay_log_level level, const char* message) {
      self(c).logged.emplace_back(level, message);
    };
    table_.phase_begin = [](assay_context*, const char*) {};
    table_.phase_end = [](assay_context*) {};
    table_.trial_fact = [](assay_context* c, const char* name, double value, const char*) {
      self(c).trial_facts[name] = value;
    };
    table_.cache_load = [](assay_context* c, const char* key, void** data, std::size_t* size) {
      const auto found = self(c).cache.find(key);
      *data = nullptr;
      *size = 0;
      if (found == self(c).cache.end()) return ASSAY_OK;
      *size = found->second.size();
      *data = std::malloc(*size + 1);
      std::memcpy(*data, found->second.data(), *size);
      return ASSAY_OK;
    };
    table_.cache_release = [](assay_context*, void* data) { std::free(data); };
    table_.cache_store = [](assay_context* c, const char* key, const void* data, std::size_t size) {
      self(c).cache[key].assign(static_cast<const char*>(data), size);
      return ASSAY_OK;
    };
    table_.resolve_path = [](assay_context*, const char* path, const char** resolved) {
      *resolved = path;
      return ASSAY_OK;
    };
  }
  FakeHost(const FakeHost&) = delete;
  FakeHost& operator=(const FakeHost&) = delete;

  [[nodiscard]] const assay_host* table() const { return &table_; }
  [[nodiscard]] assay_context* context() { return reinterpret_cast<assay_context*>(this); }

  std::string failure;  // of the last fail
  std::vector<std::pair<assay_log_level, std::string>> logged;
  std::map<std::string, std::string> cache;
  std::map<std::string, double> trial_facts;

 private:
  static FakeHost& self(assay_context* context) { return *reinterpret_cast<FakeHost*>(context); }
  assay_host table_{};
};

// The problem of that name that `describe` adds to a plugin. It lives as long as the program.
inline const assay_problem& problem_of(void (*describe)(assay::sdk::Plugin&),
                                       const std::string& name) {
  static std::map<void (*)(assay::sdk::Plugin&), std::unique_ptr<assay::sdk::Plugin>> plugins;
  auto& plugin = plugins[describe];
  if (!plugin) {
    plugin = std::make_unique<assay::sdk::Plugin>("problem", "test");
    describe(*plugin);
  }
  const assay_plugin& view = *plugin->view();
  for (std::size_t p = 0; p < view.problem_count; ++p) {
    if (name == view.problems[p]->name) return *view.problems[p];
  }
  throw std::logic_error("no problem " + name);
}

// An instance created through the C functions of a problem, as a host does it.
class CreatedInstance {
 public:
  // Binds the problem's defaults, but for the arguments given.
  CreatedInstance(FakeHost& host, const assay_problem& problem,
                  const std::map<std::string, assay::sdk::Value>& given)
      : host_(host), problem_(problem), given_(given) {
    for (std::size_t k = 0; k < problem.argument_count; ++k) {
      const auto& argument = problem.arguments[k];
      const auto value = given_.find(argument.name);
      bound_.push_back(
          {argument.name, value == given_.end() ? argument.default_value : value->second.view()});
    }
    status = problem.create(&problem, host.table(), host.context(), bound_.data(), bound_.size(),
                            &instance_);
  }
  CreatedInstance(const CreatedInstance&) = delete;
  CreatedInstance& operator=(const CreatedInstance&) = delete;
  ~CreatedInstance() {
    if (instance_ != nullptr) problem_.destroy(instance_);
  }

  [[nodiscard]] std::span<const assay_tensor> inputs() {
    return list<assay_tensor>(problem_.inputs);
  }
  [[nodiscard]] std::span<const assay_tensor> outputs() {
    return list<assay_tensor>(problem_.outputs);
  }
  [[nodiscard]] std::span<const assay_expectation> reference() {
    return list<assay_expectation>(problem_.reference);
  }
  [[nodiscard]] std::span<const assay_tensor> element_tolerances() {
    return list<assay_tensor>(problem_.element_tolerances);
  }
  [[nodiscard]] std::map<std::string, double> facts() {
    std::map<std::string, double> facts;
    for (const auto& fact : list<assay_fact>(problem_.facts)) facts[fact.name] = fact.value;
    return facts;
  }
  // The deviation that the problem's own check finds. Throws where a process that took the instance
  // over would find another one.
  [[nodiscard]] double check(const assay_tensor& output) { return check({&output, 1}); }
  [[nodiscard]] double check(std::span<const assay_tensor> outputs) {
    const double error = error_of(instance_, outputs);
    if (problem_.restore_check == nullptr) return error;
    const std::string failure = host_.failure;
    const double restored = restored_error(outputs);
    if (restored != error || host_.failure != failure) {
      throw std::logic_error("restored, the check finds " + std::to_string(restored) + " (" +
                             host_.failure + "), not " + std::to_string(error) + " (" + failure +
                             ")");
    }
    return error;
  }
  [[nodiscard]] assay_work work() {
    assay_work work{};
    problem_.work(instance_, &work);
    return work;
  }

  assay_status status;

 private:
  template <class Item>
  std::span<const Item> list(assay_status (*get)(assay_instance*, const Item**, std::size_t*)) {
    const Item* items = nullptr;
    std::size_t count = 0;
    if (get(instance_, &items, &count) != ASSAY_OK) return {};
    return {items, count};
  }

  double error_of(assay_instance* instance, std::span<const assay_tensor> outputs) {
    double error = -1;
    const bool told = problem_.check(instance, outputs.data(), outputs.size(), &error) == ASSAY_OK;
    return told ? error : -1;
  }
  // The error that another process finds, which restores the instance from its inputs and state.
  double restored_error(std::span<const assay_tensor> outputs) {
    static_cast<void>(reference());
    const void* state = nullptr;
    std::size_t bytes = 0;
    assay_instance* restored = nullptr;
    const auto given = inputs();
    if (problem_.save_check(instance_, &state, &bytes) != ASSAY_OK ||
        problem_.restore_check(&problem_, host_.table(), host_.context(), bound_.data(),
                               bound_.size(), given.data(), given.size(), state, bytes,
                               &restored) != ASSAY_OK) {
      throw std::logic_error("the check is not restored: " + host_.failure);
    }
    const double error = error_of(restored, outputs);
    problem_.destroy(restored);
    return error;
  }

  FakeHost& host_;
  const assay_problem& problem_;
  std::map<std::string, assay::sdk::Value> given_;
  std::vector<assay_binding> bound_;  // borrows from them
  assay_instance* instance_ = nullptr;
};

}  // namespace testing
