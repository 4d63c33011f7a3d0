#include "framework/kernel_file/cubin.hpp"

#include <elf.h>

#include <array>
#include <cstring>

#include "tests/catch.hpp"

using assay::kernels_of_cubin;

namespace {

// An ELF file with a kernel, a function of the device, a variable, and their names at the end.
std::vector<std::byte> small_cubin() {
  constexpr std::string_view names{"\0kernel\0helper\0data\0", 20};
  constexpr std::size_t sections = sizeof(Elf64_Ehdr);
  constexpr std::size_t symbols = sections + 3 * sizeof(Elf64_Shdr);
  constexpr std::size_t texts = symbols + 3 * sizeof(Elf64_Sym);
  std::vector<std::byte> bytes(texts + names.size());
  const auto put = [&](std::size_t at, const auto& value) {
    std::memcpy(bytes.data() + at, &value, sizeof(value));
  };
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_shoff = sections;
  header.e_shnum = 3;
  put(0, header);
  Elf64_Shdr table{};
  table.sh_type = SHT_SYMTAB;
  table.sh_offset = symbols;
  table.sh_size = 3 * sizeof(Elf64_Sym);
  table.sh_link = 2;
  put(sections + sizeof(Elf64_Shdr), table);
  Elf64_Shdr strings{};
  strings.sh_type = SHT_STRTAB;
  strings.sh_offset = texts;
  put(sections + 2 * sizeof(Elf64_Shdr), strings);
  put(symbols, Elf64_Sym{1, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0x10, 1, 0, 0});
  put(symbols + sizeof(Elf64_Sym), Elf64_Sym{8, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0, 1, 0, 0});
  put(symbols + 2 * sizeof(Elf64_Sym),
      Elf64_Sym{15, ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT), 0, 1, 0, 0});
  std::memcpy(bytes.data() + texts, names.data(), names.size());
  return bytes;
}

}  // namespace

TEST_CASE("the kernels of a CUBIN are its functions with NVIDIA's mark") {
  CHECK(kernels_of_cubin(small_cubin()) == std::vector<std::string>{"kernel"});
}

TEST_CASE("a CUBIN that is cut off or no ELF file says nothing, at any length") {
  const auto whole = small_cubin();
  const std::size_t unread = std::string_view("helper\0data\0", 12).size();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    // A copy of its own size, so that reading beyond it is noticed.
    const std::vector<std::byte> part(whole.begin(),
                                      whole.begin() + static_cast<std::ptrdiff_t>(length));
    CAPTURE(length);
    CHECK(kernels_of_cubin(part).has_value() == (length + unread >= whole.size()));
  }
  auto other = whole;
  other[1] = std::byte{'e'};
  CHECK_FALSE(kernels_of_cubin(other).has_value());
}

TEST_CASE("symbols are demangled, and others stay as they are") {
  CHECK(assay::demangled("_Z5scaleILi4EEvPf") == "void scale<4>(float*)");
  CHECK(assay::demangled("scale") == "scale");
}
