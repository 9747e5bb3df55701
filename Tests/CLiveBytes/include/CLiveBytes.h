#pragma once
#include <stddef.h>

/// How many bytes the program has allocated and not freed, on every thread; 0 where nobody counts,
/// as under a sanitizer.
size_t live_bytes(void);
