#ifndef ADVERT_CSIGNAL_H
#define ADVERT_CSIGNAL_H

#include <stdbool.h>

// Makes the next SIGINT write one byte to `descriptor`, and the one after it end the process, as it does by default.
// False, with nothing changed, where SIGINT is ignored: whoever started the process wants it so.
bool csignal_announce_interrupt(int descriptor);

// Makes SIGINT end the process again.
void csignal_restore_interrupt(void);

#endif
