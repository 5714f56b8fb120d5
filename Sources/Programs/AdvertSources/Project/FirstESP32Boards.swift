extension StatedChip {
  /// Boards of the first ESP32, as Arduino and PlatformIO name them, in lower case.
  ///
  /// Source: PlatformIO's espressif32 6.13.0 (4ed1943), boards with the `mcu` esp32.
  static let firstESP32Boards: Set<String> = [
    "esp32", "esp32da", "nodemcu32s", "d1_mini32", "esp32wrover",
    "adafruit_feather_esp32_v2", "adafruit_itsybitsy_esp32", "adafruit_qtpy_esp32", "alksesp32",
    "az-delivery-devkit-v4", "bpi-bit", "cnrs_aw2eth", "connaxio_espoir", "d-duino-32", "deneyapkart",
    "deneyapkart1a", "denky32", "denky_d4", "dfrobot_firebeetle2_esp32e", "dpu_esp32", "esp-wrover-kit",
    "esp32-devkitlipo", "esp32-evb", "esp32-gateway", "esp32-pico-devkitm-2", "esp32-poe", "esp32-poe-iso",
    "esp32-pro", "esp320", "esp32cam", "esp32dev", "esp32doit-devkit-v1", "esp32doit-espduino", "esp32thing",
    "esp32thing_plus", "esp32vn-iot-uno", "espea32", "espectro32", "espino32", "etboard", "featheresp32",
    "firebeetle32", "fm-devkit", "freenove_esp32_wrover", "frogboard", "healthypi4", "heltec_wifi_kit_32",
    "heltec_wifi_kit_32_v2", "heltec_wifi_lora_32", "heltec_wifi_lora_32_v2", "heltec_wireless_stick",
    "heltec_wireless_stick_lite", "honeylemon", "hornbill32dev", "hornbill32minima", "imbrios-logsens-v1p1",
    "inex_openkb", "intorobot", "iotaap_magnolia", "iotbusio", "iotbusproteus", "ioxesp32", "ioxesp32ps",
    "kb32-ft", "kits-edu", "labplus_mpython", "lilygo-t-display", "lionbit", "lolin32", "lolin32_lite",
    "lolin_d32", "lolin_d32_pro", "lopy", "lopy4", "m5stack-atom", "m5stack-core-esp32", "m5stack-core-esp32-16m",
    "m5stack-core2", "m5stack-coreink", "m5stack-fire", "m5stack-grey", "m5stack-station", "m5stack-timer-cam",
    "m5stamp-pico", "m5stick-c", "magicbit", "mgbot-iotik32a", "mgbot-iotik32b", "mhetesp32devkit",
    "mhetesp32minikit", "microduino-core-esp32", "nano32", "nina_w10", "node32s", "nodemcu-32s", "nscreen-32",
    "odroid_esp32", "onehorse32dev", "oroca_edubot", "pico32", "piranha_esp32", "pocket_32", "pycom_gpy", "qchip",
    "quantum", "roboheart_hercules", "rymcu-esp32-devkitc", "s_odi_ultra", "sensesiot_weizen", "sg-o_airmon",
    "sparkfun_esp32_iot_redboard", "sparkfun_esp32micromod", "sparkfun_lora_gateway_1-channel", "tinypico",
    "trueverit-iot-driver", "trueverit-iot-driver-mk2", "trueverit-iot-driver-mk3", "ttgo-lora32-v1",
    "ttgo-lora32-v2", "ttgo-lora32-v21", "ttgo-t-beam", "ttgo-t-watch", "ttgo-t1", "ttgo-t7-v13-mini32",
    "ttgo-t7-v14-mini32", "turta_iot_node", "unphone7", "upesy_wroom", "upesy_wrover", "vintlabs-devkit-v1",
    "watchy", "wemos_d1_mini32", "wemos_d1_uno32", "wemosbat", "wesp32", "widora-air", "wifiduino32", "wipy3",
    "wt32-eth01", "xinabox_cw02",
  ]
}
