// Conversion of C++ descriptions to the C structs of plugin.h. Plugins need not look here.
#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

#include "assay/problem.hpp"
#include "assay/variant.hpp"

namespace assay::sdk {

namespace detail {

// Runs `body` and turns an exception that it throws into a status with its message.
template <class Body>
assay_status guarded(const assay_host* host, assay_context* context, Body&& body) noexcept {
  try {
    body();
    return ASSAY_OK;
  } catch (const Error& error) {
    // An empty text means that the host reported the failure itself and holds the message.
    if (*error.what() == '\0') return error.status();
    return host->fail(context, error.status(), error.what());
  } catch (const std::bad_alloc&) {
    return host->fail(context, ASSAY_OUT_OF_MEMORY, "out of host memory");
  } catch (const std::length_error&) {  // from containers: more than any memory holds
    return host->fail(context, ASSAY_OUT_OF_MEMORY, "out of host memory");
  } catch (const std::exception& error) {
    return host->fail(context, ASSAY_INTERNAL, error.what());
  } catch (...) {
    return host->fail(context, ASSAY_INTERNAL,
                      "the plugin threw something other than a std::exception");
  }
}

struct InstanceBox {
  const assay_host* host;
  assay_context* context;
  std::unique_ptr<Instance> instance;
  std::unique_ptr<Check> restored = nullptr;  // set instead of the instance
  std::vector<std::byte> saved = {};
  std::vector<Fact> facts;
  std::vector<assay_fact> fact_views;
};

struct TrialBox {
  const assay_host* host;
  assay_context* context;
  std::unique_ptr<Trial> trial;
};

inline InstanceBox& unbox(assay_instance* instance) {
  return *reinterpret_cast<InstanceBox*>(instance);
}
inline TrialBox& unbox(assay_trial* trial) { return *reinterpret_cast<TrialBox*>(trial); }

inline std::vector<assay_value> views(const std::vector<Value>& values) {
  std::vector<assay_value> result;
  for (const auto& value : values) result.push_back(value.view());
  return result;
}

// A problem description together with the C struct that points into it.
class ProblemExport : public assay_problem {
 public:
  explicit ProblemExport(ProblemDescription description)
      : assay_problem{}, description_(std::move(description)) {
    for (const auto& a : description_.arguments) choices_.push_back(views(a.choices));
    for (std::size_t k = 0; k < choices_.size(); ++k) {
      const auto& a = description_.arguments[k];
      arguments_.push_back({a.name.c_str(), a.doc.c_str(), a.default_value.view(),
                            choices_[k].data(), choices_[k].size()});
    }
    for (const auto& t : description_.tensors) {
      tensors_.push_back({t.name.c_str(), t.direction, t.doc.c_str()});
    }
    size = sizeof(assay_problem);
    name = description_.name.c_str();
    doc = description_.doc.c_str();
    arguments = arguments_.data();
    argument_count = arguments_.size();
    tensors = tensors_.data();
    tensor_count = tensors_.size();
    create = [](const assay_problem* self, const assay_host* host, assay_context* context,
                const assay_binding* bound, std::size_t count, assay_instance** instance) {
      return guarded(host, context, [&] {
        const auto& described = static_cast<const ProblemExport*>(self)->description_;
        auto box = std::make_unique<InstanceBox>();
        box->host = host;
        box->context = context;
        box->instance = described.create(Host(host, context), Bindings(bound, count));
        *instance = reinterpret_cast<assay_instance*>(box.release());
      });
    };
    destroy = [](assay_instance* instance) { delete &unbox(instance); };
    inputs = [](assay_instance* instance, const assay_tensor** result, std::size_t* count) {
      return hand_out(instance, result, count, [](Instance& i) { return i.inputs(); });
    };
    outputs = [](assay_instance* instance, const assay_tensor** result, std::size_t* count) {
      return hand_out(instance, result, count, [](Instance& i) { return i.outputs(); });
    };
    reference = [](assay_instance* instance, const assay_expectation** result, std::size_t* count) {
      return hand_out(instance, result, count, [](Instance& i) { return i.reference(); });
    };
    tolerances = [](assay_instance* instance, const assay_tolerance** result, std::size_t* count) {
      return hand_out(instance, result, count, [](Instance& i) { return i.tolerances(); });
    };
    element_tolerances = [](assay_instance* instance, const assay_tensor** result,
                            std::size_t* count) {
      return hand_out(instance, result, count, [](Instance& i) { return i.element_tolerances(); });
    };
    origins = [](assay_instance* instance, const assay_origin** result, std::size_t* count) {
      return hand_out(instance, result, count, [](Instance& i) { return i.origins(); });
    };
    members = [](assay_instance* instance, const assay_member** result, std::size_t* count) {
      return hand_out(instance, result, count, [](Instance& i) { return i.members(); });
    };
    work = [](assay_instance* instance, assay_work* result) {
      auto& box = unbox(instance);
      return guarded(box.host, box.context, [&] { *result = box.instance->work(); });
    };
    facts = [](assay_instance* instance, const assay_fact** result, std::size_t* count) {
      auto& box = unbox(instance);
      return guarded(box.host, box.context, [&] {
        box.facts = box.instance->facts();
        box.fact_views.clear();
        for (const auto& f : box.facts)
          box.fact_views.push_back({f.name.c_str(), f.value, f.unit.c_str()});
        *result = box.fact_views.data();
        *count = box.fact_views.size();
      });
    };
    if (description_.checks) {
      check = [](assay_instance* instance, const assay_tensor* given, std::size_t count,
                 double* error) {
        auto& box = unbox(instance);
        return guarded(box.host, box.context, [&] {
          const Finding finding = box.restored ? box.restored->check({given, count})
                                               : box.instance->check({given, count});
          *error = finding.error;
          if (!finding.reason.empty()) {
            box.host->fail(box.context, ASSAY_INVALID, finding.reason.c_str());
          }
        });
      };
    }
    for (const auto& a : description_.arguments) {
      if (!a.domain) continue;
      domains_.push_back(
          {a.name.c_str(), a.domain->lowest, a.domain->highest, a.domain->values_only ? 1U : 0U});
    }
    domains = domains_.data();
    domain_count = domains_.size();
    if (description_.restore_check) export_restoring();
    if (!description_.agrees_with.empty()) agrees_with = description_.agrees_with.c_str();
  }
  ProblemExport(const ProblemExport&) = delete;
  ProblemExport& operator=(const ProblemExport&) = delete;

