#ifndef CRECORDING_H
#define CRECORDING_H

#include <stdint.h>
#include <time.h>

#include "privileges.h"

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

#endif
