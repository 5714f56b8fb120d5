#ifndef ADVERT_LIBRARY_H
#define ADVERT_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

// A library that the process loads when it is needed first.
struct library {
  // Its file names, the best known first. NULL ends the list.
  const char *const *names;
  // Why loading failed, in the words of the system.
  char failure[256];
};

// A function of a library, and the function pointer that will hold it.
struct function {
  const char *name;
  void *place;
};

// Loads the library and looks up `count` functions. False with a reason when one of them is missing.
bool library_load(struct library *library, const struct function *functions, size_t count);

#endif
