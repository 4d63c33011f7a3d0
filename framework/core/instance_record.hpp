// An instance of a problem, as its worker describes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "framework/core/fact.hpp"
#include "framework/core/fields.hpp"
#include "framework/core/value.hpp"

namespace assay {

// The useful work of one sample, from which its floor follows.
struct Work {
  double flops = 0;
  double bytes = 0;
  bool double_precision = false;
};
void fields(auto& field, Of<Work> auto& work) {
  field("flops", work.flops);
  field("bytes", work.bytes);
  field("double_precision", work.double_precision);
}

// A tensor without its data.
struct TensorShape {
  std::string name;
  std::int64_t element = 0;  // an assay_element
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> stride;  // in elements
  bool operator==(const TensorShape&) const = default;
};
void fields(auto& field, Of<TensorShape> auto& tensor) {
  field("name", tensor.name);
  field("element", tensor.element);
  field("shape", tensor.shape);
  field("stride", tensor.stride);
}

// A member of the structs that an output holds as bytes: the output's last extent is the size of a
// struct.
struct OutputMember {
  std::size_t output = 0;  // the number of the output
  std::size_t offset = 0;  // bytes from the output's first to the member's first element
  TensorShape tensor;      // the member in all structs
  bool operator==(const OutputMember&) const = default;
};
void fields(auto& field, Of<OutputMember> auto& member) {
  field("output", member.output);
  field("offset", member.offset);
  field("tensor", member.tensor);
}

// A problem with its arguments fixed, as described by the worker that created it.
struct InstanceRecord {
  std::string problem;
  Bindings arguments;        // all of the problem's arguments, defaults filled in
  std::string input_digest;  // hash over the input tensors: tells changed data from unchanged
  Work work;
  std::vector<Fact> facts;
  double create_seconds = 0;
  // The shapes that programs may depend on; only for live instances, no store keeps them.
  std::vector<TensorShape> inputs = {};
  std::vector<TensorShape> outputs = {};
  std::vector<OutputMember> members = {};  // of outputs that hold structs, in the outputs' order
};
void fields(auto& field, Of<InstanceRecord> auto& record) {
  field("problem", record.problem);
  field("arguments", record.arguments);
  field("input_digest", record.input_digest);
  field("work", record.work);
  field("facts", record.facts);
  field("create_seconds", record.create_seconds);
  field("inputs", record.inputs);
  field("outputs", record.outputs);
  field.optional("members", record.members);
}
[[nodiscard]] nlohmann::json to_json(const InstanceRecord& record);
// Throws internal Error on JSON of another shape.
[[nodiscard]] InstanceRecord instance_from_json(const nlohmann::json& json);

}  // namespace assay
