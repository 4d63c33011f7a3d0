// Runs commands as a user does and captures what they print and return.
#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/contents.hpp"
#include "tests/temporary_folder.hpp"

namespace assay::test {

struct Outcome {
  int exit_code = -1;
  std::string out;
  std::string err;

  [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(out); }
};

// A folder for one test with its own store and cache, and commands that use the test plugins.
class CommandLine {
 public:
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

  std::string write(const std::string& name, const std::string& text) const {
    const auto file = folder() / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
    return file.string();
  }

  // Runs a program with `arguments`, which are interpreted by a shell. The default program is assay
  // with the test plugins alone; ASSAY_SHIPPED has the shipped ones as well.
  [[nodiscard]] Outcome run(const std::string& arguments,
                            const std::string& program = ASSAY_COMMAND) const {
    const auto out = folder() / "out";
    const auto err = folder() / "err";
    const std::string command =
        "cd " + folder().string() + " && ASSAY_CACHE=" + (folder() / "cache").string() +
        " ASSAY_TRACES=" + (folder() / "traces").string() + " ASSAY_PLUGIN_PATH=" +
        ASSAY_TEST_PLUGINS "/good ASSAY_STORE=" + (folder() / "store.db").string() + " " + program +
        " " + arguments + " >" + out.string() + " 2>" + err.string();
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), contents(out),
            contents(err)};
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace assay::test
