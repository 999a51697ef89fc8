#include "studio_command.h"

#include <array>
#include <cstdlib>
#include <filesystem>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <httplib.h>
#include <spawn.h>
#include <unistd.h>

#include "commands.h"

namespace solgel::cli {
namespace {

// Where cmake --install puts the page: ../share/solgel/studio from the command.
std::string installed_folder() {
  std::error_code code;
  const std::filesystem::path command = std::filesystem::read_symlink("/proc/self/exe", code);
  if (code) return {};
  return (command.parent_path().parent_path() / "share/solgel/studio").string();
}

// Asks the desktop, where there is one, to show the address; without a shell.
void open_in_browser(const std::string& address) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
  std::string program = "xdg-open", argument = address;
  std::array<char*, 3> words = {program.data(), argument.data(), nullptr};
  pid_t process = 0;
  posix_spawnp(&process, program.c_str(), nullptr, nullptr, words.data(), environ);
}

}  // namespace

CLI::App* add_studio_command(CLI::App& app, StudioFlags& flags) {
  CLI::App* c = app.add_subcommand("studio", "serve the page for the browser, to this machine alone");
  c->add_option("--folder", flags.folder, "the built page; else the installed one");
  c->add_option("--port", flags.port, "where to listen on 127.0.0.1; 0 takes a free one (8765)")
      ->check(CLI::Range(0, 65535));
  c->add_flag("--no-open", flags.no_open, "do not open a browser");
  return c;
}

int run_studio(const StudioFlags& flags) {
  const std::string folder = flags.folder.empty() ? installed_folder() : flags.folder;
  std::error_code code;
  if (!std::filesystem::is_regular_file(std::filesystem::path(folder) / "index.html", code)) {
    return complain({.found = "there is no page",
                     .allowed = "wanted a folder with index.html",
                     .remedy = "./solgel studio in the source tree builds and serves it",
                     .file = folder},
                    2);
  }
  httplib::Server server;
  server.set_mount_point("/", folder);
  server.set_file_extension_and_mimetype_mapping("wasm", "application/wasm");
  server.set_file_extension_and_mimetype_mapping("webmanifest", "application/manifest+json");
  server.set_default_headers({{"Cache-Control", "no-cache"}});
  const int port = flags.port == 0                                ? server.bind_to_any_port("127.0.0.1")
                   : server.bind_to_port("127.0.0.1", flags.port) ? flags.port
                                                                  : -1;
  if (port <= 0) {
    return complain({.found = "port " + std::to_string(flags.port) + " of 127.0.0.1 cannot be had",
                     .remedy = "choose another one with --port, or 0 for any",
                     .file = "studio"},
                    1);
  }
  const std::string address = fmt::format("http://127.0.0.1:{}/", port);
  fmt::print("{}\n", address);
  std::fflush(stdout);
  if (!flags.no_open) open_in_browser(address);
  return server.listen_after_bind() ? 0 : 1;
}

}  // namespace solgel::cli
