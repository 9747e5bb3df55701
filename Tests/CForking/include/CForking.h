#ifndef C_FORKING_H
#define C_FORKING_H

#include <sys/types.h>

/// fork(), which Swift does not offer: 0 in the new process, its number in the old one.
int forking_fork(void);

/// Makes `user` the real and the effective user, and keeps the current one as the saved user. Returns
/// 0 if that is possible.
int forking_keep_saved_user(uid_t user);

#endif
