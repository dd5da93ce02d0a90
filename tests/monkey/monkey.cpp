// SPDX-License-Identifier: GPL-3.0-or-later
// The program: so many actions of a seed, life after life, or runs for so many minutes in one window.
#include <time.h>

#include <QApplication>
#include <QCommandLineParser>
#include <QFile>
#include <QTemporaryDir>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <random>

#include "gui/jobs/background.h"
#include "tests/monkey/holdings.h"
#include "tests/monkey/life.h"
#include "tests/monkey/soak.h"
#include "tests/monkey/trouble.h"
#include "tests/support/objects.h"

/// QScintilla's own: what it asks of the line before loses some bytes now and then.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:QsciScintilla::getIndentState";
}

namespace {

using namespace runahead;
using namespace runahead::monkey;

int g_complaints = 0;

/// Qt's remarks on its surroundings are none of the window's.
void heard(QtMsgType type, const QMessageLogContext& context, const QString& message) {
  const QByteArray category = context.category ? context.category : "";
  if (category.startsWith("qt.qpa.") || message.startsWith(QLatin1String("QStandardPaths:"))) return;
  if (message.startsWith(QLatin1String("This plugin does not support"))) return;
  // Of QTest, where an action finds what the one before has covered.
  if (message.startsWith(QLatin1String("Mouse event at ")) || type == QtDebugMsg || type == QtInfoMsg) return;
  ++g_complaints;
  std::printf("Qt says: %s\n", message.toUtf8().constData());
  std::fflush(stdout);
}

double usedSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The exit status.
int work(Watch& watch, std::uint64_t seed, std::uint64_t from, std::uint64_t to, bool tells, bool troubled) {
  from -= from % Life::kActions;
  std::unique_ptr<Life> life;
  std::optional<Holdings> first;
  Holdings last;
  int broken = 0, lives = 0;
  for (std::uint64_t number = from; number < to; ++number) {
    if (!life) {
      watch.beginLife(QStringLiteral("window_monkey --seed %1 --from %2 --actions %3%4")
                          .arg(seed)
                          .arg(number)
                          .arg(Life::kActions)
                          .arg(troubled ? QStringLiteral(" --trouble") : QString()));
      life = std::make_unique<Life>(watch, troubled);
    }
    const int complaints = g_complaints;
    QStringList wrong = life->act(seed, number, tells);
    if (g_complaints > complaints) wrong << QStringLiteral("Qt complains");
    broken += wrong.isEmpty() ? 0 : 1;
    if (!wrong.isEmpty()) {
      std::printf("broken at %llu of seed %llu: %s\n", static_cast<unsigned long long>(number),
                  static_cast<unsigned long long>(seed),
                  wrong.join(QStringLiteral("; ")).toUtf8().constData());
      std::fflush(stdout);
    }
    // What is broken stays so: the next life begins.
    if (wrong.isEmpty() && (number + 1) % Life::kActions != 0 && number + 1 < to) continue;
    if (!wrong.isEmpty()) number += Life::kActions - 1 - number % Life::kActions;
    watch.begin(QStringLiteral("%1 the end of its life").arg(number));
    life.reset();
    watch.pause();
    last = Holdings::now();
    // The first two fill caches.
    if (++lives == 2) first = last;
    const QString growth = first ? last.growthSince(*first) : QString();
    if (!growth.isEmpty()) {
      ++broken;
      std::printf("grown at %llu: %s\n", static_cast<unsigned long long>(number),
                  growth.toUtf8().constData());
      first = last;
    }
    if (lives % 10 == 2) std::printf("after %d lives: %s\n", lives, last.text().toUtf8().constData());
    std::fflush(stdout);
  }
  std::printf("%llu actions of seed %llu in %d lives, %.0f s of the processor; %d broken; at last %s\n%s\n",
              static_cast<unsigned long long>(to - from), static_cast<unsigned long long>(seed), lives,
              usedSeconds(), broken, last.text().toUtf8().constData(), watch.summary().toUtf8().constData());
  if (!troubled) return broken > 0 ? 1 : 0;
  const std::uint64_t failed = Trouble::failedCalls();
  std::printf("%llu calls failed\n", static_cast<unsigned long long>(failed));
  return broken > 0 || failed == 0 ? 1 : 0;
}

}  // namespace

int main(int count, char** words) {
  const QTemporaryDir home;
  QFile screens(home.filePath(QStringLiteral("screens.json")));
  if (!screens.open(QIODevice::WriteOnly)) return 1;
  screens.write(R"({"screens": [
    {"name": "desk", "x": 0, "y": 0, "width": 1920, "height": 1200, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1},
    {"name": "projector", "x": 1920, "y": 0, "width": 1280, "height": 720, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}]})");
  screens.close();
  qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + screens.fileName().toUtf8());
  for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"})
    qputenv(name, home.path().toUtf8());
  qInstallMessageHandler(heard);
  test::Objects::count();
  QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
  QApplication::setQuitOnLastWindowClosed(false);
  QApplication application(count, words);

  QCommandLineParser parser;
  const QCommandLineOption seed(QStringLiteral("seed"), {}, QStringLiteral("number"));
  const QCommandLineOption actions(QStringLiteral("actions"), {}, QStringLiteral("number"),
                                   QStringLiteral("1000000"));
  const QCommandLineOption from(QStringLiteral("from"), {}, QStringLiteral("number"), QStringLiteral("0"));
  const QCommandLineOption tell(QStringLiteral("tell"));
  const QCommandLineOption soakFor(QStringLiteral("soak"), {}, QStringLiteral("minutes"));
  const QCommandLineOption trouble(QStringLiteral("trouble"));
  parser.addOptions({seed, actions, from, tell, soakFor, trouble});
  parser.addHelpOption();
  parser.process(application);
  if (parser.isSet(trouble) && !Trouble::possible()) {
    std::fputs("window_monkey: --trouble needs a build by g++ without sanitizers, whose calls can fail\n",
               stderr);
    return 2;
  }
  const std::uint64_t drawn = parser.isSet(seed) ? parser.value(seed).toULongLong() : std::random_device()();
  std::printf("seed %llu\n", static_cast<unsigned long long>(drawn));
  std::fflush(stdout);

  Watch watch;
  const std::uint64_t first = parser.value(from).toULongLong();
  const int status = parser.isSet(soakFor)
                         ? soak(watch, drawn, parser.value(soakFor).toDouble())
                         : work(watch, drawn, first, first + parser.value(actions).toULongLong(),
                                parser.isSet(tell), parser.isSet(trouble));
  gui::joinBackground();
  return status;
}
