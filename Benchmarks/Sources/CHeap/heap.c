#include "CHeap.h"

#include <stdatomic.h>

static atomic_bool counting;
static atomic_long allocations;
static atomic_long live;
static atomic_long peak;

void heap_count(bool on) {
  if (on) {
    atomic_store(&allocations, 0);
    atomic_store(&live, 0);
    atomic_store(&peak, 0);
  }
  atomic_store(&counting, on);
}

long heap_allocations(void) { return atomic_load(&allocations); }
long heap_live_bytes(void) { return atomic_load(&live); }
long heap_peak_bytes(void) { return atomic_load(&peak); }

#if defined(__GLIBC__)

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

bool heap_can_count(void) { return true; }

static void *add(void *block) {
  if (block && atomic_load_explicit(&counting, memory_order_relaxed)) {
    long size = (long)malloc_usable_size(block);
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    long now = atomic_fetch_add_explicit(&live, size, memory_order_relaxed) + size;
    long most = atomic_load_explicit(&peak, memory_order_relaxed);
    while (now > most && !atomic_compare_exchange_weak_explicit(
                             &peak, &most, now, memory_order_relaxed, memory_order_relaxed)) {
    }
  }
  return block;
}

static void subtract(void *block) {
  if (block && atomic_load_explicit(&counting, memory_order_relaxed)) {
    atomic_fetch_sub_explicit(&live, (long)malloc_usable_size(block), memory_order_relaxed);
  }
}

void *malloc(size_t size) { return add(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return add(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return add(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  *block = memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}

void *realloc(void *block, size_t size) {
  subtract(block);
  return add(__libc_realloc(block, size));
}

void free(void *block) {
  subtract(block);
  __libc_free(block);
}

#else

bool heap_can_count(void) { return false; }

#endif
