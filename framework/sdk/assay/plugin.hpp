// The C++ face of plugin.h: header-only, so nothing of it crosses the plugin boundary.
//
// A plugin describes itself in one function and states its entry point once:
//
//   class Saxpy : public assay::sdk::Trial { public: explicit Saxpy(const assay::sdk::Task&); void
//   run() override; };
//
//   void describe(assay::sdk::Plugin& plugin) {
//     plugin.variant({.name = "saxpy.cpu", .problem = "blas/saxpy", .doc = "One loop.",
//                     .parameters = {{"unroll", "Iterations unrolled.", {1, 2, 4}}},
//                     .prepare = assay::sdk::prepare_as<Saxpy>});
//   }
//   ASSAY_PLUGIN("my-saxpy", "1.0", describe)
//
// Errors are exceptions of type sdk::Error inside a plugin; the trampolines below turn every
// exception into a status and a message.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/plugin.h"

namespace assay::sdk {

// ---- errors ------------------------------------------------------------------------------------

class Error : public std::runtime_error {
 public:
  Error(assay_status status, const std::string& message)
      : std::runtime_error(message), status_(status) {}
  [[nodiscard]] assay_status status() const noexcept { return status_; }

 private:
  assay_status status_;
};

// ---- values ------------------------------------------------------------------------------------

// A bool, integer, real or text that owns its text.
class Value {
 public:
  Value(bool value)
      : kind_(ASSAY_BOOL), integer_(value ? 1 : 0) {}  // NOLINT(google-explicit-constructor)
  Value(int value)
      : Value(static_cast<std::int64_t>(value)) {}  // NOLINT(google-explicit-constructor)
  Value(std::int64_t value)
      : kind_(ASSAY_INTEGER), integer_(value) {}            // NOLINT(google-explicit-constructor)
  Value(double value) : kind_(ASSAY_REAL), real_(value) {}  // NOLINT(google-explicit-constructor)
  Value(std::string value)
      : kind_(ASSAY_TEXT), text_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Value(const char* value) : Value(std::string(value)) {}  // NOLINT(google-explicit-constructor)

  // Borrows this value's text.
  [[nodiscard]] assay_value view() const { return {kind_, integer_, real_, text_.c_str()}; }

 private:
  assay_kind kind_;
  std::int64_t integer_ = 0;
  double real_ = 0;
  std::string text_;
};

// Powers of two from `first` to `last`, both included; both must be powers of two.
inline std::vector<Value> powers_of_two(std::int64_t first, std::int64_t last) {
  std::vector<Value> values;
  for (std::int64_t v = first; v <= last; v *= 2) values.emplace_back(v);
  return values;
}

// The arguments of an instance or the parameters of a configuration, looked up by name. A missing
// name or another kind is a defect of the plugin's own description, hence ASSAY_INTERNAL.
class Bindings {
 public:
  Bindings(const assay_binding* first, std::size_t count) : bindings_(first, count) {}

  [[nodiscard]] bool boolean(std::string_view name) const {
    return find(name, ASSAY_BOOL).integer != 0;
  }
  [[nodiscard]] std::int64_t integer(std::string_view name) const {
    return find(name, ASSAY_INTEGER).integer;
  }
  [[nodiscard]] double real(std::string_view name) const { return find(name, ASSAY_REAL).real; }
  [[nodiscard]] std::string text(std::string_view name) const {
    return find(name, ASSAY_TEXT).text;
  }

 private:
  [[nodiscard]] const assay_value& find(std::string_view name, assay_kind kind) const {
    for (const auto& binding : bindings_) {
      if (name != binding.name) continue;
      if (binding.value.kind != kind) {
        throw Error(ASSAY_INTERNAL,
                    "'" + std::string(name) + "' is bound to a value of another kind");
      }
      return binding.value;
    }
    throw Error(ASSAY_INTERNAL, "'" + std::string(name) + "' is not bound");
  }

