#ifndef CRECORDING_RECORDS_H
#define CRECORDING_RECORDS_H

#include <stdint.h>

#include "pen.h"

/// Makes the records up to `length` visible to readers.
static inline void cr_publish(uint32_t *place, uint32_t length) {
  __atomic_store_n(place, length, __ATOMIC_RELEASE);
}

static inline void cr_publish_long(uint64_t *place, uint64_t value) {
  __atomic_store_n(place, value, __ATOMIC_RELEASE);
}

/// The layouts of the records of what happens to every link of a chain. All numbers are
/// little-endian, and nothing is left free between them. The first four bytes are the code and the
/// ticks since the chunk's previous record.
enum {
  cr_code_created = 48,
  cr_code_attached = 49,
  cr_code_enqueued = 50,
  cr_code_started = 51,
  cr_code_ended = 52,
  cr_code_integer = 53,
  cr_code_deallocated = 54,
};

/// The codes of records that are not events.
enum {
  /// The records that follow are those of another thread.
  cr_code_thread = 61,
  /// The time of the system's clock at the stamp of the record, in nanoseconds.
  cr_code_clock = 62,
};

struct __attribute__((packed)) cr_created {
  uint32_t head, promise, parent;
  uint8_t operation, is_guarantee;
  uint16_t column;
  uint32_t line;
  uint64_t file;
};

struct __attribute__((packed)) cr_attached {
  uint32_t head, parent, child;
  uint16_t ordinal, queue;
};

/// The layout of an enqueued and of a started job; one without a child has the child 0.
struct __attribute__((packed)) cr_job {
  uint32_t head, job, child;
  uint16_t queue;
};

struct __attribute__((packed)) cr_ended {
  uint32_t head, job, child;
  uint16_t queue;
  uint8_t ending;
};

/// A promise was fulfilled with an integer.
struct __attribute__((packed)) cr_integer {
  uint32_t head, promise;
  int64_t value;
};

/// A settled promise was freed.
struct __attribute__((packed)) cr_deallocated {
  uint32_t head, promise;
};

/// The bit of a code that says that the queue is that of the chunk's previous record.
#define CR_SAME_QUEUE 0x80

/// Writes seven bits per byte, lowest first, with the sign in the lowest bit. Returns the place behind
/// them.
static inline uint8_t *cr_put_number(uint8_t *place, int64_t value) {
  uint64_t rest = (uint64_t)value << 1 ^ (uint64_t)(value >> 63);
  for (; rest >= 0x80; rest >>= 7) *place++ = (uint8_t)rest | 0x80;
  *place++ = (uint8_t)rest;
  return place;
}

/// Returns the place of a record of `size` bytes, which begins with `code`; null if the pen has no
/// room, has to compare the clocks first, or if the record needs a longer form.
static inline void *cr_begin(struct cr_pen *pen, uint64_t stamp, uint32_t code, long size) {
  uint64_t ticks = stamp - pen->written;
  if (pen->end - pen->next < size || stamp > pen->compare_after || ticks >> 24 != 0 ||
      pen->queue != pen->running_queue)
    return 0;
  uint32_t head = (uint32_t)ticks << 8 | code | CR_SAME_QUEUE;
  __builtin_memcpy(pen->next, &head, 4);
  return pen->next;
}

/// Makes a record of `size` bytes visible to readers.
static inline int cr_end(struct cr_pen *pen, uint64_t stamp, long size) {
  pen->written = stamp;
  pen->next += size;
  cr_publish(pen->length, (uint32_t)(pen->next - pen->start));
  return 1;
}

/// Begins a record of any size, for which the pen has room: writes its code and its stamp. Returns the
/// size of these; its fields follow, and `cr_end` makes it visible.
static inline long cr_begin_fields(struct cr_pen *pen, uint64_t stamp, int64_t queue,
                                   uint8_t code) {
  uint8_t *place = pen->next;
  *place++ = queue == pen->queue ? code | CR_SAME_QUEUE : code;
  place = cr_put_number(place, (int64_t)(stamp - pen->written));
  if (queue != pen->queue) place = cr_put_number(place, queue);
  pen->queue = queue;
  return place - pen->next;
}

// Each of these functions writes a record, or returns 0 if that needs another form.

static inline int cr_write_created(struct cr_pen *pen, uint64_t stamp, uint32_t promise,
                                   uint32_t parent, uint8_t operation, uint8_t is_guarantee,
                                   uint64_t file, uint32_t line, uint16_t column) {
  // The trace contains the name of the file only after its first use.
  if (pen->known[file >> 4 & 15] != file) return 0;
  struct cr_created *record = (struct cr_created *)cr_begin(pen, stamp, cr_code_created, sizeof *record);
  if (record == 0) return 0;
  record->promise = promise;
  record->parent = parent;
  record->operation = operation;
  record->is_guarantee = is_guarantee;
  record->column = column;
  record->line = line;
  record->file = file;
  return cr_end(pen, stamp, sizeof *record);
}

static inline int cr_write_attached(struct cr_pen *pen, uint64_t stamp, uint32_t parent,
                                    uint32_t child, int64_t ordinal, int64_t queue) {
  if ((ordinal | queue) >> 16 != 0) return 0;
  struct cr_attached *record = (struct cr_attached *)cr_begin(pen, stamp, cr_code_attached, sizeof *record);
  if (record == 0) return 0;
  record->parent = parent;
  record->child = child;
  record->ordinal = (uint16_t)ordinal;
  record->queue = (uint16_t)queue;
  return cr_end(pen, stamp, sizeof *record);
}

static inline int cr_write_job(struct cr_pen *pen, uint64_t stamp, uint32_t code, int64_t job,
                               uint32_t child, int64_t queue) {
  if (job >> 32 != 0 || queue >> 16 != 0) return 0;
  struct cr_job *record = (struct cr_job *)cr_begin(pen, stamp, code, sizeof *record);
  if (record == 0) return 0;
  record->job = (uint32_t)job;
  record->child = child;
  record->queue = (uint16_t)queue;
  return cr_end(pen, stamp, sizeof *record);
}

static inline int cr_write_ended(struct cr_pen *pen, uint64_t stamp, int64_t job, uint32_t child,
                                 int64_t queue, uint8_t ending) {
  if (job >> 32 != 0 || queue >> 16 != 0) return 0;
  struct cr_ended *record = (struct cr_ended *)cr_begin(pen, stamp, cr_code_ended, sizeof *record);
  if (record == 0) return 0;
  record->job = (uint32_t)job;
  record->child = child;
  record->queue = (uint16_t)queue;
  record->ending = ending;
  return cr_end(pen, stamp, sizeof *record);
}

static inline int cr_write_integer(struct cr_pen *pen, uint64_t stamp, uint32_t promise, int64_t value) {
  struct cr_integer *record = (struct cr_integer *)cr_begin(pen, stamp, cr_code_integer, sizeof *record);
  if (record == 0) return 0;
  record->promise = promise;
  record->value = value;
  return cr_end(pen, stamp, sizeof *record);
}

static inline int cr_write_deallocated(struct cr_pen *pen, uint64_t stamp, uint32_t promise) {
  struct cr_deallocated *record = (struct cr_deallocated *)cr_begin(pen, stamp, cr_code_deallocated, sizeof *record);
  if (record == 0) return 0;
  record->promise = promise;
  return cr_end(pen, stamp, sizeof *record);
}

#endif
