#include "CProcess.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct call {
  void (*work)(void *);
  void *context;
};

static void *run(void *argument) {
  struct call *call = argument;
  call->work(call->context);
  return NULL;
}

void cprocess_run(unsigned others, void (*work)(void *context), void *context) {
  struct call call = {work, context};
  pthread_t *threads = calloc(others, sizeof *threads);
  unsigned count = 0;
  while (threads != NULL && count < others && pthread_create(&threads[count], NULL, run, &call) == 0) count++;
  work(context);
  for (unsigned i = 0; i < count; i++) pthread_join(threads[i], NULL);
  free(threads);
}

unsigned cprocess_processors(void) {
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count < 1 ? 1 : (unsigned)count;
}
