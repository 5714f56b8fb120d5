/// The host of Apache NimBLE. It builds payloads from fields in its own code, which runs (`ble_gap_adv_set_fields`);
/// the octets are caught afterwards, when they are set or in the command for the controller.
///
/// Source: Apache NimBLE, nimble/host/include/host/ble_gap.h and ble_hs_id.h, nimble/host/src/ble_hs_hci.c, and
/// kernel/os of Mynewt for buffers.
enum NimBLECalls: StackFunctions {
  static let stack = "nimble"

  static let functions: [AnsweredFunction] = [
    function("ble_gap_adv_start") { arguments, host, memory in
      // A function that was only taken for this one has something else there, such as a pointer.
      host.configure(
        memory.parameters("ble_gap_adv_params", at: arguments[3])?.sent(onChannels: nil, from: UInt64(arguments[0])))
      host.start()
      return .result(0)
    },
    function("ble_gap_adv_stop") { _, host, _ in
      host.stop()
      return .result(0)
    },
    function("ble_gap_ext_adv_configure") { arguments, host, memory in
      host.configure(memory.parameters("ble_gap_ext_adv_params", at: arguments[1]), of: handle(arguments))
      // The power that the controller chose.
      if arguments.isAddress(2) { _ = memory.store(UInt32(host.outside.power), at: arguments[2], size: 1) }
      return .result(0)
    },
    buffer("ble_gap_ext_adv_set_data", .advertising), buffer("ble_gap_ext_adv_rsp_set_data", .scanResponse),
    function("ble_gap_ext_adv_start") { arguments, host, _ in
      host.start(handle(arguments))
      return .result(0)
    },
    function("ble_gap_ext_adv_stop") { arguments, host, _ in
      host.stop(handle(arguments))
      return .result(0)
    },
    function("ble_hs_is_enabled") { _, _, _ in .result(1) }, function("ble_hs_synced") { _, _, _ in .result(1) },
    function("ble_hs_util_ensure_addr") { _, _, _ in .result(0) },
    function("ble_hs_id_infer_auto") { arguments, _, memory in
      _ = memory.store(0, at: arguments[1], size: 1)
      return .result(0)
    },
    function("ble_hs_id_copy_addr") { arguments, host, memory in
      if arguments.isAddress(1) { memory.write(host.address, at: arguments[1]) }
      if arguments.isAddress(2) { _ = memory.store(0, at: arguments[2], size: 4) }
      return .result(0)
    },
    function("ble_hs_id_gen_rnd") { arguments, host, memory in
      memory.write([1] + host.address, at: arguments[1])
      return .result(0)
    },
    function("ble_hs_id_set_rnd") { _, _, _ in .result(0) },
    AnsweredFunction("ble_hs_hci_cmd_tx", stack: stack, isTransport: true) { arguments, host, memory in
      if arguments[2] == 0 || arguments.isAddress(1),
        let octets = memory.octets(at: arguments[1], count: arguments.octet(2))
      {
        let writers = memory.writers(at: arguments[1], count: octets.count)
        HCICommands.take(UInt16(arguments.halfword(0)), octets, &host, writers: writers)
      }
      // The answer of the controller: for most commands, the first octet is a power or a number.
      if arguments.isAddress(3), arguments.octet(4) > 0 {
        memory.write(
          [host.outside.power] + host.outside.page(from: 0x1000_0100, count: 256).prefix(arguments.octet(4) - 1),
          at: arguments[3])
      }
      return .result(0)
    },
  ]

  /// Returns the handle of an instance, different from that of legacy advertising.
  private static func handle(_ arguments: CallArguments) -> UInt32 { 0x100 | UInt32(arguments.octet(0)) }

  /// Returns a function with data in a chain of buffers: the address of the octets, flags and the length of a
  /// header, the number of octets, the pool, and the next buffer.
  private static func buffer(_ name: String, _ role: PayloadRole) -> AnsweredFunction {
    function(name, gives: [role]) { arguments, host, memory in
      var octets: [UInt8] = []
      var writers: [OctetWriter?] = []
      var place = arguments[1]
      while place >= 0x1000, octets.count <= RunningHost.longestData {
        guard let start = memory.load(place, size: 4), let count = memory.load(place &+ 6, size: 2),
          count == 0 || start >= 0x1000, let part = memory.octets(at: start, count: Int(count)),
          let next = memory.load(place &+ 12, size: 4), count > 0 || next != place
        else {
          host.setUnknown(role, of: handle(arguments))
          return .result(0)
        }
        octets += part
        writers += memory.writers(at: start, count: part.count)
        // An empty buffer is the last one.
        place = count > 0 ? next : 0
      }
      if octets.count <= RunningHost.longestData {
        host.set(role, octets, of: handle(arguments), writers: writers)
      } else {
        host.setUnknown(role, of: handle(arguments))
      }
      return .result(0)
    }
  }
}
