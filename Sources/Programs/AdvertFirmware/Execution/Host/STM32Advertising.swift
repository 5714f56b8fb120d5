internal import AdvertisingData

/// The payloads that the GAP of ST's stack builds: Flags, name, service UUIDs, connection interval range and transmit
/// power, in this order. Data that do not fit in 31 octets are refused. An update comes first, and after it the old
/// data with other types.
///
/// Source: the header `ble_gap_aci.h` says what is added; the libraries of BlueNRG-1 and STM32WBA, which have the GAP as
/// code, how it is ordered.
struct STM32Advertising {
  var flags: UInt8
  var type: Int
  /// The interval in units of 0.625 ms; two zeros for that of the stack.
  var interval: (least: Int, most: Int)
  /// The type of the device's address (Core Vol 4 Part E 7.8.5, Own_Address_Type); 3 has another meaning in some
  /// versions.
  var ownType: Int
  /// The name, with its AD type before it.
  var name: [UInt8]
  /// The service UUIDs, with their AD type before them.
  var services: [UInt8]
  /// The connection intervals; zero for none.
  var connection: (least: Int, most: Int)

  /// LE General Discoverable and BR/EDR Not Supported.
  static let generalFlags: UInt8 = 0x06
  /// LE Limited Discoverable and BR/EDR Not Supported.
  static let limitedFlags: UInt8 = 0x05
  private static let connectableFlags: UInt8 = 0x04
  /// A status other than zero; programs test for zero.
  static let failure: UInt32 = 0x42

  func start(_ host: inout RunningHost) -> UInt32 {
    var data: [UInt8] = [2, 0x01, flags]
    for field in [host.hasPrivacy ? [] : name, services] where !field.isEmpty { data += [UInt8(field.count)] + field }
    if connection.least != 0, connection.most != 0 {
      data += [5, 0x12]
      for units in [connection.least, connection.most] { data += [UInt8(units & 0xFF), UInt8(units >> 8 & 0xFF)] }
    }
    // The radio determines the transmit power.
    data += [2, 0x0A, host.outside.octet]
    guard data.count <= RunningHost.longestLegacyData else { return Self.failure }
    var parameters = AdvertisingParameters(
      legacyType: UInt64(type), intervalUnits: (UInt64(interval.least), UInt64(interval.most))
    )?.sent(onChannels: nil, from: ownType < 3 ? UInt64(ownType) : nil)
    if interval == (0, 0), let isConnectable = parameters?.isConnectable {
      parameters?.interval = AdvertisingParameters.interval(isConnectable ? (0x30, 0x60) : (0xA0, 0xF0))
    }
    Self.start(data, parameters, &host)
    return 0
  }

  static func startConnectable(_ host: inout RunningHost) -> UInt32 {
    start([2, 0x01, connectableFlags], AdvertisingParameters(isConnectable: true, isScannable: true), &host)
    return 0
  }

  static func startBroadcast(
    _ data: [UInt8], type: Int, interval: (least: Int, most: Int), _ host: inout RunningHost
  ) -> UInt32 {
    guard data.count <= RunningHost.longestLegacyData else { return failure }
    let units = (UInt64(interval.least), UInt64(interval.most))
    start(data, AdvertisingParameters(legacyType: UInt64(type), intervalUnits: units), &host)
    return 0
  }

  private static func start(_ data: [UInt8], _ parameters: AdvertisingParameters?, _ host: inout RunningHost) {
    host.catchStarted()
    host.set(.advertising, data)
    host.configure(parameters)
    host.start()
  }

  /// Stops advertising. The Flags are removed together with their mode.
  static func stop(_ host: inout RunningHost) -> UInt32 {
    host.stop()
    _ = remove(0x01, &host)
    return 0
  }

  static func update(_ octets: [UInt8], _ host: inout RunningHost) -> UInt32 {
    guard let given = structures(of: octets) else { return failure }
    let types = Set(given.compactMap { $0.first })
    let kept = (structures(of: host.octets(.advertising)) ?? []).filter { !types.contains($0[0]) }
    let data = octets + kept.flatMap { [UInt8($0.count)] + $0 }
    guard data.count <= RunningHost.longestLegacyData else { return failure }
    host.set(.advertising, data)
    return 0
  }

  static func remove(_ type: UInt8, _ host: inout RunningHost) -> UInt32 {
    guard var structures = structures(of: host.octets(.advertising)),
      let place = structures.firstIndex(where: { $0.first == type })
    else { return failure }
    structures.remove(at: place)
    host.set(.advertising, structures.flatMap { [UInt8($0.count)] + $0 })
    return 0
  }

  /// Returns the AD structures without their lengths; `nil` where the octets are not AD structures.
  private static func structures(of octets: [UInt8]) -> [[UInt8]]? {
    var structures: [[UInt8]] = []
    var place = 0
    while place < octets.count {
      let end = place + 1 + Int(octets[place])
      guard end > place + 1, end <= octets.count else { return nil }
      structures.append(Array(octets[place + 1..<end]))
      place = end
    }
    return structures
  }

  // MARK: Commands of its own

  /// Executes a command of ST for advertising, and returns its status; `nil` for other commands.
  ///
  /// - Parameter octets: the parameters of the command, as the functions of the same names write them.
  static func take(_ opcode: UInt16, _ octets: [UInt8], _ host: inout RunningHost) -> UInt32? {
    var rest = octets[...]
    func number(_ size: Int) -> Int {
      defer { rest = rest.dropFirst(size) }
      return rest.count < size ? 0 : Int(truncatingIfNeeded: OctetOrder.littleEndian.number(of: rest.prefix(size)))
    }
    func counted() -> [UInt8] {
      let count = number(1)
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    switch opcode {
    case 0xFC81: return stop(&host)
    case 0xFC82, 0xFC83:
      let (type, least, most) = (number(1), number(2), number(2))
      let ownType = number(1)
      // The filter.
      _ = number(1)
      let (name, services) = (counted(), counted())
      return STM32Advertising(
        flags: opcode == 0xFC83 ? generalFlags : limitedFlags, type: type, interval: (least, most), ownType: ownType,
        name: name, services: services, connection: (number(2), number(2))
      ).start(&host)
    case 0xFC8A:
      _ = number(1)
      // Older versions have only the role.
      host.hasPrivacy = number(1) != 0
      return 0
    case 0xFC8B: return startBroadcast([], type: number(1), interval: (0, 0), &host)
    case 0xFC8C: return startConnectable(&host)
    case 0xFC8E: return update(counted(), &host)
    case 0xFC8F: return remove(UInt8(truncatingIfNeeded: number(1)), &host)
    case 0xFCA1:
      let (least, most, type) = (number(2), number(2), number(1))
      _ = number(1)
      return startBroadcast(counted(), type: type, interval: (least, most), &host)
    default: return nil
    }
  }
}
