#include "CLiveBytes.h"

#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>
#elif defined(__APPLE__)
#include <malloc/malloc.h>
#endif

size_t live_bytes(void) {
#if defined(__GLIBC__)
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#elif defined(__APPLE__)
  malloc_statistics_t statistics;
  malloc_zone_statistics(0, &statistics);
  return statistics.size_in_use;
#else
  return 0;
#endif
}
