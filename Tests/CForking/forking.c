#include "CForking.h"

#include <unistd.h>

int forking_fork(void) { return fork(); }
