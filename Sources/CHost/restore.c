#define _GNU_SOURCE
#include "CHost.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>


static volatile sig_atomic_t up;
static int tty = -1;
static bool modes_known;
static struct termios modes;
static char sequences[512];
static size_t sequences_length;

void host_remember_modes(int descriptor) {
  tty = descriptor;
  modes_known = tcgetattr(tty, &modes) == 0;
  sequences_length = 0;
}

void host_remember_sequence(const char *sequence) {
  if (!sequence) return;
  // Terminfo writes delays as $<5>; no terminal in use today needs them.
  while (*sequence && sequences_length < sizeof sequences) {
    if (sequence[0] == '$' && sequence[1] == '<' && strchr(sequence, '>')) {
      sequence = strchr(sequence, '>') + 1;
    } else {
      sequences[sequences_length++] = *sequence++;
    }
  }
}

void host_screen_is_up(void) { up = 1; }

bool host_in_foreground(void) {
  pid_t foreground = tcgetpgrp(tty);
  return foreground <= 0 || foreground == getpgrp();
}

/// In the background, the terminal and its modes belong to another program.
static void restore_modes(void) {
  if (modes_known && host_in_foreground()) tcsetattr(tty, TCSANOW, &modes);
}

void host_screen_is_down(void) {
  if (!up) return;
  up = 0;
  restore_modes();
}

void host_emergency_restore(void) {
  if (up) {
    up = 0;
    host_write_all(tty, sequences, sequences_length);
    restore_modes();
  }
  host_release_output();
}

void host_stop_drawing(void) {
  if (!up) return;
  int own = fcntl(tty, F_DUPFD_CLOEXEC, 10);
  int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (own < 0 || nowhere < 0) return;
  dup2(nowhere, tty);
  tty = own;
}

void host_restore_at_exit(void) {
  static bool registered;
  if (!registered) atexit(host_emergency_restore);
  registered = true;
}
