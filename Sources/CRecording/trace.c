#include "trace_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct cr_trace *current;

struct cr_trace *cr_current_trace(void) { return __atomic_load_n(&current, __ATOMIC_ACQUIRE); }

void cr_make_current(struct cr_trace *trace) {
  __atomic_store_n(&current, trace, __ATOMIC_RELEASE);
}

void *cr_current_owner(void) {
  struct cr_trace *trace = cr_current_trace();
  return trace != NULL ? trace->owner : NULL;
}

void cr_set_owner(struct cr_trace *trace, void *owner, cr_report_full report) {
  trace->owner = owner;
  trace->report_full = report;
}

int cr_limit_problem(const struct cr_trace *trace) { return trace->limit_problem; }

uint64_t cr_number_of(const struct cr_trace *trace) { return trace->number; }

struct comparison cr_compare(void) {
  int64_t nanoseconds = cr_nanoseconds();
  return (struct comparison){.ticks = cr_ticks(), .nanoseconds = nanoseconds};
}

void cr_unlock(struct cr_trace *trace) {
  int problem = trace->file.problem;
  trace->file.problem = 0;
  pthread_mutex_unlock(&trace->lock);
  if (problem != 0 && trace->report_full != NULL) trace->report_full(trace->owner, problem);
}

/// Compares the clocks twice, a fraction of a millisecond apart. Returns the number of ticks in five
/// milliseconds.
static uint64_t begin_clock(struct header *header) {
  struct comparison first = cr_compare(), second = cr_compare();
  while (second.nanoseconds - first.nanoseconds < 100000) second = cr_compare();
  header->first = first;
  header->last = second;
  double rate = (double)(second.ticks - first.ticks) /
                (double)(second.nanoseconds - first.nanoseconds);
  if (rate < 0.001) rate = 0.001;
  if (rate > 1000) rate = 1000;
  return (uint64_t)(rate * 5000000);
}

/// Copies a text to a place that has room for `room` bytes. Returns the number of bytes.
static uint32_t copy(char *place, const char *text, size_t size, size_t room) {
  if (size > room) size = room;
  memcpy(place, text, size);
  return (uint32_t)size;
}

static void fill_header(struct header *header, const struct cr_new_trace *about) {
  header->unix_epoch = about->unix_epoch;
  header->epoch = about->epoch;
  header->major = about->major;
  header->minor = about->minor;
  header->size = cr_header_size;
  header->chunk_size = cr_chunk_size;
  header->flags = about->bits & cr_leaves_out_values ? 0 : cr_flag_values;
  header->pid = getpid();
  header->start = about->start;
  header->process_namespace = about->process_namespace;
}

/// Makes the file a trace, which it is not without the first bytes.
static void publish(struct header *header) {
  uint64_t magic;
  memcpy(&magic, "\x89PTRACE\n", sizeof magic);
  cr_publish_long(&header->magic, magic);
}

/// Reserves and maps the header. Returns null if that is not possible; `errno` has the reason.
static struct header *map_header(const struct place *place) {
  int problem = cr_reserve(place, 0, cr_header_size);
  if (problem == 0) return cr_map(place, 0, cr_header_size);
  errno = problem;
  return NULL;
}

struct cr_trace *cr_create_trace(const struct cr_new_trace *about, const char *path,
                                 const char *title, size_t title_size, const char *boot,
                                 const char *records) {
  static uint64_t count;
  struct place place = {about->descriptor, about->device, about->file, strdup(path)};
  struct cr_trace *trace = calloc(1, sizeof *trace);
  struct header *header = trace != NULL && place.path != NULL ? map_header(&place) : NULL;
  if (header == NULL) {
    int problem = errno;
    free(place.path);
    free(trace);
    errno = problem;
    return NULL;
  }
  cr_choose_clock();
  trace->pid = getpid();
  trace->number = __atomic_add_fetch(&count, 4, __ATOMIC_RELAXED) | about->bits;
  pthread_mutex_init(&trace->lock, NULL);
  trace->file = (struct file){
      .place = place, .header = header, .size = cr_header_size, .largest_step = 16 << 20};
  fill_header(header, about);
  header->title_size = copy(header->title, title, title_size, cr_title_room);
  copy(header->boot, boot, strlen(boot), 40);
  header->records_size = copy(header->records, records, strlen(records), cr_records_room);
  if (about->limit > 0) cr_limit_size(trace, about->limit);
  trace->interval = begin_clock(header);
  publish(header);
  return trace;
}

void cr_finish(struct cr_trace *trace) {
  if (getpid() != trace->pid) return;
  pthread_mutex_lock(&trace->lock);
  struct file *file = &trace->file;
  file->header->last = cr_compare();
  if (!file->is_full) {
    cr_publish(&file->header->state, cr_state_finished);
    cr_cut(&file->place, cr_header_size + file->units * cr_chunk_size);
  }
  file->is_full = true;
  cr_leave(&file->place);
  cr_unlock(trace);
}

int64_t cr_age(uint64_t stamp) {
  uint64_t ticks = cr_ticks();
  struct cr_trace *trace = cr_current_trace();
  if (ticks <= stamp || trace == NULL) return 0;
  // The interval is five milliseconds.
  uint64_t interval = trace->interval > 0 ? trace->interval : 1;
  return (int64_t)((double)(ticks - stamp) * 5000000 / (double)interval);
}
