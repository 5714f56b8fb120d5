internal import AdvertisingData

/// A function of a stack whose calls are answered here instead of run: one entry of its stack's table.
struct AnsweredFunction: Sendable {
  let name: String
  /// The id of its stack; empty for none.
  let stack: String
  /// The roles of the payloads that it takes; none for a function that only sets parameters, or makes another request.
  let roles: Set<PayloadRole>
  /// Whether all commands of a host go through it, also those that do not concern advertising.
  let isTransport: Bool
  /// Whether a program calls it when it has nothing else to do.
  let isWait: Bool
  /// Whether the image's own copy runs if there is one: for a function of the processor's ROM.
  let isLibrary: Bool
  /// Answers a call.
  let answer: Answer

  typealias Answer =
    @Sendable (CallArguments, inout RunningHost, inout ProgramMemory) -> ProgramReply

  init(
    _ name: String, stack: String, gives roles: Set<PayloadRole> = [], isTransport: Bool = false,
    isWait: Bool = false, isLibrary: Bool = false, answer: @escaping Answer
  ) {
    self.name = name
    self.stack = stack
    self.roles = roles
    self.isTransport = isTransport
    self.isWait = isWait
    self.isLibrary = isLibrary
    self.answer = answer
  }

  /// All functions, by name.
  static let all: [String: AnsweredFunction] = {
    let tables = [
      STM32Calls.functions, ZephyrCalls.functions, NimBLECalls.functions, ControllerCalls.functions,
      SiliconLabsCalls.functions, TICalls.functions, TaskCalls.functions, BluedroidCalls.functions,
      BluedroidMessages.functions, EspressifCalls.functions, EspressifCalls.functionsInROM, TelinkCalls.functions,
      LibraryCalls.functions, Stack.all.flatMap(arrays),
    ]
    return Dictionary(firstOf: tables.joined().map { ($0.name, $0) })
  }()

  /// The beginnings of the names of functions that belong to stacks and their SDKs, not to a program.
  private static let beginningsOfStacks = [
    "sd_", "ble_advdata_", "ble_advertising_", "adv_data_encode", "adv_mode_next_", "adv_set_data_size_", "nrf_",
    "aci_",
    "hci_", "esp_ble_", "esp_bt_", "nimble_", "blc_", "bls_", "_ZN9BLEDevice", "_ZN9BLEServer", "_ZN14BLEAdvertising",
    "_ZN12NimBLEDevice", "_ZN12NimBLEServer", "_ZN17NimBLEAdvertising", "GAP_", "bt_le_", "bt_mesh_", "ble_gap_",
    "ble_hs_", "gecko_", "sl_bt_advertiser_", "sl_bt_legacy_",
    "sl_bt_extended_", "HciLe", "DmAdv", "_ZN8HCIClass", "_ZN8GAPClass", "_ZN14BLELocalDevice",
    "_ZN3ble", "_ZN4mbed", "_ZN4rtos",
  ]

  /// Whether the name of a function shows that it belongs to a stack or its SDK, not to a program.
  static func isOfStack(_ function: String) -> Bool {
    beginningsOfStacks.contains(where: function.hasPrefix) || function.hasPrefix("__") && function.hasSuffix("_veneer")
  }

  /// Returns the functions that take arrays of octets with their lengths, from ``Stack/arguments``.
  private static func arrays(of stack: Stack) -> [AnsweredFunction] {
    stack.arguments.compactMap { function, arguments in
      let places = [PayloadRole.advertising, .scanResponse].compactMap { role in
        arguments.firstIndex(of: .payload(role)).flatMap { data in
          arguments.firstIndex(of: .count(role)).map { (role: role, data: data, count: $0) }
        }
      }
      // Zephyr counts elements, not octets.
      guard !places.isEmpty, stack.id != Stack.zephyr.id else { return nil }
      return AnsweredFunction(function, stack: stack.id, gives: Set(places.map { $0.role })) {
        arguments, host, memory in
        for (role, data, count) in places {
          host.set(
            role, at: arguments[data], count: arguments.halfword(count), isExtended: function.hasPart("ext"), &memory)
        }
        return .result(0)
      }
    }
  }
}

extension RunningHost {
  /// Sets data from the memory of the program; where they cannot be sent, they count as not known.
  mutating func set(
    _ role: PayloadRole, at address: UInt32, count: Int, of handle: UInt32 = 0, isExtended: Bool = false,
    _ memory: inout ProgramMemory
  ) {
    guard count == 0 || address >= 0x1000, count <= (isExtended ? Self.longestData : Self.longestLegacyData),
      let octets = memory.octets(at: address, count: count)
    else { return setUnknown(role, of: handle) }
    set(role, octets, of: handle, from: address, writers: memory.writers(at: address, count: count))
  }
}

/// The arguments of a function that is not run: addresses, and numbers of up to 32 bits.
struct CallArguments {
  private var words = InlineArray<12, UInt32>(repeating: 0)
  /// Whether a function that the host has called made the call.
  var isCalledBack = false

  /// Makes arguments in their order; missing ones are 0.
  init(_ arguments: [UInt32]) {
    for (index, argument) in arguments.prefix(words.count).enumerated() { words[index] = argument }
  }

  /// Reads the arguments of the call that a processor has just made.
  init(_ processor: inout some Processor) {
    for index in words.indices { words[index] = processor.argument(index) }
  }

  /// An argument by its place; 0 after the twelfth.
  subscript(_ index: Int) -> UInt32 { words.indices.contains(index) ? words[index] : 0 }

  /// Returns an argument of 8 bits.
  func octet(_ index: Int) -> Int { Int(self[index] & 0xFF) }

  /// Returns an argument of 16 bits.
  func halfword(_ index: Int) -> Int { Int(self[index] & 0xFFFF) }

  /// The parameters of LE Set Advertising Parameters (Core Vol 4 Part E 7.8.5), an argument each; `nil` for a reserved
  /// type.
  var legacyParameters: AdvertisingParameters? {
    AdvertisingParameters(
      legacyType: UInt64(octet(2)), intervalUnits: (UInt64(halfword(0)), UInt64(halfword(1)))
    )?.sent(onChannels: UInt64(octet(6)), from: UInt64(octet(3)))
  }

  /// Whether an argument is an address in RAM or flash, not a small number.
  func isAddress(_ index: Int) -> Bool { self[index] >= 0x1000 }
}

/// Functions of one stack, or of no stack, in whose place answers are given.
protocol StackFunctions {
  /// The id of the stack; empty for none.
  static var stack: String { get }
}

extension StackFunctions {
  static func function(
    _ name: String, gives roles: Set<PayloadRole> = [], answer: @escaping AnsweredFunction.Answer
  ) -> AnsweredFunction {
    AnsweredFunction(name, stack: stack, gives: roles, answer: answer)
  }
}
