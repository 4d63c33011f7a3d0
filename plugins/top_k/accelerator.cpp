// radix and queue, for OpenCL and CUDA: the k-th largest number of a row digit by digit, and a
// queue of the largest numbers so far. Either way, groups may share a row.
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "rows/device_rows.hpp"
#include "top_k/top_k.hpp"

namespace top_k {
namespace {

using namespace assay::sdk;

// What both variants have: the tensors on the device, and the groups for them.
template <class Real>
class OnDevice : public Trial {
 public:
  // An unsigned integer for each number: kernels/top_k/keys.h.
  using Key = std::conditional_t<sizeof(Real) == 8, std::uint64_t, std::uint32_t>;

  OnDevice(const Task& task, const Device& device)
      : host_(device.host),
        extents_(task),
        k_(chosen(task)),
        parts_(task.configuration().size("parts")),
        group_(task.configuration().size("group_size")),
        x_(Buffer<Real>::of_input(host_, elements<const Real>(task.input("x")))),
        value_output_(elements<Real>(task.output("values"))),
        place_output_(elements<std::uint32_t>(task.output("places"))),
        values_(host_, value_output_.size()),
        places_(host_, place_output_.size()) {}

  void outputs() override {
    values_.read(value_output_);
    places_.read(place_output_);
  }

 protected:
  static std::size_t chosen(const Task& task) {
    return static_cast<std::size_t>(task.output("places").shape[1]);
  }
  [[nodiscard]] std::uint32_t columns() const {
    return static_cast<std::uint32_t>(extents_.columns);
  }
  [[nodiscard]] std::size_t rows() const { return extents_.rows; }
  template <class... Arguments>
  void launch(const Kernel& kernel, std::size_t groups, const Arguments&... arguments) const {
    kernel.launch<1>({groups * group_}, {group_}, arguments...);
  }

  Host host_;
  rows::Extents extents_;
  std::size_t k_;
  std::size_t parts_;  // groups that share a row
  std::size_t group_;
  Buffer<Real> x_;
  std::span<Real> value_output_;
  std::span<std::uint32_t> place_output_;
  Buffer<Real> values_;
  Buffer<std::uint32_t> places_;
};

template <class Real>
class Queue final : public OnDevice<Real> {
 public:
  Queue(const Task& task, const Device& device)
      : OnDevice<Real>(task, device), program_(build(device, task)) {
    if (this->parts_ == 1) {
      select_ = program_.kernel("select_rows");
      return;
    }
    select_ = program_.kernel("select_parts");
    select_from_parts_ = program_.kernel("select_from_parts");
    keys_found_ = {this->host_, this->rows() * this->parts_ * this->k_};
    places_found_ = {this->host_, keys_found_.size()};
  }

  static Program build(const Device& device, const Task& task) {
    auto options = rows::RowsInParts::options(device, task);
    options.define("K", Queue::chosen(task)).define("ROOM", task.configuration().integer("room"));
    return assay::sdk::build(device.host, "top_k/queue.kernel", options);
  }

  static ParameterSet parameters() {
    ParameterSet set = rows::RowsInParts::parameters();
    set.parameters.push_back(
        {"room", "Numbers in a group's queue.", powers_of_two(128, 4096), 512});
    set.constraints.push_back({"room >= 2 * k", "candidates need as much room as what is chosen"});
    set.constraints.push_back(
        {"room * (12 if precision == 'double' else 8) + 256 <= min(local_memory_bytes, 49152)",
         "the queue must fit into local memory"});
    return set;
  }

  void run() override {
    const Phase phase(this->host_, "kernel");
    if (this->parts_ == 1) {
      return this->launch(select_, this->rows(), this->x_, this->columns(), this->values_,
                          this->places_);
    }
    this->launch(select_, this->rows() * this->parts_, this->x_, this->columns(), keys_found_,
                 places_found_);
    this->launch(select_from_parts_, this->rows(), keys_found_, places_found_, this->values_,
                 this->places_);
  }

