#define _GNU_SOURCE
#include "trace_parts.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <mach/vm_inherit.h>
#endif

_Thread_local struct cr_pen *cr_thread_pen;
_Thread_local int64_t cr_known_thread;
uint64_t cr_whole_trace;
int64_t cr_whole_trace_base;

int64_t cr_number_thread(void) {
  static int64_t count;
  cr_known_thread = __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
  return cr_known_thread;
}

// The pens of threads that ended, which are used again; their memory is never freed. In a forked
// process, whose pens are empty, only the first of them is left.

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cr_pen *free_pens;
/// The key that returns the pen of a thread that ends. If the program has used all keys, there is
/// none, and chunks of threads that ended stay as they are.
static pthread_key_t key;
static bool has_key;

/// Adds a pen to the free ones: `next` is the one after it.
static void free_pen(struct cr_pen *pen) {
  pen->next = (uint8_t *)free_pens;
  free_pens = pen;
}

/// Creates pens in memory that is empty in a forked process. Returns one of them.
static struct cr_pen *new_pen(void) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  struct cr_pen *pens = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pens == MAP_FAILED) return calloc(1, sizeof *pens);
#if defined(__linux__)
  madvise(pens, page, MADV_WIPEONFORK);
#else
  minherit(pens, page, VM_INHERIT_ZERO);
#endif
  for (size_t place = 1; place < page / sizeof *pens; place++) free_pen(&pens[place]);
  return pens;
}

/// Takes the pen and the chunk of a thread that ends.
static void end_thread(void *pointer) {
  struct cr_pen *pen = pointer;
  cr_thread_pen = NULL;
  // In a forked process, the pens are empty, and the locks may be taken forever.
  if (pen->trace == 0) return;
  struct cr_trace *trace = cr_current_trace();
  if (trace != NULL) cr_take_back(trace, pen);
  pthread_mutex_lock(&lock);
  memset(pen, 0, sizeof *pen);
  free_pen(pen);
  pthread_mutex_unlock(&lock);
}

static void create_key(void) { has_key = pthread_key_create(&key, end_thread) == 0; }

/// Returns a pen, which becomes that of the current thread; null if there is no memory.
static struct cr_pen *take_pen(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, create_key);
  pthread_mutex_lock(&lock);
  struct cr_pen *pen = free_pens;
  if (pen != NULL) {
    free_pens = (struct cr_pen *)pen->next;
    pen->next = NULL;
  } else {
    pen = new_pen();
  }
  pthread_mutex_unlock(&lock);
  cr_thread_pen = pen;
  if (has_key && pen != NULL) pthread_setspecific(key, pen);
  return pen;
}

/// Writes a record that is not an event.
static void write_number(struct cr_pen *pen, uint64_t stamp, uint8_t code, int64_t number) {
  long head = cr_begin_fields(pen, stamp, pen->queue, code);
  cr_end(pen, stamp, cr_put_number(pen->next + head, number) - pen->next);
}

static uint64_t later(uint64_t one, uint64_t other) { return one > other ? one : other; }

/// Writes the time of the system's clock.
static void compare_clocks(struct cr_pen *pen, const struct cr_trace *trace) {
  struct comparison comparison = cr_compare();
  write_number(pen, comparison.ticks, cr_code_clock, comparison.nanoseconds);
  pen->compare_after = later(comparison.ticks, pen->stamp) + trace->interval;
}

struct cr_pen *cr_prepare_pen(uint64_t number, long room, uint64_t stamp) {
  struct cr_trace *trace = cr_current_trace();
  // In a forked process, the pens are empty.
  if (trace == NULL || trace->number != number || getpid() != trace->pid) return NULL;
  struct cr_pen *pen = cr_thread_pen != NULL ? cr_thread_pen : take_pen();
  if (pen == NULL) return NULL;
  if (pen->trace != number) memset(pen, 0, sizeof *pen);
  if (pen->next != NULL) {
    if (stamp > pen->compare_after) compare_clocks(pen, trace);
    if (pen->end - pen->next >= room) return pen;
  }
  struct chunk chunk = cr_take_chunk(trace, room + spare, pen);
  if (chunk.header == NULL) {
    // A shorter record may fit, but it may follow from this one.
    pen->end = pen->next;
    return NULL;
  }
  pen->trace = number;
  pen->start = (uint8_t *)(chunk.header + 1);
  pen->next = pen->start + chunk.length;
  pen->end = (uint8_t *)chunk.header + (chunk.size - spare);
  pen->length = &chunk.header->length;
  pen->stamp = later(pen->stamp, chunk.written);
  pen->written = chunk.written;
  pen->queue = chunk.queue;
  pen->compare_after = cr_ticks() + trace->interval;
  if (chunk.length > 0) write_number(pen, pen->stamp, cr_code_thread, cr_thread_number());
  return pen;
}
