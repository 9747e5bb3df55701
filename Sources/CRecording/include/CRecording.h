#ifndef CRECORDING_H
#define CRECORDING_H

#include "privileges.h"

#endif
