#include "trace_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/// The most bytes that are given back in one step, which takes about ten milliseconds.
static const uint64_t largest_batch = 4 << 20;

static uint64_t clamp(uint64_t value, uint64_t low, uint64_t high) {
  return value < low ? low : value > high ? high : value;
}

void cr_limit_size(struct cr_trace *trace, uint64_t size) {
  struct file *file = &trace->file;
  trace->limit_problem = cr_free_part(&file->place, file->size, 0);
  if (trace->limit_problem != 0) return;
  cr_make_set(&trace->keeping.given_back);
  cr_learn_forms(trace->keeping.forms, file->header->records, file->header->records_size);
  trace->keeping.limit = size;
  file->largest_step = clamp(size / 16, cr_chunk_size, largest_batch);
  file->header->flags |= cr_flag_limited;
}

// Complete chunks

/// Adds a chunk behind the complete ones. Without memory, it stays in the file.
static void add_part(struct keeping *keeping, struct part part) {
  if (keeping->count == keeping->room) {
    size_t room = keeping->room * 2 + 64;
    struct part *parts = malloc(room * sizeof *parts);
    if (parts == NULL) return;
    for (size_t place = 0; place < keeping->count; place++)
      parts[place] = keeping->parts[(keeping->first + place) % keeping->room];
    free(keeping->parts);
    keeping->parts = parts;
    keeping->room = room;
    keeping->first = 0;
  }
  keeping->parts[(keeping->first + keeping->count++) % keeping->room] = part;
}

static struct part take_part(struct keeping *keeping) {
  struct part part = keeping->parts[keeping->first];
  keeping->first = (keeping->first + 1) % keeping->room;
  keeping->count--;
  return part;
}

void cr_complete(struct cr_trace *trace, const struct chunk_header *chunk) {
  if (trace->keeping.limit > 0) {
    add_part(&trace->keeping,
             (struct part){.offset = cr_offset(&trace->file, chunk),
                           .size = (uint64_t)chunk->units * cr_chunk_size,
                           .is_kept = chunk->content == cr_content_kept});
  }
  cr_release(&trace->file, chunk);
}

/// Completes the oldest chunk of a thread that has ended, if there is one.
static bool complete_unused(struct cr_trace *trace) {
  if (trace->unused_count == 0) return false;
  cr_complete(trace, trace->unused[0].header);
  trace->unused_count--;
  memmove(trace->unused, trace->unused + 1, trace->unused_count * sizeof *trace->unused);
  return true;
}

// Lives

/// Notes what a chunk says about the lives of promises.
static void note_lives(struct keeping *keeping, struct record_reader reader) {
  struct promise_table *table = &keeping->promises;
  while (cr_read_record(&reader)) {
    uint64_t promise = reader.record.promise;
    if (promise == 0) continue;
    if (reader.record.role == role_creates) {
      cr_add_promise(&keeping->given_back, promise);
      bool is_freed = (cr_state_of(table, promise) & 3) == state_freed;
      cr_set_state(table, promise, is_freed ? state_none : state_alive | keeping->round << 2);
    } else if (reader.record.role == role_frees) {
      uint64_t state = cr_state_of(table, promise);
      uint64_t new = state == (state_alive | keeping->round << 2) ? state_none
                     : (state & 3) == state_alive                 ? state_ended
                                                                  : state_freed;
      cr_set_state(table, promise, new);
    }
  }
}

/// Returns whether a record still describes what is there. `is_kept` says that it was kept before.
static bool is_wanted(struct cr_trace *trace, const struct record *record, bool is_kept) {
  struct keeping *keeping = &trace->keeping;
  if (record->role == role_declares) return true;
  if (record->promise == 0) return false;
  uint64_t state = cr_state_of(&keeping->promises, record->promise) & 3;
  if (state == state_none && cr_has_promise(&keeping->given_back, record->promise)) return false;
  if (state == state_ended) {
    if (record->role == role_frees && !is_kept) return true;
    // What was kept of the promise is gone.
    if (record->role == role_frees) cr_set_state(&keeping->promises, record->promise, state_none);
    return false;
  }
  // It lives, or its creation is in a chunk that is still there. If there are too many such promises,
  // the oldest records are forgotten.
  if (!is_kept || keeping->kept <= keeping->limit / 4) return true;
  if (record->stamp > trace->file.header->forgotten)
    cr_publish_long(&trace->file.header->forgotten, record->stamp);
  return false;
}

// Keeping

/// Begins a chunk for what is kept, with room for `room` bytes. Returns whether there is one.
static bool begin_kept(struct cr_trace *trace, size_t room) {
  struct keeping *keeping = &trace->keeping;
  struct cr_pen *pen = &keeping->pen;
  size_t units = (sizeof(struct chunk_header) + room + cr_chunk_size - 1) / cr_chunk_size;
  struct chunk_header *header = cr_take_units(&trace->file, units);
  if (header == NULL) return false;
  if (pen->start != NULL) cr_complete(trace, (const struct chunk_header *)pen->start - 1);
  header->units = (uint32_t)units;
  header->comparison = cr_compare();
  keeping->kept += units * cr_chunk_size;
  uint8_t *start = (uint8_t *)(header + 1);
  *pen = (struct cr_pen){.start = start,
                         .next = start,
                         .end = (uint8_t *)header + units * cr_chunk_size,
                         .length = &header->length,
                         .written = header->comparison.ticks};
  keeping->thread = -1;
  cr_publish(&header->content, cr_content_kept);
  return true;
}

