// SPDX-License-Identifier: GPL-3.0-or-later
// A line for each thing, in the system's words.
#include "gui/cli/diagnosis.h"

#include <gnu/libc-version.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include <QString>
#include <algorithm>
#include <clocale>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <thread>
#include <vector>

#include "core/base/format.h"
#include "core/base/quote.h"
#include "core/scenario/devices.h"
#include "core/scenario/python.h"
#include "core/scenario/run_execution.h"
#include "gui/crash/reports.h"

namespace runahead::gui {
namespace {

/// What follows `head` in a file of the system's.
std::string lineOf(const char* file, const std::string& head) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(head)) continue;
    line.erase(0, head.size());
    std::erase(line, '"');
    return line.substr(std::min(line.find_first_not_of(" \t:="), line.size()));
  }
  return "unknown";
}

std::string words(const char* variable) {
  const char* const value = std::getenv(variable);
  return value && *value != '\0' ? std::string(" ") + variable + "=" + value : std::string();
}

/// Whose computer it is stays out of it.
std::string withoutHome(std::string text) {
  const char* const home = std::getenv("HOME");
  if (!home || std::string_view(home).size() < 2) return text;
  const std::string_view path = home;
  for (std::size_t at = 0; (at = text.find(path, at)) != std::string::npos; ++at)
    text.replace(at, path.size(), 1, '~');  // the other form makes GCC 12 warn of memory
  return text;
}

std::string memory() {
  struct sysinfo info {};
  if (::sysinfo(&info) != 0) return "unknown";
  return format_bytes(static_cast<std::int64_t>(info.totalram) * info.mem_unit) + ", " +
         format_bytes(static_cast<std::int64_t>(info.freeram) * info.mem_unit) + " of it unused";
}

}  // namespace

void diagnose(const std::string& version, const OpenGraphics& openGraphics,
              const std::function<void(const std::string&)>& print) {
  const auto line = [&print](std::string name, const std::string& value) {
    name.resize(12, ' ');
    print(withoutHome(name + without_controls(value) + "\n"));
  };
  line("Runahead", version);
  line("compiler", __VERSION__);
  line("Qt", std::string(qVersion()) + ", built with " QT_VERSION_STR);
  line("glibc", ::gnu_get_libc_version());
  utsname system{};
  if (::uname(&system) == 0)
    line("system", lineOf("/etc/os-release", "PRETTY_NAME") + ", " + system.sysname + " " + system.release +
                       ", " + system.machine);
  line("processor", lineOf("/proc/cpuinfo", "model name"));
  line("cores", std::to_string(std::thread::hardware_concurrency()));
  line("memory", memory());
  line("OpenBLAS", blas_description() + words("OPENBLAS_CORETYPE") + words("OPENBLAS_NUM_THREADS"));
  const Result<std::string> python = python_description();
  line("Python", python ? *python : python.error());
  const Result<CudaDevice> cuda = describe_cuda();
  line("CUDA", cuda ? cuda->name + ", " + cuda->libraries : cuda.error());
  const char* const locale = std::setlocale(LC_ALL, "");
  line("locale", locale ? locale : "one that is not installed");
  const std::vector<CrashReport> reports = crashReports();
  line("crashes", reports.empty()
                      ? "no report"
                      : std::to_string(reports.size()) + (reports.size() == 1 ? " report" : " reports") +
                            " in " + reportFolder() + "; the last one:");
  if (!reports.empty()) print("\n" + reports.front().text + "\n");
  const auto graphics = openGraphics();
  if (!graphics) return line("window", graphics.error());
  for (const auto& [name, value] : (*graphics)->describe()) line(name, value);
}

}  // namespace runahead::gui
