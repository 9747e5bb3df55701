#ifndef CRECORDING_PEN_H
#define CRECORDING_PEN_H

#include <stdint.h>

#include "clock.h"

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

/// The number of the current thread; 0 if it has none yet.
extern _Thread_local int64_t cr_known_thread
#if defined(__linux__)
    __attribute__((tls_model("initial-exec")))
#endif
    ;

/// Gives the current thread a number: the next one of the process.
int64_t cr_number_thread(void);

/// The number of the current thread in events. The threads are numbered from 1, in the order in which
/// they are first asked for.
static inline int64_t cr_thread_number(void) {
  return cr_known_thread != 0 ? cr_known_thread : cr_number_thread();
}

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

#endif
