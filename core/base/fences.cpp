// SPDX-License-Identifier: GPL-3.0-or-later
// The heavy fence and the registration that it needs.
// Not here: who pairs with whom; that stands where the flags are.
#include "core/base/fences.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace runahead {

namespace fences_detail {
const bool has_membarrier = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
}

void heavy_fence() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (fences_detail::has_membarrier) syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
}

}  // namespace runahead
