// A program for ESP-IDF's Bluedroid: it gives the host two functions, and does the rest in them. The host puts together what
// the structures say, with the name; the maker's data end with octets of the device's address.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  bool set_scan_rsp, include_name, include_txpower;
  int min_interval, max_interval, appearance;
  uint16_t manufacturer_len;
  uint8_t *p_manufacturer_data;
  uint16_t service_data_len;
  uint8_t *p_service_data;
  uint16_t service_uuid_len;
  uint8_t *p_service_uuid;
  uint8_t flag;
} esp_ble_adv_data_t;
typedef struct {
  uint16_t adv_int_min, adv_int_max;
  int adv_type, own_addr_type;
  uint8_t peer_addr[6];
  int peer_addr_type, channel_map, adv_filter_policy;
} esp_ble_adv_params_t;
typedef struct {
  uint16_t type;
  uint32_t interval_min, interval_max;
  int rest[8];
} esp_ble_gap_ext_adv_params_t;
typedef struct {
  uint8_t instance;
  int duration, max_events;
} esp_ble_gap_ext_adv_t;
typedef struct {
  int status;
  uint16_t app_id;
} event_t;

#define GAP_DATA_SET 0
#define GAP_RESPONSE_SET 1
#define GAP_RAW_DATA_SET 4
#define GAP_RAW_RESPONSE_SET 5
#define GAP_EXTENDED_PARAMETERS_SET 34
#define GAP_EXTENDED_DATA_SET 35
#define SERVICES_REGISTERED 0

int nvs_flash_init(void);
int esp_bt_controller_init(void *configuration);
int esp_bt_controller_enable(int mode);
int esp_bluedroid_init(void);
int esp_bluedroid_enable(void);
int esp_read_mac(uint8_t *address, int kind);
int esp_ble_gap_register_callback(void (*)(int event, event_t *));
int esp_ble_gatts_register_callback(void (*)(int event, uint8_t interface, event_t *));
int esp_ble_gatts_app_register(uint16_t number);
int esp_ble_gap_set_device_name(const char *name);
int esp_ble_gap_config_adv_data(esp_ble_adv_data_t *);
int esp_ble_gap_config_adv_data_raw(uint8_t *data, uint32_t count);
int esp_ble_gap_config_scan_rsp_data_raw(uint8_t *data, uint32_t count);
int esp_ble_gap_start_advertising(esp_ble_adv_params_t *);
int esp_ble_gap_ext_adv_set_params(uint8_t instance, const esp_ble_gap_ext_adv_params_t *);
int esp_ble_gap_config_ext_adv_data_raw(uint8_t instance, uint16_t count, const uint8_t *data);
int esp_ble_gap_ext_adv_start(uint8_t count, const esp_ble_gap_ext_adv_t *);

static volatile uint8_t to_do;

#ifdef EXTENDED
static uint8_t data[60];

static void configure(void) {
  static const esp_ble_gap_ext_adv_params_t parameters = {.interval_min = 320, .interval_max = 640};
  data[0] = sizeof data - 1;
  data[1] = 0xFF;
  for (uint8_t place = 2; place < sizeof data; place++) data[place] = (uint8_t)(place ^ 0x5A);
  esp_ble_gap_ext_adv_set_params(0, &parameters);
}

static void gap_event(int event, event_t *what) {
  static const esp_ble_gap_ext_adv_t set = {.instance = 0};
  if (event == GAP_EXTENDED_PARAMETERS_SET && what->status == 0) esp_ble_gap_config_ext_adv_data_raw(0, sizeof data, data);
  if (event == GAP_EXTENDED_DATA_SET && what->status == 0) esp_ble_gap_ext_adv_start(1, &set);
}
#else
static esp_ble_adv_params_t parameters = {.adv_int_min = 0x20, .adv_int_max = 0x40, .channel_map = 7};

#ifdef RAW
static uint8_t data[] = {2, 0x01, 6, 5, 0xFF, 0xE5, 0x02, 0, 0};

static void configure(void) {
  uint8_t address[6], response[20] = {0};
  const char *name = "Kettle";
  uint8_t count = 2;
  esp_read_mac(address, 2);
  data[7] = address[4];
  data[8] = address[5];
  while (name[count - 2] != 0) {
    response[count] = (uint8_t)name[count - 2];
    count++;
  }
  response[0] = (uint8_t)(count - 1);
  response[1] = 0x09;
  to_do |= 3;
  esp_ble_gap_config_adv_data_raw(data, sizeof data);
  esp_ble_gap_config_scan_rsp_data_raw(response, count);
}
#else
// On the Bluetooth base, so that two octets of it are sent.
static uint8_t uuids[16] = {0xfb, 0x34, 0x9b, 0x5f, 0x80, 0, 0, 0x80, 0, 0x10, 0, 0, 0x0d, 0x18, 0, 0};
static uint8_t maker[4] = {0xE5, 0x02};
static esp_ble_adv_data_t data, response;

static void configure(void) {
  uint8_t address[6];
  esp_read_mac(address, 2);
  maker[2] = address[4];
  maker[3] = address[5];
  data = (esp_ble_adv_data_t){
      .include_name = true, .min_interval = 6, .max_interval = 16, .service_uuid_len = sizeof uuids, .p_service_uuid = uuids, .flag = 6};
  response = (esp_ble_adv_data_t){.set_scan_rsp = true, .manufacturer_len = sizeof maker, .p_manufacturer_data = maker};
  esp_ble_gap_set_device_name("Kettle-1");
  esp_ble_gap_config_adv_data(&data);
  to_do |= 1;
  esp_ble_gap_config_adv_data(&response);
  to_do |= 2;
}
#endif

static void gap_event(int event, event_t *what) {
  if (what->status != 0) return;
  if (event == GAP_DATA_SET || event == GAP_RAW_DATA_SET) to_do &= (uint8_t)~1;
  else if (event == GAP_RESPONSE_SET || event == GAP_RAW_RESPONSE_SET) to_do &= (uint8_t)~2;
  else return;
  if (to_do == 0) esp_ble_gap_start_advertising(&parameters);
}
#endif

static void services_event(int event, uint8_t interface, event_t *what) {
  (void)interface;
  if (event == SERVICES_REGISTERED && what->app_id == 0x55) configure();
}

void app_main(void) {
  if (nvs_flash_init() != 0) return;
  if (esp_bt_controller_init(NULL) != 0 || esp_bt_controller_enable(1) != 0) return;
  if (esp_bluedroid_init() != 0 || esp_bluedroid_enable() != 0) return;
  esp_ble_gatts_register_callback(services_event);
  esp_ble_gap_register_callback(gap_event);
  esp_ble_gatts_app_register(0x55);
}

int main(void) {
  app_main();
  return 0;
}
