#include "framework/kernel_file/npy.hpp"

#include <fstream>
#include <random>

#include "assay/element.hpp"
#include "framework/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/contents.hpp"
#include "tests/npy_file.hpp"
#include "tests/temporary_folder.hpp"

using namespace assay;
using testing::npy_header;

namespace {

std::vector<std::byte> some_bytes(std::size_t size) {
  std::mt19937 random(static_cast<unsigned>(size));
  std::vector<std::byte> bytes(size);
  for (auto& byte : bytes) byte = static_cast<std::byte>(random());
  return bytes;
}

// Writes a file of the given header and so many bytes of elements.
std::filesystem::path written(const test::TemporaryFolder& folder, const std::string& header,
                              std::size_t data_bytes, char version = 1) {
  const auto file = folder / "some.npy";
  std::ofstream(file, std::ios::binary)
      << testing::npy_file(header, std::string(data_bytes, '\1'), version);
  return file;
}

void refused(const std::filesystem::path& file, const std::vector<std::string>& parts) {
  try {
    static_cast<void>(read_npy(file));
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::environment);
    CHECK_THAT(error.what(), contains(file.string()));
    for (const auto& part : parts) CHECK_THAT(error.what(), contains(part));
  }
}

}  // namespace

TEST_CASE("what is written is read again, of every type and rank") {
  const test::TemporaryFolder folder;
  for (int type = ASSAY_F32; type <= ASSAY_U64; ++type) {
    const auto element = static_cast<assay_element>(type);
    for (const std::vector<std::int64_t>& shape :
         {std::vector<std::int64_t>{}, {7}, {3, 5}, {2, 1, 4}, {2, 3, 4, 5}, {0, 3}}) {
      std::size_t size = sdk::element_size(element);
      for (const auto extent : shape) size *= static_cast<std::size_t>(extent);
      const auto bytes = some_bytes(size);
      write_npy(folder / "a.npy", element, shape, bytes);
      const NpyArray array = read_npy(folder / "a.npy");
      CHECK(array.element == element);
      CHECK(array.shape == shape);
      CHECK(array.data == bytes);
      CHECK((std::filesystem::file_size(folder / "a.npy") - size) % 64 == 0);
    }
  }
}

TEST_CASE("arrays of elements that no kernel file has are written under NumPy's names") {
  const test::TemporaryFolder folder;
  const std::pair<assay_element, std::string> names[] = {
      {ASSAY_F16, "<f2"},   {ASSAY_BF16, "<V2"}, {ASSAY_F8_E4M3, "|V1"}, {ASSAY_F8_E5M2, "|V1"},
      {ASSAY_BOOL8, "|b1"}, {ASSAY_C64, "<c8"},  {ASSAY_C128, "<c16"}};
  for (const auto& [element, name] : names) {
    write_npy(folder / "a.npy", element, std::vector<std::int64_t>{1}, some_bytes(16));
    CHECK_THAT(test::contents(folder / "a.npy"), contains("'descr': '" + name + "'"));
  }
}

TEST_CASE("headers of all versions and with NumPy's spacing are read") {
  const test::TemporaryFolder folder;
  for (const char version : {'\1', '\2', '\3'}) {
    const auto array = read_npy(written(folder, npy_header("<i2", "(3,)"), 6, version));
    CHECK(array.element == ASSAY_I16);
    CHECK(array.shape == std::vector<std::int64_t>{3});
  }
  CHECK(read_npy(written(folder, npy_header("<f8", "(4,)", "True"), 32)).shape.size() == 1);
}

