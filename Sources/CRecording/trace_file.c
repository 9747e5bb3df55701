#define _GNU_SOURCE
#include "trace_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__linux__) && !defined(MADV_POPULATE_WRITE)
#define MADV_POPULATE_WRITE 23
#endif

static const uint64_t smallest_extent = 4 * cr_chunk_size;

/// Makes the system provide the pages of a chunk now, rather than one after the other when they are
/// first written.
static void prepare(void *chunk, size_t size) {
#if defined(__linux__)
  madvise(chunk, size, MADV_POPULATE_WRITE);
#else
  (void)chunk, (void)size;
#endif
}

static struct extent *last_extent(struct file *file) {
  return file->extent_count > 0 ? &file->extents[file->extent_count - 1] : NULL;
}

static bool is_in(const struct extent *extent, const void *address) {
  const uint8_t *byte = address;
  return byte >= extent->start && byte < extent->start + extent->size;
}

static void unmap(struct file *file, size_t place) {
  munmap(file->extents[place].start, file->extents[place].size);
  file->extent_count--;
  memmove(&file->extents[place], &file->extents[place + 1],
          (file->extent_count - place) * sizeof *file->extents);
}

static size_t place_of(const struct file *file, const void *chunk) {
  size_t place = 0;
  while (place < file->extent_count && !is_in(&file->extents[place], chunk)) place++;
  return place;
}

uint64_t cr_offset(const struct file *file, const void *chunk) {
  const struct extent *extent = &file->extents[place_of(file, chunk)];
  return extent->offset + (uint64_t)((const uint8_t *)chunk - extent->start);
}

void cr_release(struct file *file, const void *chunk) {
  size_t place = place_of(file, chunk);
  if (place == file->extent_count) return;
  file->extents[place].users--;
  // The last part has chunks to take.
  if (file->extents[place].users == 0 && place < file->extent_count - 1) unmap(file, place);
}

/// Ends the recording, because the file cannot grow.
static bool fill(struct file *file, int problem) {
  file->is_full = true;
  file->problem = problem;
  cr_publish_long(&file->header->complete_until, cr_ticks());
  cr_publish(&file->header->state, cr_state_full);
  return false;
}

/// Maps `size` more bytes of the file, which are its last part then. Returns the error number.
static int add(struct file *file, size_t size) {
  struct extent *extents =
      realloc(file->extents, (file->extent_count + 1) * sizeof *file->extents);
  if (extents == NULL) return ENOMEM;
  file->extents = extents;
  int problem = cr_reserve(&file->place, file->size, file->size + size);
  if (problem != 0) return problem;
  uint8_t *start = cr_map(&file->place, file->size, size);
  if (start == NULL) return ENOMEM;
  struct extent *last = last_extent(file);
  if (last != NULL && last->users == 0) unmap(file, file->extent_count - 1);
  file->extents[file->extent_count++] =
      (struct extent){.start = start, .offset = file->size, .size = size};
  file->size += size;
  return 0;
}

/// The size of the next part of the file. The file doubles, so that there are few parts.
static uint64_t next_step(const struct file *file) {
  uint64_t wanted = file->size < smallest_extent ? smallest_extent : file->size;
  if (wanted > file->largest_step) wanted = file->largest_step;
  return (wanted + cr_chunk_size - 1) / cr_chunk_size * cr_chunk_size;
}

uint64_t cr_growth(const struct file *file, size_t units) {
  uint64_t needed = units * cr_chunk_size;
  if (file->extent_count > 0) {
    const struct extent *last = &file->extents[file->extent_count - 1];
    if (last->size - last->taken >= needed) return 0;
  }
  uint64_t wanted = next_step(file);
  return wanted > needed ? wanted : needed;
}

/// Maps a new part. The unused rest of the previous one becomes an unused chunk.
static bool grow(struct file *file, size_t needed) {
  struct extent *last = last_extent(file);
  if (last != NULL) {
    file->units += (last->size - last->taken) / cr_chunk_size;
    last->taken = last->size;
  }
  uint64_t wanted = next_step(file);
  // Where there is no room for more, one chunk may still fit.
  if (wanted > needed && add(file, wanted) == 0) return true;
  int problem = add(file, needed);
  return problem == 0 ? true : fill(file, problem);
}

struct chunk_header *cr_take_units(struct file *file, size_t units) {
  if (file->is_full) return NULL;
  size_t needed = units * cr_chunk_size;
  struct extent *last = last_extent(file);
  if (last == NULL || last->size - last->taken < needed) {
    if (!grow(file, needed)) return NULL;
    last = last_extent(file);
  }
  uint8_t *chunk = last->start + last->taken;
  last->taken += needed;
  last->users++;
  prepare(chunk, needed);
  file->units += units;
  cr_publish_long(&file->header->units, file->units);
  return (struct chunk_header *)chunk;
}
