/// Nordic's SoftDevice, as far as a program's payload depends on it: names, UUIDs, appearance and address go in and come
/// out again, and advertising data are caught. Programs reach it by supervisor calls, which it answers with success.
///
/// Source: nRF5 SDK 11 to 17, `ble.h` and `ble_gap.h` (numbers of calls, structures).
struct SoftDevice {
  private(set) var caught: [CaughtAdvertising] = []
  private var deviceName: [UInt8] = []
  private var appearance: UInt32 = 0
  /// UUIDs of 128 bits that 16 bits are put into, in the order of their numbers.
  private var bases: [[UInt8]] = []
  /// What a program set last; it stays until it sets something else.
  private var data: [PayloadRole: [UInt8]] = [:]
  private var callers: [UInt32] = []
  private let outside: OutsideContents

  /// Numbers of supervisor calls that all versions share. Those for UUIDs moved by one between versions and are told apart
  /// by their arguments.
  private enum Call {
    static let uuids: ClosedRange<UInt8> = 0x62...0x65
    static let advertisingData: UInt8 = 0x72
    static let start: UInt8 = 0x73
    static let setAppearance: UInt8 = 0x78
    static let appearance: UInt8 = 0x79
    static let setDeviceName: UInt8 = 0x7C
    static let deviceName: UInt8 = 0x7D
    static let addresses: Set<UInt8> = [0x6D, 0x71]
  }

  /// The instruction with which a program sets its advertising data.
  static let advertisingCall: UInt32 = 0xDF00 | UInt32(Call.advertisingData)
  /// How functions begin that belong to it and to its SDK rather than to a program.
  static let beginningsOfItsFunctions = ["sd_", "ble_adv", "adv_", "nrf_"]

  /// The longest name of a device (Core Vol 3 Part C 12.1).
  private static let longestName = 248
  private static let mostBases = 16
  private static let mostCaught = 64
  /// `NRF_ERROR_INVALID_PARAM`.
  private static let invalidParameter: UInt32 = 7

  init(outside: OutsideContents) {
    self.outside = outside
  }

  /// Does what a supervisor call asks for, and says that it worked.
  mutating func answer(_ number: UInt8, callers: [UInt32], _ processor: inout ThumbProcessor) {
    self.callers = callers
    let arguments = (processor.registers[0], processor.registers[1], processor.registers[2], processor.registers[3])
    processor.registers[0] = 0
    switch number {
    case Call.uuids: answerUUID(number, arguments, &processor)
    case Call.advertisingData: take(arguments, &processor)
    case Call.start: start(arguments.0, &processor)
    case Call.setAppearance: appearance = arguments.0 & 0xFFFF
    case Call.appearance: _ = processor.memory.store(appearance, at: arguments.0, size: 2)
    case Call.setDeviceName:
      deviceName =
        processor.memory.octets(at: arguments.1, count: min(Int(arguments.2 & 0xFFFF), Self.longestName)) ?? []
    case Call.deviceName:
      guard let room = processor.memory.load(arguments.1, size: 2) else { return }
      if arguments.0 != 0 { processor.memory.write(deviceName.prefix(Int(room)), at: arguments.0) }
      _ = processor.memory.store(UInt32(deviceName.count), at: arguments.1, size: 2)
    case _ where Call.addresses.contains(number) && Self.isAddress(arguments.0):
      // Every device has another one.
      _ = processor.memory.store(1, at: arguments.0, size: 1)
      processor.memory.write(outside.page(from: 0x1000_00A4, count: 8).prefix(6), at: arguments.0 &+ 1)
    default: break
    }
  }

  /// Whether an argument is an address in RAM or flash rather than a small number.
  private static func isAddress(_ argument: UInt32) -> Bool { argument >= 0x1000 }

  // MARK: UUIDs

