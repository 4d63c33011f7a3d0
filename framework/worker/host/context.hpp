// The host's side of plugin.h: the implementation of assay_context and of the function table
// assay_host.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/blob_cache.hpp"
#include "framework/core/fact.hpp"
#include "framework/core/sample.hpp"
#include "framework/device/accelerator.hpp"
#include "framework/device/device.hpp"
#include "framework/device/graph.hpp"
#include "framework/measure/clock.hpp"
#include "framework/worker/host/copies.hpp"
#include "framework/worker/host/kept_inputs.hpp"

namespace assay {

// The resources that all contexts of a process share.
struct HostResources {
  std::optional<BlobCache> cache;     // none: nothing is kept
  std::filesystem::path data_folder;  // relative paths in arguments start here, then in "."
  // Returns the first device of a backend. Throws environment Error or DeviceError if there is
  // none; without a function, there is none for any backend.
  std::function<device::Device&(assay_backend)> first_device = nullptr;
};

// The function table, the same for every context.
[[nodiscard]] const assay_host& host_table();

}  // namespace assay

// The handles of plugin.h. They own the device's objects and are owned by the context, so that a
// plugin that forgets to destroy them leaks nothing beyond its trial.
struct assay_buffer {
  std::unique_ptr<assay::device::Buffer> object;
  std::size_t number = 0;  // among all that the variant creates, from 1

  // Of a copy of an input (input_buffer_create).
  struct InputCopy {
    const void* input;
    std::optional<std::uint64_t> digest;  // known if an earlier trial left the copy
    bool unchanged = false;               // to be kept for the next trial
  };
  std::optional<InputCopy> copy = std::nullopt;
};
struct assay_host_memory {
  std::unique_ptr<assay::device::HostMemory> object;
};
struct assay_program {
  std::unique_ptr<assay::device::Program> object;
};
struct assay_kernel {
  std::unique_ptr<assay::device::Kernel> object;
  std::vector<assay::device::KernelArgument> arguments = {};  // of a launch, kept for their memory
};
struct assay_queue {
  std::unique_ptr<assay::device::Queue> object;
};
struct assay_graph {
  std::unique_ptr<assay::device::Graph> object;
};

// The context of one instance or trial on its device. Declared by plugin.h, hence outside the
// namespace.
//
// For several devices there is a first context, that of the instance or trial, and one for each
// other device, owned by the first. Each has a device and the objects created on it; messages,
// facts, phases and samples are those of the first context.
struct assay_context {
 public:
  // All are borrowed and must outlive the context. `instance_facts` are those of the instance that
  // a trial is on; none are known before there is one, as for a compilation.
  assay_context(assay::device::Device& device, const assay::HostResources& resources,
                std::span<const assay::Fact> instance_facts = {});
  ~assay_context();
  assay_context(const assay_context&) = delete;
  assay_context& operator=(const assay_context&) = delete;

  // ---- for the host ----------------------------------------------------------------------------

  [[nodiscard]] assay::device::Device& device() { return device_; }
  // The device as an accelerator; nullptr for one that is none, such as the host.
  [[nodiscard]] assay::device::Accelerator* accelerator() { return accelerator_; }
  // The text a plugin gave with its last failure; forgotten by this call.
  [[nodiscard]] std::string take_message();
  // Facts that the trial attached, in order of first mention, and those that the device reports
  // about launched kernels (registers and the like).
  [[nodiscard]] const std::vector<assay::Fact>& facts();
  // Returns the attached facts and forgets them.
  [[nodiscard]] std::vector<assay::Fact> take_facts();
  // The devices in use: this context's and those of the siblings asked for so far.
  [[nodiscard]] std::vector<assay::device::Device*> devices();
  // Waits for all work of all devices.
  void finish();
  // Between begin_sample() and end_sample(), phases and device work count towards a sample.
  // end_sample() stops the clock when all device work is done, and fills in everything but warm_up.
  // If several devices work at the same time, a phase's device time is that of the device that
  // worked longest in it.
  void begin_sample();
  [[nodiscard]] assay::Sample end_sample();
  // "" if the guard zones of all buffers and of the host memory that variants asked for are intact,
  // including those that were destroyed; else the damage.
  [[nodiscard]] std::string buffer_damage();
  // Gives the guard zones of all buffers new contents.
  void renew_guards();
  [[nodiscard]] std::span<const assay::Fact> instance_facts() const { return instance_facts_; }
  // Has device_limit work from now on: it is for trials alone, and only for those whose variants
  // declare limits.
  void allow_limits() { limits_allowed_ = true; }
  // The seconds spent on limiting devices, those of siblings included.
  [[nodiscard]] double limiting_seconds() const { return limiting_seconds_; }
  // The copies of all devices, which the first context records.
  [[nodiscard]] assay::Copies& copies() { return first_->copies_; }
  // Copies of inputs come from `kept` from now on, and those that keep_input() names go back there
  // when they are destroyed. It is borrowed.
  void use_kept_inputs(assay::KeptInputs& kept) { kept_inputs_ = &kept; }
  // `buffer` is an unchanged copy of an input, with this digest; others are ignored.
  void keep_input(const assay_buffer& buffer, std::uint64_t digest);

  // ---- for the function table ------------------------------------------------------------------

