#include "trace_parts.h"

#include <stdlib.h>
#include <string.h>

// What is known of promises while the oldest chunks are given back.

/// For how many promises it is remembered whether their creation was given back; for older ones, it
/// counts as given back. They take up to 8 MB.
static const uint64_t remembered_promises = 64 << 20;

static size_t entry_of(const struct promise_table *table, uint64_t promise) {
  size_t place = (size_t)(promise * 0x9E3779B97F4A7C15 >> 24) & (table->room - 1);
  while (table->entries[place].promise != 0 && table->entries[place].promise != promise)
    place = (place + 1) & (table->room - 1);
  return place;
}

uint64_t cr_state_of(const struct promise_table *table, uint64_t promise) {
  return table->room > 0 ? table->entries[entry_of(table, promise)].state : state_none;
}

/// Forgets the promises without a state, and makes room for twice as many as there are then. Without
/// memory, all are forgotten.
static void make_table(struct promise_table *table) {
  struct promise_table former = *table;
  size_t count = 0;
  for (size_t place = 0; place < former.room; place++) count += former.entries[place].state != 0;
  table->count = 0;
  table->room = 1024;
  while (table->room < count * 4) table->room *= 2;
  table->entries = calloc(table->room, sizeof *table->entries);
  if (table->entries == NULL) table->room = 0;
  for (size_t place = 0; place < former.room && table->room > 0; place++) {
    if (former.entries[place].state == 0) continue;
    table->entries[entry_of(table, former.entries[place].promise)] = former.entries[place];
    table->count++;
  }
  free(former.entries);
}

void cr_set_state(struct promise_table *table, uint64_t promise, uint64_t state) {
  if (promise == 0) return;
  if (table->count * 2 >= table->room) make_table(table);
  if (table->room == 0) return;
  struct promise_entry *entry = &table->entries[entry_of(table, promise)];
  if (entry->promise == 0) table->count++;
  *entry = (struct promise_entry){promise, state};
}

void cr_make_set(struct promise_set *set) {
  set->bits = calloc(remembered_promises / 64, sizeof(uint64_t));
}

static uint64_t *word_of(const struct promise_set *set, uint64_t promise) {
  return &set->bits[promise % remembered_promises / 64];
}

void cr_add_promise(struct promise_set *set, uint64_t promise) {
  if (set->bits == NULL || promise + remembered_promises <= set->newest) return;
  uint64_t first = set->newest / 64 + 1, last = promise / 64;
  if (last - first < remembered_promises / 64)
    for (uint64_t word = first; word <= last; word++) *word_of(set, word * 64) = 0;
  else if (last >= first)
    memset(set->bits, 0, remembered_promises / 8);
  if (promise > set->newest) set->newest = promise;
  *word_of(set, promise) |= 1ull << promise % 64;
}

bool cr_has_promise(const struct promise_set *set, uint64_t promise) {
  if (set->bits == NULL || promise + remembered_promises <= set->newest) return true;
  return promise <= set->newest && (*word_of(set, promise) >> promise % 64 & 1) != 0;
}
