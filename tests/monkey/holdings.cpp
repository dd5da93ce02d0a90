// SPDX-License-Identifier: GPL-3.0-or-later
// Counted by Qt, by the kernel in /proc/self, and by the allocator.
#include "tests/monkey/holdings.h"

#include <malloc.h>
#include <unistd.h>

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QStringList>
#include <QWidget>

#include "core/base/format.h"
#include "tests/support/objects.h"

#ifdef __SANITIZE_ADDRESS__
// Of a header that g++ does not install.
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();
#endif

namespace runahead::monkey {
namespace {

/// Of fonts, glyphs, pictures of buttons, Python's modules: they grow for a while.
constexpr std::int64_t kCaches = 48'000'000;
/// What is made when it is first needed, and then stays.
constexpr int kWidgetsOnDemand = 60, kObjectsOnDemand = 600, kThreadsOnDemand = 1, kFilesOnDemand = 2;

std::int64_t allocated() {
#ifdef __SANITIZE_ADDRESS__
  return static_cast<std::int64_t>(__sanitizer_get_current_allocated_bytes());
#else
  const struct mallinfo2 info = mallinfo2();
  return static_cast<std::int64_t>(info.uordblks + info.hblkhd);
#endif
}

std::int64_t residentBytes() {
  QFile file(QStringLiteral("/proc/self/statm"));
  if (!file.open(QIODevice::ReadOnly)) return 0;
  return file.readAll().split(' ').value(1).toLongLong() * sysconf(_SC_PAGESIZE);
}

int entries(const char* directory) {
  return static_cast<int>(QDir(QString::fromLatin1(directory))
                              .entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot)
                              .size());
}

}  // namespace

Holdings Holdings::now() {
  return {static_cast<int>(QApplication::allWidgets().size()),
          test::Objects::now(),
          entries("/proc/self/task"),
          entries("/proc/self/fd"),
          allocated(),
          residentBytes()};
}

QString Holdings::text() const {
  return QStringLiteral("%1 widgets, %2 objects, %3 threads, %4 files, %5 allocated, %6 resident")
      .arg(widgets)
      .arg(objects)
      .arg(threads)
      .arg(files)
      .arg(QString::fromStdString(format_bytes(bytes)), QString::fromStdString(format_bytes(resident)));
}

QString Holdings::growthSince(const Holdings& before) const {
  QStringList grown;
  const auto compare = [&](const char* what, std::int64_t then, std::int64_t now, std::int64_t more) {
    if (now > then + more)
      grown << QStringLiteral("%1 from %2 to %3").arg(QLatin1String(what)).arg(then).arg(now);
  };
  compare("widgets", before.widgets, widgets, kWidgetsOnDemand);
  compare("objects", before.objects, objects, kObjectsOnDemand);
  compare("threads", before.threads, threads, kThreadsOnDemand);
  compare("files", before.files, files, kFilesOnDemand);
  compare("bytes", before.bytes, bytes, kCaches);
  return grown.join(QStringLiteral(", "));
}

}  // namespace runahead::monkey
