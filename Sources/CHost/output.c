#define _GNU_SOURCE
#include "CHost.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>


// A file rather than a pipe: a program that prints a lot never blocks, and after a crash all of its
// output can be shown.
static int file = -1;
/// The number of bytes of the file that were taken.
static atomic_llong taken;

enum { most = 2 };
static volatile sig_atomic_t held;
static int descriptors[most];
static int originals[most];

void host_write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

static bool open_file(void) {
  if (file >= 0) return true;
  char name[] = "/tmp/promise-tui.XXXXXX";
  file = mkstemp(name);
  if (file < 0) return false;
  unlink(name);
  fcntl(file, F_SETFD, FD_CLOEXEC);
  fcntl(file, F_SETFL, O_APPEND);
  return true;
}

void host_hold_output(const int *wanted, int count) {
  if (held || !open_file()) return;
  fflush(stdout);
  setvbuf(stdout, NULL, _IOLBF, 0);
  int next = 0;
  for (int i = 0; i < count && next < most; i++) {
    descriptors[next] = wanted[i];
    originals[next] = fcntl(wanted[i], F_DUPFD_CLOEXEC, 10);
    if (originals[next] < 0) continue;
    dup2(file, wanted[i]);
    next++;
  }
  held = next;
}

/// Takes the next bytes; up to the end of the last complete line if `whole` is true. A line that is
/// longer than `room` is split.
static size_t take(char *bytes, size_t room, bool whole) {
  for (;;) {
    long long from = atomic_load(&taken);
    ssize_t count = file < 0 ? 0 : pread(file, bytes, room, from);
    if (count <= 0) return 0;
    if (whole) {
      ssize_t end = count;
      while (end > 0 && bytes[end - 1] != '\n') end--;
      if (end > 0) {
        count = end;
      } else if ((size_t)count < room) {
        return 0;
      }
    }
    // Two threads never take the same bytes.
    if (atomic_compare_exchange_strong(&taken, &from, from + count)) return (size_t)count;
  }
}

int host_take_output(char *bytes, int room, bool whole) {
  if (!held || room <= 0) return 0;
  fflush(stdout);
  return (int)take(bytes, (size_t)room, whole);
}

void host_release_output(void) {
  int count = held;
  if (count == 0) return;
  held = 0;
  char bytes[4096];
  size_t length;
  while ((length = take(bytes, sizeof bytes, false)) > 0) {
    host_write_all(originals[0], bytes, length);
  }
  for (int i = 0; i < count; i++) {
    dup2(originals[i], descriptors[i]);
    close(originals[i]);
  }
}
