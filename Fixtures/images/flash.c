// softdevice.c as it lies in flash: with a vector table, and start-up code that copies initial data and clears the rest.
#include "softdevice.c"

static void begin(void);

extern uint32_t data_source[], data_start[], data_end[], bss_end[];

__attribute__((noinline, used)) static void start(void) {
  volatile uint32_t *to = data_start;
  for (const uint32_t *from = data_source; to < data_end; to++, from++) *to = *from;
  for (; to < bss_end; to++) *to = 0;
  begin();
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

// A timer says that its time is over.
__attribute__((noinline)) static void handle_timer(void) {
  note(17);
  if (*(volatile uint32_t *)0x40011140 != 0) is_done = 1;
}

__attribute__((section(".vectors"), used)) static const void *const vectors[39] = {
    (const void *)0x20010000, (const void *)reset,     (const void *)handler2,  (const void *)handler3,
    [11] = (const void *)handler11, [14] = (const void *)handler14, [15] = (const void *)handler15,
    [16] = (const void *)handler16, [17] = (const void *)handler17, [18] = (const void *)handler18,
    [19] = (const void *)handler19, [16 + 17] = (const void *)handle_timer, [38] = (const void *)SWI2_EGU2_IRQHandler,
};

// A task of an operating system: it advertises, and waits.
static uint32_t task_stack[64];
__attribute__((noinline)) static void task(void *argument) {
  if (argument == task_stack) main();
  for (;;) sd_app_evt_wait();
}

// What some programs do before they advertise.
__attribute__((noinline)) static void begin(void) {
#ifdef RESETS
  // Which pin resets the device is a setting in flash, and counts from the next start on.
  volatile uint32_t *const pin = (volatile uint32_t *)0x10001200;
  if (*pin != 21) {
    *pin = 21;
    *(volatile uint32_t *)0xE000ED0C = 0x05FA0004;
    for (;;) __asm volatile("nop");
  }
#endif
#ifdef SWITCHED_ON
  // It was reset by something else than its power, which it does not expect.
  if (*(volatile uint32_t *)0x40000400 != 0) {
    for (;;) __asm volatile("nop");
  }
#endif
#ifdef INTERRUPTS
  *(volatile uint32_t *)0xE000E100 = 1 << 17;
  while (!is_done) sd_app_evt_wait();
#endif
#ifdef TASKS
  // The registers with which the processor returns to the task, and a check that no exception is active.
  uint32_t *const frame = task_stack + 40;
  frame[0] = (uint32_t)task_stack;
  frame[6] = (uint32_t)task;
  frame[7] = 0x01000000;
  stop_at(*(volatile uint32_t *)0xE000ED04 & 0x1FF);
  __asm volatile("svc 0" ::: "memory");
  for (;;) __asm volatile("nop");
#endif
  main();
}