  private mutating func answerUUID(
    _ number: UInt8, _ arguments: (UInt32, UInt32, UInt32, UInt32), _ processor: inout ThumbProcessor
  ) {
    // Decoding takes a length first; nothing that this follows depends on it.
    guard Self.isAddress(arguments.0), Self.isAddress(arguments.1) else { return }
    if number <= 0x63 {
      guard let base = processor.memory.octets(at: arguments.0, count: 16), bases.count < Self.mostBases else { return }
      let place = bases.firstIndex { $0[..<12] == base[..<12] && $0[14...] == base[14...] } ?? bases.count
      if place == bases.count { bases.append(base) }
      // 1 is for UUIDs of 16 bits that are assigned.
      _ = processor.memory.store(UInt32(place + 2), at: arguments.1, size: 1)
      return
    }
    guard let short = processor.memory.octets(at: arguments.0, count: 3) else { return }
    var octets = Array(short[..<2])
    if short[2] != 1 {
      // A UUID whose 128 bits were never added: the stack refuses it.
      guard Int(short[2]) >= 2, Int(short[2]) - 2 < bases.count else {
        processor.registers[0] = Self.invalidParameter
        return
      }
      let base = bases[Int(short[2]) - 2]
      octets = base[..<12] + octets + base[14...]
    }
    _ = processor.memory.store(UInt32(octets.count), at: arguments.1, size: 1)
    if arguments.2 != 0 { processor.memory.write(octets, at: arguments.2) }
  }

  // MARK: Advertising

  /// `sd_ble_gap_adv_data_set(data, length, response, length)`, and from SoftDevice 6 on
  /// `sd_ble_gap_adv_set_configure(handle, data, parameters)`, whose second argument is an address.
  private mutating func take(_ arguments: (UInt32, UInt32, UInt32, UInt32), _ processor: inout ThumbProcessor) {
    let isOld = arguments.1 <= 0xFF && (arguments.1 > 0 || !Self.isAddress(arguments.2))
    guard !isOld else {
      set(.advertising, at: arguments.0, count: Int(arguments.1 & 0xFF), &processor)
      set(.scanResponse, at: arguments.2, count: Int(arguments.3 & 0xFF), &processor)
      add("sd_ble_gap_adv_data_set", nil)
      return
    }
    _ = processor.memory.store(0, at: arguments.0, size: 1)
    if arguments.1 != 0 {
      data = [:]
      for (role, offset) in [(PayloadRole.advertising, UInt32(0)), (.scanResponse, 8)] {
        guard let place = processor.memory.load(arguments.1 &+ offset, size: 4),
          let count = processor.memory.load(arguments.1 &+ offset &+ 4, size: 2), count <= 1650
        else { continue }
        set(role, at: place, count: Int(count), &processor)
      }
    }
    var parameters: AdvertisingParameters?
    if Self.isAddress(arguments.2), let kind = processor.memory.load(arguments.2, size: 1),
      let interval = processor.memory.load(arguments.2 &+ 8, size: 4)
    {
      parameters = Self.parameters(kind: kind, interval: UInt64(interval))
    }
    add("sd_ble_gap_adv_set_configure", parameters)
  }

  /// From the type of advertising that SoftDevice 6 and later have (`BLE_GAP_ADV_TYPES`).
  private static func parameters(kind: UInt32, interval: UInt64) -> AdvertisingParameters? {
    guard 1...11 ~= kind else { return nil }
    var parameters = AdvertisingParameters(
      isConnectable: [1, 2, 3, 6, 7].contains(kind), isScannable: [1, 4, 8, 9].contains(kind))
    parameters.isDirected = [2, 3, 7, 9, 11].contains(kind)
    parameters.isExtended = kind >= 6
    parameters.interval = AdvertisingParameters.interval((interval, interval))
    return parameters
  }

  /// `sd_ble_gap_adv_start`: in older versions the parameters, of which the type is first in all of them; in newer ones the
  /// handle.
  private mutating func start(_ argument: UInt32, _ processor: inout ThumbProcessor) {
    guard Self.isAddress(argument), let kind = processor.memory.load(argument, size: 1), let last = caught.indices.last,
      caught[last].function == "sd_ble_gap_adv_data_set", caught[last].parameters == nil
    else { return }
    caught[last].parameters = AdvertisingParameters(legacyType: UInt64(kind), intervalUnits: (0, 0))
  }

  private mutating func set(_ role: PayloadRole, at address: UInt32, count: Int, _ processor: inout ThumbProcessor) {
    // Without an address, what was set before stays.
    guard Self.isAddress(address), let octets = processor.memory.octets(at: address, count: count) else { return }
    data[role] = octets
  }

  private mutating func add(_ function: String, _ parameters: AdvertisingParameters?) {
    guard !data.isEmpty, caught.count < Self.mostCaught else { return }
    caught.append(CaughtAdvertising(data: data, parameters: parameters, function: function, callers: callers))
  }
}