/// Copies a record to what is kept, with its stamp, its queue and its thread.
static void keep(struct cr_trace *trace, const struct record *record) {
  struct keeping *keeping = &trace->keeping;
  struct cr_pen *pen = &keeping->pen;
  // A record that names the thread precedes it.
  size_t room = record->size + 2 * spare;
  if ((size_t)(pen->end - pen->next) < room && !begin_kept(trace, room)) return;
  bool is_short = record->code >= cr_code_created && record->code < cr_code_thread;
  bool needs_queue = is_short && record->queue != pen->queue;
  if (record->thread != keeping->thread || needs_queue ||
      (is_short && (record->stamp - pen->written) >> 24 != 0)) {
    long head = cr_begin_fields(pen, record->stamp, record->queue, cr_code_thread);
    uint8_t *end = cr_put_number(pen->next + head, record->thread);
    cr_end(pen, record->stamp, end - pen->next);
    keeping->thread = record->thread;
  }
  long head = 4;
  if (is_short) {
    uint32_t first = (uint32_t)(record->stamp - pen->written) << 8 | record->code | CR_SAME_QUEUE;
    memcpy(pen->next, &first, sizeof first);
  } else {
    head = cr_begin_fields(pen, record->stamp, record->queue, record->code);
  }
  memcpy(pen->next + head, record->fields, record->size);
  cr_end(pen, record->stamp, head + (long)record->size);
}

/// Keeps what still matters of a chunk. Returns the number of its events.
static uint64_t keep_records(struct cr_trace *trace, struct record_reader reader, bool is_kept) {
  uint64_t count = 0;
  while (cr_read_record(&reader)) {
    if (reader.record.code < cr_code_thread) count++;
    if (is_wanted(trace, &reader.record, is_kept)) keep(trace, &reader.record);
  }
  return is_kept ? 0 : count;
}

/// Gives `count` of the oldest chunks back, the bytes of which are read into `bytes`.
static void give_back(struct cr_trace *trace, size_t count, uint8_t *bytes) {
  struct keeping *keeping = &trace->keeping;
  struct file *file = &trace->file;
  keeping->round++;
  for (size_t place = 0; place < count; place++) {
    struct part part = keeping->parts[(keeping->first + place) % keeping->room];
    if (part.is_kept || !cr_read_part(&file->place, bytes, part.offset, part.size)) continue;
    note_lives(keeping, cr_read_chunk(keeping->forms, bytes, part.size));
  }
  for (; count > 0; count--) {
    struct part part = take_part(keeping);
    // What cannot be read stays in the file.
    if (!cr_read_part(&file->place, bytes, part.offset, part.size)) continue;
    uint64_t events =
        keep_records(trace, cr_read_chunk(keeping->forms, bytes, part.size), part.is_kept);
    // If only its space cannot be given back, a reader does not find it any more either.
    if (cr_free_part(&file->place, part.offset, part.size) == 0) keeping->freed += part.size;
    if (part.is_kept) keeping->kept -= part.size;
    cr_publish_long(&file->header->lost, file->header->lost + events);
  }
}

/// The number of bytes by which the file would exceed the limit if it grew by `growth`.
static uint64_t excess(const struct cr_trace *trace, uint64_t growth) {
  uint64_t size = trace->file.size - trace->keeping.freed + growth;
  return size > trace->keeping.limit ? size - trace->keeping.limit : 0;
}

/// Gives back at least `wanted` bytes of at most `most` chunks, if there are so many. Returns the number
/// of chunks.
static size_t give_back_bytes(struct cr_trace *trace, uint64_t wanted, size_t most) {
  struct keeping *keeping = &trace->keeping;
  while (keeping->count < most && keeping->count * cr_chunk_size < wanted)
    if (!complete_unused(trace)) break;
  size_t count = 0;
  uint64_t largest = 0;
  for (uint64_t sum = 0; count < keeping->count && count < most && sum < wanted; count++) {
    uint64_t size = keeping->parts[(keeping->first + count) % keeping->room].size;
    sum += size;
    if (size > largest) largest = size;
  }
  uint8_t *bytes = count > 0 ? malloc(largest) : NULL;
  if (bytes == NULL) return 0;
  give_back(trace, count, bytes);
  free(bytes);
  return count;
}

void cr_make_room(struct cr_trace *trace, size_t units) {
  struct keeping *keeping = &trace->keeping;
  struct file *file = &trace->file;
  uint64_t growth = keeping->limit > 0 && !file->is_full ? cr_growth(file, units) : 0;
  if (growth == 0 || excess(trace, growth) == 0) return;
  uint64_t least = clamp(keeping->limit / 8, 0, largest_batch);
  // What is kept of a chunk can fill another one, so each of them is examined one time.
  size_t most = keeping->count + trace->unused_count, count = 1;
  cr_publish(&file->header->version, file->header->version + 1);
  for (uint64_t bytes; most > 0 && count > 0 && (bytes = excess(trace, growth)) > 0; most -= count)
    count = give_back_bytes(trace, clamp(bytes, least, largest_batch), most);
  cr_publish(&file->header->version, file->header->version + 1);
}
