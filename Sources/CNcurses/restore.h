// What must be put back when the program leaves, also when it leaves by crashing: everything here is
// safe inside a signal handler.

#ifndef CNCURSES_RESTORE_H
#define CNCURSES_RESTORE_H

#include <stdbool.h>

/// Remembers the modes of the terminal `tty`. Before curses changes them.
void cn_remember_modes(int tty);

/// Remembers a piece of what the terminal must be sent to be as before: a string of terminfo, or
/// NULL.
void cn_remember_sequence(const char *sequence);

/// The screen is up: there is something to put back.
void cn_screen_is_up(void);

/// The screen was left in an orderly way: the modes are put back, and nothing else remains to do.
void cn_screen_is_down(void);

/// Has the end of the process put everything back.
void cn_restore_at_exit(void);

/// Puts everything back without curses, once.
void cn_emergency_restore(void);

#endif
