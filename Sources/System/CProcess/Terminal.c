#include "CProcess.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// Signal handlers run between any two steps of the program. They read these, and call only what POSIX 2.4.3 lists:
// tcsetattr, write, signal, raise.
static volatile sig_atomic_t announced_to = -1;
static volatile sig_atomic_t endings;
static volatile sig_atomic_t is_entered;
static struct termios usual;
static struct termios raw;
static int key_input = -1;
static int screen_output = -1;

// The alternate screen, a hidden cursor, no wrapping at the edge.
static const char begin[] = "\033[?1049h\033[?25l\033[?7l\033[2J";
static const char end[] = "\033[0m\033[?7h\033[?25h\033[?1049l";

static void put(const char *text, size_t count) {
  ssize_t written = write(screen_output, text, count);
  (void)written;
}

static void enter(void) {
  tcsetattr(key_input, TCSADRAIN, &raw);
  put(begin, sizeof begin - 1);
  is_entered = 1;
}

static void leave(void) {
  if (!is_entered) return;
  is_entered = 0;
  put(end, sizeof end - 1);
  // What was typed for the screen is not for the shell behind it.
  tcsetattr(key_input, TCSAFLUSH, &usual);
}

static void announce(int number) {
  int before = errno;
  char octet = number == SIGWINCH ? 'w' : number == SIGCONT ? 'c' : 'e';
  if (octet == 'e' && endings++ > 0) {
    // The first one was not heard: the program hangs, or a disk does.
    leave();
    signal(number, SIG_DFL);
    raise(number);
  }
  ssize_t written = write((int)announced_to, &octet, 1);
  (void)written;
  errno = before;
}

// The program has crashed. The signal is blocked until the handler returns, and ends the process then.
static void crash(int number) {
  leave();
  signal(number, SIG_DFL);
  raise(number);
}

static void stop(int number) {
  (void)number;
  int before = errno;
  leave();
  // SIGSTOP cannot be caught, so the process goes on here.
  raise(SIGSTOP);
  enter();
  char octet = 'c';
  ssize_t written = write((int)announced_to, &octet, 1);
  (void)written;
  errno = before;
}

static void handle(int number, void (*handler)(int)) {
  struct sigaction action;
  // The caller of the program may want a signal to be ignored, as nohup does.
  if (sigaction(number, NULL, &action) != 0 || action.sa_handler == SIG_IGN) return;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

void cprocess_announce_signals(int descriptor) {
  announced_to = descriptor;
  endings = 0;
  const int announced[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH};
  for (size_t i = 0; i < sizeof announced / sizeof *announced; i++) handle(announced[i], announce);
}

void cprocess_restore_signals(void) {
  const int announced[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH};
  for (size_t i = 0; i < sizeof announced / sizeof *announced; i++) handle(announced[i], SIG_DFL);
}

bool cprocess_enter_screen(int input, int output) {
  if (tcgetattr(input, &usual) != 0) return false;
  static bool is_registered;
  if (!is_registered) atexit(cprocess_leave_screen);
  is_registered = true;
  key_input = input;
  screen_output = output;
  raw = usual;
  // Keys come one by one and are not shown. Ctrl-C and Ctrl-Z stay signals.
  raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHONL);
  raw.c_iflag &= ~(tcflag_t)(IXON | ICRNL);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGFPE, SIGTRAP, SIGQUIT, SIGPIPE};
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) handle(crashes[i], crash);
  handle(SIGTSTP, stop);
  enter();
  return true;
}

void cprocess_leave_screen(void) {
  leave();
}
