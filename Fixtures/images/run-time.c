// A program that puts its advertising together when it runs, as those for NimBLE do: nothing of it is in the image.
#include <stdint.h>

struct ble_hs_adv_fields {
  uint8_t flags;
  const char *name;
  uint8_t name_len;
};

int ble_gap_adv_set_fields(const struct ble_hs_adv_fields *fields);

int main(void) {
  struct ble_hs_adv_fields fields = {.flags = 6, .name = "Lamp", .name_len = 4};
  return ble_gap_adv_set_fields(&fields);
}