  std::span<const assay_binding> bindings_;
};

// ---- tensors -----------------------------------------------------------------------------------

template <class T>
inline constexpr assay_element element_of = [] {
  if constexpr (std::is_same_v<T, float>)
    return ASSAY_F32;
  else if constexpr (std::is_same_v<T, double>)
    return ASSAY_F64;
  else if constexpr (std::is_same_v<T, std::int8_t>)
    return ASSAY_I8;
  else if constexpr (std::is_same_v<T, std::uint8_t>)
    return ASSAY_U8;
  else if constexpr (std::is_same_v<T, std::int16_t>)
    return ASSAY_I16;
  else if constexpr (std::is_same_v<T, std::uint16_t>)
    return ASSAY_U16;
  else if constexpr (std::is_same_v<T, std::int32_t>)
    return ASSAY_I32;
  else if constexpr (std::is_same_v<T, std::uint32_t>)
    return ASSAY_U32;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return ASSAY_I64;
  else
    return ASSAY_U64;
}();

inline std::int64_t element_count(const assay_tensor& tensor) {
  std::int64_t count = 1;
  for (std::uint32_t k = 0; k < tensor.rank; ++k) count *= tensor.shape[k];
  return count;
}

// A dense row-major tensor over memory that the caller keeps alive, as it does `name`.
template <class T>
assay_tensor dense_tensor(const char* name, std::initializer_list<std::int64_t> shape,
                          const T* data) {
  assay_tensor tensor{};
  tensor.name = name;
  tensor.element = element_of<T>;
  tensor.rank = static_cast<std::uint32_t>(shape.size());
  std::copy(shape.begin(), shape.end(), tensor.shape);
  std::int64_t stride = 1;
  for (std::uint32_t k = tensor.rank; k-- > 0;) {
    tensor.stride[k] = stride;
    stride *= tensor.shape[k];
  }
  tensor.data = const_cast<T*>(data);  // the C struct serves inputs and outputs alike
  return tensor;
}

// The elements of a dense tensor; throws if its type is another or it is not dense.
template <class T>
std::span<T> elements(const assay_tensor& tensor) {
  if (tensor.element != element_of<std::remove_const_t<T>>) {
    throw Error(ASSAY_INVALID,
                std::string("tensor '") + tensor.name + "' has another element type");
  }
  std::int64_t stride = 1;
  for (std::uint32_t k = tensor.rank; k-- > 0;) {
    if (tensor.shape[k] > 1 && tensor.stride[k] != stride) {
      throw Error(ASSAY_UNSUPPORTED, std::string("tensor '") + tensor.name + "' is not dense");
    }
    stride *= tensor.shape[k];
  }
  return {static_cast<T*>(tensor.data), static_cast<std::size_t>(stride)};
}

inline const assay_tensor& find_tensor(std::span<const assay_tensor> tensors,
                                       std::string_view name) {
  for (const auto& tensor : tensors) {
    if (name == tensor.name) return tensor;
  }
  throw Error(ASSAY_INVALID, "the problem hands out no tensor '" + std::string(name) + "'");
}

// ---- the host ----------------------------------------------------------------------------------

// The host's services for one context. A cheap copyable reference.
class Host {
 public:
  Host(const assay_host* table, assay_context* context) : table_(table), context_(context) {}

  [[nodiscard]] const assay_host& table() const { return *table_; }
  [[nodiscard]] assay_context* context() const { return context_; }

  void log(assay_log_level level, const std::string& message) const {
    table_->log(context_, level, message.c_str());
  }
  void trial_fact(const char* name, double value, const char* unit = "") const {
    table_->trial_fact(context_, name, value, unit);
  }
  [[nodiscard]] double device_fact(const char* name) const {
    double value = 0;
    require(table_->device_fact(context_, name, &value));
    return value;
  }
  [[nodiscard]] std::string resolve_path(const std::string& path) const {
    const char* resolved = nullptr;
    require(table_->resolve_path(context_, path.c_str(), &resolved));
    return resolved;
  }
  // The cached bytes, or nothing.
  [[nodiscard]] std::optional<std::vector<std::byte>> cache_load(const std::string& key) const {
    void* data = nullptr;
    std::size_t size = 0;
    require(table_->cache_load(context_, key.c_str(), &data, &size));
    if (data == nullptr) return std::nullopt;
    const auto* first = static_cast<const std::byte*>(data);
    std::vector<std::byte> bytes(first, first + size);
    table_->cache_release(context_, data);
    return bytes;
  }
  void cache_store(const std::string& key, std::span<const std::byte> bytes) const {
    require(table_->cache_store(context_, key.c_str(), bytes.data(), bytes.size()));
  }
  void finish(assay_queue* queue = nullptr) const {
    require(table_->queue_finish(context_, queue));
  }

