#include "command.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace solgel::test {
namespace {

namespace fs = std::filesystem;

std::string made_folder() {
  std::string name = (fs::temp_directory_path() / "solgel-cli-XXXXXX").string();
  REQUIRE(mkdtemp(name.data()) != nullptr);
  return name;
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

std::vector<char*> pointers(Words& words) {
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  return list;
}

}  // namespace

Folder::Folder() : path_(made_folder()), streams_(made_folder()) {}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  fs::remove_all(streams_, ignored);
}

void Folder::write(const std::string& name, const std::string& bytes) const {
  std::ofstream file(path(name), std::ios::binary);
  file << bytes;
  REQUIRE(file.good());
}

std::string Folder::read(const std::string& name) const {
  return bytes_of(path(name));
}

bool Folder::has(const std::string& name) const {
  return fs::exists(path(name));
}

void Folder::remove(const std::string& name) const {
  fs::remove_all(path(name));
}

std::vector<std::string> Folder::names() const {
  std::vector<std::string> list;
  for (const fs::directory_entry& entry : fs::directory_iterator(path_))
    list.push_back(entry.path().filename().string() + (entry.is_directory() ? "/" : ""));
  std::sort(list.begin(), list.end());
  return list;
}

pid_t Folder::start(const Words& words, const std::string& input, const Words& environment) const {
  const std::string in = streams_ + "/in", out = streams_ + "/out", err = streams_ + "/err";
  std::ofstream(in, std::ios::binary) << input;
  Words argument_list{"solgel"}, variables = environment;
  argument_list.insert(argument_list.end(), words.begin(), words.end());
  for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, in.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addchdir_np(&actions, path_.c_str());
  pid_t process = 0;
  const int failed = posix_spawn(&process, SOLGEL_COMMAND, &actions, nullptr, pointers(argument_list).data(),
                                 pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  REQUIRE(failed == 0);
  return process;
}

Ended Folder::wait(pid_t process) const {
  int status = 0;
  REQUIRE(waitpid(process, &status, 0) == process);
  Ended ended;
  if (WIFEXITED(status)) ended.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) ended.signal = WTERMSIG(status);
  ended.out = bytes_of(streams_ + "/out");
  ended.err = bytes_of(streams_ + "/err");
  return ended;
}

std::string output_of(const std::string& shell_command) {
  std::FILE* pipe = popen(shell_command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  pclose(pipe);
  return text;
}

Words on_a_tiny_table(Words words) {
  for (const char* word : {"--width", "60", "--height", "40", "--cell", "1"}) words.emplace_back(word);
  return words;
}

std::string value_of(const std::string& report, const std::string& key, int index) {
  const std::string quoted = "\"" + key + "\": ";
  std::size_t at = report.find(quoted);
  for (int k = 0; k < index && at != std::string::npos; ++k) at = report.find(quoted, at + 1);
  if (at == std::string::npos) return "";
  at += quoted.size();
  const std::string value = report.substr(at, report.find_first_of(",\n}", at) - at);
  return value.size() > 1 && value.front() == '"' ? value.substr(1, value.size() - 2) : value;
}

double number_of(const std::string& report, const std::string& key, int index) {
  return std::strtod(value_of(report, key, index).c_str(), nullptr);
}

}  // namespace solgel::test
