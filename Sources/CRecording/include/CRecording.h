#ifndef CRECORDING_H
#define CRECORDING_H

#include <stdint.h>
#include <time.h>

#include "privileges.h"
#include "tasks.h"

/// The state with which one thread writes its records into a mapped trace.
///
/// Pens lie in memory that the system clears in a forked process. A cleared pen belongs to no
/// trace, so a forked process never writes into the trace of its parent.
struct cr_pen {
  /// Where the next record begins.
  uint8_t *next;
  /// The end of the chunk.
  uint8_t *end;
  /// The length of the chunk's records, which readers see.
  uint32_t *length;
  /// The start of the chunk's records.
  uint8_t *start;
  /// The number of the trace that the pen writes to.
  uint64_t trace;
  /// The newest stamp that was taken with the pen.
  uint64_t stamp;
  /// The stamp of the chunk's last record.
  uint64_t written;
  /// The stamp after which the clock has to be compared with the system's clock again.
  uint64_t compare_after;
  /// The queue and the job that are running on the thread; 0 for none.
  int64_t running_queue, running_job;
  /// The queue of the chunk's last record; 0 for none.
  int64_t queue;
  /// The numbers that the thread may give to promises and jobs: the last one that it gave, and the
  /// last one that it may give.
  int64_t promise, promise_end;
  int64_t job, job_end;
  /// A queue that the program uses on the thread, and its number; null if it is not known.
  const void *known_queue;
  int64_t known_queue_number;
  /// The number of the inline queue; 0 if it is not known.
  int64_t inline_queue;
  /// The addresses of names that the trace contains, by a hash of the address.
  uint64_t known[16];
};

/// The pen of the current thread; null if it has none.
extern _Thread_local struct cr_pen *cr_thread_pen
#if defined(__linux__)
    __attribute__((tls_model("initial-exec")))
#endif
    ;

static inline struct cr_pen *cr_current_pen(void) { return cr_thread_pen; }
static inline void cr_set_current_pen(struct cr_pen *pen) { cr_thread_pen = pen; }

/// The number of the trace that records everything that the program does, and does nothing else; 0
/// for none. Most of what happens to a recorded promise only has to know this.
extern uint64_t cr_whole_trace;
/// The number of the last promise from before that trace.
extern int64_t cr_whole_trace_base;

static inline void cr_set_whole_trace(uint64_t trace, int64_t base) {
  __atomic_store_n(&cr_whole_trace_base, base, __ATOMIC_RELAXED);
  __atomic_store_n(&cr_whole_trace, trace, __ATOMIC_RELEASE);
}

/// Notes that a trace has ended, if it is the one that records everything.
static inline void cr_end_whole_trace(uint64_t trace) {
  __atomic_compare_exchange_n(&cr_whole_trace, &trace, 0, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

/// The pen of the current thread, if it belongs to the trace that records everything and the promise
/// with this number was created during it; otherwise null.
static inline struct cr_pen *cr_whole_pen(uint32_t promise) {
  struct cr_pen *pen = cr_thread_pen;
  uint64_t trace = __atomic_load_n(&cr_whole_trace, __ATOMIC_RELAXED);
  if (trace == 0 || pen == 0 || pen->trace != trace) return 0;
  return promise > __atomic_load_n(&cr_whole_trace_base, __ATOMIC_RELAXED) ? pen : 0;
}

/// The pen of the current thread, if it belongs to the trace; otherwise null.
static inline struct cr_pen *cr_pen_of(uint64_t trace) {
  struct cr_pen *pen = cr_thread_pen;
  return pen != 0 && pen->trace == trace ? pen : 0;
}

/// The bits of a trace's number that say what it contains.
enum { cr_selects_events = 1, cr_leaves_out_values = 2 };

/// Whether the pen's trace contains the values with which promises settle.
static inline int cr_has_values(struct cr_pen *pen) {
  return (pen->trace & cr_leaves_out_values) == 0;
}

/// Returns the next number for a promise or a job that the pen may give; 0 if it needs others.
static inline int64_t cr_next_promise(struct cr_pen *pen) {
  return pen->promise < pen->promise_end ? ++pen->promise : 0;
}
static inline int64_t cr_next_job(struct cr_pen *pen) {
  return pen->job < pen->job_end ? ++pen->job : 0;
}

/// Makes the records up to `length` visible to readers.
static inline void cr_publish(uint32_t *place, uint32_t length) {
  __atomic_store_n(place, length, __ATOMIC_RELEASE);
}

static inline void cr_publish_long(uint64_t *place, uint64_t value) {
  __atomic_store_n(place, value, __ATOMIC_RELEASE);
}

static inline uint32_t cr_read(const uint32_t *place) {
  return __atomic_load_n(place, __ATOMIC_ACQUIRE);
}

static inline uint64_t cr_read_long(const uint64_t *place) {
  return __atomic_load_n(place, __ATOMIC_ACQUIRE);
}

/// The nanoseconds of the system's monotonic clock.
static inline int64_t cr_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/// Whether the processor has a counter that runs at one rate on all cores, and the system itself
/// uses it as its clock. Decided once, by `cr_choose_clock`.
extern int cr_has_counter;
void cr_choose_clock(void);

/// The counter of the processor, or the nanoseconds of the monotonic clock where there is none.
static inline uint64_t cr_ticks(void) {
#if defined(__x86_64__)
  if (__builtin_expect(cr_has_counter, 1)) return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  if (__builtin_expect(cr_has_counter, 1)) {
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
  }
#endif
  return (uint64_t)cr_nanoseconds();
}

/// Returns a stamp for this instant: higher than every stamp that was taken with the pen, and than
/// `cause`.
static inline uint64_t cr_stamp(struct cr_pen *pen, uint64_t cause) {
  uint64_t stamp = cr_ticks();
  if (stamp <= pen->stamp) stamp = pen->stamp + 1;
  if (stamp <= cause) stamp = cause + 1;
  pen->stamp = stamp;
  return stamp;
}

/// Returns a stamp for an event that follows the pen's last one without any code of the program in
/// between. It does not read the clock.
static inline uint64_t cr_next_stamp(struct cr_pen *pen, uint64_t cause) {
  uint64_t stamp = (pen->stamp > cause ? pen->stamp : cause) + 1;
  pen->stamp = stamp;
  return stamp;
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
  cr_code_deallocated = 54
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

/// Makes the record visible to readers.
static inline int cr_end(struct cr_pen *pen, uint64_t stamp, long size) {
  pen->written = stamp;
  pen->next += size;
  cr_publish(pen->length, (uint32_t)(pen->next - pen->start));
  return 1;
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
