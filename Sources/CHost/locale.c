#include <langinfo.h>
#include <locale.h>
#include <string.h>

#include "CHost.h"

bool host_use_locale(void) {
  // A locale that was forwarded from another machine is not necessarily installed here.
  if (!setlocale(LC_CTYPE, "")) setlocale(LC_CTYPE, "C.UTF-8");
  return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}
