#define _GNU_SOURCE
#include "CThreads.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#endif

// As the first thread has on most systems. Others give further threads a fraction of it.
static const size_t stack_size = 8 << 20;

struct call {
  void (*work)(void *);
  void *context;
};

static void *run(void *argument) {
  struct call *call = argument;
  call->work(call->context);
  return NULL;
}

void cthreads_run(unsigned others, void (*work)(void *context), void *context) {
  struct call call = {work, context};
  pthread_t *threads = calloc(others, sizeof *threads);
  pthread_attr_t attributes;
  bool has_attributes = pthread_attr_init(&attributes) == 0;
  bool is_ready = threads != NULL && has_attributes && pthread_attr_setstacksize(&attributes, stack_size) == 0;
  unsigned count = 0;
  while (is_ready && count < others && pthread_create(&threads[count], &attributes, run, &call) == 0) count++;
  work(context);
  for (unsigned i = 0; i < count; i++) pthread_join(threads[i], NULL);
  if (has_attributes) pthread_attr_destroy(&attributes);
  free(threads);
}

unsigned cthreads_processors(void) {
#ifdef __linux__
  // A process may be bound to some of the machine's processors. The call fails on machines with over 1024.
  cpu_set_t usable;
  if (sched_getaffinity(0, sizeof usable, &usable) == 0) return (unsigned)CPU_COUNT(&usable);
#endif
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count < 1 ? 1 : (unsigned)count;
}
