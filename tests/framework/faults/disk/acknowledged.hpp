// A record of the rows that SQLite has reported as committed.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace assay::test {

// The number of rows by table.
using RowCounts = std::map<std::string, std::int64_t>;

// Counts the rows that connections opened during its lifetime have committed to tables with a row
// id. It also writes the log back into the file after every few pages, as SQLite does after every
// thousand, so that a small command meets that as well. There may be one at a time.
class Acknowledged {
 public:
  Acknowledged();
  ~Acknowledged();
  Acknowledged(const Acknowledged&) = delete;
  Acknowledged& operator=(const Acknowledged&) = delete;

  [[nodiscard]] const RowCounts& rows() const;
};

}  // namespace assay::test
