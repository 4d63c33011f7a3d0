// queue, for OpenCL and CUDA: the largest numbers so far, in a queue of a group.
#include "top_k/on_device.hpp"

namespace top_k {
namespace {

using namespace assay::sdk;

template <class Real>
class Queue final : public OnDevice<Real> {
 public:
  Queue(const Task& task, const Device& device)
      : OnDevice<Real>(task, device),
        parts_(task.configuration().size("parts")),
        program_(build(device, task)) {
    if (parts_ == 1) {
      select_ = program_.kernel("select_rows");
      return;
    }
    select_ = program_.kernel("select_parts");
    select_from_parts_ = program_.kernel("select_from_parts");
    key_list_ = {this->host, this->extents.rows * parts_ * this->k};
    place_list_ = {this->host, key_list_.size()};
  }

  static Program build(const Device& device, const Task& task) {
    auto options = rows::group_options(device, task);
    options.define("PARTS", task.configuration().integer("parts"))
        .define("ROOM", task.configuration().integer("room"));
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
    const Phase phase(this->host, "kernel");
    const std::size_t rows = this->extents.rows;
    if (parts_ == 1) {
      return this->launch(select_, rows, this->x, this->columns(), this->k, this->values,
                          this->places);
    }
    this->launch(select_, rows * parts_, this->x, this->columns(), this->k, key_list_, place_list_);
    this->launch(select_from_parts_, rows, key_list_, place_list_, this->k, this->values,
                 this->places);
  }

 private:
  std::size_t parts_;  // of a row
  Program program_;
  Kernel select_;
  Kernel select_from_parts_;  // with several parts alone, like what is found in them
  Buffer<typename OnDevice<Real>::Key> key_list_;
  Buffer<std::uint32_t> place_list_;
};

}  // namespace

void describe_queue(Plugin& plugin) {
  describe_on_devices<Queue>(plugin, "queue",
                             "Reads a row once: numbers larger than the k-th largest so far enter "
                             "a queue, which is sorted when it is full.");
}

}  // namespace top_k
