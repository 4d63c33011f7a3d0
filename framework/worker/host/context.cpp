#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "framework/device/limits.hpp"
#include "framework/worker/host/context.hpp"

namespace {

template <class Handle, class Object>
Handle* add_to(std::vector<std::unique_ptr<Handle>>& handles, std::unique_ptr<Object> object) {
  handles.push_back(std::make_unique<Handle>(Handle{std::move(object)}));
  return handles.back().get();
}

// Destroying a handle twice, or one of another context, does nothing.
template <class Handle>
void remove_from(std::vector<std::unique_ptr<Handle>>& handles, const Handle* handle) {
  std::erase_if(handles, [&](const auto& owned) { return owned.get() == handle; });
}

// The label of device work within a phase.
assay::device::WorkLabel label_of(std::size_t phase) {
  return static_cast<assay::device::WorkLabel>(phase + 1);
}

}  // namespace

assay_context::assay_context(assay::device::Device& device, const assay::HostResources& resources,
                             std::span<const assay::Fact> instance_facts)
    : device_(device),
      accelerator_(device.find<assay::device::Accelerator>()),
      resources_(resources),
      instance_facts_(instance_facts) {
  if (accelerator_ == nullptr) return;
  accelerators_.push_back(accelerator_);
  accelerator_->set_label(assay::device::untimed);
}

assay_context::assay_context(assay_context& first, assay::device::Device& device)
    : first_(&first),
      device_(device),
      accelerator_(device.find<assay::device::Accelerator>()),
      resources_(first.resources_) {}

// Waits, since work in flight may still use the buffers. A device that cannot finish has already
// reported that.
assay_context::~assay_context() {
  if (accelerator_ == nullptr) return;
  accelerator_->set_label(0);
  try {
    accelerator_->finish(nullptr);
  } catch (const assay::device::DeviceError&) {
    return;
  }
}

std::string assay_context::take_message() { return std::exchange(message_, {}); }

// ---- devices ------------------------------------------------------------------------------------

assay_context& assay_context::sibling(std::size_t number) {
  if (first_ != this) return first_->sibling(number);
  if (number == 0) return *this;
  const auto known = siblings_.find(number);
  return known != siblings_.end() ? *known->second
                                  : open(siblings_, number, device_.sibling(number));
}

assay_context& assay_context::on(assay_backend backend) {
  if (first_ != this) return first_->on(backend);
  const auto known = backends_.find(backend);
  if (known != backends_.end()) return *known->second;
  if (resources_.first_device == nullptr) {
    throw assay::device::DeviceError(ASSAY_UNSUPPORTED, "this host offers only one device");
  }
  return open(backends_, backend, resources_.first_device(backend));
}

template <class Key>
assay_context& assay_context::open(std::map<Key, std::unique_ptr<assay_context>>& contexts, Key key,
                                   assay::device::Device& device) {
  std::unique_ptr<assay_context> opened(new assay_context(*this, device));
  if (auto* accelerator = opened->accelerator_; accelerator != nullptr) {
    accelerator->set_label(label());
    accelerators_.push_back(accelerator);
  }
  return *contexts.emplace(key, std::move(opened)).first->second;
}

std::vector<assay_context*> assay_context::all() {
  std::vector<assay_context*> contexts = others();
  contexts.push_back(this);
  return contexts;
}

std::vector<assay_context*> assay_context::others() const {
  std::vector<assay_context*> contexts;
  for (const auto& [_, each] : siblings_) contexts.push_back(each.get());
  for (const auto& [_, each] : backends_) contexts.push_back(each.get());
  return contexts;
}

std::vector<assay::device::Device*> assay_context::devices() {
  std::vector<assay::device::Device*> devices{&device_};
  for (auto* each : others()) devices.push_back(&each->device_);
  return devices;
}

void assay_context::finish() {
  for (auto* accelerator : accelerators_) accelerator->finish(nullptr);
}

assay::device::WorkLabel assay_context::label() const {
  if (open_phase_ != no_phase) return label_of(open_phase_);
  return sampling_ ? 0 : assay::device::untimed;
}

void assay_context::update_label() {
  for (auto* accelerator : accelerators_) accelerator->set_label(label());
}

std::vector<double> assay_context::collect_device_seconds() {
  std::vector<double> longest;
  for (auto* accelerator : accelerators_) {
    const std::vector<double> seconds = accelerator->collect_device_seconds();
    longest.resize(std::max(longest.size(), seconds.size()));
    for (std::size_t k = 0; k < seconds.size(); ++k) longest[k] = std::max(longest[k], seconds[k]);
  }
  return longest;
}

