#include "framework/device/sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "tests/framework/device/support.hpp"

namespace assay::device {
namespace {

using test::error_of;
using test::ScopedVariable;
using test::TemporaryFolder;

std::string flat_text(std::vector<assay_source> sources,
                      const std::vector<std::filesystem::path>& folders = {}) {
  const FlatSource flat = flatten(sources, folders);
  CHECK(static_cast<std::size_t>(std::ranges::count(flat.text, '\n')) == flat.lines.size());
  return flat.text;
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace

TEST_CASE("a source without includes stays as it is") {
  const std::string text = "__kernel void f() {}\n#define X \\\n  1\n#include <vendor.h>\n";
  CHECK(flat_text({{"a.cl", text.c_str()}}) == text);
  CHECK(flat_text({{"a.cl", ""}}).empty());
  CHECK(flat_text({{"a.cl", "no newline"}}) == "no newline\n");
}

TEST_CASE("an include is replaced by its text, once") {
  const std::string text = flat_text(
      {{"a.cl", "#include \"b.h\"\n  # include \"b.h\" // again\nend\n"}, {"b.h", "inner"}});
  CHECK(occurrences(text, "inner") == 1);
  CHECK(text.find("inner") < text.find("end"));
  CHECK(occurrences(text, "// again") == 1);
  CHECK(occurrences(text, "\"b.h\"") == 0);
}

TEST_CASE("includes that form a cycle end") {
  const std::string text = flat_text({{"a.cl", "#include \"b.h\"\nA\n"},
                                      {"b.h", "#include \"c.h\"\nB\n"},
                                      {"c.h", "#include \"b.h\"\n#include \"a.cl\"\nC\n"}});
  CHECK(occurrences(text, "A\n") == 1);
  CHECK(occurrences(text, "B\n") == 1);
  CHECK(occurrences(text, "C\n") == 1);
  CHECK(text.find("C\n") < text.find("B\n"));
  CHECK(text.find("B\n") < text.find("A\n"));
}

TEST_CASE("a file in several branches is there in each, and effective once") {
  const std::string text =
      flat_text({{"a.cl",
                  "#if X\n#include \"b.h\"\n#else\n#include \"b.h\"\n#endif\n#include \"b.h\"\n"
                  "#include \"b.h\"\n"},
                 {"b.h", "inner\n"}});
  CHECK(occurrences(text, "inner") == 3);  // the fourth follows an inclusion outside every branch
  CHECK(occurrences(text, "#ifndef ASSAY_INCLUDED_0") == 3);
  CHECK(occurrences(text, "#define ASSAY_INCLUDED_0") == 3);
  CHECK(occurrences(text, "#endif") == 4);
}

TEST_CASE("an unbalanced file does not disturb the one that includes it") {
  const std::string text =
      flat_text({{"a.cl", "#include \"b.h\"\n#include \"c.h\"\n#include \"c.h\"\n"},
                 {"b.h", "#if 1\n"},
                 {"c.h", "inner\n"}});
  CHECK(occurrences(text, "inner") == 1);
}

TEST_CASE("what only looks like an include stays") {
  const std::string source =
      "// #include \"x\"\n"
      "/* #include \"x\"\n"
      "#include \"x\"\n"
      "*/\n"
      "// comment goes on \\\n"
      "#include \"x\"\n"
      "#define TEXT \\\n"
      "#include \"x\"\n"
      "char* a = \"/*\"; // \"\n"
      "char b = '\"'; /* ' */\n"
      "#include_next \"x\"\n"
      "#include x\n"
      "#include \"\"\n"
      "#include \"unterminated\n";
  CHECK(flat_text({{"a.cl", source.c_str()}}) == source);
}

TEST_CASE("an include after a string that holds a comment's begin is seen") {
  const std::string text =
      flat_text({{"a.cl", "char* a = \"/* \\\" //\";\n#include \"b.h\" /* rest\ngoes on */\n"},
                 {"b.h", "inner"}});
  CHECK(occurrences(text, "inner") == 1);
  CHECK(occurrences(text, " /* rest\ngoes on */") == 1);
}

TEST_CASE("names are looked up beside the including file, then as they are") {
  const std::string text = flat_text(
      {{"family/a.cl", "#include \"b.h\"\n#include \"../shared.h\"\n#include \"top.h\"\n"},
       {"family/b.h", "beside\n"},
       {"b.h", "top b\n"},
       {"shared.h", "shared\n"},
       {"top.h", "top\n#include \"./shared.h\"\n"}});
  CHECK(occurrences(text, "beside") == 1);
  CHECK(occurrences(text, "top b") == 0);
  CHECK(occurrences(text, "shared\n") == 1);
  CHECK(occurrences(text, "top\n") == 1);
}

TEST_CASE("line ends of other systems and missing ones do no harm") {
  const std::string text = flat_text({{"a.cl", "#include \"b.h\"\r\nA\r\n"}, {"b.h", "B\r\nlast"}});
  CHECK(text.find('\r') == std::string::npos);
  CHECK(text.find("B\nlast\n#endif\n\nA\n") != std::string::npos);
}

TEST_CASE("an unknown include is an error with its place, except where it may not count") {
  const auto error = error_of([] {
    flat_text({{"a.cl", "one\n#include \"b.h\"\n"},
               {"b.h", "two\n\n#include \"comon.h\"\n"},
               {"common.h", ""}});
  });
  CHECK(error.status() == ASSAY_COMPILE_ERROR);
  CHECK_THAT(error.what(), contains("b.h:3"));
  CHECK_THAT(error.what(), contains("\"comon.h\""));
  CHECK_THAT(error.what(), contains("common.h"));

  const std::string other = "#ifdef __CUDACC__\n#include \"cuda_fp16.h\"\n#endif\n";
  CHECK(flat_text({{"a.cl", other.c_str()}}) == other);
}

TEST_CASE("sources that are none are refused") {
  CHECK(error_of([] { static_cast<void>(flatten({}, {})); }).status() == ASSAY_INVALID);
  CHECK(error_of([] { flat_text({{nullptr, "x"}}); }).status() == ASSAY_INVALID);
  CHECK(error_of([] { flat_text({{"a.cl", nullptr}}); }).status() == ASSAY_INVALID);
  for (const char* name : {"", "/etc/hostname", "../a.cl", "a/../../b.cl"}) {
    CHECK(error_of([&] { flat_text({{name, "x"}}); }).status() == ASSAY_INVALID);
  }
}

TEST_CASE("text that repeats itself without end is stopped") {
  // Each level includes the next one twice behind #if, so the text doubles with each level.
  std::vector<std::string> names;
  std::vector<std::string> texts;
  for (int level = 0; level < 30; ++level) {
    names.push_back(fmt::format("h{}", level));
    texts.push_back(
        fmt::format("#if A\n#include \"h{0}\"\n#else\n#include \"h{0}\"\n#endif\n", level + 1));
  }
  names.emplace_back("h30");
  texts.emplace_back("leaf\n");
  std::vector<assay_source> sources;
  for (std::size_t k = 0; k < names.size(); ++k) {
    sources.push_back({names[k].c_str(), texts[k].c_str()});
  }
  const auto error = error_of([&] { static_cast<void>(flatten(sources, {})); });
  CHECK(error.status() == ASSAY_COMPILE_ERROR);
  CHECK_THAT(error.what(), contains("MiB"));
}

TEST_CASE("files of override folders take precedence, in the folders' order") {
  const TemporaryFolder first;
  const TemporaryFolder second;
  write_file(first.path() / "family/a.cl", "edited\n#include \"b.h\"\n#include \"new.h\"\n");
  write_file(second.path() / "family/a.cl", "shadowed\n");
  write_file(second.path() / "b.h", "edited b\n");
  write_file(second.path() / "new.h", "new\n");
  const ScopedVariable path("ASSAY_KERNEL_PATH",
                            first.path().string() + "::" + second.path().string() + ":");
  const auto folders = kernel_override_folders();
  REQUIRE(folders.size() == 2);
  const std::string text = flat_text({{"family/a.cl", "given\n"}, {"b.h", "given b\n"}}, folders);
  CHECK(occurrences(text, "edited\n") == 1);
  CHECK(occurrences(text, "edited b\n") == 1);
  CHECK(occurrences(text, "new\n") == 1);
  CHECK(occurrences(text, "given") == 0);
  CHECK(occurrences(text, "shadowed") == 0);
}

TEST_CASE("an override cannot reach out of its folder, nor can a folder stand for a file") {
  const TemporaryFolder folder;
  write_file(folder.path() / "outside.h", "outside\n");
  std::filesystem::create_directories(folder.path() / "inner/b.h");
  const std::vector folders = {folder.path() / "inner"};
  const std::vector<std::string> names = {"../outside.h", "x/../../outside.h",
                                          (folder.path() / "outside.h").string()};
  for (const std::string& name : names) {
    const std::string text = fmt::format("#include \"{}\"\n", name);
    CHECK(error_of([&] {
            flat_text({{"a.cl", text.c_str()}}, folders);
          }).status() == ASSAY_COMPILE_ERROR);
  }
  CHECK(occurrences(flat_text({{"a.cl", "#include \"b.h\"\n"}, {"b.h", "given\n"}}, folders),
                    "given") == 1);
}

TEST_CASE("ASSAY_KERNEL_PATH must name folders") {
  const ScopedVariable path("ASSAY_KERNEL_PATH", "/nonexistent/kernels");
  const auto error = error_of([] { static_cast<void>(kernel_override_folders()); });
  CHECK(error.status() == ASSAY_INVALID);
  CHECK_THAT(error.what(), contains("/nonexistent/kernels"));
  const ScopedVariable empty("ASSAY_KERNEL_PATH", "");
  CHECK(kernel_override_folders().empty());
}

TEST_CASE("every line knows where it comes from") {
  const std::vector<assay_source> sources = {{"a.cl", "one\n#include \"b.h\"\ntwo\n"},
                                             {"b.h", "inner 1\ninner 2\n"}};
  const FlatSource flat = flatten(sources, {});
  std::size_t at = 0;
  for (const auto& [file, line] : flat.lines) {
    const std::string text = flat.text.substr(at, flat.text.find('\n', at) - at);
    at += text.size() + 1;
    if (text == "one") CHECK((file == "a.cl" && line == 1));
    if (text == "two") CHECK((file == "a.cl" && line == 3));
    if (text == "inner 1") CHECK((file == "b.h" && line == 1));
    if (text == "inner 2") CHECK((file == "b.h" && line == 2));
  }
}

TEST_CASE("places in a build log are named") {
  const FlatSource flat{"a.cl", "", {{"a.cl", 7}, {"b.h", 0}, {"b.h", 1}}};
  CHECK(with_places("<kernel>:1:5: error: x", flat) == "<kernel>:1:5 [a.cl:7]: error: x");
  CHECK(with_places("a\nf:3:1: w\nf:3:22: e\n", flat) ==
        "a\nf:3:1 [b.h:1]: w\nf:3:22 [b.h:1]: e\n");
  CHECK(with_places("f.cu(3): error: x", flat) == "f.cu(3) [b.h:1]: error: x");
  for (const std::string log :
       {"f.cu(2): added line", "f.cu(9): beyond", "call(3)", "call(x): 1", "("}) {
    CHECK(with_places(log, flat) == log);
  }
  for (const std::string log : {"", "no place", "f:2:1: added line", "f:4:1: beyond", "f:0:1: zero",
                                "f:999999999999:1: huge", "at 10:30 o'clock", "f:1: one number"}) {
    CHECK(with_places(log, flat) == log);
  }
}

}  // namespace assay::device
