#ifndef C_FORKING_H
#define C_FORKING_H

#include <sys/time.h>
#include <sys/types.h>

/// fork(), which Swift does not offer: 0 in the new process, its number in the old one.
int forking_fork(void);

/// fork() by the system call alone, which runs no handlers of the C library; fork() where that is not
/// possible.
int forking_raw_fork(void);

/// Makes `user` the real and the effective user, and keeps the current one as the saved user. Returns
/// 0 if that is possible.
int forking_keep_saved_user(uid_t user);

/// vfork() and execv(). Returns the number of the new process.
int forking_vfork_exec(const char *path, char *const arguments[]);

/// quick_exit(), or _exit() where there is none.
void forking_quick_exit(int status) __attribute__((noreturn));

/// setitimer() for the time that passes: Swift does not see its first argument on every platform.
void forking_set_timer(const struct itimerval *interval);

#endif
