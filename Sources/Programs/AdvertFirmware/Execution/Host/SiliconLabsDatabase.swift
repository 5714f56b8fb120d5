internal import AdvertisingData

/// The database of attributes in a program for Silicon Labs' stack, of which the stack makes advertising data.
///
/// It is a constant that Simplicity Studio generates; the values that can change are in RAM, where the program reads and
/// writes them through the stack.
///
/// Source: Gecko SDK, `native_gecko.h` and `sl_bt_api.h` (what the stack makes of the database, step by step),
/// `bg_gattdb_def.h` of version 2 and `sli_bt_gattdb_def.h` from version 3 on (structures).
struct SiliconLabsDatabase {
  /// The names of the database: from version 3 on, and in version 2.
  static let objects = ["gattdb", "bg_gattdb_data"]

  private let place: UInt32
  private let isOld: Bool
  private let attributes: UInt32
  private let count: UInt32
  /// The offset of the kind of value in an attribute: some versions have the size of keys before it.
  private let kindOffset: UInt32

  private enum Value {
    static let constant: UInt32 = 0
    static let fixed: UInt32 = 1
    static let varying: UInt32 = 2
  }

  private static let deviceName: UInt32 = 0x2A00
  private static let connectionParameters: UInt32 = 0x2A04
  private static let transmitPower: UInt32 = 0x2A07
  private static let isAdvertised: UInt32 = 0x8000
  private static let maximumAttributes: UInt32 = 1024
  private static let maximumServices: UInt32 = 64
  private static let shortUUID = 2
  private static let longUUID = 16

  /// Finds the database; `nil` where the image has none, or one that is built otherwise.
  init?(_ symbols: [String: UInt32], _ memory: inout ProgramMemory) {
    guard let index = Self.objects.firstIndex(where: { symbols[$0] != nil }), let place = symbols[Self.objects[index]]
    else { return nil }
    isOld = index == 1
    self.place = place
    guard let attributes = memory.load(place, size: 4),
      let count = memory.load(place &+ (isOld ? 4 : 6), size: isOld ? 4 : 2), 1...Self.maximumAttributes ~= count
    else { return nil }
    self.attributes = attributes
    self.count = count
    var offset: UInt32 = isOld ? 6 : 8
    // Where the kind comes first, the octet behind it is always zero.
    for index in 0..<count where isOld && memory.load(attributes &+ index &* 12 &+ 7, size: 1) != 0 { offset = 7 }
    kindOffset = offset
  }

  private func attribute(_ index: UInt32) -> UInt32 { attributes &+ index &* (isOld ? 12 : 16) }

  /// Returns the index of the first attribute with an assigned UUID.
  private func index(of uuid: UInt32, _ memory: inout ProgramMemory) -> UInt32? {
    guard let table = memory.load(place &+ (isOld ? 12 : 8), size: 4),
      let known = memory.load(place &+ (isOld ? 8 : 14), size: 2)
    else { return nil }
    for index in 0..<count {
      guard let number = memory.load(attribute(index) &+ (isOld ? 0 : 2), size: 2), number < known else { continue }
      if memory.load(table &+ 2 &* number, size: 2) == uuid { return index }
    }
    return nil
  }

  /// The place and the length of a value, and where the length is stored if it varies.
  private struct Stored {
    var place: UInt32
    var length: UInt32
    var room: UInt32
    var lengthPlace: UInt32?
    var isWritable = true
  }

  private func value(_ index: UInt32, _ memory: inout ProgramMemory) -> Stored? {
    guard let kind = memory.load(attribute(index) &+ kindOffset, size: 1),
      let value = memory.load(attribute(index) &+ (isOld ? 8 : 12), size: 4)
    else { return nil }
    if kind == Value.constant {
      return memory.load(value, size: 2).map { Stored(place: value &+ 2, length: $0, room: $0, isWritable: false) }
    }
    guard kind == Value.fixed || kind == Value.varying, let room = memory.load(value &+ 2, size: 2) else { return nil }
    guard isOld else {
      let place = kind == Value.varying ? value &+ 4 : nil
      guard let length = place.map({ memory.load($0, size: 2) }) ?? room else { return nil }
      return Stored(place: value &+ 6, length: length, room: room, lengthPlace: place)
    }
    guard let data = memory.load(value &+ 4, size: 4) else { return nil }
    guard kind == Value.varying else { return Stored(place: data, length: room, room: room) }
    return memory.load(data, size: 2).map { Stored(place: data &+ 2, length: $0, room: room, lengthPlace: data) }
  }

