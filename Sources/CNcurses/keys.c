#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#include <curses.h>

#include "CNcurses.h"
#include "screen.h"

/// Keys are read through a pad, because reading through a window would also draw it.
static WINDOW *reader;

void cn_keys_begin(void) {
  if (!reader) reader = newpad(1, 1);
  if (!reader) return;
  // Off first: curses sends the sequence that turns the keypad on only if it believes that it is
  // off.
  keypad(reader, FALSE);
  keypad(reader, TRUE);
  nodelay(reader, TRUE);
  // Mouse reports are read as raw bytes. Otherwise, curses would take the start of a report for a
  // key.
  define_key(NULL, KEY_MOUSE);
}

int cn_read_code(void) {
  if (!reader || isendwin()) return CN_NOTHING;
  int code = wgetch(reader);
  if (code == ERR) return CN_NOTHING;
  if (code >= 0 && code < 256) return code;
  switch (code) {
  case KEY_UP: return CN_KEY_UP;
  case KEY_DOWN: return CN_KEY_DOWN;
  case KEY_LEFT: return CN_KEY_LEFT;
  case KEY_RIGHT: return CN_KEY_RIGHT;
  case KEY_HOME: return CN_KEY_HOME;
  case KEY_END: return CN_KEY_END;
  case KEY_PPAGE: return CN_KEY_PAGE_UP;
  case KEY_NPAGE: return CN_KEY_PAGE_DOWN;
  case KEY_ENTER: return CN_KEY_ENTER;
  case KEY_BACKSPACE: return CN_KEY_BACKSPACE;
  case KEY_BTAB: return CN_KEY_BACK_TAB;
  default: return CN_KEY_OTHER;
  }
}
