#ifndef ADVERT_CPROCESS_H
#define ADVERT_CPROCESS_H

// What the command needs from its process and Swift cannot do: signal handlers, terminals, serial lines, and a
// string that the build defines.

#include <stdbool.h>

// Makes the process what the rest expects. Standard streams that are closed become streams whose every use fails:
// otherwise the next file to be opened would be one of them. SIGQUIT ends the process, and no runtime catches it.
void cprocess_prepare(void);

// The next SIGINT writes one byte to `descriptor`, and the one after it ends the process, as it does by default.
// False, with nothing changed, where SIGINT is ignored: the caller of the program wants it so.
bool cprocess_announce_interrupt(int descriptor);

// SIGINT ends the process with a line on standard error and the exit status 2.
void cprocess_end_on_interrupt(void);

// SIGINT, SIGTERM and SIGHUP write `e` to `descriptor`, SIGWINCH writes `w`. The second of those that end a program ends
// it, with the terminal as it was. Signals that are ignored stay so.
void cprocess_announce_signals(int descriptor);

// These signals do again what they do by default.
void cprocess_restore_signals(void);

// Takes a terminal for a screen: keys come one by one and are not shown, and what was on the terminal comes back at the
// end, also when the program exits, crashes or is ended by a signal other than SIGKILL. Ctrl-Z leaves it meanwhile, and
// writes `c` to the descriptor of the signals when the program goes on. False when `input` is no terminal.
bool cprocess_enter_screen(int input, int output);

// Gives the terminal back as it was. Does nothing when it was not taken.
void cprocess_leave_screen(void);

// Whether a serial line of this machine can have this speed.
bool cprocess_is_baud(unsigned long baud);

// Makes a serial line give every octet as it comes, at this speed; 0 leaves the speed as it is. False with errno.
bool cprocess_prepare_line(int line, unsigned long baud);

// The commit of the sources as hexadecimal digits, with "-dirty" when files had changes; "" when it is unknown. It comes
// from the environment variable ADVERT_COMMIT at build time or, in an archive made by git, from git.
const char *cprocess_commit(void);

#endif