void assay_context::limit(assay_limit what, double value) {
  if (!first_->limits_allowed_) {
    throw assay::device::DeviceError(
        ASSAY_INVALID,
        "a device is limited by 'prepare' of a variant that declares it (assay_variant::limits), "
        "in a trial that is measured");
  }
  const assay::Stopwatch watch;
  limits_.push_back(device_.require<assay::device::Limits>().limit(what, value));
  first_->limiting_seconds_ += watch.seconds();
}

// ---- samples and phases -------------------------------------------------------------------------

void assay_context::begin_sample() {
  static_cast<void>(collect_device_seconds());  // what was enqueued before is not counted
  for (Phase& phase : phases_) {
    phase.time.host_seconds = phase.time.device_seconds = 0;
    phase.used = false;
  }
  open_phase_ = no_phase;
  sampling_ = true;
  update_label();
  sample_clock_.restart();
}

assay::Sample assay_context::end_sample() {
  finish();
  assay::Sample sample;
  sample.seconds = sample_clock_.seconds();
  end_phase();
  sampling_ = false;
  update_label();
  const std::vector<double> seconds = collect_device_seconds();
  for (std::size_t label = 0; label < seconds.size(); ++label) {
    sample.device_seconds += seconds[label];
    if (label > 0 && label <= phases_.size()) {
      phases_[label - 1].time.device_seconds = seconds[label];
    }
  }
  for (const Phase& phase : phases_) {
    if (phase.used) sample.phases.push_back(phase.time);
  }
  return sample;
}

void assay_context::begin_phase(std::string_view name) {
  end_phase();  // phases do not nest: the one left open ends here
  if (!sampling_) return;
  const auto known = std::ranges::find(
      phases_, name, [](const Phase& phase) { return std::string_view(phase.time.name); });
  open_phase_ = static_cast<std::size_t>(known - phases_.begin());
  if (known == phases_.end()) phases_.push_back({{std::string(name), 0, 0}, false});
  phases_[open_phase_].used = true;
  update_label();
  phase_clock_.restart();
}

void assay_context::end_phase() {
  if (open_phase_ == no_phase) return;
  phases_[open_phase_].time.host_seconds += phase_clock_.seconds();
  open_phase_ = no_phase;
  update_label();
}

// ---- facts and paths ----------------------------------------------------------------------------

void assay_context::set_fact(const char* name, double value, const char* unit) {
  const auto known = std::ranges::find(facts_, name, &assay::Fact::name);
  if (known == facts_.end()) {
    facts_.push_back({name, value, unit});
  } else {
    *known = {name, value, unit};
  }
}

void assay_context::note_facts(const assay_kernel& kernel) {
  for (const auto& fact : kernel.object->facts()) {
    first_->set_fact(fact.name.c_str(), fact.value, fact.unit.c_str());
  }
}

const std::vector<assay::Fact>& assay_context::facts() {
  for (const auto* each : others()) {
    for (const auto& kernel : each->kernels_) note_facts(*kernel);
  }
  for (const auto& kernel : kernels_) note_facts(*kernel);
  return facts_;
}

std::vector<assay::Fact> assay_context::take_facts() { return std::exchange(facts_, {}); }

const char* assay_context::keep_path(std::string path) {
  path_ = std::move(path);
  return path_.c_str();
}

// ---- copies -------------------------------------------------------------------------------------

assay::CopiedRange assay_context::range_of(const assay_buffer& buffer, std::size_t offset,
                                           const void* host, std::size_t bytes) const {
  return {accelerator_, &buffer, buffer.object.get(),
          offset,       bytes,   static_cast<const std::byte*>(host)};
}

void assay_context::note_write(const assay_buffer& buffer, std::size_t offset, const void* source,
                               std::size_t bytes) {
  copies().written(range_of(buffer, offset, source, bytes), first_->sampling_);
}

void assay_context::note_read(const assay_buffer& buffer, std::size_t offset, const void* target,
                              std::size_t bytes) {
  copies().read(range_of(buffer, offset, target, bytes));
}

// ---- handles ------------------------------------------------------------------------------------

