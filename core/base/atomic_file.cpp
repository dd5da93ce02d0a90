// SPDX-License-Identifier: GPL-3.0-or-later
// AtomicFile on POSIX files: O_TMPFILE and a link, or a temporary with a lock; fsync; rename; fsync of the
// folder.
#include "core/base/atomic_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace runahead {
namespace {

constexpr std::size_t kBufferBytes = 1 << 16;
/// So much is on its way to the disk before more is written: the wait at the end is short.
constexpr std::uint64_t kSendBytes = 1 << 24;
constexpr std::string_view kPrefix = ".runahead-";
constexpr std::string_view kSuffix = ".tmp";

/// In a folder in which everybody may put something (/tmp), a link of another user's leads where they want,
/// and is not followed: as Linux has it where fs.protected_symlinks is on.
bool is_strangers_link(const std::string& path) {
  struct stat link, folder;
  if (::lstat(path.c_str(), &link) != 0) return false;
  const std::string place = folder_of(path);
  if (::stat(place.empty() ? "." : place.c_str(), &folder) != 0) return false;
  const bool shared = (folder.st_mode & S_ISVTX) != 0 && (folder.st_mode & S_IWOTH) != 0;
  return shared && link.st_uid != ::geteuid() && link.st_uid != folder.st_uid;
}

/// What a symbolic link names is written, so that the link stays one. None: a link on the way is a
/// stranger's.
std::optional<std::string> resolved(const std::string& path) {
  constexpr int kMostLinks = 40;
  namespace fs = std::filesystem;
  fs::path done;
  std::vector<fs::path> left;  // what comes next is last
  const auto follow = [&](const fs::path& way) {
    if (way.is_absolute()) done = "/";
    const std::vector<fs::path> parts(way.begin(), way.end());
    left.insert(left.end(), parts.rbegin(), parts.rend());
  };
  follow(path);
  for (int links = 0; !left.empty();) {
    const fs::path next = done / left.back();
    left.pop_back();
    std::error_code none;
    if (!fs::is_symlink(next, none)) {
      done = next;
      continue;
    }
    if (is_strangers_link(next)) return std::nullopt;
    const fs::path way = fs::read_symlink(next, none);
    if (way.empty() || ++links > kMostLinks) return path;
    follow(way);
  }
  return done.string();
}

/// No other program can tell beforehand which it will be, and take it.
std::string new_name(const std::string& directory) {
  std::uint64_t number = 0;
  // Without such numbers, as early in a boot, O_EXCL still keeps what is there as it is.
  (void)!::getrandom(&number, sizeof number, GRND_NONBLOCK);
  static std::atomic<unsigned> counter{0};
  std::string name = directory;
  return name.append(kPrefix)
      .append(std::to_string(number))
      .append("-")
      .append(std::to_string(counter++))
      .append(kSuffix);
}

/// The mode that a file had stays, but for what would run it as another user; where its group cannot stay,
/// what others may is all that the new one may.
void keep_mode(int descriptor, const struct stat& before) {
  mode_t mode = before.st_mode & 0777;
  struct stat now;
  if (::fstat(descriptor, &now) == 0 && now.st_gid != before.st_gid &&
      ::fchown(descriptor, static_cast<uid_t>(-1), before.st_gid) != 0) {
    mode = (mode & ~static_cast<mode_t>(070)) | (mode & 07) << 3;
  }
  (void)::fchmod(descriptor, mode);
}

/// Its writer holds a lock on it, which the system lifts however the writer ends.
void remove_orphan(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return;
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
  ::close(descriptor);
}

void remove_orphans(const std::string& directory) {
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(directory.empty() ? "." : directory.c_str()),
                                                    &::closedir);
  if (!entries) return;
  while (const dirent* entry = ::readdir(entries.get())) {
    const std::string_view name = entry->d_name;
    if (name.starts_with(kPrefix) && name.ends_with(kSuffix)) remove_orphan(directory + entry->d_name);
  }
}

}  // namespace

