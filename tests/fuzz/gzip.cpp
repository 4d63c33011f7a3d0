// Feeds the two readers of files that may be packed: both find the same text.
#include "framework/store/packed_text.hpp"
#include "tables/byte_file.hpp"
#include "tests/fuzz/target.hpp"

namespace assay::fuzz {
namespace {

void read_packed(std::string_view input) {
  const std::string file = written("packed", input);
  const std::string text = read_packed_text(file, std::size_t{1} << 20);
  std::string other(text.size() + 1, '\0');
  tables::ByteFile bytes(file);
  other.resize(bytes.read(other));
  require(text == other, "two readers of packed files differ");
  require(!input.starts_with("\x1f\x8b") ? text == input : true, "plain text is not itself");
}

const Target gzip("gzip", read_packed);

}  // namespace
}  // namespace assay::fuzz
