#define _GNU_SOURCE
#include <spawn.h>

#include "CHost.h"

int host_spawn_session_flag(void) { return POSIX_SPAWN_SETSID; }
