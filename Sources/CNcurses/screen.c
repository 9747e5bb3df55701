#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#include "screen.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

#include "CNcurses.h"
#include "CHost.h"

// term.h defines short names for every capability.
#undef lines
#undef columns

/// The most columns and rows that are drawn, as for `--screen`.
static const int most_cells = 1000;

static SCREEN *screen;
static int tty = -1;
static bool has_color;
/// Whether the terminal has an alternate screen, so that the main one can be restored.
static bool has_alternate;

/// Whether the terminal can have a mouse, and whether mouse reports are enabled.
static bool may_have_mouse, captures_mouse;
/// Buttons, drags, and columns beyond 223.
static const char mouse_on[] = "\033[?1000h\033[?1002h\033[?1006h";
static const char mouse_off[] = "\033[?1006l\033[?1002l\033[?1000l";
/// Bracketed paste, so that pasted text is never taken for keys. Terminals that can have a mouse
/// support it, or ignore these sequences.
static const char brackets_on[] = "\033[?2004h";
static const char brackets_off[] = "\033[?2004l";

// MARK: - Start and end

/// Returns a string of the terminal's description; NULL if it has none. (Some versions of curses
/// require a pointer to non-const.)
static const char *capability(const char *name) {
  const char *text = tigetstr((char *)name);
  return text == (char *)-1 ? NULL : text;
}

/// Checks whether the terminal can be used, before curses accesses it, and saves its strings.
static int examine(const char *term) {
  int problem = 0;
  if (setupterm((char *)term, tty, &problem) != OK) {
    return problem == 0 || problem == -1 ? CN_UNKNOWN_TERM : CN_DUMB_TERM;
  }
  if (!capability("cup") || tigetflag((char *)"hc") > 0) return CN_DUMB_TERM;
  has_alternate = capability("rmcup") != NULL;
  host_remember_modes(tty);
  const char *names[] = {"sgr0", "rmkx", "cnorm", has_alternate ? "rmcup" : "clear"};
  may_have_mouse = capability("kmous") != NULL;
  if (may_have_mouse) {
    host_remember_sequence(mouse_off);
    host_remember_sequence(brackets_off);
  }
  for (int i = 0; i < 4; i++) host_remember_sequence(capability(names[i]));
  return CN_STARTED;
}

/// Sets the modes of the screen, once curses is running.
static void set_modes(void) {
  raw();
  noecho();
  nonl();
  curs_set(0);
  leaveok(stdscr, TRUE);
  intrflush(stdscr, FALSE);
  if (!getenv("ESCDELAY")) set_escdelay(25);
  has_color = has_colors() && start_color() == OK;
  if (has_color) use_default_colors();
}

static void bracket_pastes(bool brackets) {
  if (!may_have_mouse) return;
  if (brackets) {
    host_write_all(tty, brackets_on, sizeof brackets_on - 1);
  } else {
    host_write_all(tty, brackets_off, sizeof brackets_off - 1);
  }
}

/// Captures output to 1 and 2, if they are terminals.
static void hold_terminals(void) {
  int terminals[2];
  int count = 0;
  for (int i = 1; i <= 2; i++) {
    if (isatty(i)) terminals[count++] = i;
  }
  host_hold_output(terminals, count);
}

static bool is_absurd(void) {
  struct winsize size = {0};
  if (ioctl(tty, TIOCGWINSZ, &size) != 0) return false;
  return size.ws_col > most_cells || size.ws_row > most_cells;
}

int cn_start(const char *term) {
  if (screen) return CN_STARTED;
  if (!term) term = getenv("TERM");
  if (!isatty(STDOUT_FILENO)) return CN_NOT_A_TERMINAL;
  if (!term || !*term) return CN_NO_TERM;
  if (tty < 0) tty = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 10);
  if (tty < 0) return CN_FAILED;
  // If the terminal claims an absurd size, curses begins with the size in the terminal's description,
  // and is resized below: it would allocate whatever the terminal claims.
  if (is_absurd()) use_env(FALSE);
  int result = examine(term);
  if (result != CN_STARTED) return result;

  static FILE *output;
  if (!output) output = fdopen(tty, "w");
  if (!output) return CN_FAILED;
  static FILE *input;
  if (!input) input = cn_input() == STDIN_FILENO ? stdin : fdopen(cn_input(), "r");
  if (!input) return CN_FAILED;
  host_restore_at_exit();

  host_screen_is_up();
  screen = newterm((char *)term, output, input);
  if (!screen) {
    host_screen_is_down();
    return CN_FAILED;
  }
  set_modes();
  cn_keys_begin();
  bracket_pastes(true);
  hold_terminals();
  int width, height;
  cn_size(&width, &height);
  cn_resize(width, height);
  return CN_STARTED;
}

/// Leaves the screen through curses. Without an alternate screen, it is cleared first.
static void leave(void) {
  if (captures_mouse) host_write_all(tty, mouse_off, sizeof mouse_off - 1);
  bracket_pastes(false);
  if (!has_alternate) {
    clear();
    refresh();
  }
  endwin();
  host_screen_is_down();
}