AtomicFile::AtomicFile(std::string path, Progress progress, std::uint64_t expected_bytes)
    : path_(std::move(path)), progress_(std::move(progress)), expected_(expected_bytes) {
  const std::optional<std::string> target = resolved(path_);
  if (!target) {
    fail("the path has a link that another user made in a shared folder", 0);
    return;
  }
  target_ = *target;
  struct stat status;
  const bool exists = ::stat(target_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) {
    fail(nullptr, EISDIR);
    return;
  }
  // A rename would replace a device or a pipe by a file.
  if (exists && !S_ISREG(status.st_mode)) {
    fail("it is not a regular file", 0);
    return;
  }
  const std::string directory = folder_of(target_);
  remove_orphans(directory);
  // Before it is opened: a call that gets no memory for it leaves nothing open.
  buffer_.reserve(kBufferBytes);
  // What others may not read is not theirs to read while it is written, either.
  const mode_t mode = exists ? 0600 : 0666;
  if (!open_nameless(directory, mode) && !open_named(directory, mode)) {
    fail(nullptr, errno);
    return;
  }
  if (exists) keep_mode(descriptor_, status);
}

AtomicFile::~AtomicFile() {
  discard();
}

/// Without a name, so that it goes with its writer. Not every file system can, and without /proc it would
/// never get one.
bool AtomicFile::open_nameless(const std::string& directory, mode_t mode) {
  static const bool kCanBeNamed = ::access("/proc/self/fd", X_OK) == 0;
  if (!kCanBeNamed) return false;
  descriptor_ = ::open(directory.empty() ? "." : directory.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, mode);
  return descriptor_ >= 0;
}

bool AtomicFile::open_named(const std::string& directory, mode_t mode) {
  for (;;) {
    temporary_ = new_name(directory);
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (descriptor_ < 0 && errno == EEXIST) continue;
    if (descriptor_ < 0) {
      temporary_.clear();
      return false;
    }
    // A program that clears orphans away may have been faster than the lock.
    struct stat status;
    (void)::flock(descriptor_, LOCK_EX);
    if (::fstat(descriptor_, &status) != 0 || status.st_nlink > 0) return true;
    ::close(descriptor_);
  }
}

/// linkat() cannot replace a file, rename() can: for a moment the whole file has a temporary name.
bool AtomicFile::take_name() {
  if (temporary_.empty()) {
    const std::string self = "/proc/self/fd/" + std::to_string(descriptor_);
    const std::string directory = folder_of(target_);
    (void)::flock(descriptor_, LOCK_EX);
    std::string name;
    int linked = -1;
    do {
      name = new_name(directory);
      linked = ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW);
    } while (linked != 0 && errno == EEXIST);
    if (linked != 0) return false;
    temporary_ = std::move(name);
  }
  return ::rename(temporary_.c_str(), target_.c_str()) == 0;
}

void AtomicFile::write(std::string_view bytes) {
  if (failed()) return;
  if (buffer_.size() + bytes.size() > kBufferBytes) flush();
  buffer_.append(bytes);
}

Status AtomicFile::commit() {
  flush();
  if (!failed() && ::fsync(descriptor_) != 0 && errno != EINVAL) fail(nullptr, errno);
  if (!failed()) ask(written_);
  if (!failed() && !take_name()) fail(nullptr, errno);
  if (failed()) {
    discard();
    return failure_;
  }
  temporary_.clear();
  const int descriptor = std::exchange(descriptor_, -1);
  // It is there, whole and synchronised: what closing it says is of no consequence.
  ::close(descriptor);
  // Without this, a power cut could bring the old file back, after what this one replaces elsewhere is gone.
  sync_folder(folder_of(target_));
  return success();
}

void AtomicFile::fail(const char* what, int code) {
  failure_.message = "cannot write " + path_ + ": " + (what ? what : std::strerror(code));
}

void AtomicFile::ask(std::uint64_t expected_bytes) {
  if (progress_ && !progress_(written_, expected_bytes)) failure_ = cancelled();
}

void AtomicFile::flush() {
  const char* data = buffer_.data();
  std::size_t left = buffer_.size();
  while (left > 0 && !failed()) {
    const ssize_t written = ::write(descriptor_, data, left);
    if (written < 0) {
      if (errno != EINTR) fail(nullptr, errno);
      continue;
    }
    data += written;
    left -= static_cast<std::size_t>(written);
    written_ += static_cast<std::uint64_t>(written);
  }
  const bool wrote = !buffer_.empty();
  buffer_.clear();
  if (failed() || !wrote) return;
  if (written_ - sent_ >= kSendBytes) {
    (void)::sync_file_range(descriptor_, static_cast<off_t>(sent_), static_cast<off_t>(written_ - sent_),
                            SYNC_FILE_RANGE_WRITE);
    sent_ = written_;
  }
  ask(expected_);
}

void AtomicFile::discard() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

/// What it says is of no consequence either: the names are what they are, and there is no way back.
void sync_folder(const std::string& folder) {
  const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  (void)::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace runahead
