// What the program asks of the system that Swift cannot ask or must not: signals, the descriptors that
// others write to, and what is put back when the process leaves, also when it crashes. No signal handler is
// ever seen by Swift. All but the functions marked "any thread" are called by one thread.

#ifndef CHOST_H
#define CHOST_H

#include <stdbool.h>
#include <stddef.h>

// MARK: - Locale

/// Takes over the locale that the environment names, or C.UTF-8 where that one is not installed;
/// answers whether text is UTF-8 there.
bool host_use_locale(void);

// MARK: - What the program prints

/// Holds what is written to these descriptors, of which the first two count, until it is taken or
/// they are released. Does nothing while some are held.
void host_hold_output(const int *descriptors, int count);

/// Takes what was written to the held descriptors, each byte once: whole lines, or whatever there
/// is. Answers how many bytes that is, at most `room`. Any thread.
int host_take_output(char *bytes, int room, bool whole);

/// Gives the descriptors back, and writes to the first what nobody has taken. Harmless where none
/// is held. Any thread, and signal handlers.
void host_release_output(void);

// MARK: - A terminal for another program

/// Opens a terminal without a screen, which changes nothing of what is written to it: answers the end to
/// read, which does not wait, and sets `theirs` to that of the program. -1 where there is none.
int host_open_terminal(int *theirs);

// MARK: - Signals

/// From now on SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP and SIGCONT write their number as
/// one byte to `descriptor`; one that the parent had made ignored stays ignored. A crash gives the
/// terminal back and then takes its way. Before curses starts, so that it keeps its own handlers.
void host_catch_signals(int descriptor);

/// Has those signals do again what they do where nobody catches them.
void host_release_signals(void);

/// Whether this signal is ignored.
bool host_ignores(int number);

/// From now on the first SIGINT is noted, and the second one ends the process as it always does. One
/// that the parent had made ignored stays ignored.
void host_note_interrupt(void);

/// Whether that SIGINT has come.
bool host_interrupted(void);

/// Stops this process, or its whole group, as if nobody had caught SIGTSTP, and returns when it goes
/// on. Where nobody could continue it, the system does not stop it.
void host_stop(bool group);

/// Dies of a signal as if nobody had caught it.
_Noreturn void host_die(int signal);

// MARK: - Threads

/// Runs `body` on a thread of its own, with a stack for crash handlers; answers whether it began.
/// Any thread.
bool host_start_thread(void (*body)(void *), void *context);

// MARK: - What is put back

// What follows is for the code that changes the terminal, and safe inside a signal handler.

/// The process may use the terminal: it is in its foreground.
bool host_in_foreground(void);

/// Remembers the modes of the terminal `tty`. Before curses changes them.
void host_remember_modes(int tty);

/// Remembers a piece of what the terminal must be sent to be as before: a string of terminfo, or
/// NULL.
void host_remember_sequence(const char *sequence);

/// The screen is up: there is something to put back.
void host_screen_is_up(void);

/// The screen was left in an orderly way: the modes are put back, and nothing else remains to do.
void host_screen_is_down(void);

/// Has the end of the process put everything back.
void host_restore_at_exit(void);

/// Puts everything back without curses, once.
void host_emergency_restore(void);

/// Writes all of `bytes`, as far as the descriptor takes them.
void host_write_all(int descriptor, const char *bytes, size_t count);

#endif
