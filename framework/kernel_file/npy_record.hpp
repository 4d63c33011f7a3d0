// Records in NumPy's .npy files: structs, whose type is a list of their members,
// [('position', '<f4', (4,)), ('id', '<i4'), ('', '|V12')]. Members without a name are padding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "assay/plugin.h"

namespace assay {

struct NpyMember {
  std::string name;
  assay_element element = ASSAY_F32;
  std::vector<std::int64_t> shape;  // of a member that is an array itself
  std::size_t offset = 0;           // bytes from the beginning of the record
  bool operator==(const NpyMember&) const = default;
};
// Of one member in one record.
[[nodiscard]] std::size_t element_count(const NpyMember& member);

struct NpyRecord {
  std::vector<NpyMember> members;  // in the order of their offsets
  std::size_t bytes = 0;           // of a record, with its padding
  bool operator==(const NpyRecord&) const = default;
};

// Reads the type of records from the dictionary of a file's header, and replaces it there by that
// of bytes, '|u1'. Without members if the elements are no records. Throws sdk::NpyError for members
// that have no name that C knows or share one, that are records themselves, that are no numbers or
// big-endian ones, and for records of no or of very many bytes.
[[nodiscard]] NpyRecord take_record(std::string& dictionary);

// The type as Python writes it.
[[nodiscard]] std::string descr_of(const NpyRecord& record);

// A text such as "{float position[4], int id}".
[[nodiscard]] std::string type_text(const NpyRecord& record);

}  // namespace assay
