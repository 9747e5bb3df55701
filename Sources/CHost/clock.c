#include "CHost.h"

#include <CRecording.h>

bool host_measure_clock(double *cost) {
  enum { readings = 10000 };
  cr_choose_clock();
  uint64_t last = 0;
  int64_t start = cr_nanoseconds();
  for (int i = 0; i < readings; i++) {
    uint64_t ticks = cr_ticks();
    // The comparison keeps the compiler from leaving out readings.
    if (ticks > last) last = ticks;
  }
  *cost = (double)(cr_nanoseconds() - start) / readings;
  return last > 0 && cr_has_counter;
}