  /// Changes the value of an attribute as the program asks for; a constant one stays.
  func write(_ octets: [UInt8], at offset: UInt32, of handle: UInt32, _ memory: inout ProgramMemory) {
    // Attributes are numbered from 1 in the order of the table.
    guard 1...count ~= handle, let stored = value(handle - 1, &memory), stored.isWritable,
      offset &+ UInt32(octets.count) <= stored.room
    else { return }
    memory.write(octets, at: stored.place &+ offset)
    if let place = stored.lengthPlace { _ = memory.store(offset &+ UInt32(octets.count), at: place, size: 2) }
  }

  /// Returns what the stack sends in legacy advertising; `nil` where the database does not show it.
  ///
  /// - Parameter flags: the value of the Flags.
  func payloads(flags: UInt8, _ memory: inout ProgramMemory) -> (advertising: [UInt8], scanResponse: [UInt8])? {
    // The stack itself may set the transmit power.
    guard index(of: Self.transmitPower, &memory) == nil else { return nil }
    var advertising: [UInt8] = [2, ADType.flags.rawValue, flags]
    if let index = index(of: Self.connectionParameters, &memory) {
      guard let octets = octets(of: index, &memory), octets.count >= 4 else { return nil }
      advertising += Self.structure(ADType.peripheralConnectionIntervalRange, octets.prefix(4))
    }
    for size in [Self.shortUUID, Self.longUUID] {
      guard let services = advertisedServices(of: size, &memory) else { return nil }
      let room = max(RunningHost.longestLegacyData - advertising.count - 2, 0) / size * size
      guard !services.isEmpty, room > 0 else { continue }
      let kinds: (complete: ADType, others: ADType) =
        size == Self.shortUUID
        ? (.completeServiceUUIDs16, .incompleteServiceUUIDs16) : (.completeServiceUUIDs128, .incompleteServiceUUIDs128)
      advertising += Self.structure(services.count <= room ? kinds.complete : kinds.others, services.prefix(room))
    }
    guard let index = index(of: Self.deviceName, &memory) else { return (advertising, []) }
    guard let name = octets(of: index, &memory) else { return nil }
    guard !name.isEmpty else { return (advertising, []) }
    let inFirst = Self.name(name, room: RunningHost.longestLegacyData - advertising.count)
    return (advertising + inFirst, inFirst.isEmpty ? Self.name(name, room: RunningHost.longestLegacyData) : [])
  }

  /// Returns the name as far as there is room for it, with its type: whole, at least six octets of it, or nothing.
  private static func name(_ name: [UInt8], room: Int) -> [UInt8] {
    if name.count + 2 <= room { return structure(.completeLocalName, name[...]) }
    return room >= 8 ? structure(.shortenedLocalName, name.prefix(room - 2)) : []
  }

  private static func structure(_ type: ADType, _ octets: ArraySlice<UInt8>) -> [UInt8] {
    [UInt8(octets.count + 1), type.rawValue] + octets
  }

  /// Returns the value of an attribute; `nil` where it is not in the memory.
  private func octets(of index: UInt32, _ memory: inout ProgramMemory) -> [UInt8]? {
    guard isPresent(index, &memory), let stored = value(index, &memory),
      stored.length <= UInt32(RunningHost.longestName)
    else { return nil }
    return memory.octets(at: stored.place, count: Int(stored.length))
  }

  /// Whether an attribute is there always: programs can turn others on and off.
  private func isPresent(_ index: UInt32, _ memory: inout ProgramMemory) -> Bool {
    memory.load(attribute(index) &+ (isOld ? 4 : 6), size: 2) == 0xFFFF
  }

  /// Returns the UUIDs of one size that are to be advertised, one behind the other; `nil` where they are not known.
  private func advertisedServices(of size: Int, _ memory: inout ProgramMemory) -> [UInt8]? {
    guard isOld else {
      var octets: [UInt8] = []
      for index in 0..<count {
        guard let permissions = memory.load(attribute(index) &+ 4, size: 2), permissions & Self.isAdvertised != 0
        else { continue }
        guard let uuid = self.octets(of: index, &memory), octets.count < 1024 else { return nil }
        if uuid.count == size { octets += uuid }
      }
      return octets
    }
    let entry = place &+ (size == Self.shortUUID ? 32 : 40)
    guard let list = memory.load(entry, size: 4), let number = memory.load(entry &+ 4, size: 4),
      number <= Self.maximumServices
    else { return nil }
    return number == 0 ? [] : memory.octets(at: list, count: Int(number) * size)
  }
}
