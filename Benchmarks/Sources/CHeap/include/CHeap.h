#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Counts what the process allocates; with glibc, by replacing its malloc and free. The size of a
/// block is its `malloc_usable_size`: the requested size, rounded up by malloc, without the eight
/// bytes that malloc keeps before each block.

/// Returns whether allocations can be counted on this system.
bool heap_can_count(void);

/// Starts counting from zero, or stops.
void heap_count(bool on);

/// Returns the number of blocks allocated since counting started.
long heap_allocations(void);

/// Returns the number of bytes allocated since then and not freed; negative if older blocks were
/// freed.
long heap_live_bytes(void);

/// Returns the maximum of these bytes.
long heap_peak_bytes(void);
