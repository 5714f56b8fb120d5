// A program for TI's role interface, with parameters by number, in a task of an operating system.
#include <stdint.h>

uint8_t GAPRole_SetParameter(uint16_t number, uint8_t count, void *value);
int xTaskCreate(void (*code)(void *), const char *name, uint16_t depth, void *argument, uint32_t priority, void **handle);
void vTaskStartScheduler(void);
void vTaskDelay(uint32_t ticks);

// Empty in the image, with the name that TI's examples give it.
static uint8_t scanRspData[31];

static void task(void *argument) {
  const char *name = argument;
  uint8_t enabled = 1, data[31] = {2, 0x01, 6}, count = 2;
  uint16_t pause = 0;
  uint32_t number = *(volatile uint32_t *)0x500012E8;
  data[3] = 4;
  data[4] = 0xFF;
  data[5] = 0x0D;
  data[6] = 0x00;
  data[7] = (uint8_t)number;
  while (name[count - 2] != 0) {
    scanRspData[count] = (uint8_t)name[count - 2];
    count++;
  }
  scanRspData[0] = (uint8_t)(count - 1);
  scanRspData[1] = 0x09;
  GAPRole_SetParameter(0x306, 2, &pause);
  GAPRole_SetParameter(0x308, count, scanRspData);
  GAPRole_SetParameter(0x307, 8, data);
  GAPRole_SetParameter(0x305, 1, &enabled);
  for (;;) vTaskDelay(100);
}

int main(void) {
  xTaskCreate(task, "ble", 512, "Probe", 1, 0);
  vTaskStartScheduler();
  for (;;) {}
}
