internal import AdvertisingData

/// Silicon Labs' stack: data are those that the program sets, or those that the stack makes of its database. Where the
/// image does not show all that goes into these, they are not known.
///
/// Source: Gecko SDK, `sl_bt_api.h`; its version 2 in `native_gecko.h` (numbers of commands, their parameters).
enum SiliconLabsCalls: StackFunctions {
  static let stack = "silabs"

  static let functions: [AnsweredFunction] = [
    function("sl_bt_advertiser_create_set") { arguments, host, memory in
      _ = memory.store(host.newHandle() & 0xFF, at: arguments[0], size: 1)
      return .result(0)
    },
    function("sl_bt_advertiser_set_timing") { arguments, host, _ in
      host.configure(interval: (UInt64(arguments[1]), UInt64(arguments[2])), of: handle(arguments))
      return .result(0)
    },
    function("sl_bt_advertiser_set_channel_map") { arguments, host, _ in
      host.configure(channels: UInt64(arguments.octet(1)), of: handle(arguments))
      return .result(0)
    },
    // 0 is for advertising data, 1 for scan response data.
    data("sl_bt_advertiser_set_data"), data("sl_bt_legacy_advertiser_set_data"),
    function("sl_bt_extended_advertiser_set_data", gives: [.advertising]) { arguments, host, memory in
      host.set(
        .advertising, at: arguments[2], count: arguments.halfword(1), of: handle(arguments), isExtended: true, &memory)
      return .result(0)
    },
    function("sl_bt_legacy_advertiser_generate_data", gives: [.advertising, .scanResponse]) { arguments, host, memory in
      generate(handle(arguments), discover: arguments.octet(1), &host, &memory)
      return .result(0)
    },
    function("sl_bt_extended_advertiser_generate_data") { arguments, host, _ in
      leaveUnknown(handle(arguments), &host)
      return .result(0)
    },
    function("sl_bt_advertiser_start", gives: [.advertising, .scanResponse]) { arguments, host, memory in
      start(handle(arguments), discover: arguments.octet(1), connect: arguments.octet(2), &host, &memory)
      return .result(0)
    },
    function("sl_bt_legacy_advertiser_start") { arguments, host, memory in
      start(handle(arguments), discover: ownData, connect: arguments.octet(1), &host, &memory)
      return .result(0)
    },
    function("sl_bt_extended_advertiser_start") { arguments, host, memory in
      start(handle(arguments), discover: ownData, connect: arguments.octet(1), isExtended: true, &host, &memory)
      return .result(0)
    },
    // The attribute, the offset of the octets in its value, their number, and their address.
    function("sl_bt_gatt_server_write_attribute_value") { arguments, host, memory in
      guard let octets = memory.octets(at: arguments[3], count: arguments.octet(2)) else { return .result(0) }
      SiliconLabsDatabase(host.symbols, &memory)?.write(
        octets, at: UInt32(arguments.halfword(1)), of: UInt32(arguments.halfword(0)), &memory)
      return .result(0)
    },
    // From version 4 on, a program can add services.
    function("sl_bt_gattdb_new_session") { _, host, _ in
      host.hasOtherDatabase = true
      return .result(0)
    },
    function("sl_bt_gap_set_privacy_mode") { arguments, host, _ in
      host.hasPrivacy = arguments.octet(0) != 0
      return .result(0)
    },
    function("sl_bt_advertiser_stop") { arguments, host, _ in
      host.stop(handle(arguments))
      return .result(0)
    },
    function("sl_bt_system_get_identity_address") { arguments, host, memory in
      memory.write(host.address, at: arguments[0])
      if arguments.isAddress(1) { _ = memory.store(0, at: arguments[1], size: 1) }
      return .result(0)
    },
    // The number of octets, and their address: neither the value of an attribute nor its length is known.
    function("sl_bt_gatt_server_read_attribute_value") { arguments, host, memory in
      let value = host.outside.text(at: 0x1000_0000).prefix(Int(min(arguments[2], 255)))
      _ = memory.store(UInt32(value.count), at: arguments[3], size: 4)
      memory.write(value, at: arguments[4])
      return .result(0)
    },
    // It makes the buffers of commands, and waits for the radio.
    function("gecko_stack_init") { _, host, memory in
      for buffer in buffers.compactMap({ host.symbols[$0] }) {
        _ = memory.store(host.allocate(bufferSize), at: buffer, size: 4)
      }
      return .result(0)
    },
    // Commands of version 2: the number, in later versions a function of the stack, and the parameters.
    AnsweredFunction("gecko_handle_command", stack: stack, isTransport: true) { arguments, host, memory in
      take(arguments[0], at: arguments[1], &host, &memory)
      return .result(0)
    },
    AnsweredFunction("gecko_handle_command_noresponse", stack: stack, isTransport: true) { arguments, host, memory in
      take(arguments[0], at: arguments[1], &host, &memory)
      return .result(0)
    },
    AnsweredFunction("sli_bt_cmd_handler_delegate", stack: stack, isTransport: true) { arguments, host, memory in
      take(arguments[0], at: arguments[2], &host, &memory)
      return .result(0)
    },
    // The first event reports the start of the stack; there are no others.
    function("gecko_wait_event") { _, host, memory in
      host.begins() ? .result(bootEvent(&memory)) : .end
    },
    function("gecko_peek_event") { _, host, memory in
      .result(host.begins() ? bootEvent(&memory) : 0)
    },
  ]