  // Passes a host failure on: the host already holds the message, so the text here stays empty.
  static void require(assay_status status) {
    if (status != ASSAY_OK) throw Error(status, "");
  }

 private:
  const assay_host* table_;
  assay_context* context_;
};

// Marks a phase for the lifetime of the object.
class Phase {
 public:
  Phase(const Host& host, const char* name) : host_(host) {
    host_.table().phase_begin(host_.context(), name);
  }
  ~Phase() { host_.table().phase_end(host_.context()); }
  Phase(const Phase&) = delete;
  Phase& operator=(const Phase&) = delete;

 private:
  Host host_;
};

// Owns a handle that the host created and destroys it with the host.
template <class T, void (*assay_host::*destroy)(assay_context*, T*)>
class Handle {
 public:
  Handle() = default;
  Handle(const Host& host, T* handle) : host_(host), handle_(handle) {}
  Handle(Handle&& other) noexcept
      : host_(other.host_), handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(host_, other.host_);
    std::swap(handle_, other.handle_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (handle_ != nullptr) (host_.table().*destroy)(host_.context(), handle_);
  }
  [[nodiscard]] T* get() const { return handle_; }
  [[nodiscard]] const Host& host() const { return host_; }

 private:
  Host host_{nullptr, nullptr};
  T* handle_ = nullptr;
};

using Queue = Handle<assay_queue, &assay_host::queue_destroy>;

inline Queue create_queue(const Host& host) {
  assay_queue* queue = nullptr;
  Host::require(host.table().queue_create(host.context(), &queue));
  return {host, queue};
}

// Device memory for `count` elements of T.
template <class T>
class Buffer {
 public:
  Buffer() = default;
  Buffer(const Host& host, std::size_t count) : count_(count) {
    assay_buffer* buffer = nullptr;
    Host::require(host.table().buffer_create(host.context(), count * sizeof(T), &buffer));
    handle_ = {host, buffer};
  }
  Buffer(const Host& host, std::span<const T> values) : Buffer(host, values.size()) {
    write(values);
  }

  void write(std::span<const T> values, std::size_t first = 0, assay_queue* queue = nullptr) {
    Host::require(host().table().buffer_write(host().context(), queue, get(), first * sizeof(T),
                                              values.data(), values.size_bytes()));
  }
  void read(std::span<T> values, std::size_t first = 0, assay_queue* queue = nullptr) const {
    Host::require(host().table().buffer_read(host().context(), queue, get(), first * sizeof(T),
                                             values.data(), values.size_bytes()));
  }
  void fill(const T& value, assay_queue* queue = nullptr) {
    Host::require(host().table().buffer_fill(host().context(), queue, get(), 0, count_ * sizeof(T),
                                             &value, sizeof(T)));
  }
  [[nodiscard]] assay_buffer* get() const { return handle_.get(); }
  [[nodiscard]] std::size_t size() const { return count_; }

 private:
  [[nodiscard]] const Host& host() const { return handle_.host(); }

  Handle<assay_buffer, &assay_host::buffer_destroy> handle_;
  std::size_t count_ = 0;
};

// Bytes of local (shared) memory as a kernel argument.
struct LocalMemory {
  std::size_t bytes;
};

class Kernel {
 public:
  Kernel() = default;
  Kernel(const Host& host, assay_kernel* kernel) : handle_(host, kernel) {}

