#define _GNU_SOURCE
#include "CHost.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool host_open_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC) == 0;
#else
  if (pipe(ends) != 0) return false;
  for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  return true;
#endif
}

int host_open_unnamed(const char *folder) {
#ifdef O_TMPFILE
  return open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
#else
  (void)folder;
  return -1;
#endif
}

bool host_name_file(int file, const char *path) {
  char source[40];
  snprintf(source, sizeof source, "/proc/self/fd/%d", file);
  return linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
}

bool host_free_part(int file, long long offset, long long size) {
#ifdef FALLOC_FL_PUNCH_HOLE
  return fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, size) == 0;
#elif defined(F_PUNCHHOLE)
  fpunchhole_t hole = {.fp_flags = 0, .reserved = 0, .fp_offset = offset, .fp_length = size};
  return fcntl(file, F_PUNCHHOLE, &hole) == 0;
#else
  (void)file, (void)offset, (void)size;
  return false;
#endif
}

bool host_is_empty(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) != 0 || count == 0;
}