  // The context that was handed to the plugin: this one, or the one that owns it.
  [[nodiscard]] assay_context& first() { return *first_; }
  // The context of device().sibling(number), which the first context owns; 0 is the first context
  // itself. Throws DeviceError if there is no such device.
  [[nodiscard]] assay_context& sibling(std::size_t number);
  // The context of the first device of a backend, which the first context owns. Throws what
  // HostResources::first_device throws.
  [[nodiscard]] assay_context& on(assay_backend backend);
  // Does what Device::require does, without looking for what every accelerator has.
  template <class Capability>
  [[nodiscard]] Capability& capability() {
    if constexpr (std::is_base_of_v<Capability, assay::device::Accelerator>) {
      if (accelerator_ != nullptr) return *accelerator_;
    }
    return device_.require<Capability>();
  }
  [[nodiscard]] const assay::HostResources& resources() const { return resources_; }
  // Limits the device for as long as this context lives. Throws DeviceError.
  void limit(assay_limit what, double value);
  void set_message(std::string message) { message_ = std::move(message); }
  void begin_phase(std::string_view name);
  void end_phase();
  void set_fact(const char* name, double value, const char* unit);
  const char* keep_path(std::string path);
  // A null `source` stands for no place in the host's memory.
  void note_write(const assay_buffer& buffer, std::size_t offset, const void* source,
                  std::size_t bytes);
  void note_read(const assay_buffer& buffer, std::size_t offset, const void* target,
                 std::size_t bytes);

  // A copy of an input that an earlier trial left; nullptr if there is none.
  [[nodiscard]] assay_buffer* take_kept_input(const void* input, std::size_t bytes);
  // Frees what no trial uses; false if nothing was to be freed.
  bool free_kept_inputs();

  assay_buffer* add(std::unique_ptr<assay::device::Buffer> buffer);
  // Returns the memory itself, which is what the plugin gets.
  void* add(std::unique_ptr<assay::device::HostMemory> memory);
  assay_program* add(std::unique_ptr<assay::device::Program> program);
  assay_kernel* add(std::unique_ptr<assay::device::Kernel> kernel);
  assay_queue* add(std::unique_ptr<assay::device::Queue> queue);
  assay_graph* add(std::unique_ptr<assay::device::Graph> graph);
  void remove(const assay_buffer* buffer);
  void remove_host_memory(const void* memory);  // after waiting for the device
  void remove(const assay_program* program);
  void remove(const assay_kernel* kernel);
  void remove(const assay_queue* queue);
  void remove(const assay_graph* graph);

 private:
  struct Phase {
    assay::PhaseTime time;
    bool used = false;  // in the current sample
  };
  static constexpr std::size_t no_phase = static_cast<std::size_t>(-1);

  // Creates the context of a sibling, or of a device of another backend.
  assay_context(assay_context& first, assay::device::Device& device);
  template <class Key>
  assay_context& open(std::map<Key, std::unique_ptr<assay_context>>& contexts, Key key,
                      assay::device::Device& device);
  // All contexts that this one owns.
  [[nodiscard]] std::vector<assay_context*> others() const;
  [[nodiscard]] std::vector<assay_context*> all();  // the owned ones and this one
  // The label under which work counts at present; update_label() passes it to the devices.
  [[nodiscard]] assay::device::WorkLabel label() const;
  void update_label();
  std::vector<double> collect_device_seconds();
  void check_guards(assay_buffer& buffer);
  void check_guards(const assay_host_memory& memory);
  [[nodiscard]] assay::CopiedRange range_of(const assay_buffer& buffer, std::size_t offset,
                                            const void* host, std::size_t bytes) const;
  void note_facts(const assay_kernel& kernel);

  assay_context* first_ = this;
  assay::device::Device& device_;
  assay::device::Accelerator* accelerator_ = nullptr;
  const assay::HostResources& resources_;
  // Holds limits until everything else is gone.
  std::vector<std::shared_ptr<void>> limits_;
  bool limits_allowed_ = false;
  std::span<const assay::Fact> instance_facts_;
  double limiting_seconds_ = 0;
  std::string message_;
  std::string path_;
  std::string damage_;
  std::size_t buffers_created_ = 0;
  std::vector<assay::Fact> facts_;

  assay::Copies copies_;
  assay::KeptInputs* kept_inputs_ = nullptr;
  bool sampling_ = false;
  assay::Stopwatch sample_clock_;
  assay::Stopwatch phase_clock_;
  std::vector<Phase> phases_;  // phase k has the device label k + 1; label 0 is outside all phases
  std::size_t open_phase_ = no_phase;

  // The handles, in the order in which they may refer to each other: destroyed from last to first.
  std::vector<std::unique_ptr<assay_host_memory>> host_memory_;
  std::vector<std::unique_ptr<assay_queue>> queues_;
  std::vector<std::unique_ptr<assay_buffer>> buffers_;
  std::vector<std::unique_ptr<assay_program>> programs_;
  std::vector<std::unique_ptr<assay_kernel>> kernels_;
  std::vector<std::unique_ptr<assay_graph>> graphs_;

  // Of this context and the others, in order of opening; kept by the first context.
  std::vector<assay::device::Accelerator*> accelerators_;
  std::map<std::size_t, std::unique_ptr<assay_context>> siblings_;
  std::map<assay_backend, std::unique_ptr<assay_context>> backends_;
};
