#include "tests/framework/faults/disk/faulty_disk.hpp"

#include <sqlite3.h>

#include <cstddef>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>

#include "tests/framework/faults/disk/unsynced.hpp"

namespace assay::test {
namespace {

enum class Operation { other, write, grow };

// The requested fault, and the number of operations so far.
struct State {
  sqlite3_vfs* below = nullptr;
  sqlite3_vfs faulty{};
  std::optional<DiskFault> fault;
  std::uint64_t at = 0;
  std::uint64_t operations = 0;
  bool broken = false;
  Unsynced unsynced;
};

State& state() {
  static State one;
  return one;
}

// Counts an operation; returns SQLITE_OK or the code with which the operation fails.
int met(Operation operation, int code) {
  State& disk = state();
  const bool due = disk.fault && disk.operations >= disk.at;
  ++disk.operations;
  if (!due) return SQLITE_OK;
  if (disk.fault == DiskFault::full) {
    if (operation == Operation::other) return SQLITE_OK;
    disk.broken = true;
    return operation == Operation::write ? SQLITE_FULL : code;
  }
  if (disk.fault == DiskFault::once && disk.broken) return SQLITE_OK;
  disk.broken = true;
  return code;
}

bool without_power() {
  const State& disk = state();
  return disk.fault == DiskFault::power_loss && disk.broken;
}

// A file of the faulty disk. SQLite allocates room for it and, behind it, for the file of the file
// system below.
struct File : sqlite3_file {
  const char* name;  // owned by SQLite until it closes the file; nullptr for a file without a name
  bool syncs_folder;
  sqlite3_file* below;
};

File& of(sqlite3_file* file) { return *static_cast<File*>(file); }

// Calls the method of the file below.
template <class Method, class... Values>
int below(sqlite3_file* file, Method method, Values... values) {
  sqlite3_file* const real = of(file).below;
  return (real->pMethods->*method)(real, values...);
}

constexpr std::size_t room_of_file = (sizeof(File) + alignof(std::max_align_t) - 1) /
                                     alignof(std::max_align_t) * alignof(std::max_align_t);

using Io = sqlite3_io_methods;

int close(sqlite3_file* file) { return below(file, &Io::xClose); }

int read(sqlite3_file* file, void* bytes, int count, sqlite3_int64 offset) {
  if (const int code = met(Operation::other, SQLITE_IOERR_READ)) return code;
  return below(file, &Io::xRead, bytes, count, offset);
}

int write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 offset) {
  if (const int code = met(Operation::write, SQLITE_IOERR_WRITE)) {
    // A write that fails halfway has written the first half.
    if (!without_power()) below(file, &Io::xWrite, bytes, count / 2, offset);
    return code;
  }
  const int code = below(file, &Io::xWrite, bytes, count, offset);
  if (code == SQLITE_OK && of(file).name != nullptr) {
    state().unsynced.written(of(file).name, static_cast<std::uint64_t>(offset),
                             {static_cast<const char*>(bytes), static_cast<std::size_t>(count)});
  }
  return code;
}

int truncate(sqlite3_file* file, sqlite3_int64 size) {
  if (const int code = met(Operation::other, SQLITE_IOERR_TRUNCATE)) return code;
  const int code = below(file, &Io::xTruncate, size);
  if (code == SQLITE_OK && of(file).name != nullptr) {
    state().unsynced.truncated(of(file).name, static_cast<std::uint64_t>(size));
  }
  return code;
}

// Records a sync without doing it: real disks would make the tests wait.
int sync(sqlite3_file* file, int /*flags*/) {
  if (const int code = met(Operation::other, SQLITE_IOERR_FSYNC)) return code;
  if (of(file).name != nullptr) state().unsynced.synced(of(file).name, of(file).syncs_folder);
  of(file).syncs_folder = false;
  return SQLITE_OK;
}

int size(sqlite3_file* file, sqlite3_int64* bytes) {
  if (const int code = met(Operation::other, SQLITE_IOERR_FSTAT)) return code;
  return below(file, &Io::xFileSize, bytes);
}

int lock(sqlite3_file* file, int level) {
  if (const int code = met(Operation::other, SQLITE_IOERR_LOCK)) return code;
  return below(file, &Io::xLock, level);
}

// Releases the lock even if the call reports a failure: the lock of a real process would end with
// the process.
int unlock(sqlite3_file* file, int level) {
  const int failed = met(Operation::other, SQLITE_IOERR_UNLOCK);
  const int code = below(file, &Io::xUnlock, level);
  return failed != SQLITE_OK ? failed : code;
}

int is_reserved(sqlite3_file* file, int* result) {
  if (const int code = met(Operation::other, SQLITE_IOERR_CHECKRESERVEDLOCK)) return code;
  return below(file, &Io::xCheckReservedLock, result);
}

int control(sqlite3_file* file, int operation, void* argument) {
  return below(file, &Io::xFileControl, operation, argument);
}

int sector_size(sqlite3_file* file) { return below(file, &Io::xSectorSize); }

int characteristics(sqlite3_file* file) { return below(file, &Io::xDeviceCharacteristics); }

int map_shared(sqlite3_file* file, int page, int bytes, int extend, void volatile** memory) {
  const auto operation = extend != 0 ? Operation::grow : Operation::other;
  if (const int code = met(operation, SQLITE_IOERR_SHMSIZE)) {
    *memory = nullptr;
    return code;
  }
  return below(file, &Io::xShmMap, page, bytes, extend, memory);
}

int lock_shared(sqlite3_file* file, int first, int count, int flags) {
  const int failed = met(Operation::other, SQLITE_IOERR_SHMLOCK);
  if (failed != SQLITE_OK && (flags & SQLITE_SHM_UNLOCK) == 0) return failed;
  const int code = below(file, &Io::xShmLock, first, count, flags);
  return failed != SQLITE_OK ? failed : code;
}

void barrier(sqlite3_file* file) {
  sqlite3_file* const real = of(file).below;
  real->pMethods->xShmBarrier(real);
}

int unmap_shared(sqlite3_file* file, int remove) { return below(file, &Io::xShmUnmap, remove); }

const Io methods = {2,
                    close,
                    read,
                    write,
                    truncate,
                    sync,
                    size,
                    lock,
                    unlock,
                    is_reserved,
                    control,
                    sector_size,
                    characteristics,
                    map_shared,
                    lock_shared,
                    barrier,
                    unmap_shared,
                    nullptr,
                    nullptr};

bool is_there(const char* name) { return name != nullptr && std::filesystem::exists(name); }

int open(sqlite3_vfs* /*vfs*/, const char* name, sqlite3_file* room, int flags, int* given) {
  File& file = *::new (room) File{};
  if (const int code = met(Operation::other, SQLITE_CANTOPEN)) return code;
  const bool was_there = is_there(name);
  file.below = reinterpret_cast<sqlite3_file*>(reinterpret_cast<std::byte*>(room) + room_of_file);
  sqlite3_vfs* const vfs = state().below;
  if (const int code = vfs->xOpen(vfs, name, file.below, flags, given)) {
    if (file.below->pMethods != nullptr) file.below->pMethods->xClose(file.below);
    return code;
  }
  file.pMethods = &methods;
  file.name = name;
  constexpr int journals = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL;
  file.syncs_folder = !was_there && (flags & journals) != 0;
  if (name != nullptr) state().unsynced.opened(name, was_there);
  return SQLITE_OK;
}

int remove(sqlite3_vfs* /*vfs*/, const char* name, int sync_folder) {
  if (const int code = met(Operation::other, SQLITE_IOERR_DELETE)) return code;
  sqlite3_vfs* const vfs = state().below;
  const int code = vfs->xDelete(vfs, name, 0);
  if (code == SQLITE_OK) state().unsynced.deleted(name, sync_folder != 0);
  return code;
}

int access(sqlite3_vfs* /*vfs*/, const char* name, int flags, int* result) {
  if (const int code = met(Operation::other, SQLITE_IOERR_ACCESS)) return code;
  sqlite3_vfs* const vfs = state().below;
  return vfs->xAccess(vfs, name, flags, result);
}

void begin(std::optional<DiskFault> fault, std::uint64_t operation) {
  State& disk = state();
  disk.fault = fault;
  disk.at = operation;
  disk.operations = 0;
  disk.broken = false;
}

}  // namespace

