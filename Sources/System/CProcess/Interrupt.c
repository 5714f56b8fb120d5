#include "CProcess.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

// A signal handler may touch nothing else, and may call only the functions that POSIX 2.4.3 lists, such as `write`.
static volatile sig_atomic_t announced_to = -1;

static void announce(int number) {
  (void)number;
  int before = errno;
  ssize_t written = write((int)announced_to, "", 1);
  (void)written;
  errno = before;
}

bool cprocess_announce_interrupt(int descriptor) {
  struct sigaction action = {0};
  if (sigaction(SIGINT, NULL, &action) != 0 || action.sa_handler == SIG_IGN) return false;
  announced_to = descriptor;
  action.sa_handler = announce;
  // No SA_RESTART: the opening of a pipe without a writer must end too.
  action.sa_flags = SA_RESETHAND;
  sigemptyset(&action.sa_mask);
  return sigaction(SIGINT, &action, NULL) == 0;
}

static void end_unfinished(int number) {
  (void)number;
  static const char message[] = "advert: interrupted before the result was complete\n";
  ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
  (void)written;
  _exit(2);
}

void cprocess_end_on_interrupt(void) {
  struct sigaction action = {0};
  action.sa_handler = end_unfinished;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
}
