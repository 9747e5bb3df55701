#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "CHost.h"

struct work {
  void (*body)(void *);
  void *context;
};

static void *run(void *argument) {
  struct work work = *(struct work *)argument;
  free(argument);
  // Without its own stack, the handler could not run after a stack overflow of this thread.
  enum { size = 65536 };
  stack_t stack = {.ss_sp = malloc(size), .ss_size = size, .ss_flags = 0};
  if (stack.ss_sp) sigaltstack(&stack, NULL);
  work.body(work.context);
  return NULL;
}

bool host_start_thread(void (*body)(void *), void *context) {
  struct work *work = malloc(sizeof *work);
  if (!work) return false;
  *work = (struct work){body, context};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 8 << 20);
  pthread_t thread;
  bool began = pthread_create(&thread, &attributes, run, work) == 0;
  pthread_attr_destroy(&attributes);
  if (!began) free(work);
  return began;
}