 private:
  Program program_;
  Kernel select_;
  Kernel select_from_parts_;  // with several parts alone, like what is found in them
  Buffer<typename OnDevice<Real>::Key> keys_found_;
  Buffer<std::uint32_t> places_found_;
};

template <class Real>
class Radix final : public OnDevice<Real> {
 public:
  Radix(const Task& task, const Device& device)
      : OnDevice<Real>(task, device),
        bins_(task.configuration().size("bins")),
        passes_(quotient_up(8 * sizeof(Real), digit_bits(task))),
        program_(build(device, task)) {
    if (this->parts_ == 1) {
      select_ = program_.kernel("select_rows");
      counts_ = {this->host_, this->rows() * 2};
      return;
    }
    select_ = program_.kernel("count_digits");
    store_largest_ = program_.kernel("store_largest");
    counts_ = {this->host_, this->rows() * (passes_ * bins_ + 2)};
    bits_ = {this->host_, this->rows() * passes_};
    left_ = {this->host_, this->rows() * passes_};
  }

  static Program build(const Device& device, const Task& task) {
    auto options = rows::RowsInParts::options(device, task);
    options.define("K", Radix::chosen(task))
        .define("DIGIT_BITS", digit_bits(task))
        .define("REPLICAS", task.configuration().integer("replicas"));
    return assay::sdk::build(device.host, "top_k/radix.kernel", options);
  }

  static ParameterSet parameters() {
    ParameterSet set = rows::RowsInParts::parameters();
    set.parameters.push_back(
        {"bins", "Values of a digit: the more there are, the fewer times a row is read.",
         powers_of_two(16, 2048), 256});
    set.parameters.push_back({"replicas",
                              "Counters in a group for each value of a digit, which its work items "
                              "take in turn.",
                              powers_of_two(1, 8), 1});
    set.constraints.push_back(
        {"bins * replicas * 4 + group_size * 8 <= min(local_memory_bytes, 49152)",
         "the counters must fit into local memory"});
    return set;
  }

  void run() override {
    const Phase phase(this->host_, "kernel");
    if (this->parts_ == 1) {
      return this->launch(select_, this->rows(), this->x_, this->columns(), counts_, this->values_,
                          this->places_);
    }
    counts_.fill(0);
    const std::size_t groups = this->rows() * this->parts_;
    for (std::uint32_t pass = 0; pass < passes_; ++pass) {
      this->launch(select_, groups, this->x_, this->columns(), pass, counts_, bits_, left_);
    }
    this->launch(store_largest_, groups, this->x_, this->columns(), counts_, bits_, left_,
                 this->values_, this->places_);
  }

 private:
  static std::size_t digit_bits(const Task& task) {
    return static_cast<std::size_t>(std::countr_zero(task.configuration().size("bins")));
  }

  std::size_t bins_;
  std::size_t passes_;  // digits of a key
  Program program_;
  Kernel select_;
  Kernel store_largest_;  // with several parts alone, like bits and left
  Buffer<std::uint32_t> counts_;
  Buffer<typename OnDevice<Real>::Key> bits_;
  Buffer<std::uint32_t> left_;
};

template <template <class Real> class Method>
void describe(Plugin& plugin, const char* name, const char* doc) {
  for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
    auto variant = assay::sdk::describe_accelerated(name, "top-k/rows", doc, backend,
                                                    Method<float>::parameters());
    variant.outputs_are_copies = true;
    variant.prepare = [=](const Task& task) {
      return prepare_by_precision<Method>(task.input("x"), task, Device{task.host(), backend});
    };
    variant.compile = [=](const Task& task) {
      static_cast<void>(Method<float>::build({task.host(), backend}, task));
    };
    plugin.variant(std::move(variant));
  }
}

}  // namespace

void describe_accelerated(Plugin& plugin) {
  describe<Radix>(plugin, "radix",
                  "Finds the k-th largest number of a row digit by digit, counting the values of "
                  "each, and writes what is larger.");
  describe<Queue>(plugin, "queue",
                  "Reads a row once: numbers larger than the k-th largest so far enter a queue, "
                  "which is sorted when it is full.");
}

}  // namespace top_k
