#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Counts what the process allocates: with glibc, by standing in for its malloc and free. What is
/// counted of a block is `malloc_usable_size`: what was asked for, rounded up as malloc does, without
/// the eight bytes that it keeps before each block.

/// Whether this system can be counted on.
bool heap_can_count(void);

/// Begins to count from nothing, or ends.
void heap_count(bool on);

/// The blocks allocated since the count began.
long heap_allocations(void);

/// The bytes allocated since then and not freed; less than 0 where older ones were freed.
long heap_live_bytes(void);

/// The most that there ever were.
long heap_peak_bytes(void);
