#include "Library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static void note_failure(struct library *library) {
  const char *reason = dlerror();
  snprintf(library->failure, sizeof library->failure, "%s", reason != NULL ? reason : "no reason given");
}

bool library_load(struct library *library, const struct function *functions, size_t count) {
  void *handle = NULL;
  for (const char *const *name = library->names; *name != NULL && handle == NULL; name++) {
    handle = dlopen(*name, RTLD_NOW | RTLD_LOCAL);
    // The reason names the file that people know.
    if (handle == NULL && name == library->names) note_failure(library);
  }
  if (handle == NULL) return false;
  for (size_t i = 0; i < count; i++) {
    void *symbol = dlsym(handle, functions[i].name);
    if (symbol == NULL) {
      note_failure(library);
      return false;
    }
    // POSIX lets data pointers hold functions, where C does not.
    memcpy(functions[i].place, &symbol, sizeof symbol);
  }
  return true;
}
