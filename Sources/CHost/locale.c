#include <langinfo.h>
#include <locale.h>
#include <string.h>

#include "CHost.h"

const char *host_locale_encoding(bool *installed) {
  *installed = setlocale(LC_CTYPE, "") != NULL;
  // A locale that was forwarded from another machine is not necessarily installed here.
  if (!*installed) setlocale(LC_CTYPE, "C.UTF-8");
  return nl_langinfo(CODESET);
}

bool host_use_locale(void) {
  bool installed;
  return strcmp(host_locale_encoding(&installed), "UTF-8") == 0;
}
