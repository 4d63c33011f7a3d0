#include "framework/worker/arena.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "assay/sizes.hpp"
#include "framework/core/digest.hpp"
#include "framework/device/guards.hpp"
#include "framework/worker/tensor.hpp"

namespace assay {
namespace {

constexpr std::size_t page_bytes = 4096;
constexpr std::size_t zone_bytes = std::size_t{64} << 10U;

std::size_t extent_of_shape(const TensorShape& shape) {
  return extent_of(tensor_of(shape, nullptr)).bytes;
}

TensorShape dense(const TensorShape& shape) {
  assay_tensor tensor = tensor_of(shape, nullptr);
  set_dense_strides(tensor);
  return tensor_shape(tensor);
}

}  // namespace

ArenaLayout arena_layout(const std::vector<TensorShape>& inputs,
                         const std::vector<TensorShape>& outputs) {
  ArenaLayout layout;
  layout.bytes = zone_bytes;
  const auto take = [&](const TensorShape& shape) {
    const std::size_t offset = layout.bytes;
    layout.bytes += sdk::rounded_up(extent_of_shape(shape), page_bytes) + zone_bytes;
    return offset;
  };
  for (const TensorShape& input : inputs) {
    layout.inputs.push_back(input);
    layout.input_offsets.push_back(take(input));
  }
  for (const TensorShape& output : outputs) {
    layout.outputs.push_back(dense(output));
    layout.output_offsets.push_back(take(layout.outputs.back()));
  }
  return layout;
}

Arena::Arena(ArenaLayout layout)
    : layout_(std::move(layout)), memory_(create_shared(layout_.bytes)) {
  place();
}

Arena::Arena(ArenaLayout layout, const std::string& path)
    : layout_(std::move(layout)), memory_(open_shared(path, layout_.bytes)) {
  place();
}

std::string Arena::inherited_path() const { return fmt::format("/proc/self/fd/{}", memory_.get()); }

void Arena::place() {
  mapping_ = map_shared(memory_);
  const auto tensors = [&](const std::vector<TensorShape>& shapes,
                           const std::vector<std::size_t>& offsets) {
    std::vector<assay_tensor> placed;
    for (std::size_t k = 0; k < shapes.size(); ++k) {
      const TensorExtent extent = extent_of(tensor_of(shapes[k], nullptr));
      placed.push_back(tensor_of(shapes[k], mapping_.data() + offsets[k] + extent.before));
    }
    return placed;
  };
  inputs_ = tensors(layout_.inputs, layout_.input_offsets);
  outputs_ = tensors(layout_.outputs, layout_.output_offsets);
}

std::span<std::byte> Arena::bytes_of_input(std::size_t number) const {
  return {mapping_.data() + layout_.input_offsets[number], extent_of_shape(layout_.inputs[number])};
}

std::span<std::byte> Arena::bytes_of_output(std::size_t number) const {
  return {mapping_.data() + layout_.output_offsets[number],
          extent_of_shape(layout_.outputs[number])};
}

void Arena::write_inputs(std::span<const assay_tensor> from) {
  for (std::size_t k = 0; k < inputs_.size(); ++k) copy_elements(from[k], inputs_[k]);
}

bool Arena::holds_inputs(std::span<const assay_tensor> from) const {
  for (std::size_t k = 0; k < inputs_.size(); ++k) {
    const auto size = element_size(from[k].element);
    bool same = true;
    for_each_run(from[k], [&](const std::byte* run, std::int64_t count, std::int64_t number) {
      const auto* here = static_cast<const std::byte*>(inputs_[k].data) +
                         memory_offset(inputs_[k], number) * static_cast<std::int64_t>(size);
      same = same && std::memcmp(here, run, static_cast<std::size_t>(count) * size) == 0;
    });
    if (!same) return false;
  }
  return true;
}

void Arena::fill_inputs(std::uint8_t byte) {
  for (std::size_t k = 0; k < inputs_.size(); ++k) {
    const auto bytes = bytes_of_input(k);
    if (!bytes.empty()) std::memset(bytes.data(), byte, bytes.size());
  }
}

void Arena::fill_outputs(std::uint8_t byte) {
  for (std::size_t k = 0; k < outputs_.size(); ++k) {
    const auto bytes = bytes_of_output(k);
    if (!bytes.empty()) std::memset(bytes.data(), byte, bytes.size());
  }
}

void Arena::fill_places_of_outputs(std::uint8_t byte, Random& draw) {
  for (std::size_t k = 0; k < outputs_.size(); ++k) fill_places(bytes_of_output(k), byte, draw);
}

std::uint64_t Arena::output_digest(std::uint64_t seed) const {
  std::uint64_t sum = 0;
  for (std::size_t k = 0; k < outputs_.size(); ++k) sum += digest(bytes_of_output(k), seed + k);
  return sum;
}

// Zones and tensors alternate, in the order of their places.
template <class Visit>
void Arena::for_each_zone(const Visit& visit) const {
  std::size_t end = 0;
  const auto zone_until = [&](std::size_t begin) {
    visit(std::span(reinterpret_cast<unsigned char*>(mapping_.data()) + end, begin - end));
  };
  for (std::size_t k = 0; k < inputs_.size(); ++k) {
    zone_until(layout_.input_offsets[k]);
    end = layout_.input_offsets[k] + bytes_of_input(k).size();
  }
  for (std::size_t k = 0; k < outputs_.size(); ++k) {
    zone_until(layout_.output_offsets[k]);
    end = layout_.output_offsets[k] + bytes_of_output(k).size();
  }
  zone_until(layout_.bytes);
}

void Arena::draw_guards() {
  guard_seed_ = drawn_seed();
  std::uint64_t seed = guard_seed_;
  for_each_zone([&](std::span<unsigned char> zone) { device::write_guard_pattern(zone, seed++); });
}

bool Arena::guards_intact() const {
  bool intact = true;
  std::uint64_t seed = guard_seed_;
  for_each_zone([&](std::span<unsigned char> zone) {
    intact = device::holds_guard_pattern(zone, seed++) && intact;
  });
  return intact;
}

}  // namespace assay
