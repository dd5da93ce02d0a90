// SPDX-License-Identifier: GPL-3.0-or-later
// How many QObjects there are, of all threads: what is made again and again and never deleted shows in it at
// once.
#pragma once

#include <QtGlobal>
#include <atomic>
#include <cstdint>

class QObject;
/// Qt calls what stands here, for those who watch it; of a header that is not installed with the others.
extern quintptr Q_CORE_EXPORT qtHookData[];

namespace runahead::test {

class Objects {
 public:
  /// From here on they are counted; once in a process.
  static void count() {
    qtHookData[kAdd] = reinterpret_cast<quintptr>(&add);
    qtHookData[kRemove] = reinterpret_cast<quintptr>(&remove);
  }
  static std::int64_t now() { return s_live.load(); }

 private:
  static constexpr int kAdd = 3, kRemove = 4;
  static void add(QObject*) { ++s_live; }
  static void remove(QObject*) { --s_live; }
  static inline std::atomic<std::int64_t> s_live = 0;
};

}  // namespace runahead::test
