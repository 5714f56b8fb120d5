/// The parts of ESP-IDF that programs use at their start: memory, storage, the radio, and an operating system that runs
/// tasks.
///
/// Source: ESP-IDF, components: nvs_flash/include/nvs.h, bt/include/esp32c3/include/esp_bt.h, heap/include/esp_heap_caps.h,
/// esp_hw_support/include/esp_mac.h, esp_timer/include/esp_timer.h; NimBLE's port, nimble_port.h.
enum EspressifCalls: StackFunctions {
  static let stack = ""

  static let functions: [AnsweredFunction] =
    [
      function("heap_caps_malloc") { arguments, host, _ in .result(host.allocate(arguments[0])) },
      function("heap_caps_malloc_default") { arguments, host, _ in .result(host.allocate(arguments[0])) },
      function("heap_caps_malloc_prefer") { arguments, host, _ in .result(host.allocate(arguments[0])) },
      function("heap_caps_aligned_alloc") { arguments, host, _ in .result(host.allocate(arguments[1])) },
      function("heap_caps_calloc", answer: clear), function("heap_caps_calloc_prefer", answer: clear),
      function("heap_caps_realloc", answer: move), function("heap_caps_realloc_default", answer: move),
      // The state of the radio: it is ready after these calls.
      state("esp_bt_controller_init", 1), state("esp_bt_controller_enable", 2), state("esp_bt_controller_disable", 1),
      state("esp_bt_controller_deinit", 0),
      function("esp_bt_controller_get_status") { _, host, _ in .result(host.radioState) },
      function("esp_read_mac") { arguments, host, memory in address(at: arguments[0], &host, &memory) },
      function("esp_efuse_mac_get_default") { arguments, host, memory in address(at: arguments[0], &host, &memory) },
      function("esp_base_mac_addr_get") { arguments, host, memory in address(at: arguments[0], &host, &memory) },
      function("esp_timer_create") { arguments, host, memory in
        _ = memory.store(host.newHandle(), at: arguments[1], size: 4)
        return .result(0)
      },
      // The host calls the program when its controller is ready.
      function("nimble_port_run") { _, host, _ in
        guard let synchronised = host.symbols[ready] ?? host.symbols[started] else { return .end }
        return host.begins() ? .call(synchronised, arguments: [], result: 0) : .end
      },
      function("ble_hs_startup_go") { _, _, _ in .result(0) },
    ]
    // The stored data are not in the image, so the storage is empty.
    + [
      "nvs_get_i8", "nvs_get_u8", "nvs_get_i16", "nvs_get_u16", "nvs_get_i32", "nvs_get_u32", "nvs_get_i64",
      "nvs_get_u64", "nvs_get_str", "nvs_get_blob",
    ].map { function($0) { _, _, _ in .result(notFound) } }
    + ["nvs_open", "nvs_open_from_partition"].map { name in
      function(name) { arguments, host, memory in
        _ = memory.store(host.newHandle(), at: arguments[name == "nvs_open" ? 2 : 3], size: 4)
        return .result(0)
      }
    }
    + [
      "nvs_flash_init", "nvs_flash_erase", "nvs_flash_init_partition", "nvs_set_i8", "nvs_set_u8", "nvs_set_i16",
      "nvs_set_u16", "nvs_set_i32", "nvs_set_u32", "nvs_set_i64", "nvs_set_u64", "nvs_set_str", "nvs_set_blob",
      "nvs_commit", "nvs_close", "nvs_erase_key", "nvs_erase_all", "heap_caps_free", "esp_bt_controller_mem_release",
      "esp_bt_mem_release", "esp_nimble_hci_init", "esp_nimble_hci_and_controller_init", "esp_timer_init",
      "esp_timer_start_periodic", "esp_timer_start_once", "esp_timer_stop", "esp_event_loop_create_default",
      "esp_netif_init", "esp_wifi_init", "esp_wifi_start", "esp_wifi_set_mode", "esp_wifi_connect",
      "esp_wifi_set_config", "esp_pm_configure", "esp_ota_mark_app_valid_cancel_rollback",
      "esp_register_shutdown_handler",
    ].map { function($0) { _, _, _ in .result(0) } }

  /// Functions of the ROM: memory as above, and functions for pins, interrupts and clocks, which do not affect
  /// payloads.
  static let functionsInROM: [AnsweredFunction] =
    [
      LibraryCalls.function("malloc") { arguments, host, _ in .result(host.allocate(arguments[0])) },
      LibraryCalls.function("calloc", answer: clear), LibraryCalls.function("realloc", answer: move),
      LibraryCalls.function("free") { _, _, _ in .result(0) },
    ]
    + [
      "_xtos_set_intlevel", "_xtos_ints_on", "_xtos_ints_off", "gpio_matrix_in", "gpio_matrix_out",
      "gpio_pad_select_gpio", "gpio_pad_pullup", "gpio_pad_pulldown", "gpio_pad_hold", "gpio_pad_unhold",
      "gpio_pad_set_drv", "intr_matrix_set", "ets_update_cpu_frequency", "esp_rom_gpio_pad_select_gpio",
      "esp_rom_gpio_connect_in_signal", "esp_rom_gpio_connect_out_signal",
    ].map { LibraryCalls.function($0) { _, _, _ in .result(0) } }

  /// The functions with which NimBLE tells the program that it is ready. The first one has no other purpose.
  static let ready = "ble_hs_sync"
  static let started = "ble_hs_start"

  /// `ESP_ERR_NVS_NOT_FOUND`.
  private static let notFound: UInt32 = 0x1102

  private static func state(_ name: String, _ state: UInt32) -> AnsweredFunction {
    function(name) { _, host, _ in
      host.radioState = state
      return .result(0)
    }
  }

  private static func address(
    at place: UInt32, _ host: inout RunningHost, _ memory: inout ProgramMemory
  ) -> ProgramReply {
    if place >= 0x1000 { memory.write(host.address, at: place) }
    return .result(0)
  }

  private static func clear(
    _ arguments: CallArguments, _ host: inout RunningHost, _ memory: inout ProgramMemory
  ) -> ProgramReply {
    let (count, overflow) = arguments[0].multipliedReportingOverflow(by: arguments[1])
    let place = overflow ? 0 : host.allocate(count)
    if place != 0 { memory.write(repeatElement(0, count: Int(count)), at: place) }
    return .result(place)
  }

  /// Copies the octets that were there, and octets after them, which have no meaning.
  private static func move(
    _ arguments: CallArguments, _ host: inout RunningHost, _ memory: inout ProgramMemory
  ) -> ProgramReply {
    let place = host.allocate(arguments[1])
    guard place != 0, arguments.isAddress(0) else { return .result(place) }
    for index in 0..<arguments[1] {
      guard let octet = memory.load(arguments[0] &+ index, size: 1), memory.store(octet, at: place &+ index, size: 1)
      else { break }
    }
    return .result(place)
  }
}
