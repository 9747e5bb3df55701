#ifndef CRECORDING_PRIVILEGES_H
#define CRECORDING_PRIVILEGES_H

#include <stdbool.h>
#include <sys/types.h>

/// Whether the process has, had, or can regain more privileges than the user who started it: it was
/// started from a set-user-ID or set-group-ID file or from one with capabilities, or its real,
/// effective, and saved IDs differ. The environment of such a process may come from another user.
bool cr_has_raised_privileges(void);

/// Sets `user` to the effective user ID of the process at the other end of a connected Unix socket.
/// Returns false if the system does not say.
bool cr_peer_user(int socket, uid_t *user);

#endif
