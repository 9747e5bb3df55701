// System functions that Swift cannot call or must not: signals, redirected output, and restoring
// the terminal when the process exits, even after a crash. Swift never sees a signal handler. All
// functions except those marked "any thread" are called by one thread.

#ifndef CHOST_H
#define CHOST_H

#include <stdbool.h>
#include <stddef.h>

// MARK: - Locale

/// Uses the locale that the environment names, or C.UTF-8 if that one is not installed. Returns
/// whether text is UTF-8 in it.
bool host_use_locale(void);

/// Uses the same locale, and returns the name of its encoding, such as UTF-8. Sets `installed` to
/// whether the locale that the environment names is installed.
const char *host_locale_encoding(bool *installed);

// MARK: - The program's output

/// Captures the output to these descriptors, at most two of them, until it is taken or they are
/// released. Does nothing while output is already captured.
void host_hold_output(const int *descriptors, int count);

/// Takes captured output, each byte once: complete lines if `whole` is true, or whatever there is.
/// Returns the number of bytes, at most `room`. Any thread.
int host_take_output(char *bytes, int room, bool whole);

/// Restores the descriptors, and writes the captured output that was not taken to the first one.
/// Does nothing if no output is captured. Any thread, and signal handlers.
void host_release_output(void);

// MARK: - A terminal for another program

/// Opens a pseudo terminal that does not change what is written to it. Returns the end to read,
/// which does not block, and sets `theirs` to the program's end. Returns -1 if none can be opened.
int host_open_terminal(int *theirs);

// MARK: - Signals

/// Makes SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, and SIGCONT write their numbers, one
/// byte each, to `descriptor`. A signal that the parent ignored stays ignored. A crash, and every
/// other signal that ends the process by default, first restores the terminal and then proceeds as
/// usual. Call this before curses starts, so that curses keeps its own handlers.
void host_catch_signals(int descriptor);

/// Makes one more signal write its number there, unless the parent ignored it.
void host_catch_signal(int number);

/// Restores the default actions of those signals.
void host_release_signals(void);

/// From now on, writing beyond the limit on the size of files fails with EFBIG instead of ending the
/// process. SIGXFSZ from another process ends it as usual, after the terminal is restored.
void host_survive_file_limit(void);

/// Returns whether this signal is ignored.
bool host_ignores(int number);

/// Makes the first SIGINT be noted, and the second one end the process as usual. If the parent
/// ignored SIGINT, it stays ignored.
void host_note_interrupt(void);

/// Returns whether that SIGINT has arrived.
bool host_interrupted(void);

/// Stops this process, or its process group, as SIGTSTP does by default, and returns when it is
/// continued. If no shell could continue it, the system does not stop it.
void host_stop(bool group);

/// Ends the process by a signal, as it does by default.
_Noreturn void host_die(int signal);

// MARK: - Other programs

/// A program to start. The lists of strings end with NULL.
struct host_program {
  /// Where the program may be, in order.
  const char *const *paths;
  char *const *arguments;
  char *const *environment;
  /// Our descriptors, at the places that they get in the program; -1 for none. They are 64 or higher.
  /// Without one, descriptors 0 to 2 become /dev/null.
  const int *descriptors;
  int count;
  /// Whether it leads a session of its own, without a terminal.
  bool leads_session;
  /// Whether the guard ends it when this process ends, from its first moment.
  bool guarded;
};

/// Starts a program with the default actions of all signals, except SIGHUP, SIGINT, and SIGQUIT if
/// they are ignored here. Returns its process ID, or -1 with the reason in `errno`. Any thread.
int host_start_program(const struct host_program *program);

/// Starts the guard, unless it runs: a process that waits for the end of this one. Any thread.
void host_start_guard(void);

/// Has a process ended when this one ends, for whatever reason, SIGKILL included; or no longer, if
/// `keeps` is false. A negative number is a process group. The processes, and on Linux also those
/// that a single process started, get SIGTERM and, a second later, SIGKILL. Any thread.
void host_guard_process(int process, bool keeps);

/// Has a folder and everything in it removed when this process ends, in the same way. `path` is
/// absolute; one of 480 bytes or more is ignored. Any thread.
void host_guard_folder(const char *path, bool keeps);

// MARK: - Files

/// Creates a pipe that no program inherits, not even one that another thread starts at this moment. Sets
/// `ends` to the end to read and the end to write. Returns whether that succeeded; if not, the reason is
/// in `errno`. Any thread.
bool host_open_pipe(int ends[2]);

/// Opens a file without a name in a folder, for its owner only, for writing. Returns -1 if the
/// system or the file system has none. Any thread.
int host_open_unnamed(const char *folder);

/// Gives such a file a name, which no file may have yet. Returns whether that succeeded; if not, the
/// reason is in `errno`. Any thread.
bool host_name_file(int file, const char *path);

/// Gives the space of a part of a file back to the file system; the part then contains zeros. Returns
/// whether the file system can do that. Any thread.
bool host_free_part(int file, long long offset, long long size);

// MARK: - The clock of recordings

/// Returns whether the events of a recorded program get their times from a counter of the processor,
/// rather than from the system's clock. Sets `cost` to the nanoseconds that a reading takes.
bool host_measure_clock(double *cost);

// MARK: - Threads

/// Runs `body` on a new thread, with a stack for crash handlers. Returns whether the thread was
/// started. Any thread.
bool host_start_thread(void (*body)(void *), void *context);

// MARK: - Restoring the terminal

// The following functions are for the code that changes the terminal, and safe inside a signal
// handler.

/// Returns whether the process is in the foreground of the terminal, and can use it.
bool host_in_foreground(void);

/// Saves the modes of the terminal `tty`. Call this before curses changes them.
void host_remember_modes(int tty);

/// Saves a string that restores the terminal when sent to it: a terminfo string, or NULL.
void host_remember_sequence(const char *sequence);

/// Notes that the screen is open, so that there is something to restore.
void host_screen_is_up(void);

/// Notes that the screen was closed normally. Restores the modes; nothing else remains to be done.
void host_screen_is_down(void);

/// Restores everything when the process exits.
void host_restore_at_exit(void);

/// Restores everything without curses, once.
void host_emergency_restore(void);

/// Makes the terminal unreachable for threads that still draw, before it is restored in a signal
/// handler.
void host_stop_drawing(void);

/// Writes all of `bytes`, as far as the descriptor accepts them.
void host_write_all(int descriptor, const char *bytes, size_t count);

/// Whether nothing can be read from a descriptor at the moment. If it is readable nevertheless, it is at
/// its end.
bool host_is_empty(int descriptor);

#endif
