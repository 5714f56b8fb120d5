internal import AdvertisingData

/// ESP-IDF's Bluedroid: a program registers functions, and does all further work in them. The host calls them with its
/// events, one after the other, when it has done the requests of the program.
///
/// Source: ESP-IDF, components/bt/host/bluedroid/api/include/api: esp_gap_ble_api.h and esp_gatts_api.h (numbers of events,
/// structures).
enum BluedroidCalls: StackFunctions {
  static let stack = "bluedroid"

  static let functions: [AnsweredFunction] =
    [
      function("esp_ble_gap_register_callback") { arguments, host, _ in
        host.handlers[.gap] = arguments[0]
        return .result(0)
      },
      function("esp_ble_gatts_register_callback") { arguments, host, _ in
        host.handlers[.attributes] = arguments[0]
        return .result(0)
      },
      function("esp_ble_gap_set_device_name", answer: setName), function("esp_bt_dev_set_device_name", answer: setName),
      function("esp_bt_gap_set_device_name", answer: setName),
      function("esp_ble_gap_config_adv_data", gives: [.advertising, .scanResponse]) { arguments, host, memory in
        let isScanResponse = set(at: arguments[0], &host, &memory)
        return tell(isScanResponse ? GapEvent.scanResponseSet : GapEvent.dataSet, &host, &memory)
      },
      raw("esp_ble_gap_config_adv_data_raw", .advertising, GapEvent.rawDataSet),
      raw("esp_ble_gap_config_scan_rsp_data_raw", .scanResponse, GapEvent.rawScanResponseSet),
      extended("esp_ble_gap_config_ext_adv_data_raw", .advertising, GapEvent.extendedDataSet),
      extended("esp_ble_gap_config_ext_scan_rsp_data_raw", .scanResponse, GapEvent.extendedScanResponseSet),
      function("esp_ble_gap_start_advertising") { arguments, host, memory in
        host.catchStarted()
        host.configure(memory.parameters("esp_ble_adv_params_t", at: arguments[0]))
        host.start()
        return tell(GapEvent.started, &host, &memory)
      },
      function("esp_ble_gap_stop_advertising") { arguments, host, memory in
        host.stop()
        return tell(GapEvent.stopped, &host, &memory)
      },
      function("esp_ble_gap_ext_adv_set_params") { arguments, host, memory in
        host.configure(memory.parameters("esp_ble_gap_ext_adv_params_t", at: arguments[1]), of: handle(arguments))
        return tell(GapEvent.extendedParametersSet, &host, &memory)
      },
      function("esp_ble_gap_ext_adv_set_rand_addr") { _, host, memory in
        tell(GapEvent.extendedAddressSet, &host, &memory)
      },
      // Each set has twelve octets, the first of which is its handle.
      function("esp_ble_gap_ext_adv_start") { arguments, host, memory in
        for set in 0..<UInt32(min(arguments.octet(0), 16)) {
          guard let number = memory.load(arguments[1] &+ 12 &* set, size: 1) else { break }
          host.start(0x100 | number)
        }
        return tell(GapEvent.extendedStarted, &host, &memory)
      },
      function("esp_ble_gap_ext_adv_stop") { arguments, host, memory in
        for set in 0..<UInt32(min(arguments.octet(0), 16)) {
          guard let number = memory.load(arguments[1] &+ set, size: 1) else { break }
          host.stop(0x100 | number)
        }
        return tell(GapEvent.extendedStopped, &host, &memory)
      },
      function("esp_ble_gap_config_local_privacy") { _, host, memory in
        tell(GapEvent.privacySet, &host, &memory)
      },
      function("esp_ble_gap_set_rand_addr") { _, host, memory in
        tell(GapEvent.addressSet, &host, &memory)
      },
      // The address of the device, at a constant place.
      function("esp_bt_dev_get_address") { _, host, memory in
        let place = host.allocate(8)
        memory.write(host.address, at: place)
        return .result(place)
      },
      function("esp_ble_gatts_app_register") { arguments, host, memory in
        tellAttributes(0, [0, UInt32(arguments.halfword(0))], [], &host, &memory)
      },
      // Services and characteristics get numbers; a program continues when it has received them.
      function("esp_ble_gatts_create_service") { arguments, host, memory in
        let service = memory.octets(at: arguments[1], count: 20) ?? []
        let number = host.newAttribute()
        let octets = Array(littleEndian: number, count: 2) + service
        return tellAttributes(7, [0], octets, &host, &memory)
      },
      function("esp_ble_gatts_start_service") { arguments, host, memory in
        tellAttributes(12, [0, UInt32(arguments.halfword(0))], [], &host, &memory)
      },
      function("esp_ble_gatts_add_char") { arguments, host, memory in
        let uuid = memory.octets(at: arguments[1], count: 18) ?? []
        return tellAttributes(
          9, [0, host.newAttribute() | arguments[0] << 16], uuid, &host, &memory)
      },
      function("esp_ble_gatts_add_char_descr") { arguments, host, memory in
        let uuid = memory.octets(at: arguments[1], count: 18) ?? []
        return tellAttributes(
          10, [0, host.newAttribute() | arguments[0] << 16], uuid, &host, &memory)
      },
      // The UUID of the service, its instance, the number of attributes, and the address of their numbers.
      function("esp_ble_gatts_create_attr_tab") { arguments, host, memory in
        let count = UInt32(min(arguments.octet(2), 255))
        let numbers = host.allocate(2 * count)
        for index in 0..<count { _ = memory.store(host.newAttribute(), at: numbers &+ 2 &* index, size: 2) }
        return tellAttributes(
          22, [0, 0, 0, 0, 0, 0, count, numbers], [], &host, &memory)
      },
    ]
    // These calls do not concern advertising, and wait for a task that does not run here.
    + [
      "esp_bluedroid_init", "esp_bluedroid_init_with_cfg", "esp_bluedroid_enable", "esp_ble_gatt_set_local_mtu",
      "esp_ble_gap_set_security_param", "esp_ble_gatts_set_attr_value", "esp_ble_gap_config_scan_data_raw",
      "esp_ble_gap_set_scan_params", "esp_ble_gattc_register_callback", "esp_ble_gattc_app_register",
    ].map { function($0) { _, _, _ in .result(0) } }
    // The stack is ready.
    + [function("esp_bluedroid_get_status") { _, _, _ in .result(2) }]

