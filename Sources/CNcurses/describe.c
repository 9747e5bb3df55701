#define _GNU_SOURCE
#include <curses.h>
#include <stdlib.h>
#include <term.h>
#include <unistd.h>

#include "CNcurses.h"

/// Returns whether the terminal's description contains a string.
static bool has_string(const char *name) {
  const char *text = tigetstr((char *)name);
  return text && text != (char *)-1;
}

int cn_describe(const char *term, struct cn_description *description) {
  *description = (struct cn_description){0};
  if (!term || !*term) return CN_NO_TERM;
  int problem = 0;
  if (setupterm((char *)term, STDOUT_FILENO, &problem) != OK) {
    return problem == 0 || problem == -1 ? CN_UNKNOWN_TERM : CN_DUMB_TERM;
  }
  int colors = tigetnum((char *)"colors");
  description->colors = colors > 0 ? colors : 0;
  description->has_alternate = has_string("rmcup");
  description->may_have_mouse = has_string("kmous");
  bool moves = has_string("cup") && tigetflag((char *)"hc") <= 0;
  del_curterm(cur_term);
  return moves ? CN_STARTED : CN_DUMB_TERM;
}
