// SPDX-License-Identifier: GPL-3.0-or-later
// A run as a part of a larger file. Not for others: they call run_file.h and session_file.h.
#pragma once

#include <string_view>

#include "core/base/atomic_file.h"
#include "core/io/stored_bytes.h"
#include "core/trace/trace.h"

namespace runahead {

/// No text begins so, and a transfer that changes line ends destroys it.
inline constexpr std::string_view kRunSignature = "\x89RHRUN\r\n";

/// Stops early when the file has failed.
void write_run_blob(AtomicFile& file, const Trace& trace);
/// Likewise; failure: the bytes cannot be read.
Status copy_bytes(AtomicFile& file, const StoredBytes& bytes);

}  // namespace runahead
