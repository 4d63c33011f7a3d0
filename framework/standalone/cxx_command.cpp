// The part of programs in C++ that runs a compiler which is a command.
#include "framework/standalone/cxx_runtime.hpp"

namespace assay::standalone::cxx {

const char* const run_command = R"cxx(// A folder that goes, with all its files.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "kernels-XXXXXX").string();
    if (mkdtemp(&name[0]) == nullptr) throw std::runtime_error("cannot make a folder " + name);
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

// Writes the files into a folder, and runs the command of a build there. Returns the file that the
// command wrote.
std::filesystem::path run_command(const Build& build, const Folder& folder) {
  const auto write_text = [&](const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream file(path);
    file << text;
    if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
  };
  for (const auto& [name, text] : files) write_text(name, text);
  write_text(unit_name, build.unit);
  const std::string there = "cd '" + (folder / "").string() + "' && ";
  const int status = std::system((there + build.command).c_str());
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
    throw std::runtime_error(
        "the compiler is missing: install it, put its folder on PATH, or name another one in this "
        "program: " + build.command);
  }
  if (status != 0) throw std::runtime_error("this command failed: " + build.command);
  return folder / code_name;
}
)cxx";

}  // namespace assay::standalone::cxx
