// SPDX-License-Identifier: GPL-3.0-or-later
// The scheduler's statistics of a thread.
#include "core/base/processor_wait.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

namespace runahead {

std::int64_t processor_wait_ns() {
  const int file = ::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[96];
  const ssize_t length = ::read(file, text, sizeof text - 1);
  ::close(file);
  if (length <= 0) return 0;
  text[length] = 0;
  long long ran = 0, waited = 0;
  return std::sscanf(text, "%lld %lld", &ran, &waited) == 2 ? waited : 0;
}

}  // namespace runahead