  // Enqueues one launch. Arguments are Buffers, LocalMemory, or values passed by their bytes (their
  // C++ type must be the kernel parameter's). `global` counts work items.
  template <std::size_t N, class... Arguments>
  void launch(const std::array<std::size_t, N>& global, const std::array<std::size_t, N>& local,
              const Arguments&... arguments) const {
    launch_on(nullptr, global, local, arguments...);
  }
  template <std::size_t N, class... Arguments>
  void launch_on(assay_queue* queue, const std::array<std::size_t, N>& global,
                 const std::array<std::size_t, N>& local, const Arguments&... arguments) const {
    const std::array<assay_kernel_argument, sizeof...(Arguments)> packed{pack(arguments)...};
    const Host& host = handle_.host();
    Host::require(host.table().kernel_launch(host.context(), queue, handle_.get(), N, global.data(),
                                             local.data(), packed.data(), packed.size()));
  }

 private:
  template <class T>
  static assay_kernel_argument pack(const Buffer<T>& buffer) {
    return {ASSAY_ARG_BUFFER, buffer.get(), nullptr, 0};
  }
  static assay_kernel_argument pack(const LocalMemory& memory) {
    return {ASSAY_ARG_LOCAL, nullptr, nullptr, memory.bytes};
  }
  template <class T>
  requires std::is_arithmetic_v<T>
  static assay_kernel_argument pack(const T& value) {
    return {ASSAY_ARG_BYTES, nullptr, &value, sizeof(T)};
  }

  Handle<assay_kernel, &assay_host::kernel_destroy> handle_;
};

// Compile-time constants for device code: `define("TILE", 32)` becomes "-D TILE=32".
class CompileOptions {
 public:
  CompileOptions& define(std::string_view name, const std::string& value) {
    text_.append(text_.empty() ? "-D " : " -D ").append(name).append("=").append(value);
    return *this;
  }
  CompileOptions& define(std::string_view name, std::int64_t value) {
    return define(name, std::to_string(value));
  }
  CompileOptions& flag(std::string_view flag) {
    text_.append(text_.empty() ? "" : " ").append(flag);
    return *this;
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

class Program {
 public:
  Program() = default;
  // The first source is the translation unit; the others are what it includes.
  Program(const Host& host, std::span<const assay_source> sources, const CompileOptions& options) {
    assay_program* program = nullptr;
    Host::require(host.table().program_build(host.context(), sources.data(), sources.size(),
                                             options.text().c_str(), &program));
    handle_ = {host, program};
  }
  [[nodiscard]] Kernel kernel(const char* name) const {
    const Host& host = handle_.host();
    assay_kernel* kernel = nullptr;
    Host::require(host.table().kernel_create(host.context(), handle_.get(), name, &kernel));
    return {host, kernel};
  }

 private:
  Handle<assay_program, &assay_host::program_destroy> handle_;
};

// ---- problems ----------------------------------------------------------------------------------

struct Argument {
  std::string name;
  std::string doc;
  Value default_value;
  std::vector<Value> choices = {};
};

struct TensorDoc {
  std::string name;
  assay_direction direction;
  std::string doc;
};

struct Fact {
  std::string name;
  double value;
  std::string unit = "";
};

// One instance of a problem. All spans stay valid while the instance lives.
class Instance {
 public:
  Instance() = default;
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  virtual ~Instance() = default;

  [[nodiscard]] virtual std::span<const assay_tensor> inputs() const = 0;
  [[nodiscard]] virtual std::span<const assay_tensor> outputs() const = 0;
  // Computed on first call.
  virtual std::span<const assay_expectation> reference() = 0;
  [[nodiscard]] virtual assay_work work() const = 0;
  [[nodiscard]] virtual std::vector<Fact> facts() const { return {}; }
};

struct ProblemDescription {
  std::string name;
  std::string doc;
  std::vector<Argument> arguments;
  std::vector<TensorDoc> tensors;
  std::function<std::unique_ptr<Instance>(const Host&, const Bindings&)> create;
};

// ---- variants ----------------------------------------------------------------------------------

struct Parameter {
  std::string name;
  std::string doc;
  std::vector<Value> values;
  std::optional<Value> default_value = std::nullopt;  // the first value unless given
  std::string condition = "";                         // "" holds always
};

struct Constraint {
  std::string expression;
  std::string reason;
};

// What a trial is prepared from: the host, the tensors, the configuration.
class Task {
 public:
  Task(const Host& host, const assay_task& task)
      : host_(host),
        inputs_(task.inputs, task.input_count),
        outputs_(task.outputs, task.output_count),
        configuration_(task.configuration, task.configuration_count) {}

  [[nodiscard]] const Host& host() const { return host_; }
  [[nodiscard]] const assay_tensor& input(std::string_view name) const {
    return find_tensor(inputs_, name);
  }
  [[nodiscard]] const assay_tensor& output(std::string_view name) const {
    return find_tensor(outputs_, name);
  }
  [[nodiscard]] const Bindings& configuration() const { return configuration_; }

 private:
  Host host_;
  std::span<const assay_tensor> inputs_;
  std::span<const assay_tensor> outputs_;
  Bindings configuration_;
};

// One prepared configuration. See assay_variant for what each function is about.
class Trial {
 public:
  Trial() = default;
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;
  virtual ~Trial() = default;

  virtual void restore() {}
  virtual void run() = 0;
  virtual void outputs() {}
};

struct VariantDescription {
  std::string name;
  std::string problem;
  std::string doc;
  assay_backend backend = ASSAY_CPU;
  std::vector<Parameter> parameters = {};
  std::vector<Constraint> constraints = {};
  std::function<std::unique_ptr<Trial>(const Task&)> prepare;
  std::function<void(const Task&)> compile = nullptr;  // optional
};

template <class T>
std::unique_ptr<Trial> prepare_as(const Task& task) {
  return std::make_unique<T>(task);
}

// ---- from here on: how descriptions become the C structs ---------------------------------------

namespace detail {

// Runs `body` and turns what it throws into a status with its message.
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
  } catch (const std::exception& error) {
    return host->fail(context, ASSAY_INTERNAL, error.what());
  } catch (...) {
    return host->fail(context, ASSAY_INTERNAL,
                      "the plugin threw something that is no std::exception");
  }
}

struct InstanceBox {
  const assay_host* host;
  assay_context* context;
  std::unique_ptr<Instance> instance;
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
  }
  ProblemExport(const ProblemExport&) = delete;
  ProblemExport& operator=(const ProblemExport&) = delete;

