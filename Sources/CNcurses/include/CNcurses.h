// Curses and the terminal, behind C functions of our own. Swift never sees a type, macro, or global
// of curses. There is one screen at a time, and all functions are called by one thread.

#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdbool.h>

// MARK: - The screen

/// The result of `cn_start`.
enum {
  CN_STARTED = 0,
  /// Standard output is not a terminal.
  CN_NOT_A_TERMINAL,
  /// `TERM` is unset or empty.
  CN_NO_TERM,
  /// The machine has no description of that terminal. Try another name.
  CN_UNKNOWN_TERM,
  /// The terminal cannot move its cursor (`dumb`), or prints on paper.
  CN_DUMB_TERM,
  /// Another error; see errno.
  CN_FAILED,
};

/// Opens the screen on the terminal of standard output, as the terminal type `term`, or `TERM` if
/// it is NULL. Until `cn_end` or a crash, output to file descriptors 1 and 2 is captured if they
/// are terminals.
int cn_start(const char *term);

/// What the description of a type of terminal contains.
struct cn_description {
  /// The number of colors; 0 for none.
  int colors;
  /// Whether there is an alternate screen, so that what was on the screen can be shown again.
  bool has_alternate;
  /// Whether the terminal can have a mouse, and so mark what is pasted.
  bool may_have_mouse;
};

/// Reads the description of the terminal type `term`. Returns what `cn_start` would return: whether
/// the screen can be drawn on such a terminal. Call it while there is no screen.
int cn_describe(const char *term, struct cn_description *description);

/// Restores the terminal, and shows the captured output. Does nothing without a screen.
void cn_end(void);

/// Leaves the screen temporarily. Output to 1 and 2 is then shown immediately.
void cn_suspend(void);

/// Returns to the screen after `cn_suspend`, or after a stop without one. The next `cn_refresh`
/// draws everything.
void cn_resume(void);

/// The current size of the terminal; if it is unknown (0 by 0), `COLUMNS` and `LINES`; otherwise 80
/// by 24.
void cn_size(int *width, int *height);

/// Makes curses use a size. The contents are undefined until every cell is put.
void cn_resize(int width, int height);

// MARK: - Drawing

/// Attributes of a cell, to be combined with `|`.
enum {
  CN_BOLD = 1,
  CN_DIM = 2,
  CN_UNDERLINE = 4,
  CN_REVERSE = 8,
};

/// The number of colors of the terminal; 0 for none.
int cn_colors(void);

/// The speed of the line to the terminal in bits a second, as far as it is known.
int cn_line_speed(void);

/// Makes `text` and `background` of the terminal's palette the default colors while the screen is
/// open. Call this before `cn_set_color`.
void cn_set_ground(int text, int background);

/// Defines color `pair` (1 to 63): the foreground `color` of the terminal's palette, on the
/// background set by `cn_set_ground`, or on the terminal's own.
void cn_set_color(int pair, int color);

/// Puts one character with its combining marks, in UTF-8, into a cell. `width` is the number of
/// cells that the program counts for it; if the terminal's locale disagrees, "?" is put instead.
/// `pair` 0 is the terminal's own color.
void cn_put(int x, int y, const char *text, int width, int pair, int attributes);

/// Updates the terminal with all changes since the last call.
void cn_refresh(void);

/// Makes the next `cn_refresh` draw everything, whatever the terminal shows.
void cn_redraw_all(void);

/// Sends bytes other than screen contents to the terminal between two updates, such as text for its
/// clipboard.
void cn_send(const char *bytes, int count);

// MARK: - Keys and the mouse

/// Sets whether the terminal reports clicks, drags, and the wheel, as escape sequences of xterm's
/// mode 1006, while the screen is open. Does nothing if the terminal has no mouse.
void cn_capture_mouse(bool captures);

/// The descriptor for keys: standard input or, if that is not a terminal, the terminal of the
/// process.
int cn_input(void);

/// The results of `cn_read_code` other than the bytes 0 to 255.
enum {
  CN_NOTHING = -1,
  /// A key that curses recognizes and this program does not.
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

/// Returns the next byte or key, or `CN_NOTHING`. It does not wait for a key. After an Escape, it
/// waits for more input for the time in `ESCDELAY`.
int cn_read_code(void);

// MARK: - Without a screen

/// Reads keys from the terminal one by one, without echo, and captures output to 1 and 2, until
/// `cn_end_lines` or a crash. Returns whether there is a terminal for that.
bool cn_start_lines(void);

/// Sets whether a complete line is read next, with the line editing of the terminal.
void cn_edit_lines(bool edits);

/// Reads typed bytes; waits until there are some. Returns 0 at the end of input.
int cn_read_bytes(char *bytes, int room);

/// Writes to the terminal.
void cn_print(const char *text, int count);

/// Restores the terminal temporarily.
void cn_suspend_lines(void);

/// Uses the terminal again.
void cn_resume_lines(void);

/// Restores the terminal.
void cn_end_lines(void);

#endif
