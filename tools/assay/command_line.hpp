// The command line, without the parser behind it: that is a library of headers, which adds ten
// seconds of compilation wherever they are included.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace assay::command {

// One option of a subcommand, for further restrictions.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option required() const;
  Option positive() const;
  Option within(double least, double most) const;
  Option one_of(const std::vector<std::string>& values) const;
  Option delimited() const;  // several values may be joined by commas
  // The option takes one value each time it is given, and all values count.
  Option once_each() const;
  Option value_optional() const;  // may be given without a value, which is "" then
  [[nodiscard]] bool given() const;

 private:
  CLI::Option* option_;
};

class Subcommand {
 public:
  // The destination of a value; it must outlive the parsing. A bool becomes a flag, which takes no
  // value.
  using Target =
      std::variant<bool*, std::string*, double*, std::int64_t*, std::uint32_t*,
                   std::optional<double>*, std::optional<std::uint64_t>*, std::vector<std::string>*,
                   std::vector<std::int64_t>*, std::vector<double>*, std::filesystem::path*,
                   std::vector<std::filesystem::path>*>;

  explicit Subcommand(CLI::App* app) : app_(app) {}

  // Adds an option "--name" or "--name,-n", or a positional argument "name".
  Option add(const std::string& name, Target target, const std::string& help) const;
  // Adds a flag that takes effect immediately.
  void add_action(const std::string& name, std::function<void()> action,
                  const std::string& help) const;
  void footer(const std::string& text) const;  // shown below the options in the help
  // Sets the action of the subcommand, which is not run if one of its own subcommands is asked for.
  void callback(std::function<void()> action) const;
  // Adds a nested subcommand, such as plan in `assay guard plan`.
  [[nodiscard]] Subcommand add_subcommand(const std::string& name,
                                          const std::string& description) const;

 private:
  CLI::App* app_;
};

class CommandLine {
 public:
  CommandLine(const std::string& name, const std::string& description, const std::string& version);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  Subcommand add_subcommand(const std::string& name, const std::string& description);
  // Runs the requested subcommand, or prints the help or the mistake. Exceptions of the subcommand
  // pass through.
  enum class Parsed { ran, helped, mistaken };
  Parsed parse(int argc, char** argv);

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace assay::command
