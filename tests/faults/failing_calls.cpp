// SPDX-License-Identifier: GPL-3.0-or-later
// The C library's calls that may fail, under their own names: counted, and failing where the board says so.
// Before the board is there, and within themselves, they are what they always were. Nothing here allocates.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>

#include "tests/faults/fault.h"

#define RUNAHEAD_CALL extern "C" __attribute__((visibility("default")))

extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void __libc_free(void*);
}

namespace runahead::faults {
namespace {

std::atomic<Board*> s_board{nullptr};
/// Within these calls.
__attribute__((tls_model("initial-exec"))) thread_local bool t_inside = false;

std::atomic<std::int64_t> s_blocks{0};

void count_blocks(std::int64_t by) {
  s_blocks.fetch_add(by, std::memory_order_relaxed);
}

void* counted(void* block) {
  if (block) count_blocks(1);
  return block;
}

class Inside {
 public:
  Inside() { t_inside = true; }
  ~Inside() { t_inside = false; }
};

/// Where a place lies in which file; the program itself has an empty name.
struct Located {
  std::uint64_t offset = 0;
  const char* file = "?";
};

Located locate(std::uintptr_t place) {
  dl_find_object found;
  if (_dl_find_object(reinterpret_cast<void*>(place), &found) != 0) return {};
  const char* name = found.dlfo_link_map->l_name;
  const char* slash = ::strrchr(name, '/');
  return {place - found.dlfo_link_map->l_addr, slash ? slash + 1 : name};
}

bool begins(const char* text, const char* with) {
  return ::strncmp(text, with, ::strlen(with)) == 0;
}

/// Who calls them is asked further out.
bool between(const char* file) {
  return begins(file, "failing_calls") || begins(file, "libstdc++") || begins(file, "libc.so");
}

bool of_program(const char* file) {
  return *file == 0 || begins(file, "runahead") || begins(file, "stub_device");
}

struct Frames {
  std::uintptr_t places[Board::kFrames];
  int count = 0;
  bool nearest = false;  ///< no further than to who calls
};

_Unwind_Reason_Code add_frame(_Unwind_Context* context, void* given) {
  Frames& frames = *static_cast<Frames*>(given);
  if (frames.count == Board::kFrames) return _URC_END_OF_STACK;
  const std::uintptr_t place = frames.places[frames.count++] = _Unwind_GetIP(context);
  return frames.nearest && !between(locate(place - 1).file) ? _URC_END_OF_STACK : _URC_NO_REASON;
}

/// Whether who calls is the program. That is most of what is asked, so it looks no further.
bool is_own() {
  Frames frames;
  frames.nearest = true;
  _Unwind_Backtrace(&add_frame, &frames);
  return frames.count > 0 && of_program(locate(frames.places[frames.count - 1] - 1).file);
}

struct Caller {
  Frames frames;
  std::uint64_t hash = 0;
};

void look_up(Caller& caller) {
  _Unwind_Backtrace(&add_frame, &caller.frames);
  std::uint64_t hash = 14695981039346656037U;
  for (int i = 0; i < caller.frames.count; ++i) {
    const Located at = locate(caller.frames.places[i] - 1);
    hash = (hash ^ at.offset) * 1099511628211U;
    for (const char* c = at.file; *c; ++c) hash = (hash ^ static_cast<unsigned char>(*c)) * 1099511628211U;
  }
  caller.hash = hash | 1;
}

/// The number of the call from this stack: 1 where it is the first.
bool is_first(Board& board, std::uint64_t hash, std::uint64_t number) {
  for (std::size_t i = 0; i < Board::kStacks; ++i) {
    Board::Stack& stack = board.stacks[(hash + i) % Board::kStacks];
    std::uint64_t there = 0;
    if (stack.hash.compare_exchange_strong(there, hash)) {
      stack.first = number;
      return true;
    }
    if (there == hash) return false;
  }
  return false;
}

void note_failure(Board& board, const Frames& frames) {
  board.failed.fetch_add(1);
  for (int i = 0; i < Board::kFrames; ++i) {
    Board::Frame& frame = board.failed_at[i];
    frame = {};
    if (i >= frames.count) continue;
    const Located at = locate(frames.places[i] - 1);
    frame.offset = at.offset;
    ::strncpy(frame.file, at.file, sizeof frame.file - 1);
  }
}

/// Whether this call, which counts, is the one to fail; then with which error.
int fails(Board& board, Call call) {
  const Fault& fault = board.fault;
  const bool by_caller = call == Call::allocate || call == Call::thread || call == Call::map;
  if (by_caller && fault.whose != Whose::everybodys && is_own() != (fault.whose == Whose::programs)) return 0;
  const std::uint64_t number = board.calls.fetch_add(1) + 1;
  bool now = false;
  Caller caller;
  if (board.stacks_wanted || fault.stack != 0) {
    look_up(caller);
    const bool first = is_first(board, caller.hash, number);
    now = first && fault.stack == caller.hash;
  }
  if (fault.stack == 0) now = fault.nth != 0 && (fault.lasting ? number >= fault.nth : number == fault.nth);
  if (fault.lasting && fault.stack != 0 && board.failed.load() > 0) now = true;
  if (!now) return 0;
  if (caller.frames.count == 0) look_up(caller);
  note_failure(board, caller.frames);
  return fault.error;
}

/// 0: the call is to go on as always.
int failure_of(Call call) {
  Board* const board = s_board.load(std::memory_order_acquire);
  if (!board || t_inside || board->fault.call != call) return 0;
  const Inside inside;
  const int before = errno;
  const int error = fails(*board, call);
  errno = before;
  return error;
}

bool is_below(const Board& board, const char* path) {
  return board.fault.below[0] != 0 && begins(path, board.fault.below);
}

bool path_of(int descriptor, char* path, std::size_t size) {
  char link[40];
  ::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const long length = ::syscall(SYS_readlink, link, path, size - 1);
  if (length <= 0) return false;
  path[length] = 0;
  return true;
}

int failure_on(Call call, const char* path) {
  Board* const board = s_board.load(std::memory_order_acquire);
  if (!board || t_inside || board->fault.call != call || !path || !is_below(*board, path)) return 0;
  return failure_of(call);
}

int failure_on(Call call, int descriptor) {
  Board* const board = s_board.load(std::memory_order_acquire);
  if (!board || t_inside || board->fault.call != call) return 0;
  char path[512];
  const int before = errno;
  const bool known = path_of(descriptor, path, sizeof path);
  errno = before;
  return known ? failure_on(call, path) : 0;
}

/// What was asked for, after the file was cut, or half of it.
std::size_t less(int failure, int descriptor, std::size_t count) {
  if (failure == kHalf) return std::max<std::size_t>(count / 2, 1);
  char path[512];
  struct stat status;
  if (path_of(descriptor, path, sizeof path) && ::stat(path, &status) == 0) {
    (void)!::truncate(path, status.st_size / 2);
  }
  return count;
}

template <class Function>
Function* next(Function*, const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

#define RUNAHEAD_NEXT(name) next(static_cast<decltype(&::name)>(nullptr), #name)

bool writes(int flags) {
  return (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT) != 0;
}

int opened(int folder, const char* path, int flags, mode_t mode) {
  // O_TMPFILE names the folder itself.
  char whole[512];
  ::snprintf(whole, sizeof whole, "%s%s", path, (flags & O_TMPFILE) == O_TMPFILE ? "/" : "");
  if (const int error = failure_on(writes(flags) ? Call::make : Call::open, whole); error > 0) {
    errno = error;
    return -1;
  }
  return static_cast<int>(::syscall(SYS_openat, folder, path, flags, mode));
}

/// The way of all that return -1.
template <class Go>
auto unless(int failure, Go go) -> decltype(go()) {
  if (failure > 0) {
    errno = failure;
    return -1;
  }
  return go();
}

__attribute__((constructor)) void open_board() {
  const char* path = ::getenv(kBoardVariable);
  if (!path) return;
  const int file = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0));
  if (file < 0) ::abort();
  void* const board = reinterpret_cast<void*>(
      ::syscall(SYS_mmap, nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
  ::syscall(SYS_close, file);
  if (board == MAP_FAILED) ::abort();
  ::unsetenv(kBoardVariable);  // what the program starts is no part of it
  ::unsetenv("LD_PRELOAD");
  use_board(static_cast<Board*>(board));
}

}  // namespace

void use_board(Board* board) {
  s_board.store(board, std::memory_order_release);
}

std::int64_t live_blocks() {
  return s_blocks.load(std::memory_order_relaxed);
}

}  // namespace runahead::faults

using namespace runahead::faults;

// Memory.

RUNAHEAD_CALL void* malloc(std::size_t bytes) {
  if (const int error = failure_of(Call::allocate)) return errno = error, nullptr;
  return counted(__libc_malloc(bytes));
}

RUNAHEAD_CALL void* calloc(std::size_t count, std::size_t bytes) {
  if (const int error = failure_of(Call::allocate)) return errno = error, nullptr;
  return counted(__libc_calloc(count, bytes));
}

RUNAHEAD_CALL void* realloc(void* block, std::size_t bytes) {
  if (const int error = failure_of(Call::allocate)) return errno = error, nullptr;
  void* const moved = __libc_realloc(block, bytes);
  if (!block) return counted(moved);
  if (!moved && bytes == 0) count_blocks(-1);
  return moved;
}

RUNAHEAD_CALL void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  if (const int error = failure_of(Call::allocate)) return errno = error, nullptr;
  return counted(__libc_memalign(alignment, bytes));
}

