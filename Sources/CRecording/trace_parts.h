#ifndef CRECORDING_TRACE_PARTS_H
#define CRECORDING_TRACE_PARTS_H

// The parts of a trace, which only the files here know.

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "CRecording.h"

/// Where the file is. The program may close the descriptor, or reuse its number for a file of its own,
/// so it is checked before each use, and the file is opened again at its path if it is gone.
struct place {
  int descriptor;
  uint64_t device, file;
  char *path;
};

/// A comparison of the counter with the system's clock.
struct comparison {
  uint64_t ticks;
  int64_t nanoseconds;
};

/// The header of the file. `docs/reference/binary-traces.md` describes it.
struct header {
  uint64_t magic;
  uint16_t major, minor;
  uint32_t size, chunk_size, flags;
  int64_t pid, start;
  uint32_t state;
  /// Odd while chunks are given back; otherwise a number that grows whenever that happens.
  uint32_t version;
  uint64_t units;
  /// The number of events in chunks that were given back.
  uint64_t lost;
  struct comparison first, last;
  uint32_t title_size;
  char title[cr_title_room];
  /// The newest stamp of what was not kept although its promise may live; 0 for none.
  uint64_t forgotten;
  /// The stamp at which the file could not grow; 0 for none. What has a higher stamp is incomplete.
  uint64_t complete_until;
  int64_t unix_epoch;
  char boot[40];
  uint64_t process_namespace;
  int64_t epoch;
  uint32_t records_size;
  char records[cr_records_room];
};
_Static_assert(sizeof(struct header) == cr_header_size, "the header has the size of the format");

/// The first part of a chunk.
struct chunk_header {
  uint32_t length, units, content, thread;
  struct comparison comparison;
  uint64_t reserved[2];
};
_Static_assert(sizeof(struct chunk_header) == cr_chunk_header_size, "as in the format");

/// A chunk that no thread owns.
struct chunk {
  struct chunk_header *header;
  long size;
  /// The length of its records.
  long length;
  /// The stamp and the queue of its last record.
  uint64_t written;
  int64_t queue;
};

/// A mapped part of the file with chunks that are in use; new chunks are taken from the last one.
struct extent {
  uint8_t *start;
  /// Its place in the file.
  uint64_t offset;
  size_t size, taken;
  /// The number of its chunks that are in use.
  size_t users;
};

/// The file: its descriptor, the mapped header and the mapped parts.
struct file {
  struct place place;
  struct header *header;
  struct extent *extents;
  size_t extent_count;
  /// The size of the file in bytes, and the number of units that belong to chunks.
  uint64_t size, units;
  /// The most bytes by which the file grows, unless a chunk needs more.
  uint64_t largest_step;
  /// Whether it cannot grow, or the trace has ended.
  bool is_full;
  /// Why it cannot grow, until that is reported.
  int problem;
};

/// The chunk that receives the names of files, and the addresses of those that the trace has.
struct names {
  struct chunk chunk;
  /// A hash table with linear probing; 0 for none.
  uint64_t *known;
  size_t count, room;
};

/// What a record says about what is still there.
enum role { role_other, role_creates, role_frees, role_declares };

/// The form of a record, by its code.
struct form {
  bool is_known;
  enum role role;
  /// A letter for the type of each field, as in the table of records, but `P` or `S` for the promise
  /// that the record is about; before it, `?` if it is optional, `*` for a list, and first `@` if it
  /// is only there after the word 2.
  char letters[48];
};

/// A record of a chunk.
struct record {
  uint8_t code;
  enum role role;
  uint64_t stamp;
  int64_t queue, thread;
  /// The promise that it is about; 0 for none.
  uint64_t promise;
  /// Its fields.
  const uint8_t *fields;
  size_t size;
};

/// Reads the records of a chunk one after the other.
struct record_reader {
  const struct form *forms;
  const uint8_t *next, *end;
  struct record record;
};

/// A chunk that no thread writes to any longer.
struct part {
  uint64_t offset, size;
  /// Whether it contains what was kept of others.
  bool is_kept;
};

/// The states of a promise whose creation or end is in a chunk that was given back, and the round of
/// that: `state | round << 2`.
enum {
  state_none,
  /// It was created.
  state_alive,
  /// It was freed in a later round than it was created, so that its creation was kept.
  state_ended,
  /// It was freed; its creation is in a chunk that is still there.
  state_freed,
};

/// What is known of a promise, by its number: a hash table with linear probing.
struct promise_table {
  struct promise_entry {
    uint64_t promise;
    uint64_t state;
  } *entries;
  size_t count, room;
};

/// The promises whose creation was in a chunk that was given back: a bit for each of the newest ones
/// up to `newest`, by the remainder of its number.
struct promise_set {
  uint64_t *bits;
  uint64_t newest;
};

