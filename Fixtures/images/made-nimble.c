// A program for NimBLE: the host puts together the fields that the program fills in, and gives the octets to itself.
#include <stddef.h>
#include <stdint.h>

struct fields {
  uint8_t flags;
  const uint16_t *services;
  uint8_t service_count;
  const char *name;
  uint8_t name_count;
  const uint8_t *maker;
  uint8_t maker_count;
};
struct ble_gap_adv_params {
  uint8_t connection, discovery;
  uint16_t least, most;
  uint8_t channels, filter;
};
struct ble_gap_ext_adv_params {
  unsigned connectable : 1, scannable : 1, directed : 1, high_duty : 1, legacy : 1, anonymous : 1, power : 1, notice : 1;
  uint32_t least, most;
  uint8_t rest[20];
};
struct os_mbuf;

int ble_hs_id_copy_addr(uint8_t kind, uint8_t *address, int *is_private);
int ble_gap_adv_set_fields(const struct fields *);
int ble_gap_adv_rsp_set_data(const uint8_t *data, int count);
int ble_gap_adv_start(uint8_t address, const void *peer, int32_t duration, const struct ble_gap_adv_params *, void *, void *);
int ble_gap_ext_adv_configure(uint8_t instance, const struct ble_gap_ext_adv_params *, int8_t *power, void *, void *);
struct os_mbuf *os_msys_get_pkthdr(uint16_t count, uint16_t header);
int os_mbuf_append(struct os_mbuf *, const void *data, uint16_t count);
int ble_gap_ext_adv_set_data(uint8_t instance, struct os_mbuf *);
int ble_gap_ext_adv_start(uint8_t instance, int duration, int events);
void run_events(void (*synchronised)(void));

#ifdef EXTENDED
__attribute__((noinline)) static void advertise(void) {
  struct ble_gap_ext_adv_params parameters = {.scannable = 0, .least = 160, .most = 160};
  uint8_t data[70];
  data[0] = 69;
  data[1] = 0xFF;
  for (uint8_t place = 2; place < sizeof data; place++) data[place] = (uint8_t)(3 * place);
  int8_t power;
  ble_gap_ext_adv_configure(1, &parameters, &power, NULL, NULL);
  struct os_mbuf *buffer = os_msys_get_pkthdr(sizeof data, 0);
  // In two parts, of which the second needs another buffer.
  os_mbuf_append(buffer, data, 30);
  os_mbuf_append(buffer, data + 30, 40);
  ble_gap_ext_adv_set_data(1, buffer);
  ble_gap_ext_adv_start(1, 0, 0);
}
#else
__attribute__((noinline)) static void advertise(void) {
  static const uint16_t services[] = {0x180F, 0x181A};
  uint8_t address[6], response[] = {5, 0x16, 0x0F, 0x18, 0, 0};
  uint8_t maker[] = {0xFF, 0xFF, 0, 0};
  ble_hs_id_copy_addr(0, address, NULL);
  maker[2] = address[1];
  maker[3] = address[0];
  struct fields fields = {6, services, 2, "Thermo", 6, maker, sizeof maker};
  if (ble_gap_adv_set_fields(&fields) != 0) return;
  response[4] = 0x63;
  ble_gap_adv_rsp_set_data(response, sizeof response);
  struct ble_gap_adv_params parameters = {.connection = 2, .discovery = 2, .least = 48, .most = 96};
  ble_gap_adv_start(0, NULL, INT32_MAX, &parameters, NULL, NULL);
}
#endif

int main(void) {
  run_events(advertise);
  return 0;
}