 private:
  void export_restoring() {
    save_check = [](assay_instance* instance, const void** state, std::size_t* bytes) {
      auto& box = unbox(instance);
      return guarded(box.host, box.context, [&] {
        box.saved = box.instance->save_check();
        *state = box.saved.data();
        *bytes = box.saved.size();
      });
    };
    restore_check = [](const assay_problem* self, const assay_host* host, assay_context* context,
                       const assay_binding* bound, std::size_t count, const assay_tensor* given,
                       std::size_t given_count, const void* state, std::size_t bytes,
                       assay_instance** instance) {
      return guarded(host, context, [&] {
        const auto& described = static_cast<const ProblemExport*>(self)->description_;
        auto box = std::make_unique<InstanceBox>();
        box->host = host;
        box->context = context;
        box->restored = described.restore_check(
            Host(host, context), Bindings(bound, count),
            {{given, given_count}, {static_cast<const std::byte*>(state), bytes}});
        *instance = reinterpret_cast<assay_instance*>(box.release());
      });
    };
  }

  template <class T, class Get>
  static assay_status hand_out(assay_instance* instance, const T** result, std::size_t* count,
                               Get get) {
    auto& box = unbox(instance);
    return guarded(box.host, box.context, [&] {
      const std::span<const T> items = get(*box.instance);
      *result = items.data();
      *count = items.size();
    });
  }

  ProblemDescription description_;
  std::vector<std::vector<assay_value>> choices_;
  std::vector<assay_argument> arguments_;
  std::vector<assay_domain> domains_;
  std::vector<assay_tensor_doc> tensors_;
};

// A variant description together with the C struct that points into it.
class VariantExport : public assay_variant {
 public:
  explicit VariantExport(VariantDescription description)
      : assay_variant{}, description_(std::move(description)) {
    for (const auto& p : description_.parameters) values_.push_back(views(p.values));
    for (std::size_t k = 0; k < values_.size(); ++k) {
      const auto& p = description_.parameters[k];
      parameters_.push_back({p.name.c_str(), p.doc.c_str(), values_[k].data(), values_[k].size(),
                             p.default_value ? p.default_value->view() : values_[k].front(),
                             p.condition.empty() ? nullptr : p.condition.c_str()});
    }
    for (const auto& c : description_.constraints) {
      constraints_.push_back({c.expression.c_str(), c.reason.c_str()});
    }
    size = sizeof(assay_variant);
    name = description_.name.c_str();
    problem = description_.problem.c_str();
    doc = description_.doc.c_str();
    backend = description_.backend;
    parameters = parameters_.data();
    parameter_count = parameters_.size();
    constraints = constraints_.data();
    constraint_count = constraints_.size();
    if (description_.compile) {
      compile = [](const assay_variant* self, const assay_host* host, assay_context* context,
                   const assay_task* task) {
        return guarded(host, context, [&] {
          static_cast<const VariantExport*>(self)->description_.compile(
              Task(Host(host, context), *task));
        });
      };
    }
    if (description_.types) export_types();
    queues = description_.queues;
    outputs_are_copies = description_.outputs_are_copies ? 1 : 0;
    limits = description_.limits ? 1 : 0;
    prepare = [](const assay_variant* self, const assay_host* host, assay_context* context,
                 const assay_task* task, assay_trial** trial) {
      return guarded(host, context, [&] {
        auto box = std::make_unique<TrialBox>();
        box->host = host;
        box->context = context;
        box->trial = static_cast<const VariantExport*>(self)->description_.prepare(
            Task(Host(host, context), *task));
        *trial = reinterpret_cast<assay_trial*>(box.release());
      });
    };
    restore = [](assay_trial* trial) { return call(trial, &Trial::restore); };
    run = [](assay_trial* trial) { return call(trial, &Trial::run); };
    outputs = [](assay_trial* trial) { return call(trial, &Trial::outputs); };
    destroy = [](assay_trial* trial) { delete &unbox(trial); };
  }
  VariantExport(const VariantExport&) = delete;
  VariantExport& operator=(const VariantExport&) = delete;

 private:
  void export_types() {
    types = [](const assay_variant* self, const assay_host* host, assay_context* context,
               const assay_task* task, assay_types* result) {
      return guarded(host, context, [&] {
        TensorTypes set{{result->inputs, task->input_count},
                        {result->outputs, task->output_count},
                        result->precision};
        static_cast<const VariantExport*>(self)->description_.types(
            Task(Host(host, context), *task), set);
        result->precision = set.precision;
      });
    };
  }

  static assay_status call(assay_trial* trial, void (Trial::*function)()) {
    auto& box = unbox(trial);
    return guarded(box.host, box.context, [&] { (*box.trial.*function)(); });
  }

  VariantDescription description_;
  std::vector<std::vector<assay_value>> values_;
  std::vector<assay_parameter> parameters_;
  std::vector<assay_constraint> constraints_;
};

}  // namespace detail

}  // namespace assay::sdk