 private:
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

// Collects what a plugin brings and owns the C structs that describe it.
class Plugin {
 public:
  Plugin(const char* name, const char* version) {
    plugin_.abi = ASSAY_ABI_VERSION;
    plugin_.size = sizeof(assay_plugin);
    plugin_.name = name;
    plugin_.version = version;
  }

  void problem(ProblemDescription description) {
    problems_.push_back(std::make_unique<detail::ProblemExport>(std::move(description)));
    problem_views_.push_back(problems_.back().get());
    plugin_.problems = problem_views_.data();
    plugin_.problem_count = problem_views_.size();
  }
  void variant(VariantDescription description) {
    variants_.push_back(std::make_unique<detail::VariantExport>(std::move(description)));
    variant_views_.push_back(variants_.back().get());
    plugin_.variants = variant_views_.data();
    plugin_.variant_count = variant_views_.size();
  }
  [[nodiscard]] const assay_plugin* view() const { return &plugin_; }

 private:
  assay_plugin plugin_{};
  std::vector<std::unique_ptr<detail::ProblemExport>> problems_;
  std::vector<std::unique_ptr<detail::VariantExport>> variants_;
  std::vector<const assay_problem*> problem_views_;
  std::vector<const assay_variant*> variant_views_;
};

}  // namespace assay::sdk

// Defines the plugin's entry point. `describe` is a function of signature
// void(assay::sdk::Plugin&).
#define ASSAY_PLUGIN(name, version, describe)                                         \
  extern "C" ASSAY_EXPORT const assay_plugin* assay_plugin_entry(uint32_t host_abi) { \
    if (host_abi != ASSAY_ABI_VERSION) return nullptr;                                \
    static const assay::sdk::Plugin plugin = [] {                                     \
      assay::sdk::Plugin p(name, version);                                            \
      describe(p);                                                                    \
      return p;                                                                       \
    }();                                                                              \
    return plugin.view();                                                             \
  }
