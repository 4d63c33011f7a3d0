// What SQLite has told its users is recorded.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace assay::test {

// Rows by their tables.
using RowCounts = std::map<std::string, std::int64_t>;

// Counts the rows that connections opened as long as it lives have committed, of tables with a row
// id. It also writes the log back into the file after every few pages, as SQLite does after every
// thousand: so that a small command meets that as well. One at a time.
class Acknowledged {
 public:
  Acknowledged();
  ~Acknowledged();
  Acknowledged(const Acknowledged&) = delete;
  Acknowledged& operator=(const Acknowledged&) = delete;

  [[nodiscard]] const RowCounts& rows() const;
};

}  // namespace assay::test
