// What is written to held descriptors, and where it goes: safe inside a signal handler.

#ifndef CNCURSES_OUTPUT_H
#define CNCURSES_OUTPUT_H

#include <stddef.h>

/// Writes all of `bytes`, as far as the descriptor takes them.
void cn_write_all(int descriptor, const char *bytes, size_t count);

#endif
