#include "tools/assay/command_line.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <type_traits>
#include <utility>

namespace assay::command {

Option Option::required() const { return Option(option_->required()); }

// CLI::PositiveNumber would print the largest possible number with all its digits.
Option Option::positive() const {
  const auto fault = [](const std::string& text) {
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value > 0 ? std::string() : text + " is not a number above 0";
  };
  return Option(option_->check(fault, "POSITIVE"));
}

Option Option::within(double least, double most) const {
  return Option(option_->check(CLI::Range(least, most)));
}

Option Option::one_of(const std::vector<std::string>& values) const {
  return Option(option_->check(CLI::IsMember(values)));
}

Option Option::delimited() const { return Option(option_->delimiter(',')); }

Option Option::once_each() const {
  return Option(option_->take_all()->expected(1)->allow_extra_args(false));
}

Option Option::value_optional() const { return Option(option_->expected(0, 1)); }

bool Option::given() const { return option_->count() > 0; }

Option Subcommand::add(const std::string& name, Target target, const std::string& help) const {
  const auto add_one = [&](auto* value) {
    if constexpr (std::is_same_v<decltype(value), bool*>) {
      return app_->add_flag(name, *value, help);
    } else {
      return app_->add_option(name, *value, help);
    }
  };
  return Option(std::visit(add_one, target));
}

void Subcommand::add_action(const std::string& name, std::function<void()> action,
                            const std::string& help) const {
  app_->add_flag_callback(name, std::move(action), help);
}

void Subcommand::footer(const std::string& text) const { app_->footer(text); }

void Subcommand::callback(std::function<void()> action) const {
  app_->callback([app = app_, action = std::move(action)] {
    if (app->get_subcommands().empty()) action();
  });
}

Subcommand Subcommand::add_subcommand(const std::string& name,
                                      const std::string& description) const {
  return Subcommand(app_->add_subcommand(name, description));
}

CommandLine::CommandLine(const std::string& name, const std::string& description,
                         const std::string& version)
    : app_(std::make_unique<CLI::App>(description, name)) {
  app_->set_version_flag("--version", version);
  app_->require_subcommand(1);
}

CommandLine::~CommandLine() = default;

Subcommand CommandLine::add_subcommand(const std::string& name, const std::string& description) {
  return Subcommand(app_->add_subcommand(name, description));
}

CommandLine::Parsed CommandLine::parse(int argc, char** argv) {
  try {
    app_->parse(argc, argv);
    return Parsed::ran;
  } catch (const CLI::ParseError& error) {
    return app_->exit(error) == 0 ? Parsed::helped : Parsed::mistaken;
  }
}

}  // namespace assay::command
