#include "framework/device/cuda/cubin.hpp"

#include <elf.h>

#include <array>
#include <cstring>

#include "tests/catch.hpp"

using assay::device::cuda::facts_of_cubin;
using assay::device::cuda::kernels_of_cubin;

namespace {

// An entry of .nv.info: a value of a symbol.
struct Attribute {
  std::uint8_t format = 4;
  std::uint8_t kind;
  std::uint16_t size = 8;
  std::uint32_t symbol;
  std::uint32_t value;
};

// An ELF file with a kernel, a function of the device, a variable, attributes, and names at the
// end.
std::vector<std::byte> small_cubin(const std::vector<Attribute>& attributes = {}) {
  constexpr std::string_view names{"\0.nv.info\0kernel\0helper\0data\0", 29};
  constexpr std::size_t sections = sizeof(Elf64_Ehdr);
  constexpr std::size_t symbols = sections + 4 * sizeof(Elf64_Shdr);
  constexpr std::size_t info = symbols + 3 * sizeof(Elf64_Sym);
  const std::size_t info_bytes = attributes.size() * sizeof(Attribute);
  std::vector<std::byte> bytes(info + info_bytes + names.size());
  const auto put = [&](std::size_t at, const auto& value) {
    std::memcpy(bytes.data() + at, &value, sizeof(value));
  };
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_shoff = sections;
  header.e_shnum = 4;
  header.e_shstrndx = 2;
  put(0, header);
  Elf64_Shdr table{};
  table.sh_type = SHT_SYMTAB;
  table.sh_offset = symbols;
  table.sh_size = 3 * sizeof(Elf64_Sym);
  table.sh_link = 2;
  put(sections + sizeof(Elf64_Shdr), table);
  Elf64_Shdr strings{};
  strings.sh_type = SHT_STRTAB;
  strings.sh_offset = info + info_bytes;
  put(sections + 2 * sizeof(Elf64_Shdr), strings);
  Elf64_Shdr told{};
  told.sh_name = 1;
  told.sh_offset = info;
  told.sh_size = info_bytes;
  put(sections + 3 * sizeof(Elf64_Shdr), told);
  put(symbols, Elf64_Sym{10, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0x10, 1, 0, 0});
  put(symbols + sizeof(Elf64_Sym), Elf64_Sym{17, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0, 1, 0, 0});
  put(symbols + 2 * sizeof(Elf64_Sym),
      Elf64_Sym{24, ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT), 0, 1, 0, 0});
  for (std::size_t k = 0; k < attributes.size(); ++k) {
    put(info + k * sizeof(Attribute), attributes[k]);
  }
  std::memcpy(bytes.data() + info + info_bytes, names.data(), names.size());
  return bytes;
}

}  // namespace

TEST_CASE("the kernels of a CUBIN are its functions with NVIDIA's mark") {
  CHECK(kernels_of_cubin(small_cubin()) == std::vector<std::string>{"kernel"});
}

TEST_CASE("a CUBIN tells the registers and spills of a kernel, where it says so plainly") {
  using Told = std::vector<std::pair<std::string, double>>;
  const auto told = [](const std::vector<Attribute>& attributes, const std::string& kernel) {
    Told result;
    for (const auto& fact : facts_of_cubin(small_cubin(attributes), kernel)) {
      result.emplace_back(fact.name, fact.value);
    }
    return result;
  };
  const Attribute registers{.kind = 0x2f, .symbol = 0, .value = 40};
  const Attribute frame{.kind = 0x11, .symbol = 0, .value = 16};
  Attribute stack{.kind = 0x12, .symbol = 0, .value = 16};
  const Attribute of_helper{.kind = 0x2f, .symbol = 1, .value = 7};
  const Attribute short_one{.format = 2, .kind = 0x2f, .symbol = 0, .value = 9};
  CHECK(told({of_helper, registers, frame, stack}, "kernel") ==
        Told{{"registers", 40}, {"spill_bytes", 16}});
  CHECK(told({frame, stack}, "kernel") == Told{{"spill_bytes", 16}});
  CHECK(told({short_one, frame}, "kernel").empty());
  stack.value = 48;  // of a function that the kernel calls
  CHECK(told({registers, frame, stack}, "kernel") == Told{{"registers", 40}});
  CHECK(told({registers, of_helper}, "helper").empty());
  CHECK(told({registers}, "absent").empty());
}

TEST_CASE("a CUBIN that is cut off or no ELF file says nothing, at any length") {
  const auto whole = small_cubin({{.kind = 0x2f, .symbol = 0, .value = 40}});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    // A copy of its own size, so that reading beyond it is noticed.
    const std::vector<std::byte> part(whole.begin(),
                                      whole.begin() + static_cast<std::ptrdiff_t>(length));
    CAPTURE(length);
    CHECK_FALSE(kernels_of_cubin(part).has_value());
    CHECK(facts_of_cubin(part, "kernel").empty());
  }
  auto other = whole;
  other[1] = std::byte{'e'};
  CHECK_FALSE(kernels_of_cubin(other).has_value());
}

TEST_CASE("symbols are demangled, and others stay as they are") {
  CHECK(assay::device::cuda::demangled("_Z5scaleILi4EEvPf") == "void scale<4>(float*)");
  CHECK(assay::device::cuda::demangled("scale") == "scale");
}
