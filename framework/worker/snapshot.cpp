// Inputs come first in a snapshot, from offset 0; then the expectations, the tolerances of their
// elements, then the state, then a
// description of everything in JSON, and at the very end the length of the description.
#include "framework/worker/snapshot.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "assay/sizes.hpp"
#include "framework/core/error.hpp"
#include "framework/core/json_fields.hpp"
#include "framework/worker/tensor.hpp"

namespace assay {
namespace {

using nlohmann::json;

// The places of a snapshot's parts, determined before there is any memory, and the writes that put
// them there.
class Layout {
 public:
  // Takes a place for the tensor. Returns the place in the form that the description has.
  json add(const assay_tensor& tensor) {
    const TensorExtent extent = extent_of(tensor);
    const std::size_t offset = take(extent.bytes) + extent.before;
    writes_.emplace_back([tensor, offset](std::byte* memory) {
      assay_tensor there = tensor;
      there.data = memory + offset;
      copy_elements(tensor, there);
    });
    return offset;
  }
  json add(std::span<const std::byte> bytes) {
    const std::size_t offset = take(bytes.size());
    writes_.emplace_back([bytes, offset](std::byte* memory) {
      if (!bytes.empty()) std::memcpy(memory + offset, bytes.data(), bytes.size());
    });
    return {{"offset", offset}, {"bytes", bytes.size()}};
  }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  void write(std::byte* memory) const {
    for (const auto& write : writes_) write(memory);
  }

 private:
  std::size_t take(std::size_t bytes) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t offset = bytes_;
    bytes_ = sdk::rounded_up(offset + bytes, page);
    return offset;
  }

  std::size_t bytes_ = 0;
  std::vector<std::function<void(std::byte*)>> writes_;
};

json describe_tensor(Layout& layout, const assay_tensor& tensor) {
  return {{"tensor", json_of(tensor_shape(tensor))}, {"offset", layout.add(tensor)}};
}

json describe_expectation(Layout& layout, const assay_expectation& expectation) {
  json described = describe_tensor(layout, expectation.reference);
  described["absolute"] = real_to_json(expectation.absolute);
  described["relative"] = real_to_json(expectation.relative);
  return described;
}

// null stands for an expectation whose elements have no tolerances.
json describe_element_tolerances(Layout& layout, std::span<const assay_tensor> tolerances) {
  json described = json::array();
  for (const assay_tensor& each : tolerances) {
    described.push_back(each.data == nullptr ? json() : describe_tensor(layout, each));
  }
  return described;
}

json describe_tolerance(const assay_tolerance& tolerance) {
  return {{"output", tolerance.output},
          {"element", static_cast<int>(tolerance.element)},
          {"absolute", real_to_json(tolerance.absolute)},
          {"relative", real_to_json(tolerance.relative)}};
}

json description_in(const Mapping& memory) {
  std::uint64_t length = 0;
  if (memory.size() < sizeof length) throw internal_error("a snapshot is empty");
  const std::byte* end = memory.data() + memory.size() - sizeof length;
  std::memcpy(&length, end, sizeof length);
  if (length > memory.size() - sizeof length) throw internal_error("a snapshot is cut off");
  const auto* text = reinterpret_cast<const char*>(end);
  return json::parse(text - length, text);
}

}  // namespace

Descriptor write_snapshot(const std::string& key, const SnapshotContents& contents) {
  Layout layout;
  json description{{"key", key}, {"record", to_json(contents.record)}};
  json& inputs = description["inputs"] = json::array();
  for (const assay_tensor& tensor : contents.inputs) inputs.push_back(layout.add(tensor));
  description["input_bytes"] = layout.bytes();
  json& expectations = description["expectations"] = json::array();
  for (const assay_expectation& each : contents.expectations) {
    expectations.push_back(describe_expectation(layout, each));
  }
  json& tolerances = description["tolerances"] = json::array();
  for (const assay_tolerance& each : contents.tolerances) {
    tolerances.push_back(describe_tolerance(each));
  }
  description["element_tolerances"] =
      describe_element_tolerances(layout, contents.element_tolerances);
  json& origins = description["origins"] = json::array();
  for (const assay_origin& each : contents.origins) origins.push_back(each.at);
  description["state"] = layout.add(contents.state);

  const std::string text = description.dump();
  const std::uint64_t length = text.size();
  return create_sealed(layout.bytes() + text.size() + sizeof length, [&](std::byte* memory) {
    layout.write(memory);
    std::memcpy(memory + layout.bytes(), text.data(), text.size());
    std::memcpy(memory + layout.bytes() + text.size(), &length, sizeof length);
  });
}

Snapshot::Snapshot(const std::string& key, Descriptor memory) : memory_(std::move(memory)) {
  original_ = map_sealed(memory_);
  const json description = description_in(original_);
  if (description.at("key") != key)
    throw environment_error("a snapshot belongs to another instance");
  copy_ = map_copy(memory_, description.at("input_bytes"));
  record_ = instance_from_json(description.at("record"));
  for (std::size_t k = 0; k < record_.inputs.size(); ++k) {
    const std::size_t offset = description.at("inputs").at(k);
    inputs_.push_back(tensor_of(record_.inputs[k], copy_.data() + offset));
    original_inputs_.push_back(tensor_of(record_.inputs[k], original_.data() + offset));
  }
  const json& expectations = description.at("expectations");
  std::vector<assay_tensor> references;
  take_tensors(expectations, expected_shapes_, references);
  for (std::size_t k = 0; k < references.size(); ++k) {
    expectations_.push_back({references[k], real_from_json(expectations[k].at("absolute")),
                             real_from_json(expectations[k].at("relative"))});
  }
  take_tensors(description.at("element_tolerances"), tolerance_shapes_, element_tolerances_);
  for (const json& each : description.at("tolerances")) {
    tolerances_.push_back(
        {each.at("output"), static_cast<assay_element>(each.at("element").get<int>()),
         real_from_json(each.at("absolute")), real_from_json(each.at("relative"))});
  }
  for (const json& each : description.at("origins")) {
    each.get_to(origins_.emplace_back().at);
  }
  const json& state = description.at("state");
  state_ = {original_.data() + state.at("offset").get<std::size_t>(),
            state.at("bytes").get<std::size_t>()};
}

void Snapshot::take_tensors(const json& described, std::vector<TensorShape>& shapes,
                            std::vector<assay_tensor>& tensors) {
  for (const json& each : described) {
    shapes.push_back(each.is_null() ? TensorShape{} : read_as<TensorShape>(each.at("tensor")));
  }
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    std::byte* data = nullptr;
    if (!described[k].is_null()) {
      data = original_.data() + described[k].at("offset").get<std::size_t>();
    }
    tensors.push_back(tensor_of(shapes[k], data));
  }
}

}  // namespace assay
