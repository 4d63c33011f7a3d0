// How a store that cannot be read is told. Internal to the store.
#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>
#include <new>
#include <string>

#include "framework/core/error.hpp"

namespace assay {

// Environment Error that names the file, what is wrong in it, in one printable line, and the cure.
class StoreDamage : public Error {
 public:
  StoreDamage(const std::filesystem::path& file, std::string what);
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  std::string fault_;
};

// Runs `body`, which makes a value of what is recorded under `what` and its number, and reports
// what it cannot make one of as damage of the file. Errors of the environment name it already.
template <class Body>
auto reading(const std::filesystem::path& file, const char* what, std::int64_t number, Body&& body)
    -> decltype(body()) {
  try {
    return body();
  } catch (const StoreDamage& damage) {
    throw StoreDamage(file, fmt::format("{} {}: {}", what, number, damage.fault()));
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::environment) throw;
    throw StoreDamage(file, fmt::format("{} {}: {}", what, number, error.what()));
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {  // its text means nothing to who does not know the source
    throw StoreDamage(file, fmt::format("{} {}: cannot be read", what, number));
  }
}

}  // namespace assay