  /// The pointers to the buffers of commands and responses in version 2.
  static let buffers = ["gecko_cmd_msg_buf", "gecko_rsp_msg_buf"]
  /// The header of a command, and the most octets that its length can say.
  private static let bufferSize: UInt32 = 4 + 0x7FF

  /// An address without other data.
  private static let eventPlace: UInt32 = 0x2FFE_0000

  /// Writes the event that reports the start of the stack, and returns its address.
  static func bootEvent(_ memory: inout ProgramMemory) -> UInt32 {
    _ = memory.store(0x0001_00A0, at: eventPlace, size: 4)
    return eventPlace
  }

  /// `sl_bt_advertiser_user_data`.
  private static let ownData = 4

  private static func handle(_ arguments: CallArguments) -> UInt32 { UInt32(arguments.octet(0)) }

  private static func data(_ name: String) -> AnsweredFunction {
    function(name, gives: [.advertising, .scanResponse]) { arguments, host, memory in
      let roles: [PayloadRole] = [.advertising, .scanResponse]
      guard roles.indices.contains(arguments.octet(1)) else { return .result(0) }
      host.set(
        roles[arguments.octet(1)], at: arguments[3], count: arguments.halfword(2), of: handle(arguments),
        isExtended: !name.hasPart("legacy"), &memory)
      return .result(0)
    }
  }

  /// The values of the Flags by how the program wants to be discovered. A device that is not discoverable is left out:
  /// what versions send then was not compared.
  private static let flags: [Int: UInt8] = [1: 5, 2: 6]

  /// Sets what the stack makes of its database for legacy advertising.
  private static func generate(
    _ handle: UInt32, discover: Int, _ host: inout RunningHost, _ memory: inout ProgramMemory
  ) {
    guard let flags = flags[discover], !host.hasPrivacy, !host.hasOtherDatabase,
      let made = SiliconLabsDatabase(host.symbols, &memory)?.payloads(flags: flags, &memory)
    else { return leaveUnknown(handle, &host) }
    host.set(.advertising, made.advertising, of: handle)
    host.set(.scanResponse, made.scanResponse, of: handle)
  }

  private static func leaveUnknown(_ handle: UInt32, _ host: inout RunningHost) {
    host.noteGenerated()
    host.setUnknown(.advertising, of: handle)
    host.setUnknown(.scanResponse, of: handle)
  }

