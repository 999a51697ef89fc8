// `solgel studio`: the page, served to this machine alone.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace solgel::cli {

struct StudioFlags {
  std::string folder;  // empty: beside the installed command
  int port = 8765;
  bool no_open = false;
};

CLI::App* add_studio_command(CLI::App& app, StudioFlags& flags);
// Serves until it is interrupted.
int run_studio(const StudioFlags& flags);

}  // namespace solgel::cli
