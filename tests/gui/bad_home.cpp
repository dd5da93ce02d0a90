// SPDX-License-Identifier: GPL-3.0-or-later
// A namespace of mounts of the process's own; the rights of another user.
#include "tests/gui/bad_home.h"

#include <grp.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace runahead::test {
namespace {

constexpr unsigned kNobody = 65534;

std::string failed(const char* what) {
  return std::string(what) + ": " + std::strerror(errno);
}

/// In which a mount is seen by this process alone.
bool own_mounts() {
  return ::unshare(CLONE_NEWNS) == 0 && ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

}  // namespace

std::string make_bad_home(const std::string& kind, const std::string& folder) {
  if (kind == "full") {
    if (!own_mounts()) return failed("no mounts of its own");
    if (::mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=256k") != 0) return failed("no small disk");
  } else if (kind == "readOnly") {
    if (!own_mounts()) return failed("no mounts of its own");
    const char* const here = folder.c_str();
    if (::mount(here, here, nullptr, MS_BIND, nullptr) != 0 ||
        ::mount(nullptr, here, nullptr, MS_BIND | MS_REMOUNT | MS_RDONLY, nullptr) != 0)
      return failed("no disk that is read-only");
  } else {
    const bool own = kind == "withoutThreads";
    // A user other than root is refused what root would be allowed.
    if (!own && ::chmod(folder.c_str(), ::geteuid() == 0 ? 0700 : 0) != 0) return failed("no other rights");
    std::error_code error;
    if (own && ::geteuid() == 0) {
      if (::chown(folder.c_str(), kNobody, kNobody) != 0) return failed("no other owner");
      for (const auto& one : std::filesystem::recursive_directory_iterator(folder, error))
        if (::chown(one.path().c_str(), kNobody, kNobody) != 0) return failed("no other owner");
    }
    if (::geteuid() == 0 && (::setgroups(0, nullptr) != 0 || ::setresgid(kNobody, kNobody, kNobody) != 0 ||
                             ::setresuid(kNobody, kNobody, kNobody) != 0))
      return failed("no other user");
  }
  return {};
}

}  // namespace runahead::test