  private static func start(
    _ handle: UInt32, discover: Int, connect: Int, isExtended: Bool = false, _ host: inout RunningHost,
    _ memory: inout ProgramMemory
  ) {
    host.catchStarted()
    if discover != ownData {
      // What can be connected and not scanned is extended advertising.
      if connect == 4 { leaveUnknown(handle, &host) } else { generate(handle, discover: discover, &host, &memory) }
    }
    var parameters = AdvertisingParameters(
      isConnectable: [1, 2, 4].contains(connect), isScannable: [2, 3].contains(connect))
    parameters.isDirected = connect == 1
    parameters.isExtended = isExtended
    parameters.interval = host[handle]?.parameters?.interval
    parameters.channels = host[handle]?.parameters?.channels
    host.configure(connect <= 4 ? parameters : nil, of: handle)
    host.start(handle)
  }

  // MARK: Commands of version 2

  /// Returns the name of a command that starts advertising.
  private static func name(of command: UInt32) -> String? {
    switch command {
    case 0x01: "gecko_cmd_le_gap_set_mode"
    case 0x0A: "gecko_cmd_le_gap_bt5_set_mode"
    case 0x14: "gecko_cmd_le_gap_start_advertising"
    default: nil
    }
  }

  private static func take(
    _ header: UInt32, at address: UInt32, _ host: inout RunningHost, _ memory: inout ProgramMemory
  ) {
    // The device, and the classes for advertising and for attributes.
    guard header & 0xF8 == 0x20, [3, 0x0A].contains(header >> 16 & 0xFF),
      let octets = memory.octets(at: address, count: Int(header >> 8 & 0xFF))
    else { return }
    func number(_ offset: Int, _ size: Int) -> UInt64 {
      octets.count < offset + size ? 0 : OctetOrder.littleEndian.number(of: octets[offset..<offset + size])
    }
    guard header >> 16 & 0xFF == 3 else {
      // The attribute, the offset of the octets in its value, their number, and the octets.
      guard header >> 24 == 2, octets.count >= 5 else { return }
      SiliconLabsDatabase(host.symbols, &memory)?.write(
        Array(octets[5...].prefix(Int(octets[4]))), at: UInt32(number(2, 2)), of: UInt32(number(0, 2)), &memory)
      return
    }
    let handle = UInt32(number(0, 1))
    // They are inlined, so the program calls what sends commands.
    if let name = name(of: header >> 24) {
      host.begin(CaughtCall(function: name, callers: host.call.callers), stack: stack)
    }
    switch header >> 24 {
    case 0x01: start(0, discover: Int(number(0, 1)), connect: Int(number(1, 1)), &host, &memory)
    case 0x04: host.configure(interval: (number(0, 2), number(2, 2)))
    case 0x07: set(octets[...], of: 0, &host)
    case 0x0A, 0x14: start(handle, discover: Int(number(1, 1)), connect: Int(number(2, 1)), &host, &memory)
    case 0x0B: host.configure(interval: (number(1, 2), number(3, 2)), of: handle)
    case 0x0D: host.hasPrivacy = number(0, 1) != 0
    case 0x0C: set(octets.dropFirst(), of: handle, &host)
    case 0x0F: host.configure(channels: number(1, 1), of: handle)
    case 0x0E: host.configure(interval: (number(1, 4), number(5, 4)), of: handle)
    case 0x15: host.stop(handle)
    default: break
    }
  }

  /// Sets data from their kind, their length, and the octets.
  private static func set(_ octets: ArraySlice<UInt8>, of handle: UInt32, _ host: inout RunningHost) {
    guard let kind = octets.first, kind < 2, let count = octets.dropFirst().first, octets.count >= 2 + Int(count) else {
      return
    }
    host.set(
      kind == 0 ? .advertising : .scanResponse, Array(octets.dropFirst(2).prefix(Int(count))), of: handle)
  }
}
