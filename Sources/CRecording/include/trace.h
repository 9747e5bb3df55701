#ifndef CRECORDING_TRACE_H
#define CRECORDING_TRACE_H

#include <stddef.h>
#include <stdint.h>

#include "pen.h"

/// A binary trace that this process writes: a file that is mapped into memory.
///
/// Each thread appends its records to a chunk that belongs to it, with plain stores, and then
/// publishes the new length of the chunk. It takes no lock and makes no system call, except when a
/// chunk is full. What is written belongs to the system, so it survives any end of the process.
///
/// A trace is never freed, and what threads may still be writing to when it ends is never unmapped.
/// No function here calls Swift, except for `report_full`.
struct cr_trace;

/// The sizes of the parts of the file, in bytes.
enum {
  cr_header_size = 4096,
  cr_chunk_size = 64 << 10,
  cr_chunk_header_size = 48,
  /// The room in the header for the title and for the table of records.
  cr_title_room = 1012,
  cr_records_room = 2900,
};

/// The content of a chunk. What is kept are records of chunks that were given back.
enum { cr_content_nothing, cr_content_events, cr_content_names, cr_content_kept };

/// The flags of a trace: it contains values; its oldest chunks may be given back.
enum { cr_flag_values = 1, cr_flag_limited = 2 };

/// The state of the recording.
enum { cr_state_running, cr_state_finished, cr_state_full };

/// The file of a new trace, which is empty, and open for reading and writing, and what the trace says
/// about its program.
struct cr_new_trace {
  int descriptor;
  /// What distinguishes the file from all others.
  uint64_t device, file;
  /// The version of the format.
  uint16_t major, minor;
  /// The bits of the trace's number: whether events are selected, and values left out.
  uint32_t bits;
  /// When the process started, in the system's units; 0 if that is not known.
  int64_t start;
  /// The namespace of process IDs in which the process is; 0 if that is not known.
  uint64_t process_namespace;
  /// The instant that is time 0 of the events: on the system's clock, and since 1970, in nanoseconds.
  int64_t epoch, unix_epoch;
  /// The size of the file that is not exceeded; 0 for no limit. Instead, the oldest chunks that no
  /// thread writes to are given back to the file system. What they say about queues, threads and
  /// processes, and about promises that have not been freed by then, is kept in other chunks.
  uint64_t limit;
};

/// Called once if the file cannot grow, with the system's error number, while no lock is held.
typedef void (*cr_report_full)(void *owner, int problem);

/// Creates a trace in a file with an absolute path. `boot` identifies the time since the system was
/// started, and `records` is the table of records. Returns null if the file cannot be mapped; `errno`
/// has the reason.
struct cr_trace *cr_create_trace(const struct cr_new_trace *about, const char *path,
                                 const char *title, size_t title_size, const char *boot,
                                 const char *records);

/// Sets what Swift knows about the trace, and what it does if the file cannot grow.
void cr_set_owner(struct cr_trace *trace, void *owner, cr_report_full report);

/// Returns the error number if the file system cannot take space back, so that the size of the trace
/// is not limited; otherwise 0.
int cr_limit_problem(const struct cr_trace *trace);

/// The number that identifies the trace among those of the process; its lowest bits say what it
/// contains.
uint64_t cr_number_of(const struct cr_trace *trace);

/// Makes this the trace that threads write to.
void cr_make_current(struct cr_trace *trace);

/// The owner of the trace that threads write to; null if there is none.
void *cr_current_owner(void);

/// Marks the trace as complete, notes a last comparison of the clocks, cuts off what no chunk uses,
/// and closes the descriptor. A process that was forked from the recorded one does nothing: the trace
/// belongs to its parent.
void cr_finish(struct cr_trace *trace);

/// Returns the pen of the current thread with room for a record of `room` bytes, after a comparison
/// of the clocks if one is due at `stamp`. Returns null if the trace is not the current one, if it
/// cannot grow, or if this process was forked from the recorded one.
struct cr_pen *cr_prepare_pen(uint64_t trace, long room, uint64_t stamp);

/// Returns the same as `cr_prepare_pen`, which is only called if it has something to do.
static inline struct cr_pen *cr_ready_pen(uint64_t trace, long room, uint64_t stamp) {
  struct cr_pen *pen = cr_thread_pen;
  if (pen != 0 && pen->trace == trace && pen->end - pen->next >= room &&
      stamp <= pen->compare_after)
    return pen;
  return cr_prepare_pen(trace, room, stamp);
}

/// Writes the name of a file, which lies at an address in the program, unless the trace has it.
void cr_write_name(uint64_t trace, uint64_t name, size_t size);

/// Makes sure that the pen's trace contains the name of a file.
static inline void cr_know_name(struct cr_pen *pen, uint64_t name, size_t size) {
  uint64_t *known = &pen->known[name >> 4 & 15];
  if (*known == name) return;
  *known = name;
  cr_write_name(pen->trace, name, size);
}

/// Returns the place of the first bytes of a file, from `offset` on, that are not in a hole. The position
/// of the descriptor stays as it is.
int64_t cr_next_bytes(int descriptor, int64_t offset);

/// Returns the nanoseconds since a stamp of the current trace was taken.
int64_t cr_age(uint64_t stamp);

#endif
