#if defined(__linux__)
#define _GNU_SOURCE
#include <sys/auxv.h>
#endif

#include "privileges.h"

#include <sys/socket.h>
#include <unistd.h>

bool cr_has_raised_privileges(void) {
#if defined(__linux__)
  uid_t user, effective_user, saved_user;
  gid_t group, effective_group, saved_group;
  if (getresuid(&user, &effective_user, &saved_user) != 0) return true;
  if (getresgid(&group, &effective_group, &saved_group) != 0) return true;
  // The system sets AT_SECURE when the program starts. It stays set if the program then gives up
  // its privileges.
  return getauxval(AT_SECURE) != 0 || user != effective_user || user != saved_user ||
         group != effective_group || group != saved_group;
#else
  return issetugid() != 0 || getuid() != geteuid() || getgid() != getegid();
#endif
}

bool cr_peer_user(int socket, uid_t *user) {
#if defined(__linux__)
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return false;
  if (size != sizeof peer) return false;
  *user = peer.uid;
  return true;
#else
  gid_t group;
  return getpeereid(socket, user, &group) == 0;
#endif
}
