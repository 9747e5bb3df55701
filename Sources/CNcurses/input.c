#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>

#include "CNcurses.h"

int cn_input(void) {
  static int input = -1;
  if (input >= 0) return input;
  input = STDIN_FILENO;
  if (!isatty(STDIN_FILENO)) {
    int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (terminal >= 0) input = terminal;
  }
  return input;
}
