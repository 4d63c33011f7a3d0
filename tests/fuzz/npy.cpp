// Feeds the two readers of NumPy arrays: an array that was read is the same after writing and
// reading it again, and both readers find the same shape.
#include "framework/kernel_file/npy.hpp"

#include <algorithm>

#include "tables/npy_array.hpp"
#include "tests/fuzz/target.hpp"

namespace assay::fuzz {
namespace {

void write_again(const std::string& file, const NpyArray& array) {
  if (array.record.members.empty()) return write_npy(file, array.element, array.shape, array.data);
  write_npy(file, array.record, std::span(array.shape).first(array.shape.size() - 1), array.data);
}

void read_arrays(std::string_view input) {
  const std::string file = written("array.npy", input);
  NpyArray array;
  const bool accepted = accepts([&] { array = read_npy(file); });
  if (accepted) {
    const std::string copy = written("copy.npy", "");
    write_again(copy, array);
    const NpyArray again = read_npy(copy);
    require(again.element == array.element && again.shape == array.shape &&
                again.data == array.data && again.record == array.record,
            "written and read again it is another");
    if (!array.record.members.empty()) return;  // the other reader takes plain numbers alone
  }
  const tables::NpyArray table(file);
  std::size_t elements = 1;
  for (const std::size_t extent : table.shape()) elements *= extent;
  static_cast<void>(table.value(0));
  static_cast<void>(table.value(elements - 1));
  require(!accepted || std::ranges::equal(array.shape, table.shape(),
                                          [](std::int64_t a, std::size_t b) {
                                            return static_cast<std::size_t>(a) == b;
                                          }),
          "two readers find other shapes");
}

const Target npy("npy", read_arrays);

}  // namespace
}  // namespace assay::fuzz