/// What gives the oldest chunks back.
struct keeping {
  /// The size of the file that is not exceeded; 0 for no limit.
  uint64_t limit;
  /// How much of the file was given back, and the size of the chunks with what was kept.
  uint64_t freed, kept;
  /// The complete chunks, from the oldest on: a ring.
  struct part *parts;
  size_t first, count, room;
  /// Writes what is kept, in the name of the thread with this number.
  struct cr_pen pen;
  int64_t thread;
  struct promise_table promises;
  struct promise_set given_back;
  struct form forms[64];
  /// Counts how often chunks were given back.
  uint64_t round;
};

struct cr_trace {
  uint64_t number;
  pid_t pid;
  /// The number of ticks after which a thread compares the clocks.
  uint64_t interval;
  void *owner;
  cr_report_full report_full;
  /// Protects what follows.
  pthread_mutex_t lock;
  struct file file;
  /// Chunks of threads that ended before they were full.
  struct chunk *unused;
  size_t unused_count, unused_room;
  struct names names;
  struct keeping keeping;
  /// Why the file system cannot take space back; 0 if it can.
  int limit_problem;
};

/// The room at the end of a chunk that a comparison of the clocks needs, in bytes.
enum { spare = 64 };

// Promises

/// Returns the state of a promise, and sets it.
uint64_t cr_state_of(const struct promise_table *table, uint64_t promise);
void cr_set_state(struct promise_table *table, uint64_t promise, uint64_t state);
/// Makes an empty set of promises, adds a promise to it, and returns whether it has one.
void cr_make_set(struct promise_set *set);
void cr_add_promise(struct promise_set *set, uint64_t promise);
bool cr_has_promise(const struct promise_set *set, uint64_t promise);

// Descriptors

/// Reserves space in the file. Returns the error number; 0 if there is enough space.
int cr_reserve(const struct place *place, uint64_t size, uint64_t new_size);
/// Maps a part of the file. Returns null if that is not possible; `errno` has the reason.
void *cr_map(const struct place *place, uint64_t offset, size_t size);
/// Reads a part of the file. Returns whether all of it was read.
bool cr_read_part(const struct place *place, void *bytes, uint64_t offset, size_t size);
/// Makes the chunk at a place unused, and gives its space back to the file system. With a size of 0,
/// only tries whether the file system can do that. Returns the error number.
int cr_free_part(const struct place *place, uint64_t offset, uint64_t size);
/// Cuts the file off after `size` bytes.
void cr_cut(const struct place *place, uint64_t size);
/// Lets other processes write to the file, and closes the descriptor if it still belongs to the file.
void cr_leave(const struct place *place);

// The file

/// Returns the memory of the next chunk, which contains zeros; null if the file cannot grow.
struct chunk_header *cr_take_units(struct file *file, size_t units);
/// Returns whether a chunk of so many units makes the file grow, and by how many bytes.
uint64_t cr_growth(const struct file *file, size_t units);
/// Returns the place in the file of a chunk that is in use.
uint64_t cr_offset(const struct file *file, const void *chunk);
/// Unmaps the part of the file with a chunk that is no longer in use, once no chunk of that part is.
/// `chunk` is any address in the chunk.
void cr_release(struct file *file, const void *chunk);

// Chunks

/// Returns a chunk for a pen, with room for `room` bytes: what another thread has left, or a new one.
/// Its header is null if there is none.
struct chunk cr_take_chunk(struct cr_trace *trace, long room, const struct cr_pen *pen);
/// Takes the chunk of a thread that ends.
void cr_take_back(struct cr_trace *trace, const struct cr_pen *pen);

// Giving back

/// Limits the size of a new trace, if the file system can take space back.
void cr_limit_size(struct cr_trace *trace, uint64_t size);
/// Notes that a chunk is complete, and no longer in use.
void cr_complete(struct cr_trace *trace, const struct chunk_header *chunk);
/// Gives the oldest chunks back if a chunk of so many units would exceed the limit.
void cr_make_room(struct cr_trace *trace, size_t units);

/// Reads the table of records.
void cr_learn_forms(struct form *forms, const char *table, size_t size);
/// Begins with a chunk whose bytes were read.
struct record_reader cr_read_chunk(const struct form *forms, const uint8_t *chunk, size_t size);
/// Reads the next record. Returns whether there is one.
bool cr_read_record(struct record_reader *reader);

// The trace

/// The trace that threads write to.
struct cr_trace *cr_current_trace(void);
/// The counter and the system's clock at one instant.
struct comparison cr_compare(void);
/// Gives up the lock, and then reports if the file could not grow.
void cr_unlock(struct cr_trace *trace);

#endif
