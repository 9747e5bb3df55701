#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CForking.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
#endif

int forking_fork(void) { return fork(); }

int forking_raw_fork(void) {
#if defined(__linux__)
  return (int)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
#else
  return fork();
#endif
}

int forking_keep_saved_user(uid_t user) {
#if defined(__linux__)
  return setresuid(user, user, geteuid());
#else
  return -1;
#endif
}

int forking_vfork_exec(const char *path, char *const arguments[]) {
  int child = vfork();
  if (child == 0) {
    execv(path, arguments);
    _exit(127);
  }
  return child;
}

void forking_quick_exit(int status) {
#if defined(__linux__)
  quick_exit(status);
#else
  _exit(status);
#endif
}

void forking_set_timer(const struct itimerval *interval) {
  setitimer(ITIMER_REAL, interval, NULL);
}