RUNAHEAD_CALL int posix_memalign(void** block, std::size_t alignment, std::size_t bytes) {
  if (const int error = failure_of(Call::allocate)) return error;
  *block = counted(__libc_memalign(alignment, bytes));
  return *block ? 0 : ENOMEM;
}

RUNAHEAD_CALL void free(void* block) {
  if (block) count_blocks(-1);
  __libc_free(block);
}

RUNAHEAD_CALL void* mmap(void* place, std::size_t bytes, int protection, int flags, int file, off_t offset) {
  if (const int error = failure_of(Call::map)) return errno = error, MAP_FAILED;
  return reinterpret_cast<void*>(::syscall(SYS_mmap, place, bytes, protection, flags, file, offset));
}

RUNAHEAD_CALL void* mmap64(void* place, std::size_t bytes, int protection, int flags, int file,
                           off64_t offset) {
  return mmap(place, bytes, protection, flags, file, offset);
}

// Threads.

RUNAHEAD_CALL int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                                 void* argument) {
  static const auto real = RUNAHEAD_NEXT(pthread_create);
  if (const int error = failure_of(Call::thread)) return error;
  return real(thread, attributes, run, argument);
}

// Files.

RUNAHEAD_CALL int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = va_arg(more, mode_t);
  va_end(more);
  return opened(AT_FDCWD, path, flags, mode);
}

