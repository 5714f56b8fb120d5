#ifndef ADVERT_CTHREADS_H
#define ADVERT_CTHREADS_H

// Plain threads that share work. Dispatch ends a process that may open only a few files.

// Calls `work` with `context` on this thread and on up to `others` more threads. Returns after all calls. When the
// system gives fewer threads, fewer calls are made.
void cthreads_run(unsigned others, void (*work)(void *context), void *context);

// The number of processors that this process may use, 1 where that is unknown.
unsigned cthreads_processors(void);

#endif
