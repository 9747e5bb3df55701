// Curses and the terminal, behind functions of our own: no type, macro or global of curses is ever seen by
// Swift. One screen at a time; all functions are called by one thread.

#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdbool.h>

// MARK: - The screen

/// How `cn_start` went.
enum {
  CN_STARTED = 0,
  /// Standard output is no terminal.
  CN_NOT_A_TERMINAL,
  /// `TERM` is unset or empty.
  CN_NO_TERM,
  /// The machine has no description of that terminal: worth trying another name.
  CN_UNKNOWN_TERM,
  /// The terminal cannot move its cursor (`dumb`), or prints on paper.
  CN_DUMB_TERM,
  /// Something else; errno tells.
  CN_FAILED,
};

/// Takes the terminal of standard output over, under the name `term`, or that of `TERM` for NULL.
/// Until `cn_end` or a crash, what is written to file descriptors 1 and 2 is held, where they are
/// terminals.
int cn_start(const char *term);

/// Gives the terminal back as it was, and shows what was kept. Harmless when there is no screen.
void cn_end(void);

/// Leaves the screen for a while; whatever is written to 1 and 2 in between is shown at once.
void cn_suspend(void);

/// Takes the terminal back after `cn_suspend`, or after a stop that nobody could prepare. The next
/// `cn_refresh` draws everything.
void cn_resume(void);

/// The size of the terminal as it tells it now; where it does not know (0 by 0), `COLUMNS` and
/// `LINES`; else 80 by 24.
void cn_size(int *width, int *height);

/// Makes curses take a size over. The contents are undefined until every cell is put.
void cn_resize(int width, int height);

// MARK: - Drawing

/// Attributes of a cell, to be or-ed.
enum {
  CN_BOLD = 1,
  CN_DIM = 2,
  CN_UNDERLINE = 4,
  CN_REVERSE = 8,
};

/// How many colours the terminal has; 0 for none.
int cn_colors(void);

/// Makes `text` and `background` of the terminal's palette its own colours, as long as the screen is up.
/// Before `cn_set_color`.
void cn_set_ground(int text, int background);

/// Makes colour `pair` (1 to 63) mean foreground `color` of the terminal's palette, on the background
/// that `cn_set_ground` has named, or its own.
void cn_set_color(int pair, int color);

/// Puts one character with its marks, in UTF-8, into a cell. `width` is how many cells the program
/// counts for it: where the terminal's locale disagrees, "?" stands. `pair` 0 is the terminal's own
/// colour.
void cn_put(int x, int y, const char *text, int width, int pair, int attributes);

/// Brings the terminal up to what was put, in one go.
void cn_refresh(void);

/// Makes the next `cn_refresh` draw everything, whatever the terminal shows.
void cn_redraw_all(void);

/// Sends the terminal something that is no picture, such as a text for its clipboard, between two
/// pictures.
void cn_send(const char *bytes, int count);

// MARK: - Keys and the mouse

/// Whether the terminal reports clicks, drags and the wheel, as escape sequences of xterm's mode 1006, while
/// the screen is up. Does nothing where the terminal has no mouse.
void cn_capture_mouse(bool captures);

/// Where keys come from: standard input, or, where that is no terminal, the terminal of the process.
int cn_input(void);

/// What `cn_read_code` answers beside the bytes 0 to 255.
enum {
  CN_NOTHING = -1,
  /// A key that curses knows and this program does not.
  CN_KEY_OTHER = 0x1000,
  CN_KEY_UP,
  CN_KEY_DOWN,
  CN_KEY_LEFT,
  CN_KEY_RIGHT,
  CN_KEY_HOME,
  CN_KEY_END,
  CN_KEY_PAGE_UP,
  CN_KEY_PAGE_DOWN,
  CN_KEY_ENTER,
  CN_KEY_BACKSPACE,
  CN_KEY_BACK_TAB,
};

/// The next byte or key, or `CN_NOTHING`. Waits for no key; after an Escape alone
/// it waits for what may follow, as long as `ESCDELAY` says.
int cn_read_code(void);

// MARK: - Without a screen

/// Takes keys from the terminal one by one and without an echo, and holds what is written to 1 and 2;
/// answers whether there is a terminal for that. Until `cn_end_lines` or a crash.
bool cn_start_lines(void);

/// Whether a whole line is typed next, with what the terminal itself has for editing it.
void cn_edit_lines(bool edits);

/// Reads what was typed; waits for something. 0 at the end.
int cn_read_bytes(char *bytes, int room);

/// Writes to the terminal.
void cn_print(const char *text, int count);

/// Gives the terminal back for a while.
void cn_suspend_lines(void);

/// Takes the terminal again.
void cn_resume_lines(void);

/// Gives the terminal back.
void cn_end_lines(void);

#endif
