#include "tasks.h"

// Functions of the Swift runtime, all of which it exports. A program may run with a version of the
// runtime that does not have them, so they are looked up while it runs.

#if defined(__APPLE__)
#include <dlfcn.h>
#include <stddef.h>

typedef void *(*current_function)(void) __attribute__((swiftcall));
typedef uint64_t (*number_function)(void *) __attribute__((swiftcall));
typedef const char *(*name_function)(void) __attribute__((swiftcall));

/// Returns the address of a function; null if there is none. Looked up once: threads that look it up
/// at the same time find the same one.
static void *found(const char *name, void **known) {
  static char nothing;
  void *address = __atomic_load_n(known, __ATOMIC_RELAXED);
  if (address == NULL) {
    address = dlsym(RTLD_DEFAULT, name);
    if (address == NULL) address = &nothing;
    __atomic_store_n(known, address, __ATOMIC_RELAXED);
  }
  return address == &nothing ? NULL : address;
}

static void *current_address, *number_address, *name_address;

uint64_t cr_task_number(void) {
  current_function current =
      (current_function)found("swift_task_getCurrent", &current_address);
  number_function number =
      (number_function)found("swift_task_getJobTaskId", &number_address);
  if (!current || !number) return 0;
  void *task = current();
  return task ? number(task) : 0;
}

const char *cr_task_name(void) {
  name_function name = (name_function)found("swift_task_getCurrentTaskName", &name_address);
  return name ? name() : 0;
}

#elif defined(__ELF__)

extern void *swift_task_getCurrent(void) __attribute__((weak, swiftcall));
extern uint64_t swift_task_getJobTaskId(void *task) __attribute__((weak, swiftcall));
extern const char *swift_task_getCurrentTaskName(void) __attribute__((weak, swiftcall));

uint64_t cr_task_number(void) {
  if (!swift_task_getCurrent || !swift_task_getJobTaskId) return 0;
  void *task = swift_task_getCurrent();
  return task ? swift_task_getJobTaskId(task) : 0;
}

const char *cr_task_name(void) {
  return swift_task_getCurrentTaskName ? swift_task_getCurrentTaskName() : 0;
}

#else

uint64_t cr_task_number(void) { return 0; }
const char *cr_task_name(void) { return 0; }

#endif