const char* to_string(DiskFault fault) {
  switch (fault) {
    case DiskFault::once:
      return "an I/O error once";
    case DiskFault::from_then_on:
      return "I/O errors from then on";
    case DiskFault::full:
      return "a full disk";
    case DiskFault::power_loss:
      return "a power loss";
  }
  throw std::logic_error("no such fault");
}

namespace faulty_disk {

void install() {
  State& disk = state();
  if (disk.below != nullptr) return;
  disk.below = sqlite3_vfs_find(nullptr);
  disk.faulty = *disk.below;  // functions that are not replaced work on the copy as well
  disk.faulty.zName = "faulty";
  disk.faulty.szOsFile += static_cast<int>(room_of_file);
  disk.faulty.pNext = nullptr;
  disk.faulty.xOpen = open;
  disk.faulty.xDelete = remove;
  disk.faulty.xAccess = access;
  if (sqlite3_vfs_register(&disk.faulty, 1) != SQLITE_OK) throw std::runtime_error("no such disk");
}

void break_at(DiskFault fault, std::uint64_t operation) { begin(fault, operation); }

void count() { begin(std::nullopt, 0); }

std::uint64_t operations() { return state().operations; }

bool broken() { return state().broken; }

void mend(std::uint64_t seed) {
  const bool lost = without_power();
  begin(std::nullopt, 0);
  if (lost) {
    state().unsynced.lose(seed);
  } else {
    state().unsynced.forget();
  }
}

}  // namespace faulty_disk
}  // namespace assay::test
