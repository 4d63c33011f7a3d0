// Tests of what a power loss leaves of files on the simulated disk.
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "tests/catch.hpp"
#include "tests/framework/faults/disk/unsynced.hpp"
#include "tests/temporary_folder.hpp"

namespace assay::test {
namespace {

// The bytes of the file, or "none" if it does not exist.
std::string left_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return stream ? std::string(std::istreambuf_iterator<char>(stream), {}) : "none";
}

// All distinct contents that power losses with many seeds leave of a file.
template <class Deeds>
std::set<std::string> leftovers(const Deeds& deeds) {
  std::set<std::string> all;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const TemporaryFolder folder;
    const std::string file = (folder / "f").string();
    Unsynced disk;
    deeds(disk, file);
    disk.lose(seed);
    all.insert(left_of(file));
  }
  return all;
}

}  // namespace

TEST_CASE("what was synced is left, whatever came after it may be") {
  const auto left = leftovers([](Unsynced& disk, const std::string& file) {
    disk.opened(file, false);
    disk.written(file, 0, "synced");
    disk.synced(file, true);
    disk.written(file, 0, "S");
    disk.written(file, 6, "!");
  });
  CHECK(left == std::set<std::string>{"synced", "Synced", "synced!", "Synced!"});
}

TEST_CASE("a write over several sectors may be left in any part of them") {
  const auto left = leftovers([](Unsynced& disk, const std::string& file) {
    disk.opened(file, false);
    disk.written(file, 0, std::string(1024, 'a'));
    disk.synced(file, true);
    disk.written(file, 500, std::string(24, 'b'));  // across the end of the first sector
  });
  const std::string before(1024, 'a');
  const auto with = [&](std::size_t from, std::size_t count) {
    return std::string(before).replace(from, count, count, 'b');
  };
  CHECK(left == std::set<std::string>{before, with(500, 12), with(512, 12), with(500, 24)});
}

TEST_CASE("a file whose folder was not synced may be gone, and a deleted one there") {
  const auto created = leftovers([](Unsynced& disk, const std::string& file) {
    disk.opened(file, false);
    disk.written(file, 0, "new");
  });
  CHECK(created == std::set<std::string>{"none", "", "new"});
  for (const bool synced : {false, true}) {
    const auto deleted = leftovers([&](Unsynced& disk, const std::string& file) {
      disk.opened(file, false);
      disk.written(file, 0, "old");
      disk.synced(file, true);
      disk.deleted(file, synced);
    });
    CHECK(deleted ==
          (synced ? std::set<std::string>{"none"} : std::set<std::string>{"none", "old"}));
  }
}

}  // namespace assay::test