RUNAHEAD_CALL int open64(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = va_arg(more, mode_t);
  va_end(more);
  return opened(AT_FDCWD, path, flags, mode);
}

RUNAHEAD_CALL int __open_2(const char* path, int flags) {
  return opened(AT_FDCWD, path, flags, 0);
}

RUNAHEAD_CALL int __open64_2(const char* path, int flags) {
  return opened(AT_FDCWD, path, flags, 0);
}

RUNAHEAD_CALL FILE* fopen(const char* path, const char* mode) {
  static const auto real = RUNAHEAD_NEXT(fopen);
  if (const int error = failure_on(*mode == 'r' ? Call::open : Call::make, path); error > 0)
    return errno = error, nullptr;
  return real(path, mode);
}

RUNAHEAD_CALL FILE* fopen64(const char* path, const char* mode) {
  return fopen(path, mode);
}

RUNAHEAD_CALL int mkdir(const char* path, mode_t mode) {
  return unless(failure_on(Call::make, path),
                [&] { return static_cast<int>(::syscall(SYS_mkdir, path, mode)); });
}

RUNAHEAD_CALL ssize_t write(int file, const void* bytes, std::size_t count) {
  const int failure = failure_on(Call::write, file);
  if (failure < 0) count = less(failure, file, count);
  return unless(failure, [&] { return static_cast<ssize_t>(::syscall(SYS_write, file, bytes, count)); });
}