assay_buffer* assay_context::add(std::unique_ptr<assay::device::Buffer> buffer) {
  assay_buffer* added = add_to(buffers_, std::move(buffer));
  added->number = ++first_->buffers_created_;
  return added;
}
void* assay_context::add(std::unique_ptr<assay::device::HostMemory> memory) {
  return add_to(host_memory_, std::move(memory))->object->data();
}
assay_program* assay_context::add(std::unique_ptr<assay::device::Program> program) {
  return add_to(programs_, std::move(program));
}
assay_kernel* assay_context::add(std::unique_ptr<assay::device::Kernel> kernel) {
  return add_to(kernels_, std::move(kernel));
}
assay_queue* assay_context::add(std::unique_ptr<assay::device::Queue> queue) {
  return add_to(queues_, std::move(queue));
}
assay_graph* assay_context::add(std::unique_ptr<assay::device::Graph> graph) {
  return add_to(graphs_, std::move(graph));
}

void assay_context::remove(const assay_buffer* buffer) {
  const auto owned = std::ranges::find(buffers_, buffer, &std::unique_ptr<assay_buffer>::get);
  if (owned == buffers_.end()) return;
  // Reading the guards waits for the device, so it is not done within a timed sample: buffers that
  // a variant creates and destroys in every repetition go unchecked.
  if (!first_->sampling_) check_guards(**owned);
  copies().destroyed(**owned);
  if (const auto& copy = (*owned)->copy; copy && copy->unchanged && first_->damage_.empty()) {
    first_->kept_inputs_->give_back(*accelerator_, copy->input,
                                    {std::move((*owned)->object), *copy->digest});
  }
  buffers_.erase(owned);
}

assay_buffer* assay_context::take_kept_input(const void* input, std::size_t bytes) {
  assay::KeptInputs* kept = first_->kept_inputs_;
  if (kept == nullptr || accelerator_ == nullptr) return nullptr;
  auto copy = kept->take(*accelerator_, input, bytes);
  if (!copy) return nullptr;
  assay_buffer* buffer = add(std::move(copy->buffer));
  buffer->copy = {input, copy->digest};
  note_write(*buffer, 0, input, bytes);
  return buffer;
}

bool assay_context::free_kept_inputs() {
  assay::KeptInputs* kept = first_->kept_inputs_;
  if (kept == nullptr || kept->empty()) return false;
  kept->clear();
  return true;
}

void assay_context::keep_input(const assay_buffer& buffer, std::uint64_t digest) {
  for (auto* each : all()) {
    const auto owned =
        std::ranges::find(each->buffers_, &buffer, &std::unique_ptr<assay_buffer>::get);
    if (owned == each->buffers_.end() || !(*owned)->copy || kept_inputs_ == nullptr) continue;
    (*owned)->copy->digest = digest;
    (*owned)->copy->unchanged = true;
  }
}

void assay_context::remove_host_memory(const void* memory) {
  const auto owned = std::ranges::find(host_memory_, memory,
                                       [](const auto& each) { return each->object->data(); });
  if (owned == host_memory_.end()) return;
  if (accelerator_ != nullptr) accelerator_->finish(nullptr);
  check_guards(**owned);
  host_memory_.erase(owned);
}
void assay_context::remove(const assay_program* program) { remove_from(programs_, program); }
void assay_context::remove(const assay_kernel* kernel) {
  const auto owned = std::ranges::find(kernels_, kernel, &std::unique_ptr<assay_kernel>::get);
  if (owned == kernels_.end()) return;
  note_facts(**owned);
  kernels_.erase(owned);
}
void assay_context::remove(const assay_queue* queue) { remove_from(queues_, queue); }

void assay_context::remove(const assay_graph* graph) { remove_from(graphs_, graph); }

std::string assay_context::buffer_damage() {
  for (auto* each : all()) {
    for (const auto& buffer : each->buffers_) each->check_guards(*buffer);
    for (const auto& memory : each->host_memory_) each->check_guards(*memory);
  }
  return damage_;
}

void assay_context::renew_guards() {
  for (auto* each : all()) {
    for (const auto& buffer : each->buffers_) each->accelerator_->renew_guards(*buffer->object);
  }
}

void assay_context::check_guards(assay_buffer& buffer) {
  if (!first_->damage_.empty()) return;
  const auto damage = accelerator_->guard_damage(*buffer.object);
  if (!damage.any()) return;
  first_->damage_ = fmt::format(
      "memory around a device buffer of {} bytes was overwritten, {}; it is the variant's buffer "
      "number {}, in order of creation",
      buffer.object->size(), to_string(damage), buffer.number);
}

void assay_context::check_guards(const assay_host_memory& memory) {
  if (!first_->damage_.empty()) return;
  const auto damage = memory.object->guard_damage();
  if (!damage.any()) return;
  first_->damage_ =
      fmt::format("memory around host memory that the variant allocated was overwritten, {}",
                  to_string(damage));
}