TEST_CASE("files that are no such array are refused with the cure") {
  const test::TemporaryFolder folder;
  refused(folder / "missing.npy", {"no such file"});
  std::ofstream(folder / "text.npy") << "1.0 2.0 3.0 4.0 5.0\n";
  refused(folder / "text.npy", {"numpy.save"});
  std::ofstream(folder / "empty.npy");
  refused(folder / "empty.npy", {"cut off"});
  refused(written(folder, npy_header("<f4", "(2, 3)", "True"), 24),
          {"Fortran order", "ascontiguousarray"});
  refused(written(folder, npy_header(">f4", "(2,)"), 8), {"big-endian", "newbyteorder"});
  refused(written(folder, npy_header("<f2", "(2,)"), 4), {"'<f2'", "astype"});
  refused(written(folder, npy_header("<f4", "(1, 2, 1, 2, 1, 1, 1, 1, 1)"), 16),
          {"9 dimensions", "reshape"});
  refused(written(folder, npy_header("<f4", "(10,)"), 39), {"cut off", "39", "40"});
  refused(written(folder, npy_header("<f4", "(10,)"), 41), {"followed by other data"});
  refused(written(folder, npy_header("<f4", "(1000000000000, 1000000)"), 4), {"cut off"});
  refused(written(folder, npy_header("<f4", "(99999999999999999999,)"), 4), {"is impossible"});
  refused(written(folder, "{'descr': [('a', '<f4')], }\n", 4), {"'shape'"});
  refused(written(folder, npy_header("<f4", "(1,)"), 4, '\7'), {"version 7"});
}

TEST_CASE("records are read and written with the padding of NumPy's aligned types") {
  const test::TemporaryFolder folder;
  const auto read = [&](const std::string& descr, std::size_t bytes,
                        const std::string& shape = "(2,)") {
    return read_npy(written(
        folder, "{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape + ", }",
        bytes));
  };
  // numpy.dtype([("position", "f4", 4), ("id", "i2"), ("m", "f8", (2, 3))], align=True)
  const std::string aligned =
      "[('position', '<f4', (4,)), ('id', '<i2'), ('', '|V6'), ('m', '<f8', (2, 3)), ('', '|V8')]";
  const NpyArray array = read(aligned, 2 * 80);
  CHECK(array.element == ASSAY_U8);
  CHECK(array.shape == std::vector<std::int64_t>{2, 80});
  CHECK(array.record == NpyRecord{{{"position", ASSAY_F32, {4}, 0},
                                   {"id", ASSAY_I16, {}, 16},
                                   {"m", ASSAY_F64, {2, 3}, 24}},
                                  80});
  CHECK(descr_of(array.record) ==
        "[('position', '<f4', (4,)), ('id', '<i2'), ('', '|V6'), ('m', '<f8', (2, 3,)), "
        "('', '|V8')]");
  CHECK(type_text(array) == "{float position[4], short id, double m[2, 3]}[2]");
  write_npy(folder / "b.npy", array.record, std::vector<std::int64_t>{2}, array.data);
  const NpyArray again = read_npy(folder / "b.npy");
  CHECK(again.record == array.record);
  CHECK(again.data == array.data);

  // What NumPy has no number for is bytes there.
  const NpyRecord small = read(
                              "[('h', '<f2'), ('z', '<c16'), ('t', '|b1'), ('f', '|V1'), "
                              "('b', '<V2')]",
                              22, "()")
                              .record;
  CHECK(type_text(small) ==
        "{half h, double complex z, bool t, unsigned char f, unsigned short b}");
  CHECK(small.bytes == 22);
  // A long type makes a header of the format's second version.
  NpyRecord many;
  for (int k = 0; k < 3000; ++k) {
    many.members.push_back({"member_" + std::to_string(k), ASSAY_I8, {}, many.bytes++});
  }
  write_npy(folder / "many.npy", many, std::vector<std::int64_t>{1}, some_bytes(3000));
  CHECK(read_npy(folder / "many.npy").record == many);
}

