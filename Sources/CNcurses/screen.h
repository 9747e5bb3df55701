// Declarations that the files of this target share.

#ifndef CNCURSES_SCREEN_H
#define CNCURSES_SCREEN_H

/// Enables reading keys, at the start and after each return to the screen.
void cn_keys_begin(void);

#endif
