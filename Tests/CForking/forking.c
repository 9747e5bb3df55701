#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CForking.h"

#include <unistd.h>

int forking_fork(void) { return fork(); }

int forking_keep_saved_user(uid_t user) {
#if defined(__linux__)
  return setresuid(user, user, geteuid());
#else
  return -1;
#endif
}
