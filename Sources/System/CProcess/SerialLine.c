#include "CProcess.h"

#include <stddef.h>
#include <termios.h>

static const struct {
  unsigned long baud;
  speed_t speed;
} speeds[] = {
    {9600, B9600},   {19200, B19200},   {38400, B38400},
    {57600, B57600}, {115200, B115200}, {230400, B230400},
#ifdef B460800
    {460800, B460800},
#endif
#ifdef B921600
    {921600, B921600},
#endif
#ifdef B1000000
    {1000000, B1000000},
#endif
#ifdef B2000000
    {2000000, B2000000},
#endif
#ifdef B3000000
    {3000000, B3000000},
#endif
};

bool cprocess_is_baud(unsigned long baud) {
  for (size_t index = 0; index < sizeof speeds / sizeof *speeds; index++)
    if (speeds[index].baud == baud) return true;
  return false;
}

bool cprocess_prepare_line(int line, unsigned long baud) {
  struct termios settings;
  if (tcgetattr(line, &settings) != 0) return false;
  cfmakeraw(&settings);
  settings.c_cflag |= CLOCAL | CREAD;
  for (size_t index = 0; index < sizeof speeds / sizeof *speeds; index++)
    if (speeds[index].baud == baud && cfsetspeed(&settings, speeds[index].speed) != 0) return false;
  return tcsetattr(line, TCSANOW, &settings) == 0;
}
