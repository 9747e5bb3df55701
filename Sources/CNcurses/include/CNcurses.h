#ifndef CNCURSES_H
#define CNCURSES_H

/// The version of curses that the program is linked with.
const char *cn_version(void);

#endif