TEST_CASE("hostile types of records are refused with what is wrong") {
  const test::TemporaryFolder folder;
  const auto refuses = [&](const std::string& descr, const std::vector<std::string>& parts) {
    CAPTURE(descr);
    refused(written(folder, "{'descr': " + descr + ", 'fortran_order': False, 'shape': (1,), }", 8),
            parts);
  };
  refuses("[]", {"records without members"});
  refuses("[('', '|V8')]", {"records without members"});
  refuses("[('', '<f8')]", {"no name"});
  refuses("[('a', '>f8')]", {"member 'a'", "big-endian", "newbyteorder"});
  refuses("[('a', '<M8[ns]')]", {"member 'a'", "'<M8[ns]'"});
  refuses("[('a', '|V8')]", {"member 'a'", "'|V8'"});
  refuses("[('a', '|S8')]", {"'|S8'"});
  refuses("[('a b', '<f8')]", {"letters, digits and _"});
  refuses("[('1', '<f8')]", {"letters, digits and _"});
  refuses("[('a', '<f4'), ('a', '<f4')]", {"two members 'a'"});
  refuses("[('a', [('b', '<f8')])]", {"that hold records"});
  refuses("[(('title', 'a'), '<f8')]", {"titles"});
  refuses("[('a', '<f8', (0,))]", {"'a' has no elements"});
  refuses("[('a', '<f8', (99999999999999999999999,))]", {"more than 1048576 bytes"});
  refuses("[('a', '<f8', (1048576, 1048576, 1048576, 1048576))]", {"more than 1048576 bytes"});
  refuses("[('a', '<f8', (1, 1, 1, 1, 1, 1, 1, 1))]", {"too many dimensions"});
  refuses("[('a', '<f8'), ('', '|V99999999999999999999')]", {"more than 1048576 bytes"});
  refuses("[('a', '<f8'), ('', '|Vx')]", {"makes no sense"});
  refuses("[('a', '<f8', (x,))]", {"makes no sense"});
  refuses("[('a', '<f8', (2 3))]", {"makes no sense"});
  refuses("[('a', '<f8')", {"makes no sense"});
  refuses("[('a', '<f8') ('b', '<f8')]", {"makes no sense"});
  refuses("[('a', '<f8'", {"makes no sense"});
  refuses("[('a", {"makes no sense"});
  refuses("[", {"makes no sense"});
  refuses("['a', '<f8']", {"makes no sense"});
  // Offsets of members, which may overlap, have a form that NumPy itself does not write.
  refuses("{'names': ['a', 'b'], 'formats': ['<f8', '<f8'], 'offsets': [0, 4]}", {"records"});
  refuses("[('a', '<f4')]", {"holds 8 bytes", "{float a}[1]", "takes 4"});
  refused(written(folder,
                  "{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1, 1, 1, 1, 1, 1, "
                  "1, 1), }",
                  8),
          {"8 dimensions", "at most 7"});
  const std::string many(300000, '(');
  refuses("[" + many, {"titles"});
}

TEST_CASE("a file that is cut anywhere is refused, and never crashes") {
  const test::TemporaryFolder folder;
  write_npy(folder / "a.npy", ASSAY_F64, std::vector<std::int64_t>{5}, some_bytes(40));
  const auto size = std::filesystem::file_size(folder / "a.npy");
  for (auto keep = size; keep-- > 0;) {
    std::filesystem::resize_file(folder / "a.npy", keep);
    CHECK_THROWS_AS(read_npy(folder / "a.npy"), Error);
  }
}

TEST_CASE("headers of any size and shape are read in time and without deep recursion") {
  const test::TemporaryFolder folder;
  const std::string many(900000, ' ');
  CHECK(read_npy(written(folder, npy_header("<f4", "(2," + many + ")"), 8, '\2')).shape ==
        std::vector<std::int64_t>{2});
  refused(written(folder, npy_header(std::string(900000, 'f'), "(2,)"), 8, '\2'),
          {"not supported"});
  refused(written(folder, npy_header("<f4", "(" + std::string(900000, '9') + ",)"), 8, '\2'),
          {"is impossible"});
  std::string ones = "(";
  for (int k = 0; k < 300000; ++k) ones += "1, ";
  refused(written(folder, npy_header("<f4", ones + ")"), 4, '\2'), {"300000 dimensions"});
  refused(written(folder, "{'descr': '" + std::string(900000, 'x'), 4, '\2'), {"records"});
  refused(written(folder, npy_header("<f4", "(9007199254740993, 9007199254740993)"), 4),
          {"is impossible"});
  refused(written(folder,
                  npy_header("<f8", "(999999999999999, 999999999999999, 999999999999999, 99)"), 4),
          {"cut off"});
  refused(written(folder, npy_header("<f4", "(2"), 8), {"shape"});
  refused(written(folder, npy_header("<f4", "(-2,)"), 8), {"shape"});
  refused(folder.path(), {"not a regular file"});
}