RUNAHEAD_CALL ssize_t pwrite64(int file, const void* bytes, std::size_t count, off64_t offset) {
  const int failure = failure_on(Call::write, file);
  if (failure < 0) count = less(failure, file, count);
  return unless(failure,
                [&] { return static_cast<ssize_t>(::syscall(SYS_pwrite64, file, bytes, count, offset)); });
}

RUNAHEAD_CALL int fsync(int file) {
  return unless(failure_on(Call::sync, file), [&] { return static_cast<int>(::syscall(SYS_fsync, file)); });
}

RUNAHEAD_CALL int fdatasync(int file) {
  return unless(failure_on(Call::sync, file),
                [&] { return static_cast<int>(::syscall(SYS_fdatasync, file)); });
}

RUNAHEAD_CALL int rename(const char* from, const char* to) {
  return unless(failure_on(Call::rename, to),
                [&] { return static_cast<int>(::syscall(SYS_rename, from, to)); });
}

RUNAHEAD_CALL int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
  return unless(failure_on(Call::link, to), [&] {
    return static_cast<int>(::syscall(SYS_linkat, from_folder, from, to_folder, to, flags));
  });
}

RUNAHEAD_CALL int unlink(const char* path) {
  return unless(failure_on(Call::remove, path),
                [&] { return static_cast<int>(::syscall(SYS_unlink, path)); });
}

/// Closed it is all the same, as Linux has it.
RUNAHEAD_CALL int close(int file) {
  const int failure = failure_on(Call::close, file);
  const int result = static_cast<int>(::syscall(SYS_close, file));
  return unless(failure, [&] { return result; });
}

RUNAHEAD_CALL int ftruncate(int file, off_t bytes) {
  return unless(failure_on(Call::truncate, file),
                [&] { return static_cast<int>(::syscall(SYS_ftruncate, file, bytes)); });
}

RUNAHEAD_CALL int ftruncate64(int file, off64_t bytes) {
  return ftruncate(file, bytes);
}

RUNAHEAD_CALL ssize_t read(int file, void* bytes, std::size_t count) {
  const int failure = failure_on(Call::read, file);
  if (failure < 0) count = less(failure, file, count);
  return unless(failure, [&] { return static_cast<ssize_t>(::syscall(SYS_read, file, bytes, count)); });
}

RUNAHEAD_CALL ssize_t __read_chk(int file, void* bytes, std::size_t count, std::size_t) {
  return read(file, bytes, count);
}

RUNAHEAD_CALL ssize_t pread64(int file, void* bytes, std::size_t count, off64_t offset) {
  const int failure = failure_on(Call::read, file);
  if (failure < 0) count = less(failure, file, count);
  return unless(failure,
                [&] { return static_cast<ssize_t>(::syscall(SYS_pread64, file, bytes, count, offset)); });
}

RUNAHEAD_CALL ssize_t pread(int file, void* bytes, std::size_t count, off_t offset) {
  return pread64(file, bytes, count, offset);
}

RUNAHEAD_CALL ssize_t __pread_chk(int file, void* bytes, std::size_t count, off_t offset, std::size_t) {
  return pread64(file, bytes, count, offset);
}

RUNAHEAD_CALL ssize_t __pread64_chk(int file, void* bytes, std::size_t count, off64_t offset, std::size_t) {
  return pread64(file, bytes, count, offset);
}

/// The C library's own reading does not come by read().
RUNAHEAD_CALL std::size_t fread(void* bytes, std::size_t size, std::size_t count, FILE* file) {
  static const auto real = RUNAHEAD_NEXT(fread);
  const int failure = failure_on(Call::read, ::fileno(file));
  if (failure > 0) {
    file->_flags |= _IO_ERR_SEEN;
    errno = failure;
    return 0;
  }
  if (failure < 0) count = less(failure, ::fileno(file), count);
  return real(bytes, size, count, file);
}

RUNAHEAD_CALL std::size_t __fread_chk(void* bytes, std::size_t, std::size_t size, std::size_t count,
                                      FILE* file) {
  return fread(bytes, size, count, file);
}
