#define _GNU_SOURCE
#include "CHost.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

// posix_spawn cannot register the new process with the guard before it runs, so this process is
// forked. Until it executes the program, it calls only what a signal handler may.

/// Gives all signals their default actions, except those that our parent made us ignore.
static void reset_signals(void) {
  for (int i = 1; i < NSIG; i++) {
    struct sigaction current;
    bool may_stay = i == SIGHUP || i == SIGINT || i == SIGQUIT;
    if (may_stay && sigaction(i, NULL, &current) == 0 && current.sa_handler == SIG_IGN) continue;
    struct sigaction action = {0};
    action.sa_handler = SIG_DFL;
    sigaction(i, &action, NULL);
  }
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
}

/// Connects the descriptors; returns whether that succeeded.
static bool connect_descriptors(const struct host_program *program) {
  for (int i = 0; i < program->count || i <= STDERR_FILENO; i++) {
    int ours = i < program->count ? program->descriptors[i] : -1;
    if (ours >= 0) {
      if (dup2(ours, i) < 0) return false;
    } else if (i <= STDERR_FILENO) {
      int nowhere = open("/dev/null", i == STDIN_FILENO ? O_RDONLY : O_WRONLY);
      if (nowhere < 0) return false;
      if (nowhere != i) {
        dup2(nowhere, i);
        close(nowhere);
      }
    }
  }
  return true;
}

/// Executes the first of the paths that can be executed; returns why none can.
static int execute(const struct host_program *program) {
  int problem = ENOENT;
  for (const char *const *path = program->paths; *path; path++) {
    execve(*path, program->arguments, program->environment);
    switch (errno) {
    case EACCES: problem = EACCES; break;
    case ENOENT: case ENOTDIR: if (!path[1] && path == program->paths) problem = errno; break;
    default: return errno;
    }
  }
  return problem;
}

static _Noreturn void become(const struct host_program *program, int report) {
  if (program->leads_session) setsid();
  if (program->guarded) host_guard_process(program->leads_session ? -getpid() : getpid(), true);
  int problem = 0;
  if (connect_descriptors(program)) {
    reset_signals();
    problem = execute(program);
  } else {
    problem = errno;
  }
  if (write(report, &problem, sizeof problem) < 0) {}
  _exit(127);
}

int host_start_program(const struct host_program *program) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  // The program's own descriptors must not take the place of this one.
  int report = fcntl(ends[1], F_DUPFD_CLOEXEC, 64);
  int problem = errno;
  close(ends[1]);
  if (report < 0) {
    close(ends[0]);
    errno = problem;
    return -1;
  }
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  if (program->guarded) host_start_guard();
  // None of our handlers may run in the new process.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = fork();
  problem = errno;
  if (child == 0) become(program, report);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(report);
  if (child > 0) {
    problem = 0;
    ssize_t count;
    do count = read(ends[0], &problem, sizeof problem);
    while (count < 0 && errno == EINTR);
    if (problem != 0) {
      if (program->guarded) host_guard_process(program->leads_session ? -child : child, false);
      while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
    }
  }
  close(ends[0]);
  if (problem == 0) return child;
  errno = problem;
  return -1;
}
