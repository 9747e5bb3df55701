#ifndef CRECORDING_TASKS_H
#define CRECORDING_TASKS_H

#include <stdint.h>

/// The number of the running task, which the Swift runtime gives to no other task of the process; 0
/// outside tasks, or if the runtime does not say it.
uint64_t cr_task_number(void);

/// The name of the running task; null if it has none, or if the runtime does not know names. It is
/// valid as long as the task runs.
const char *cr_task_name(void);

#endif
