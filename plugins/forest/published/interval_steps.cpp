#include "forest/published/interval_steps.hpp"

#include <optional>

namespace forest::published {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t candidate_words = 4;  // in words of 64 bits

}  // namespace

sdk::Program IntervalSteps::build(const Device& device, const Shape& shape) {
  auto options = shape.options(device.backend);
  options.define("SORTED_IN", 1);
  return sdk::build(device.host, "forest/fine_grained.kernel", options);
}

IntervalSteps::IntervalSteps(const Device& device, const Shape& shape, const DeviceData& data,
                             const TrainingData& samples, const Settings& settings,
                             std::size_t trees, std::size_t queues, bool has_phases, Ledger& ledger)
    : device_(device),
      shape_(shape),
      data_(data),
      samples_(samples),
      settings_(settings),
      draws_(settings.draws(samples.samples)),
      has_phases_(has_phases),
      ledger_(ledger),
      rows_(device.host, trees * draws_),
      tags_(device.host, trees * draws_),
      keys_(device.host, queues * draws_),
      others_(device.host, queues * draws_),
      best_(device.host, queues * candidate_words),
      results_(device.host, queues),
      results_on_host_(device.host, queues) {
  const sdk::Program program = build(device, shape);
  draw_bootstraps_ = program.kernel("draw_bootstraps");
  load_values_ = program.kernel("load_values");
  sort_values_ = program.kernel("sort_values");
  best_gain_ = program.kernel("best_gain");
  prevalent_label_ = program.kernel("prevalent_label");
  part_bootstrap_ = program.kernel("part_bootstrap");
  for (std::size_t q = 0; q < queues; ++q) queues_.push_back(sdk::create_queue(device.host));
}

template <class... Arguments>
void IntervalSteps::launch(const char* step, const sdk::Kernel& kernel, std::size_t queue,
                           std::size_t groups, const Arguments&... arguments) {
  std::optional<sdk::Phase> phase;
  if (has_phases_) phase.emplace(device_.host, step);
  kernel.launch_on<1>(queues_[queue].get(), {groups * shape_.work_group_size},
                      {shape_.work_group_size}, arguments...);
  ++ledger_.launches;
}

void IntervalSteps::draw_bootstraps(std::uint32_t first_tree, std::size_t trees) {
  launch("draw", draw_bootstraps_, 0, trees, data_.labels, rows_, tags_, samples_.samples, draws_,
         settings_.bootstrap_size, settings_.seed, first_tree);
}

void IntervalSteps::order() {
  for (const auto& queue : queues_) device_.host.wait(nullptr, queue.get());
  for (const auto& queue : queues_) device_.host.wait(queue.get(), nullptr);
}

void IntervalSteps::try_attribute(std::size_t queue, const BootstrapPart& part,
                                  std::uint32_t attribute, bool is_first) {
  const std::uint64_t room = room_of(queue);
  const auto number = static_cast<std::uint32_t>(queue);
  launch("load", load_values_, queue,
         (part.count + shape_.work_group_size - 1) / shape_.work_group_size, data_.columns, rows_,
         tags_, keys_, others_, first_of(part), room, part.count, samples_.samples, attribute);
  launch("sort", sort_values_, queue, 1, keys_, others_, room, part.count,
         sdk::LocalMemory{8 * shape_.tile});
  launch("gain", best_gain_, queue, 1, data_.table, keys_, others_, best_, results_, room, number,
         part.count, samples_.label_count, attribute, std::uint32_t{is_first ? 1U : 0U},
         sdk::LocalMemory{shape_.count_bytes(samples_.label_count)});
}

void IntervalSteps::find_label(std::size_t queue, const BootstrapPart& part) {
  launch("label", prevalent_label_, queue, 1, tags_, results_, first_of(part),
         static_cast<std::uint32_t>(queue), part.count, samples_.label_count,
         sdk::LocalMemory{shape_.count_bytes(samples_.label_count)});
}

std::span<const StepResult> IntervalSteps::results(std::size_t count) {
  for (const auto& queue : queues_) device_.host.wait(nullptr, queue.get());
  results_.read_async({results_on_host_.data(), count});
  device_.host.finish();
  ++ledger_.copies;
  ++ledger_.synchronisations;
  return {results_on_host_.data(), count};
}

void IntervalSteps::part(std::size_t queue, const BootstrapPart& part, const StepResult& split) {
  launch("part", part_bootstrap_, queue, 1, data_.columns, rows_, tags_, keys_, others_,
         first_of(part), room_of(queue), part.count, samples_.samples, split.attribute, split.low);
}

}  // namespace forest::published
