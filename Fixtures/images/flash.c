// softdevice.c as it lies in flash: with a vector table, and start-up code that copies initial data and clears the rest.
#include "softdevice.c"

extern uint32_t data_source[], data_start[], data_end[], bss_end[];

__attribute__((noinline, used)) static void start(void) {
  volatile uint32_t *to = data_start;
  for (const uint32_t *from = data_source; to < data_end; to++, from++) *to = *from;
  for (; to < bss_end; to++) *to = 0;
  main();
}

__attribute__((naked, used)) void reset(void) { __asm volatile("bl %c0\n 1: b 1b" ::"i"(start)); }

static volatile uint32_t interrupts;
__attribute__((noinline)) static void note(uint32_t number) { interrupts += number; }

// Each calls another function, as handlers do.
#define HANDLER(number) \
  __attribute__((noinline)) static void handler##number(void) { \
    note(number); \
    note(interrupts); \
  }
HANDLER(2)
HANDLER(3)
HANDLER(11)
HANDLER(14)
HANDLER(15)
HANDLER(16)
HANDLER(17)
HANDLER(18)
HANDLER(19)

__attribute__((section(".vectors"), used)) static const void *const vectors[39] = {
    (const void *)0x20010000, (const void *)reset,     (const void *)handler2,  (const void *)handler3,
    [11] = (const void *)handler11, [14] = (const void *)handler14, [15] = (const void *)handler15,
    [16] = (const void *)handler16, [17] = (const void *)handler17, [18] = (const void *)handler18,
    [19] = (const void *)handler19, [38] = (const void *)SWI2_EGU2_IRQHandler,
};
