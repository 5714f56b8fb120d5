/// The functions in the ROM of an ESP32 that are answered, by address: programs call them without a name.
///
/// Source: ESP-IDF, components/esp_rom, the linker scripts for the C library of each microcontroller. From the ESP32-S3 on,
/// they are a list of jumps whose order is the same for all.
enum EspressifROM {
  static func functions(of chip: EspressifChip) -> [UInt32: String] {
    switch chip {
    case .esp32: Dictionary(firstOf: esp32.map { ($0.0, $0.1) })
    case .esp32S3: list(from: 0x4000_11E8, step: 12)
    case .esp32C3: list(from: 0x4000_0354, step: 4)
    case .esp32C2: list(from: 0x4000_0488, step: 4)
    case .esp32C6: list(from: 0x4000_04A8, step: 4)
    case .esp32H2: list(from: 0x4000_04A0, step: 4)
    // The S2 has no radio for Bluetooth, and the addresses of the others are not known here.
    case .esp32S2, .esp32C61, .esp32C5: [:]
    }
  }

  private static func list(from start: UInt32, step: UInt32) -> [UInt32: String] {
    var functions: [UInt32: String] = [:]
    for (place, name) in places { functions[start + place * step] = name }
    return functions
  }

  /// The places in the list of jumps, from `memset` on.
  private static let places: [(UInt32, String)] = [
    (0, "memset"), (1, "memcpy"), (2, "memmove"), (3, "memcmp"), (4, "strcpy"), (5, "strncpy"), (6, "strcmp"),
    (7, "strncmp"), (8, "strlen"), (10, "bzero"), (25, "toupper"), (26, "tolower"), (29, "memchr"), (33, "strcat"),
    (34, "strdup"), (35, "strchr"), (39, "strlcpy"), (44, "strnlen"), (45, "strrchr"), (52, "abs"), (58, "rand"),
    (60, "utoa"), (61, "itoa"),
  ]

  private static let esp32: [(UInt32, String)] = [
    (0x4000_1058, "rand"), (0x4000_1274, "strcmp"), (0x4000_13AC, "strcpy"), (0x4000_143C, "strdup"),
    (0x4000_14C0, "strlen"), (0x4000_15D4, "strncpy"), (0x4000_1708, "strrchr"), (0x4000_1868, "tolower"),
    (0x4000_1884, "toupper"), (0x4000_C1F4, "bzero"), (0x4000_C244, "memchr"), (0x4000_C260, "memcmp"),
    (0x4000_C2C8, "memcpy"), (0x4000_C3C0, "memmove"), (0x4000_C44C, "memset"), (0x4000_C518, "strcat"),
    (0x4000_C53C, "strchr"), (0x4000_C584, "strlcpy"), (0x4000_C5F4, "strncmp"), (0x4000_C628, "strnlen"),
    (0x4000_681C, "intr_matrix_set"), (0x4000_7D54, "ets_printf"), (0x4000_8534, "ets_delay_us"),
    (0x4000_9EDC, "gpio_matrix_in"), (0x4000_9F0C, "gpio_matrix_out"), (0x4000_9FDC, "gpio_pad_select_gpio"),
    (0x4000_BEA0, "malloc"), (0x4000_BEB8, "free"), (0x4000_BEE4, "calloc"),
    (0x4000_BFDC, "_xtos_set_intlevel"),
    (0x4005_61F0, "__utoa"), (0x4005_6258, "utoa"), (0x4005_6340, "abs"), (0x4005_6678, "__itoa"),
    (0x4005_66B4, "itoa"),
  ]
}
