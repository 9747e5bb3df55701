#ifndef CRECORDING_H
#define CRECORDING_H

#include "clock.h"
#include "pen.h"
#include "privileges.h"
#include "records.h"
#include "tasks.h"
#include "trace.h"

#endif
