// What the files of this target know of each other.

#ifndef CNCURSES_SCREEN_H
#define CNCURSES_SCREEN_H

/// Makes keys readable, at the start and again after every return to the screen.
void cn_keys_begin(void);

#endif
