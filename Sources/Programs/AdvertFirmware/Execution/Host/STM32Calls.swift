internal import AdvertisingData

/// The calls of ST's stack of BlueNRG, STM32WB, STM32WBA and STM32WB0 that affect a program's payload.
///
/// Its GAP builds payloads: ``STM32Advertising``. Programs call it in their image, or give commands to another
/// processor that has it; then all commands go through `hci_send_req`.
///
/// Source: the headers `ble_gap_aci.h`, `ble_hci_le.h`, `hci_tl.h` and `bluenrg1_api.h`.
enum STM32Calls: StackFunctions {
  static let stack = "stm32"

  static let functions: [AnsweredFunction] =
    [
      discoverable("aci_gap_set_discoverable", flags: STM32Advertising.generalFlags),
      discoverable("aci_gap_set_limited_discoverable", flags: STM32Advertising.limitedFlags),
      // Older versions have no intervals.
      function("aci_gap_set_undirected_connectable", gives: [.advertising]) { _, host, _ in
        .result(STM32Advertising.startConnectable(&host))
      },
      function("aci_gap_set_non_connectable", gives: [.advertising]) { arguments, host, _ in
        .result(STM32Advertising.startBroadcast([], type: arguments.octet(0), interval: (0, 0), &host))
      },
      function("aci_gap_set_broadcast_mode", gives: [.advertising]) { arguments, host, memory in
        guard let data = memory.octets(at: arguments[5], count: arguments.octet(4)) else { return .result(0) }
        return .result(
          STM32Advertising.startBroadcast(
            data, type: arguments.octet(2), interval: (arguments.halfword(0), arguments.halfword(1)), &host))
      },
      function("aci_gap_update_adv_data", gives: [.advertising]) { arguments, host, memory in
        .result(STM32Advertising.update(memory.octets(at: arguments[1], count: arguments.octet(0)) ?? [], &host))
      },
      function("aci_gap_delete_ad_type", gives: [.advertising]) { arguments, host, _ in
        .result(STM32Advertising.remove(UInt8(arguments.octet(0)), &host))
      },
      function("aci_gap_set_non_discoverable") { _, host, _ in .result(STM32Advertising.stop(&host)) },
      function("aci_gap_init") { arguments, host, _ in
        // The second argument in newer versions. In older versions, this argument is the address of a handle.
        host.hasPrivacy = arguments[1] != 0 && !arguments.isAddress(1)
        return .result(0)
      },
      octets("hci_le_set_advertising_data", .advertising), octets("hci_le_set_scan_response_data", .scanResponse),
      octets("hci_le_set_scan_resp_data", .scanResponse),
      function("hci_le_set_advertising_parameters") { arguments, host, _ in
        host.configure(arguments.legacyParameters)
        return .result(0)
      },
      enabling("hci_le_set_advertising_enable"), enabling("hci_le_set_advertise_enable"),
      // The path to a stack on another processor: commands succeed, and the other values of its answers are not known.
      AnsweredFunction("hci_send_req", stack: stack, isTransport: true) { arguments, host, memory in
        send(arguments[0], &host, &memory)
        return .result(0)
      },
      // The stack starts, in the image or on another processor.
      function("BleStack_Init") { _, _, _ in .result(0) }, function("BLE_STACK_Init") { _, _, _ in .result(0) },
      function("BlueNRG_Stack_Initialization") { _, _, _ in .result(0) },
      function("SHCI_C2_BLE_Init") { _, _, _ in .result(0) },
      function("aci_hal_read_config_data") { arguments, host, memory in
        // The kind of data, in older versions the most octets, and the addresses for the length and for the data.
        let place = arguments.isAddress(1) ? 1 : 2
        guard arguments.isAddress(place), arguments.isAddress(place + 1) else { return .result(1) }
        let data =
          [0, 0x80].contains(arguments.octet(0)) ? host.address : host.outside.page(from: 0x1000_0100, count: 16)
        _ = memory.store(UInt32(data.count), at: arguments[place], size: 1)
        memory.write(data, at: arguments[place + 1])
        return .result(0)
      },
      function("hci_read_bd_addr") { arguments, host, memory in
        if arguments.isAddress(0) { memory.write(host.address, at: arguments[0]) }
        return .result(0)
      },
    ] + handles

