#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

void cprocess_prepare(void) {
  // Each `open` gives the lowest free descriptor. The wrong mode makes every use of it fail, as it would when closed.
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
    if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    if (open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
  }
  struct sigaction action;
  if (sigaction(SIGQUIT, NULL, &action) == 0 && action.sa_handler != SIG_IGN) signal(SIGQUIT, SIG_DFL);
}
