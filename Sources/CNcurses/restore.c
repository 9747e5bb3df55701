#include "restore.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "CNcurses.h"

static volatile sig_atomic_t up;
static int tty = -1;
static bool modes_known;
static struct termios modes;
static char sequences[512];
static size_t sequences_length;

static volatile sig_atomic_t holding;
static int held = -1;
static int outputs[2] = {-1, -1};

void cn_remember_modes(int descriptor) {
  tty = descriptor;
  modes_known = tcgetattr(tty, &modes) == 0;
  sequences_length = 0;
}

void cn_remember_sequence(const char *sequence) {
  if (!sequence) return;
  // Terminfo marks waiting times as $<5>; no terminal that is met today needs them.
  while (*sequence && sequences_length < sizeof sequences) {
    if (sequence[0] == '$' && sequence[1] == '<' && strchr(sequence, '>')) {
      sequence = strchr(sequence, '>') + 1;
    } else {
      sequences[sequences_length++] = *sequence++;
    }
  }
}

void cn_screen_is_up(void) { up = 1; }

bool cn_in_foreground(void) {
  pid_t foreground = tcgetpgrp(tty);
  return foreground <= 0 || foreground == getpgrp();
}

static void write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

void cn_hold_output(void) {
  if (holding) return;
  if (held < 0) {
    char name[] = "/tmp/promise-tui.XXXXXX";
    held = mkstemp(name);
    if (held < 0) return;
    unlink(name);
    fcntl(held, F_SETFD, FD_CLOEXEC);
    fcntl(held, F_SETFL, O_APPEND);
  }
  for (int i = 0; i < 2; i++) {
    outputs[i] = isatty(i + 1) ? fcntl(i + 1, F_DUPFD_CLOEXEC, 10) : -1;
    if (outputs[i] >= 0) dup2(held, i + 1);
  }
  holding = 1;
}

void cn_release_output(void) {
  if (!holding) return;
  holding = 0;
  for (int i = 0; i < 2; i++) {
    if (outputs[i] < 0) continue;
    dup2(outputs[i], i + 1);
    close(outputs[i]);
    outputs[i] = -1;
  }
  char bytes[4096];
  ssize_t count;
  lseek(held, 0, SEEK_SET);
  while ((count = read(held, bytes, sizeof bytes)) > 0) write_all(tty, bytes, (size_t)count);
  if (ftruncate(held, 0) != 0) {
    close(held);
    held = -1;
  }
}

/// In the background the terminal belongs to somebody else, whose modes they are.
static void restore_modes(void) {
  if (modes_known && cn_in_foreground()) tcsetattr(tty, TCSANOW, &modes);
}

void cn_screen_is_down(void) {
  if (!up) return;
  up = 0;
  restore_modes();
}

void cn_emergency_restore(void) {
  if (up) {
    up = 0;
    write_all(tty, sequences, sequences_length);
    restore_modes();
  }
  cn_release_output();
}
