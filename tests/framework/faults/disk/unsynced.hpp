// What a disk would hold of files if the power went now.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace assay::test {

// The files of one disk as a power loss would leave them: told of everything that is done to them,
// it knows what was synced and what was not.
class Unsynced {
 public:
  // A file that was there before it is opened for the first time is taken as synced.
  void opened(const std::string& file, bool was_there);
  void written(const std::string& file, std::uint64_t offset, std::string_view bytes);
  void truncated(const std::string& file, std::uint64_t size);
  // SQLite syncs the folder with a journal or log that it has created.
  void synced(const std::string& file, bool folder_too);
  void deleted(const std::string& file, bool folder_synced);

  // Makes the files what the power loss left, drawn by `seed`, and forgets them.
  void lose(std::uint64_t seed);
  void forget() { files_.clear(); }

 private:
  struct Change {
    std::uint64_t offset = 0;
    std::string bytes;  // of a truncation none
    bool truncates = false;
  };
  struct File {
    std::string durable;
    std::vector<Change> changes;
    bool listed = false;   // in the folder, as the disk has it
    bool deleted = false;  // which the disk may not have yet
  };

  static void apply(const Change& change, std::string& bytes);
  static void apply_torn(const Change& change, std::string& bytes, std::mt19937_64& random);
  void folder_synced();

  std::map<std::string, File> files_;
};

}  // namespace assay::test
