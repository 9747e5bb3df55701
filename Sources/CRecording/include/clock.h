#ifndef CRECORDING_CLOCK_H
#define CRECORDING_CLOCK_H

#include <stdint.h>
#include <time.h>

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
