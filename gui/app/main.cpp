// SPDX-License-Identifier: GPL-3.0-or-later
// The program: the command line, with pictures and the window for it once they are asked for.
#include <dlfcn.h>

#include <memory>
#include <string>
#include <vector>

#include "core/base/module_path.h"
#include "gui/app/window_module.h"
#include "gui/cli/command_line.h"

namespace {

using namespace runahead;
using namespace runahead::gui;

/// The library stays open.
Result<std::unique_ptr<Graphics>> open_graphics() {
  const std::string path = module_path(kWindowModule);
  if (path.empty())
    return Failure{std::string(kWindowModule) + ", which has the window and the pictures, is not installed"};
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) return Failure{std::string("the window cannot be opened: ") + ::dlerror()};
  const auto function = reinterpret_cast<WindowModuleFunction*>(::dlsym(library, kWindowModuleSymbol));
  std::unique_ptr<Graphics> graphics(function ? function(RUNAHEAD_VERSION) : nullptr);
  if (!graphics) return Failure{path + " belongs to another version of this program"};
  return graphics;
}

}  // namespace

int main(int count, char** words) {
  const std::vector<std::string> arguments(words + (count > 0 ? 1 : 0), words + count);
  return runCommandLine(arguments, open_graphics);
}
