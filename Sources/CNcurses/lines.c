#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include "CNcurses.h"
#include "CHost.h"

/// The descriptor for output while 1 and 2 are captured.
static int output = -1;
static struct termios usual;

bool cn_start_lines(void) {
  int input = cn_input();
  if (!isatty(input) || !isatty(STDOUT_FILENO) || tcgetattr(input, &usual) != 0) return false;
  if (output < 0) output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 10);
  if (output < 0) return false;
  host_remember_modes(input);
  host_restore_at_exit();
  cn_resume_lines();
  return true;
}

void cn_edit_lines(bool edits) {
  struct termios modes = usual;
  if (!edits) {
    modes.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG | IEXTEN);
    modes.c_cc[VMIN] = 1;
    modes.c_cc[VTIME] = 0;
  }
  if (host_in_foreground()) tcsetattr(cn_input(), TCSADRAIN, &modes);
}

int cn_read_bytes(char *bytes, int room) {
  ssize_t count = read(cn_input(), bytes, (size_t)room);
  return count > 0 ? (int)count : 0;
}

void cn_print(const char *text, int count) {
  if (output >= 0 && count > 0) host_write_all(output, text, (size_t)count);
}

void cn_suspend_lines(void) {
  host_screen_is_down();
  host_release_output();
}

void cn_resume_lines(void) {
  int outputs[2];
  int count = 0;
  for (int i = 1; i <= 2; i++) {
    if (isatty(i)) outputs[count++] = i;
  }
  host_hold_output(outputs, count);
  host_screen_is_up();
  cn_edit_lines(false);
}

void cn_end_lines(void) { host_emergency_restore(); }
