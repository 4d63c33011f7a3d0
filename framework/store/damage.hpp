// How an unreadable store is reported. Internal to the store.
#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>
#include <new>
#include <string>

#include "framework/core/error.hpp"

namespace assay {

// An environment Error that names the file, the fault in it (as one printable line) and the cure.
class StoreDamage : public Error {
 public:
  StoreDamage(const std::filesystem::path& file, std::string what);
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  std::string fault_;
};

// Runs `body`, which builds a value from the record `what` with the given number. Reports an Error
// as damage of the file; environment Errors pass unchanged, since they name the file already.
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
  } catch (const std::exception&) {  // its text means nothing to those who do not know the source
    throw StoreDamage(file, fmt::format("{} {}: cannot be read", what, number));
  }
}

}  // namespace assay
