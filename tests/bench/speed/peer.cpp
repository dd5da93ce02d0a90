// SPDX-License-Identifier: GPL-3.0-or-later
// The two pipes between the benchmark and a peer.
#include "tests/bench/speed/peer.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace bench {

Peer::Peer(const std::vector<std::string>& command) {
  int to_peer[2], from_peer[2];
  if (command.empty() || pipe(to_peer) != 0 || pipe(from_peer) != 0) return;
  std::signal(SIGPIPE, SIG_IGN);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to_peer[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, from_peer[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", 1, 0);
  for (const int end : {to_peer[0], to_peer[1], from_peer[0], from_peer[1]}) {
    posix_spawn_file_actions_addclose(&actions, end);
  }
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  if (posix_spawn(&process_, arguments[0], &actions, nullptr, arguments.data(), environ) != 0) process_ = -1;
  posix_spawn_file_actions_destroy(&actions);
  close(to_peer[0]);
  close(from_peer[1]);
  jobs_ = fdopen(to_peer[1], "w");
  answers_ = fdopen(from_peer[0], "r");
}

Peer::~Peer() {
  if (jobs_) std::fclose(jobs_);
  if (answers_) std::fclose(answers_);
  if (process_ > 0) waitpid(process_, nullptr, 0);
}

std::optional<double> Peer::milliseconds(const std::string& job) {
  double result = 0;
  if (!jobs_ || std::fprintf(jobs_, "%s\n", job.c_str()) < 0 || std::fflush(jobs_) != 0) return {};
  if (std::fscanf(answers_, "%lf", &result) != 1) return {};
  return result;
}

}  // namespace bench
