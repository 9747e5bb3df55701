#include "trace_parts.h"

#include <stdlib.h>
#include <string.h>

/// Returns a new chunk; its header is null if there is none.
static struct chunk new_chunk(struct cr_trace *trace, uint32_t content, long room) {
  size_t needed = sizeof(struct chunk_header) + (size_t)room + spare;
  size_t units = (needed + cr_chunk_size - 1) / cr_chunk_size;
  cr_make_room(trace, units);
  struct chunk_header *header = cr_take_units(&trace->file, units);
  if (header == NULL) return (struct chunk){0};
  header->units = (uint32_t)units;
  header->thread = (uint32_t)cr_thread_number();
  header->comparison = cr_compare();
  cr_publish(&header->content, content);
  return (struct chunk){.header = header,
                        .size = (long)(units * cr_chunk_size),
                        .written = header->comparison.ticks};
}

struct chunk cr_take_chunk(struct cr_trace *trace, long room, const struct cr_pen *pen) {
  pthread_mutex_lock(&trace->lock);
  struct chunk chunk = {0};
  // When the trace is full, records are missing, and those that follow them must be, too.
  if (pen->end == NULL && !trace->file.is_full) {
    // The newest one first.
    for (size_t place = trace->unused_count; chunk.header == NULL && place-- > 0;) {
      if (trace->unused[place].size - trace->unused[place].length < room + 256) continue;
      chunk = trace->unused[place];
      trace->unused_count--;
      memmove(&trace->unused[place], &trace->unused[place + 1],
              (trace->unused_count - place) * sizeof chunk);
    }
  }
  if (chunk.header == NULL) {
    chunk = new_chunk(trace, cr_content_events, room);
    if (chunk.header != NULL && pen->start != NULL)
      cr_complete(trace, (const struct chunk_header *)pen->start - 1);
  }
  cr_unlock(trace);
  return chunk;
}

void cr_take_back(struct cr_trace *trace, const struct cr_pen *pen) {
  if (pen->trace != trace->number || pen->start == NULL) return;
  struct chunk_header *header = (struct chunk_header *)pen->start - 1;
  struct chunk chunk = {.header = header,
                        .size = (long)header->units * cr_chunk_size,
                        .length = pen->next - pen->start,
                        .written = pen->written > pen->stamp ? pen->written : pen->stamp,
                        .queue = pen->queue};
  pthread_mutex_lock(&trace->lock);
  if (trace->unused_count == trace->unused_room) {
    size_t room = trace->unused_room * 2 + 16;
    struct chunk *unused = realloc(trace->unused, room * sizeof chunk);
    if (unused != NULL) {
      trace->unused = unused;
      trace->unused_room = room;
    }
  }
  // Without memory, the chunk stays as it is.
  if (trace->unused_count < trace->unused_room) trace->unused[trace->unused_count++] = chunk;
  cr_unlock(trace);
}

// Names

/// Returns the place of an address among the known ones, or of none.
static size_t place_of(const struct names *names, uint64_t address) {
  size_t place = (size_t)(address * 0x9E3779B97F4A7C15 >> 32) & (names->room - 1);
  while (names->known[place] != 0 && names->known[place] != address)
    place = (place + 1) & (names->room - 1);
  return place;
}

static bool knows(const struct names *names, uint64_t address) {
  return names->room > 0 && names->known[place_of(names, address)] == address;
}

/// Notes that the trace has a name. Without memory, it is not noted, and written again.
static void note(struct names *names, uint64_t address) {
  if (names->count * 2 >= names->room) {
    struct names larger = {.room = names->room > 0 ? names->room * 2 : 64};
    larger.known = calloc(larger.room, sizeof *larger.known);
    if (larger.known == NULL) return;
    for (size_t place = 0; place < names->room; place++) {
      uint64_t known = names->known[place];
      if (known != 0) larger.known[place_of(&larger, known)] = known;
    }
    free(names->known);
    names->known = larger.known;
    names->room = larger.room;
  }
  names->known[place_of(names, address)] = address;
  names->count++;
}

/// Writes a name behind the others, in a new chunk if there is no room.
static void append(struct cr_trace *trace, uint64_t name, size_t size) {
  struct names *names = &trace->names;
  long room = 16 + (long)size;
  if (names->chunk.header == NULL ||
      names->chunk.size - names->chunk.length - cr_chunk_header_size < room) {
    struct chunk former = names->chunk;
    names->chunk = new_chunk(trace, cr_content_names, room);
    if (former.header != NULL) cr_release(&trace->file, former.header);
  }
  struct chunk_header *header = names->chunk.header;
  if (header == NULL) return;
  uint8_t *place = (uint8_t *)(header + 1) + names->chunk.length;
  uint64_t head[2] = {name, size};
  memcpy(place, head, sizeof head);
  memcpy(place + sizeof head, (const void *)(uintptr_t)name, size);
  names->chunk.length += room;
  note(names, name);
  cr_publish(&header->length, (uint32_t)names->chunk.length);
}

void cr_write_name(uint64_t number, uint64_t name, size_t size) {
  struct cr_trace *trace = cr_current_trace();
  if (trace == NULL || trace->number != number || name == 0 || size == 0) return;
  pthread_mutex_lock(&trace->lock);
  if (!knows(&trace->names, name)) append(trace, name, size);
  cr_unlock(trace);
}
