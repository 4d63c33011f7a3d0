// The members of structs, as far as reading a source tells.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "framework/kernel_file/source_tokens.hpp"

namespace assay {

struct RecordMember {
  std::string type;  // "float", "unsigned int", a typedef's name
  std::string name;
};

// The members of the struct that `type` names, by its tag or by a typedef, an array member as often
// as it has elements. Empty if there is no such struct in the sources, if it has members that are
// not plain numbers or vectors: pointers, bit fields, structs, and if attributes or pragmas say how
// it is laid out.
[[nodiscard]] std::vector<RecordMember> record_members(const std::string& type,
                                                       std::span<const SourceText> sources);

}  // namespace assay
