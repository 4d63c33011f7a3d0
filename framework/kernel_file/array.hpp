// Arrays of a scenario: their elements, shapes and tolerances.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/fields.hpp"
#include "framework/kernel_file/placed_text.hpp"

namespace assay {

// How an array gets its elements. Rules: "none" (an output), "constant" (first), "index" (first + k
// * second), "uniform" (first to second; for integers both inclusive), "normal" (mean first,
// deviation second), "interleaved" (an element of each of `of` in turn), "file" (a .npy file),
// "members" (of an array of structs: each member has its own).
struct ArrayFill {
  std::string rule = "none";
  double first = 0;
  double second = 0;
  std::uint64_t seed = 0;
  std::string file;
  std::vector<std::string> of;  // arrays of the problem that stand before
  bool operator==(const ArrayFill&) const = default;
};
void fields(auto& field, Of<ArrayFill> auto& fill) {
  field("rule", fill.rule);
  field("first", fill.first);
  field("second", fill.second);
  field("seed", fill.seed);
  field("file", fill.file);
  field.optional("of", fill.of);
}

// |x - r| <= absolute + relative * |r|. `scaled` multiplies `absolute` by the root mean square of
// the finite values of the reference.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
  bool scaled = false;

  bool operator==(const Tolerance&) const = default;
};
void fields(auto& field, Of<Tolerance> auto& tolerance) {
  field("relative", tolerance.relative);
  field("absolute", tolerance.absolute);
  field("scaled", tolerance.scaled);
}

// The tolerance of an output where a kernel works in a type of less precision than the output's.
struct TypeTolerance {
  assay_element element = ASSAY_F32;
  Tolerance tolerance;

  bool operator==(const TypeTolerance&) const = default;
};
void fields(auto& field, Of<TypeTolerance> auto& typed) {
  field("element", typed.element);
  field("tolerance", typed.tolerance);
}

// The tolerance of outputs of a type if nobody gives another: allows for the rounding of sums of
// any scale. Whole numbers must be equal.
[[nodiscard]] Tolerance usual_tolerance(assay_element element);

// A member of the structs that an array holds: a number, a vector, or an array of them.
struct ArrayMember {
  std::string name;
  assay_element element = ASSAY_F32;
  std::size_t width = 1;            // elements of a vector
  std::vector<std::int64_t> shape;  // of a member that is an array, in C: type name[3][2]; none of
                                    // vectors of three, which OpenCL places apart
  ArrayFill fill;                   // "none" where the structs come from a file or a kernel
  bool compared = true;             // of an output
  Tolerance tolerance;              // of an output
  std::size_t offset = 0;           // bytes from the beginning of the struct: see lay_out
  std::string place;
  bool operator==(const ArrayMember&) const = default;
};
void fields(auto& field, Of<ArrayMember> auto& member) {
  field("name", member.name);
  field("element", member.element);
  field("width", member.width);
  field("shape", member.shape);
  field("fill", member.fill);
  field("compared", member.compared);
  field("tolerance", member.tolerance);
  field("offset", member.offset);
  field("place", member.place);
}

// The elements of a dimension from number `from`, counted from 0, up to but without number `to`.
struct ComparedRange {
  Formula from;
  Formula to;
  bool operator==(const ComparedRange&) const = default;
};
void fields(auto& field, Of<ComparedRange> auto& range) {
  field("from", range.from);
  field("to", range.to);
}

struct ArrayDescription {
  std::string name;
  std::string doc;
  assay_element element = ASSAY_F32;
  std::vector<Formula> shape;  // empty: the shape of the file
  ArrayFill fill;
  bool output = false;   // with a fill: restored before each repetition
  bool compared = true;  // of an output: false for work space, whose elements say nothing
  // What is compared of an output, in each dimension. Dimensions without a range are compared as a
  // whole.
  std::vector<ComparedRange> ranges;
  Tolerance tolerance;  // of an output
  // Of an array of structs. It is an array of their bytes: `element` is ASSAY_U8, and once they are
  // laid out, the last extent is `struct_bytes`.
  std::vector<ArrayMember> members;
  std::size_t struct_bytes = 0;
  // Those of types that have none have the types' usual tolerances, or `tolerance` where that holds
  // for all types.
  std::vector<TypeTolerance> type_tolerances;
  bool tolerance_of_all = false;
  // Of an array of a kernel: the parameter whose value is the name of its type; "" if the type is
  // `element`.
  PlacedText type;
  std::string place;
  // Not sent to workers, which have no need of them: the elements of a vector, if its type is one,
  // and whether the scenario gives one tolerance, whatever the type.
  std::size_t width = 1;
  bool tolerance_given = false;
};
void fields(auto& field, Of<ArrayDescription> auto& array) {
  field("name", array.name);
  field("doc", array.doc);
  field("element", array.element);
  field("shape", array.shape);
  field("fill", array.fill);
  field("output", array.output);
  field("compared", array.compared);
  field.optional("ranges", array.ranges);
  field("tolerance", array.tolerance);
  field.optional("members", array.members);
  field.optional("struct_bytes", array.struct_bytes);
  field.optional("type_tolerances", array.type_tolerances);
  field.optional("tolerance_of_all", array.tolerance_of_all);
  field.optional("type", array.type);
  field("place", array.place);
}

}  // namespace assay
