internal import AdvertBuilders

/// Functions with which hosts give commands to a controller: those of Cordio in Mbed, and of ArduinoBLE. The host's
/// earlier work runs in its own code.
///
/// Source: Cordio's `hci_api.h` and `dm_api.h`; ArduinoBLE, src/utility/HCI.cpp.
enum ControllerCalls {
  static let functions: [AnsweredFunction] = [
    cordio("HciLeSetAdvDataCmd", gives: [.advertising]) { arguments, host, memory in
      host.set(.advertising, at: arguments[1], count: arguments.octet(0), &memory)
      return .result(0)
    },
    cordio("HciLeSetScanRespDataCmd", gives: [.scanResponse]) { arguments, host, memory in
      host.set(.scanResponse, at: arguments[1], count: arguments.octet(0), &memory)
      return .result(0)
    },
    cordio("HciLeSetAdvParamCmd") { arguments, host, _ in
      host.configure(arguments.legacyParameters)
      return .result(0)
    },
    cordio("HciLeSetAdvEnableCmd") { arguments, host, _ in
      if arguments.octet(0) == 0 { host.stop() } else { host.start() }
      return .result(0)
    },
    fragment("HciLeSetExtAdvDataCmd", .advertising), fragment("HciLeSetExtScanRespDataCmd", .scanResponse),
    // Properties, intervals after two octets without meaning, channels, and the type of the address.
    cordio("HciLeSetExtAdvParamCmd") { arguments, host, memory in
      guard arguments.isAddress(1), let properties = memory.load(arguments[1], size: 2),
        let least = memory.load(arguments[1] &+ 4, size: 4), let most = memory.load(arguments[1] &+ 8, size: 4)
      else { return .result(0) }
      host.configure(
        AdvertisingParameters(
          properties: UInt64(properties), intervalUnits: (UInt64(least), UInt64(most))
        ).sent(
          onChannels: memory.load(arguments[1] &+ 12, size: 1).map(UInt64.init),
          from: memory.load(arguments[1] &+ 13, size: 1).map(UInt64.init)
        ).sent(
          onPHYs: memory.load(arguments[1] &+ 22, size: 1), memory.load(arguments[1] &+ 24, size: 1)),
        of: handle(arguments))
      return .result(0)
    },
    // Each set has four octets: the handle comes after the duration.
    cordio("HciLeExtAdvEnableCmd") { arguments, host, memory in
      for set in 0..<UInt32(arguments.octet(1)) {
        guard let number = memory.load(arguments[2] &+ 4 &* set &+ 2, size: 1) else { break }
        if arguments.octet(0) == 0 { host.stop(0x100 | number) } else { host.start(0x100 | number) }
      }
      if arguments.octet(0) == 0, arguments.octet(1) == 0 { host.stopAll() }
      return .result(0)
    },
    // The application interface above, for hosts that use messages. Place 1 is scan response data.
    cordio("DmAdvSetData", gives: [.advertising, .scanResponse]) { arguments, host, memory in
      host.set(
        arguments.octet(2) == 1 ? .scanResponse : .advertising, at: arguments[4], count: arguments.octet(3),
        isExtended: true, &memory)
      return .result(0)
    },
    cordio("DmAdvSetInterval") { arguments, host, _ in
      host.configure(interval: (UInt64(arguments.halfword(1)), UInt64(arguments.halfword(2))))
      return .result(0)
    },
    cordio("DmAdvStart") { _, host, _ in
      host.start()
      return .result(0)
    },
    cordio("DmAdvStop") { _, host, _ in
      host.stop()
      return .result(0)
    },
    // Methods: the first argument is the object.
    arduino("_ZN8HCIClass5beginEv") { _, _, _ in .result(1) },
    arduino("_ZN8HCIClass10readBdAddrEPh") { arguments, host, memory in
      memory.write(host.address, at: arguments[1])
      return .result(0)
    },
    AnsweredFunction("_ZN8HCIClass11sendCommandEthPv", stack: "arduinoble", isTransport: true) {
      arguments, host, memory in
      if arguments.octet(2) == 0 || arguments.isAddress(3),
        let octets = memory.octets(at: arguments[3], count: arguments.octet(2))
      {
        let writers = memory.writers(at: arguments[3], count: octets.count)
        HCICommands.take(UInt16(arguments.halfword(1)), octets, &host, writers: writers)
      }
      return .result(0)
    },
  ]

  private static func cordio(
    _ name: String, gives roles: Set<PayloadRole> = [], answer: @escaping AnsweredFunction.Answer
  ) -> AnsweredFunction {
    AnsweredFunction(name, stack: "cordio", gives: roles, answer: answer)
  }

  private static func arduino(_ name: String, answer: @escaping AnsweredFunction.Answer) -> AnsweredFunction {
    AnsweredFunction(name, stack: "arduinoble", answer: answer)
  }

  private static func handle(_ arguments: CallArguments) -> UInt32 {
    HCICommands.number(.number(UInt8(truncatingIfNeeded: arguments.octet(0))))
  }

  /// Returns a function with a handle, the kind of the fragment, a preference, a length, and the address of the
  /// octets.
  private static func fragment(_ name: String, _ role: PayloadRole) -> AnsweredFunction {
    cordio(name, gives: [role]) { arguments, host, memory in
      guard arguments.octet(3) == 0 || arguments.isAddress(4),
        let octets = memory.octets(at: arguments[4], count: arguments.octet(3))
      else {
        host.setUnknown(role, of: handle(arguments))
        return .result(0)
      }
      if let operation = DataOperation(rawValue: UInt8(truncatingIfNeeded: arguments.octet(1))) {
        let writers = memory.writers(at: arguments[4], count: octets.count)
        HCICommands.set(role, operation, octets, of: handle(arguments), writers, &host)
      }
      return .result(0)
    }
  }
}