void cn_end(void) {
  if (!screen) return;
  if (!isendwin() && host_in_foreground()) {
    // If the terminal has grown in the meantime, tmux moves lines of this screen into the one
    // beneath it.
    erase();
    refresh();
    leave();
  }
  screen = NULL;
  host_emergency_restore();
}

void cn_suspend(void) {
  if (!screen || isendwin()) return;
  leave();
  host_release_output();
}

void cn_resume(void) {
  if (!screen) return;
  // After an unannounced stop, curses assumes that the terminal is unchanged.
  if (!isendwin()) endwin();
  hold_terminals();
  host_screen_is_up();
  cn_keys_begin();
  if (captures_mouse) host_write_all(tty, mouse_on, sizeof mouse_on - 1);
  bracket_pastes(true);
  clearok(curscr, TRUE);
}

void cn_capture_mouse(bool captures) {
  if (!screen || !may_have_mouse || captures == captures_mouse) return;
  captures_mouse = captures;
  if (isendwin()) return;
  if (captures) {
    host_write_all(tty, mouse_on, sizeof mouse_on - 1);
  } else {
    host_write_all(tty, mouse_off, sizeof mouse_off - 1);
  }
}

// MARK: - Size

/// Returns the number in an environment variable, or 0.
static int number_of(const char *name) {
  const char *text = getenv(name);
  long number = text ? strtol(text, NULL, 10) : 0;
  return number > 0 && number <= 10000 ? (int)number : 0;
}

void cn_size(int *width, int *height) {
  struct winsize size = {0};
  if (ioctl(tty, TIOCGWINSZ, &size) != 0) memset(&size, 0, sizeof size);
  *width = size.ws_col;
  *height = size.ws_row;
  if (*width <= 0) *width = number_of("COLUMNS");
  if (*height <= 0) *height = number_of("LINES");
  if (*width <= 0) *width = 80;
  if (*height <= 0) *height = 24;
  // Whatever size the terminal claims, a screen takes a bounded amount of memory.
  if (*width > most_cells) *width = most_cells;
  if (*height > most_cells) *height = most_cells;
}

void cn_resize(int width, int height) {
  if (is_term_resized(height, width)) resizeterm(height, width);
  clearok(curscr, TRUE);
}

// MARK: - Drawing

int cn_colors(void) { return has_color ? COLORS : 0; }

int cn_line_speed(void) { return baudrate(); }

static int ground = -1;

void cn_set_ground(int text, int background) {
  if (!has_color) return;
  assume_default_colors(text, background);
  ground = background;
}

void cn_set_color(int pair, int color) {
  if (has_color && pair > 0 && pair < COLOR_PAIRS) {
    init_pair((short)pair, (short)color, (short)ground);
  }
}

static attr_t attributes_of(int attributes) {
  attr_t result = A_NORMAL;
  if (attributes & CN_BOLD) result |= A_BOLD;
  if (attributes & CN_DIM) result |= A_DIM;
  if (attributes & CN_UNDERLINE) result |= A_UNDERLINE;
  if (attributes & CN_REVERSE) result |= A_REVERSE;
  return result;
}

/// Decodes `text` to one wide character with its combining marks. Returns false if the locale
/// counts a different number of cells.
static bool decode(const char *text, int width, wchar_t decoded[CCHARW_MAX + 1]) {
  mbstate_t state = {0};
  const char *rest = text;
  size_t count = mbsrtowcs(decoded, &rest, CCHARW_MAX, &state);
  if (count == 0 || count == (size_t)-1) return false;
  decoded[count] = L'\0';
  if (wcwidth(decoded[0]) != width) return false;
  for (size_t i = 1; i < count; i++) {
    if (wcwidth(decoded[i]) != 0) return false;
  }
  return true;
}

void cn_put(int x, int y, const char *text, int width, int pair, int attributes) {
  if (!screen) return;
  // On many terminals, curses fills the last cell by inserting its left neighbor before it. With a
  // single column, it would read that cell out of bounds, so the cell stays empty.
  if (COLS == 1 && y == LINES - 1) {
    mvaddch(y, 0, ' ');
    return;
  }
  wchar_t decoded[CCHARW_MAX + 1];
  bool plain = !decode(text, width, decoded);
  if (plain) wcscpy(decoded, L"?");
  cchar_t cell;
  attr_t look = attributes_of(attributes);
  if (setcchar(&cell, decoded, look, (short)pair, NULL) != OK) return;
  mvadd_wch(y, x, &cell);
  if (plain && width == 2 && setcchar(&cell, L" ", look, (short)pair, NULL) == OK) {
    mvadd_wch(y, x + 1, &cell);
  }
}

void cn_refresh(void) {
  if (!screen) return;
  wnoutrefresh(stdscr);
  doupdate();
}

void cn_send(const char *bytes, int count) {
  if (!screen || isendwin() || count <= 0) return;
  host_write_all(tty, bytes, (size_t)count);
}

void cn_redraw_all(void) {
  if (screen) clearok(curscr, TRUE);
}
