// Makes variants of a sort of this folder, one for each of its backends, from one description.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "sort/accelerator/batches.hpp"
#include "sort/accelerator/launching.hpp"
#include "sort/accelerator/pairs_on_device.hpp"
#include "sort/accelerator/parameter_set.hpp"

namespace sorting::accelerator {

// The trial of an algorithm. An algorithm is a class with
//
//   name, doc                    of its variants; ".opencl" or ".cuda" is appended to the name
//   parameters(backend)          a ParameterSet
//   Shape                        of its program, made of (backend, configuration, payload bytes)
//   build(device, shape, configuration)
//                                its program, without data
//   a constructor (device, shape, configuration, pairs)
//   enqueue(batch, queue)        sorts the arrays of a batch in place; returns the number of
//                                launches

template <class Algorithm>
class SortTrial : public assay::sdk::Trial {
 public:
  SortTrial(const assay::sdk::Task& task, assay_backend backend)
      : host_(task.host()),
        pairs_({host_, backend}, task),
        algorithm_({host_, backend},
                   typename Algorithm::Shape(backend, task.configuration(), pairs_.payload_bytes()),
                   task.configuration(), pairs_),
        launching_(host_, task, [this](const Batch& batch, assay_queue* queue) {
          return algorithm_.enqueue(batch, queue);
        }) {}

  void restore() override { pairs_.restore(); }
  void run() override {
    const assay::sdk::Phase phase(host_, "kernel");
    launching_.enqueue();
  }
  void outputs() override {
    pairs_.download();
    host_.trial_fact("launches", static_cast<double>(launching_.launches()));
  }

 private:
  assay::sdk::Host host_;
  PairsOnDevice pairs_;
  Algorithm algorithm_;
  Launching launching_;
};

template <class Algorithm>
assay::sdk::VariantDescription describe_sort(assay_backend backend) {
  ParameterSet set = Algorithm::parameters(backend);
  Launching::add_parameters(set, backend);
  auto variant = assay::sdk::describe_accelerated(Algorithm::name, "sort/pairs", Algorithm::doc,
                                                  backend, std::move(set));
  variant.queues = Launching::most_queues;
  variant.prepare = [=](const assay::sdk::Task& task) {
    return std::make_unique<SortTrial<Algorithm>>(task, backend);
  };
  variant.compile = [=](const assay::sdk::Task& task) {
    const Device device{task.host(), backend};
    const typename Algorithm::Shape shape(backend, task.configuration(),
                                          payload_bytes(task.input("payloads")));
    static_cast<void>(PairsOnDevice::build(device));
    static_cast<void>(Algorithm::build(device, shape, task.configuration()));
  };
  return variant;
}

}  // namespace sorting::accelerator
