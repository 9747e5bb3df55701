#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include "CHost.h"

int host_open_terminal(int *theirs) {
  int ours = posix_openpt(O_RDWR | O_NOCTTY);
  if (ours < 0) return -1;
  fcntl(ours, F_SETFD, FD_CLOEXEC);
  const char *name = grantpt(ours) == 0 && unlockpt(ours) == 0 ? ptsname(ours) : NULL;
  *theirs = name ? open(name, O_RDWR | O_NOCTTY | O_CLOEXEC) : -1;
  if (*theirs < 0) {
    close(ours);
    return -1;
  }
  struct termios modes;
  if (tcgetattr(*theirs, &modes) == 0) {
    cfmakeraw(&modes);
    tcsetattr(*theirs, TCSANOW, &modes);
  }
  fcntl(ours, F_SETFL, O_NONBLOCK);
  return ours;
}