  /// Numbers of events that report the end of an operation.
  private enum GapEvent {
    static let dataSet: UInt32 = 0
    static let scanResponseSet: UInt32 = 1
    static let rawDataSet: UInt32 = 4
    static let rawScanResponseSet: UInt32 = 5
    static let started: UInt32 = 6
    static let stopped: UInt32 = 17
    static let addressSet: UInt32 = 19
    static let privacySet: UInt32 = 22
    static let extendedAddressSet: UInt32 = 33
    static let extendedParametersSet: UInt32 = 34
    static let extendedDataSet: UInt32 = 35
    static let extendedScanResponseSet: UInt32 = 36
    static let extendedStarted: UInt32 = 37
    static let extendedStopped: UInt32 = 38
  }

  /// The interface of the program's only profile.
  private static let interface: UInt32 = 3

  private static func handle(_ arguments: CallArguments) -> UInt32 { 0x100 | UInt32(arguments.octet(0)) }

  private static func setName(
    _ arguments: CallArguments, _ host: inout RunningHost, _ memory: inout ProgramMemory
  ) -> ProgramReply {
    host.deviceName = memory.text(at: arguments[0], longest: RunningHost.longestName)
    return .result(0)
  }

  private static func raw(_ name: String, _ role: PayloadRole, _ event: UInt32) -> AnsweredFunction {
    function(name, gives: [role]) { arguments, host, memory in
      // The host refuses longer data.
      guard arguments[1] <= RunningHost.longestLegacyData else { return .result(invalidArgument) }
      host.set(role, at: arguments[0], count: arguments.octet(1), &memory)
      return tell(event, &host, &memory)
    }
  }

  private static func extended(_ name: String, _ role: PayloadRole, _ event: UInt32) -> AnsweredFunction {
    function(name, gives: [role]) { arguments, host, memory in
      host.set(
        role, at: arguments[2], count: arguments.halfword(1), of: handle(arguments), isExtended: true, &memory)
      return tell(event, &host, &memory)
    }
  }

  /// `ESP_ERR_INVALID_ARG`.
  private static let invalidArgument: UInt32 = 0x102

  /// Sets the octets that the host makes of a structure, and returns whether they are scan response data.
  private static func set(at address: UInt32, _ host: inout RunningHost, _ memory: inout ProgramMemory) -> Bool {
    guard address >= 0x1000, let octets = memory.octets(at: address, count: Int(BluedroidData.size)) else {
      host.setUnknown(.advertising)
      return false
    }
    // If the program did not set a name, the host's own name counts, which the image does not show.
    let known = BluedroidData.Known(
      name: host.deviceName ?? host.outside.text(at: address), transmitPower: host.outside.power)
    let composed = BluedroidData.composed(of: octets, .littleEndian, known) { pointer, count in
      let place = UInt32(truncatingIfNeeded: OctetOrder.littleEndian.number(of: octets[pointer..<pointer + 4]))
      return place >= 0x1000 ? memory.octets(at: place, count: Int(count)) : nil
    }
    let role: PayloadRole = composed.isScanResponse ? .scanResponse : .advertising
    if composed.additions.isEmpty { host.set(role, composed.octets) } else { host.setUnknown(role) }
    return composed.isScanResponse
  }

  /// Tells the program that an operation has ended with success, which is zero.
  private static func tell(
    _ event: UInt32, _ host: inout RunningHost, _ memory: inout ProgramMemory
  ) -> ProgramReply {
    host.tell(.gap, [event, parameters([0], [], &host, &memory)])
    return .result(0)
  }

  private static func tellAttributes(
    _ event: UInt32, _ words: [UInt32], _ octets: [UInt8], _ host: inout RunningHost,
    _ memory: inout ProgramMemory
  ) -> ProgramReply {
    host.tell(.attributes, [event, interface, parameters(words, octets, &host, &memory)])
    return .result(0)
  }

  /// Returns the address of words, octets after them, and zeros, in memory that no other data use.
  private static func parameters(
    _ words: [UInt32], _ octets: [UInt8], _ host: inout RunningHost, _ memory: inout ProgramMemory
  ) -> UInt32 {
    let place = host.allocate(parameterSize)
    memory.write([UInt8](repeating: 0, count: Int(parameterSize)), at: place)
    for (index, word) in words.enumerated() { _ = memory.store(word, at: place &+ UInt32(4 * index), size: 4) }
    memory.write(octets, at: place &+ UInt32(4 * words.count))
    return place
  }

  /// A limit above the size of any event that is sent here.
  private static let parameterSize: UInt32 = 64
}
