// radix-kept and radix-passes, for OpenCL and CUDA: the k-th largest number of a row, digit by
// digit.
#include <bit>

#include "top_k/on_device.hpp"

namespace top_k {
namespace {

using namespace assay::sdk;

// Adds the parameters of top_k/digits.h.
ParameterSet with_digits(ParameterSet set) {
  set.parameters.push_back({"bins",
                            "Values of a digit: the more there are, the fewer the digits.",
                            {16, 64, 256, 1024, 2048},
                            256});
  set.parameters.push_back({"replicas",
                            "Counters in a group for each value of a digit, which its work items "
                            "take in turn.",
                            powers_of_two(1, 8), 1});
  set.constraints.push_back(
      {"bins * replicas * 4 + group_size * 8 <= min(local_memory_bytes, 49152)",
       "the counters must fit into local memory"});
  return set;
}

std::size_t digit_bits(const Task& task) {
  return static_cast<std::size_t>(std::countr_zero(task.configuration().size("bins")));
}

CompileOptions digit_options(const Device& device, const Task& task) {
  auto options = rows::group_options(device, task);
  return options.define("DIGIT_BITS", digit_bits(task))
      .define("REPLICAS", task.configuration().integer("replicas"));
}

template <class Real>
class Kept final : public OnDevice<Real> {
 public:
  Kept(const Task& task, const Device& device)
      : OnDevice<Real>(task, device), kernel_(build(device, task).kernel("select_kept")) {}

  static Program build(const Device& device, const Task& task) {
    return assay::sdk::build(device.host, "top_k/radix_kept.kernel", digit_options(device, task));
  }
  static ParameterSet parameters() { return with_digits(rows::KeptRows::parameters()); }

  void run() override {
    const Phase phase(this->host, "kernel");
    this->launch(kernel_, this->extents.rows, this->x, this->columns(), this->k, this->values,
                 this->places);
  }

 private:
  Kernel kernel_;
};

template <class Real>
class Passes final : public OnDevice<Real> {
 public:
  Passes(const Task& task, const Device& device)
      : OnDevice<Real>(task, device),
        groups_(this->extents.rows * task.configuration().size("parts")),
        passes_(static_cast<std::uint32_t>(quotient_up(8 * sizeof(Real), digit_bits(task)))),
        counts_(this->host, this->extents.rows * (passes_ * task.configuration().size("bins") + 3)),
        bits_(this->host, this->extents.rows * passes_),
        left_(this->host, this->extents.rows * passes_),
        key_list_(this->host, this->extents.elements()),
        place_list_(this->host, this->extents.elements()),
        program_(build(device, task)) {}

  static Program build(const Device& device, const Task& task) {
    auto options = digit_options(device, task);
    options.define("PARTS", task.configuration().integer("parts"));
    return assay::sdk::build(device.host, "top_k/radix_passes.kernel", options);
  }
  static ParameterSet parameters() { return with_digits(rows::RowsInParts::parameters()); }

  void run() override {
    {
      const Phase phase(this->host, "rows");
      counts_.fill(0);
      this->launch(count_rows_, groups_, this->x, this->columns(), counts_);
      this->launch(list_rows_, groups_, this->x, this->columns(), this->k, counts_, bits_, left_,
                   key_list_, place_list_, this->values, this->places);
    }
    const Phase phase(this->host, "lists");
    for (std::uint32_t pass = 2; pass < passes_; ++pass) {
      this->launch(count_lists_, groups_, this->columns(), this->k, pass, counts_, bits_, left_,
                   key_list_, place_list_);
    }
    this->launch(store_lists_, groups_, this->columns(), this->k, counts_, bits_, left_, key_list_,
                 place_list_, this->values, this->places);
  }

 private:
  std::size_t groups_;
  std::uint32_t passes_;  // digits of a key
  Buffer<std::uint32_t> counts_;
  Buffer<typename OnDevice<Real>::Key> bits_;
  Buffer<std::uint32_t> left_;
  Buffer<typename OnDevice<Real>::Key> key_list_;
  Buffer<std::uint32_t> place_list_;
  Program program_;
  Kernel count_rows_ = program_.kernel("count_rows");
  Kernel list_rows_ = program_.kernel("list_rows");
  Kernel count_lists_ = program_.kernel("count_lists");
  Kernel store_lists_ = program_.kernel("store_lists");
};

}  // namespace

void describe_radix(Plugin& plugin) {
  describe_on_devices<Kept>(plugin, "radix-kept",
                            "A group keeps a row in registers, and finds its k-th largest number "
                            "digit by digit.");
  describe_on_devices<Passes>(plugin, "radix-passes",
                              "Groups that may share a row find its k-th largest number digit by "
                              "digit, in a launch for each; the row is read twice, then only what "
                              "is still undecided.");
}

}  // namespace top_k
