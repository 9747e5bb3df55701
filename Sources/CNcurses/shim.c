#define NCURSES_WIDECHAR 1
#include "CNcurses.h"
#include <ncurses.h>

const char *cn_version(void) { return curses_version(); }
