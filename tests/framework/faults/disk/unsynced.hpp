// The contents that files would have on a disk after a power loss.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace assay::test {

// The files of one disk as a power loss would leave them. It is notified of every operation on them
// and thus knows which writes were synced.
class Unsynced {
 public:
  // Notes a file as opened. A file that existed before it was opened for the first time counts as
  // synced.
  void opened(const std::string& file, bool was_there);
  void written(const std::string& file, std::uint64_t offset, std::string_view bytes);
  void truncated(const std::string& file, std::uint64_t size);
  // Notes a sync of a file. SQLite also syncs the folder of a journal or log that it has created.
  void synced(const std::string& file, bool folder_too);
  void deleted(const std::string& file, bool folder_synced);

  // Replaces the files by what a power loss leaves, drawn with `seed`, and forgets them.
  void lose(std::uint64_t seed);
  void forget() { files_.clear(); }

 private:
  struct Change {
    std::uint64_t offset = 0;
    std::string bytes;  // empty for a truncation
    bool truncates = false;
  };
  struct File {
    std::string durable;
    std::vector<Change> changes;
    bool listed = false;   // the folder's entry is synced
    bool deleted = false;  // perhaps not yet on the disk
  };

  static void apply(const Change& change, std::string& bytes);
  static void apply_torn(const Change& change, std::string& bytes, std::mt19937_64& random);
  void folder_synced();

  std::map<std::string, File> files_;
};

}  // namespace assay::test