  /// The functions of BlueNRG-LP and later, with handles.
  private static let handles: [AnsweredFunction] = [
    function("aci_gap_set_advertising_configuration") { arguments, host, _ in
      host.configure(
        AdvertisingParameters(
          properties: UInt64(arguments.halfword(2)), intervalUnits: (UInt64(arguments[3]), UInt64(arguments[4]))
        ).sent(onChannels: UInt64(arguments.octet(5))).sent(onPHYs: UInt32(arguments.octet(10)), nil),
        of: UInt32(arguments.octet(0)))
      return .result(0)
    },
    function("aci_gap_set_advertising_data", gives: [.advertising]) { arguments, host, memory in
      let handle = UInt32(arguments.octet(0))
      // 3 means complete data; 4 means unchanged data.
      guard arguments.octet(1) == 3 else {
        if arguments.octet(1) != 4 { host.setUnknown(.advertising, of: handle) }
        return .result(0)
      }
      host.set(.advertising, at: arguments[3], count: arguments.halfword(2), of: handle, isExtended: true, &memory)
      return .result(0)
    },
    function("aci_gap_set_scan_response_data", gives: [.scanResponse]) { arguments, host, memory in
      host.set(
        .scanResponse, at: arguments[2], count: arguments.halfword(1), of: UInt32(arguments.octet(0)), isExtended: true,
        &memory)
      return .result(0)
    },
    function("aci_gap_set_advertising_enable") { arguments, host, memory in
      // Each set has four octets, the first of which is the handle.
      for set in 0..<UInt32(arguments.octet(1)) {
        guard let handle = memory.load(arguments[2] &+ 4 &* set, size: 1) else { break }
        if arguments.octet(0) == 0 { host.stop(handle) } else { host.start(handle) }
      }
      if arguments.octet(0) == 0, arguments.octet(1) == 0 { host.stopAll() }
      return .result(0)
    },
  ]

  private static func octets(_ name: String, _ role: PayloadRole) -> AnsweredFunction {
    function(name, gives: [role]) { arguments, host, memory in
      host.set(role, at: arguments[1], count: arguments.octet(0), &memory)
      return .result(0)
    }
  }

  private static func enabling(_ name: String) -> AnsweredFunction {
    function(name) { arguments, host, _ in
      if arguments.octet(0) == 0 { host.stop() } else { host.start() }
      return .result(0)
    }
  }

  /// Returns a function with type, intervals, address type and filter policy; length and address of the name
  /// and of service UUIDs, each with its AD type; the connection intervals.
  private static func discoverable(_ name: String, flags: UInt8) -> AnsweredFunction {
    function(name, gives: [.advertising]) { arguments, host, memory in
      guard let name = memory.octets(at: arguments[6], count: arguments.octet(5)),
        let services = memory.octets(at: arguments[8], count: arguments.octet(7))
      else { return .result(STM32Advertising.failure) }
      return .result(
        STM32Advertising(
          flags: flags, type: arguments.octet(0), interval: (arguments.halfword(1), arguments.halfword(2)),
          ownType: arguments.octet(3), name: name, services: services,
          connection: (arguments.halfword(9), arguments.halfword(10))
        ).start(&host))
    }
  }

  // MARK: Commands to another processor

  /// Executes a command in a structure: the group of the command and its number, the event of the answer, address and
  /// length of the parameters, address and length of the answer.
  private static func send(_ request: UInt32, _ host: inout RunningHost, _ memory: inout ProgramMemory) {
    guard request >= 0x1000, let words = memory.octets(at: request, count: 24) else { return }
    func number(_ offset: Int, _ size: Int) -> UInt32 {
      UInt32(truncatingIfNeeded: OctetOrder.littleEndian.number(of: words[offset..<offset + size]))
    }
    let (group, command, place, count) = (number(0, 2), number(2, 2), number(8, 4), Int(number(12, 2)))
    let (answer, room) = (number(16, 4), Int(number(20, 2)))
    var status: UInt32 = 0
    if group < 64, command < 1024, count == 0 || place >= 0x1000, count <= 255,
      let octets = memory.octets(at: place, count: count)
    {
      let opcode = UInt16(group << 10 | command)
      status = STM32Advertising.take(opcode, octets, &host) ?? 0
      HCICommands.take(opcode, octets, &host)
    }
    guard answer >= 0x1000, 1...258 ~= room else { return }
    let rest = host.outside.page(from: 0x1000_0100, count: 260).prefix(room - 1)
    memory.write([UInt8(truncatingIfNeeded: status)] + rest, at: answer)
  }
}
