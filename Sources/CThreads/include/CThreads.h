#ifndef ADVERT_CTHREADS_H
#define ADVERT_CTHREADS_H

// Calls `work` with `context` on this thread and on up to `others` more, and returns when all calls have. Threads that
// the system does not give are done without.
void cthreads_run(unsigned others, void (*work)(void *context), void *context);

// Processors that may be used at the moment, 1 where that is not known.
unsigned cthreads_processors(void);

#endif
