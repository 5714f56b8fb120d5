internal import AdvertisingData

/// Turns AD structures that `btmon` prints as words into octets again, in the order in which they are printed.
///
/// In extended reports, and in all reports of newer versions, the octets are printed before the words. Then all octets
/// are known. Otherwise only the structures before the first one that cannot be made again are known: older versions print
/// nearly every 128-bit UUID as `Vendor specific`.
struct BtmonStructures {
  private(set) var octets: [UInt8] = []
  /// The reason why the rest is not known, for people: a phrase. `nil` when all is known.
  private(set) var loss: String?

  private let details: ArraySlice<BtmonDetail>
  private var place: Int

  private static let wholeLabel = "Advertising Data"

  /// - Parameters:
  ///   - details: the lines after the one with the length of the data.
  ///   - length: the length of the data.
  init(_ details: ArraySlice<BtmonDetail>, length: Int) {
    self.details = details
    place = details.startIndex
    if let whole = details.first?.hexField(Self.wholeLabel), whole.count == length {
      octets = whole
      return
    }
    let dumped = details.prefix { $0.dumpedOctets != nil }.flatMap { $0.dumpedOctets ?? [] }
    guard dumped.count < length || length == 0 else {
      octets = Array(dumped.prefix(length))
      return
    }
    while place < details.endIndex, loss == nil, octets.count < length { takeField() }
    guard octets.count != length || loss != nil else { return }
    if octets.count > length { octets.removeAll() }
    loss = loss ?? "structures of \(octets.count) of \(length) bytes"
  }

  private mutating func takeField() {
    let field = details[place]
    place += 1
    guard field.indentation <= BtmonDetail.fieldIndentation else { return }
    if field.value("RSSI: ") != nil {
      // It comes after the data of a legacy report.
      place = details.endIndex
      return
    }
    if let structure = Self.single(field) { return add(structure.type, structure.octets) }
    if let list = Self.list(in: field) { return takeList(list) }
    if let rest = field.value("Service Data: ") { return takeServiceData(rest) }
    if let rest = field.value("Service Data (UUID ") { return takeOldServiceData(rest, of: field) }
    if let company = field.value("Company: ") { return takeCompany(company) }
    if let dumped = field.dumpedOctets {
      octets += dumped
      return
    }
    loss = Self.inWords(field)
  }

  private mutating func add(_ type: UInt8, _ contents: [UInt8]) {
    octets += [UInt8(truncatingIfNeeded: contents.count + 1), type]
    octets += contents
  }

  /// Returns the name of a structure without octets: its label, which is the program's own word.
  private static func inWords(_ field: BtmonDetail) -> String {
    let labels = [
      "128-bit Service UUIDs", "Service Data UUID 128", "Hash C", "Randomizer R", "Transport Discovery Data",
      "Service Data",
      "Resolvable Set Identifier",
    ]
    let label = labels.first { field.value($0) != nil }
    return "\(label ?? "a structure") in words"
  }

  // MARK: Structures of one line

  private static func single(_ field: BtmonDetail) -> (type: UInt8, octets: [UInt8])? {
    if let octets = field.octets("Flags: ", width: 1) { return (0x01, octets) }
    if let name = field.value("Name (short): ") { return (0x08, Array(name)) }
    if let name = field.value("Name (complete): ") { return (0x09, Array(name)) }
    if let name = field.value("Broadcast Name: ") { return (0x30, Array(name)) }
    if let octets = field.octets("TX power: ", width: 1) { return (0x0A, octets) }
    if let octets = field.octets("Class: ", width: 3) { return (0x0D, octets) }
    if let octets = field.octets("SMP OOB Flags: ", width: 1) { return (0x11, octets) }
    if let octets = field.octets("Appearance: ", width: 2) { return (0x19, octets) }
    if let octets = field.octets("Public Address: ", width: 6) { return (0x17, octets) }
    if let octets = field.octets("Random Address: ", width: 6) { return (0x18, octets) }
    for label in ["Peripheral Conn. Interval: ", "Slave Conn. Interval: "] {
      guard let range = field.value(label) else { continue }
      let numbers = range.split(separator: ASCII.space).compactMap { HexNumber($0)?.value }
      guard numbers.count == 2 else { return nil }
      return (0x12, numbers.flatMap { OctetOrder.littleEndian.octets(of: $0, count: 2) })
    }
    let hexFields: [(label: String, type: UInt8)] = [
      ("SMP TK", 0x10), ("Mesh Provisioning", 0x29), ("Mesh Data", 0x2A), ("Mesh Beacon", 0x2B),
      ("3D Information Data", 0x3D),
    ]
    for (label, type) in hexFields {
      if let octets = field.hexField(label) { return (type, octets) }
    }
    // `Unknown EIR field 0x2a[5]: 0102030405`
    let unknown = "Unknown EIR field 0x"
    guard let rest = field.value(unknown), let type = HexDigits.octets(of: rest.prefix(2))?.first,
      let octets = field.hexField(unknown + String(decoding: rest.prefix(2), as: UTF8.self))
    else { return nil }
    return (type, octets)
  }

  // MARK: Lists of UUIDs

  private typealias List = (type: UInt8, width: Int, count: Int)

  /// `16-bit Service UUIDs (complete): 2 entries`
  private static func list(in field: BtmonDetail) -> List? {
    let labels: [(label: String, type: UInt8, width: Int)] = [
      ("16-bit Service UUIDs (partial): ", 0x02, 2), ("16-bit Service UUIDs (complete): ", 0x03, 2),
      ("32-bit Service UUIDs (partial): ", 0x04, 4), ("32-bit Service UUIDs (complete): ", 0x05, 4),
      ("16-bit Service UUIDs: ", 0x14, 2), ("128-bit Service UUIDs (partial): ", 0x06, longUUID),
      ("128-bit Service UUIDs (complete): ", 0x07, longUUID),
    ]
    for (label, type, width) in labels {
      guard let count = field.value(label)?.split(separator: ASCII.space).first.flatMap({ DecimalDigits.value(of: $0) })
      else { continue }
      return (type, width, count)
    }
    return nil
  }

  private static let longUUID = 16

  /// The services of which BlueZ prints only the name, in `src/shared/util.c`; all others are *Vendor specific* there.
  private static let longNames: [(name: String, uuid: BluetoothUUID)] = [
    ("Nordic UART Service", "6e400001-b5a3-f393-e0a9-e50e24dcca9e"),
    ("Eddystone Configuration Service", "a3c87500-8ed3-4bdf-8a39-a01bebede295"),
  ]

  /// Returns the UUID of a line: behind its name in brackets, as newer versions print it, or that of a known name.
  private static func longUUID(in line: BtmonDetail) -> BluetoothUUID? {
    if let inside = ValueText.inBrackets(line.text), inside.count == 36 {
      return BluetoothUUID(text: String(decoding: inside, as: UTF8.self))
    }
    return longNames.first { line.text.elementsEqual($0.name.utf8) }?.uuid
  }

  private mutating func takeLongList(_ list: List) {
    var contents: [UInt8] = []
    for _ in 0..<list.count {
      guard let line = nextInside(), let octets = Self.longUUID(in: line)?.littleEndian(width: .bits128) else {
        loss = "128-bit Service UUIDs in words"
        return
      }
      contents += octets
    }
    add(list.type, contents)
  }

  private mutating func takeList(_ list: List) {
    guard list.width < Self.longUUID else { return takeLongList(list) }
    var contents: [UInt8] = []
    for _ in 0..<list.count {
      guard let line = nextInside(), let number = HexNumber.inBrackets(line.text), number.octets == list.width else {
        loss = "a list of UUIDs with fewer lines than UUIDs"
        return
      }
      contents += OctetOrder.littleEndian.octets(of: number.value, count: list.width)
    }
    add(list.type, contents)
  }

  /// Returns the next line when it belongs to the structure.
  private mutating func nextInside() -> BtmonDetail? {
    guard place < details.endIndex, details[place].indentation > BtmonDetail.fieldIndentation else { return nil }
    defer { place += 1 }
    return details[place]
  }

  // MARK: Data of a service or a company

  /// `Service Data: Xiaomi Inc. (0xfe95)`, then `Data[3]: 010203`.
  private mutating func takeServiceData(_ name: ArraySlice<UInt8>) {
    guard let uuid = HexNumber.inBrackets(name), uuid.octets == 2 else {
      loss = "Service Data in words"
      return
    }
    guard let data = nextInside()?.hexField("Data") else {
      loss = "Service Data in words"
      return
    }
    add(0x16, OctetOrder.littleEndian.octets(of: uuid.value, count: 2) + data)
  }

  /// Versions until 5.64: `Service Data (UUID 0xfe95): 010203`.
  private mutating func takeOldServiceData(_ rest: ArraySlice<UInt8>, of field: BtmonDetail) {
    let digits = rest.prefix { $0 != UInt8(ascii: ")") }
    guard let uuid = HexNumber(digits), uuid.octets == 2,
      let data = field.hexField("Service Data (UUID \(String(decoding: digits, as: UTF8.self)))")
    else {
      loss = "Service Data in words"
      return
    }
    add(0x16, OctetOrder.littleEndian.octets(of: uuid.value, count: 2) + data)
  }

  /// `Apple, Inc. (76)`, then the data, which are Apple's own structures in Apple's case.
  private mutating func takeCompany(_ name: ArraySlice<UInt8>) {
    guard let company = ValueText.inBrackets(name).flatMap(DecimalDigits.value), company <= 0xFFFF else {
      loss = "a company in words"
      return
    }
    var contents = [UInt8(truncatingIfNeeded: company), UInt8(truncatingIfNeeded: company >> 8)]
    while let line = nextInside() {
      if let data = line.hexField("Data") {
        contents += data
      } else if let dumped = line.dumpedOctets {
        contents += dumped
      } else if let type = Self.appleType(line), let part = nextInside() {
        if let beacon = takeBeacon(from: part) {
          contents += [type, UInt8(beacon.count)] + beacon
        } else if let data = part.hexField("Data") {
          contents += [type, UInt8(truncatingIfNeeded: data.count)] + data
        } else {
          loss = "manufacturer data in words"
          return
        }
      } else {
        loss = "manufacturer data in words"
        return
      }
    }
    add(0xFF, contents)
  }

  /// `Type: Unknown (16)`
  private static func appleType(_ line: BtmonDetail) -> UInt8? {
    line.value("Type: ").flatMap(ValueText.inBrackets).flatMap(DecimalDigits.value).flatMap { UInt8(exactly: $0) }
  }

  /// Reads a UUID, whose octets are printed from the last to the first, a version of two numbers, and a strength.
  private mutating func takeBeacon(from line: BtmonDetail) -> [UInt8]? {
    guard let uuid = line.value("UUID: "), uuid.count == 36,
      let digits = HexDigits.octets(of: uuid.filter { $0 != ASCII.hyphen }[...]), digits.count == 16,
      let version = nextInside()?.value("Version: "), let power = nextInside()?.octets("TX power: ", width: 1)
    else { return nil }
    let numbers = version.split(separator: UInt8(ascii: ".")).compactMap { DecimalDigits.value(of: $0) }
    guard numbers.count == 2, numbers.allSatisfy({ $0 <= 0xFFFF }) else { return nil }
    // Each of the two was read as little-endian.
    return digits.reversed() + numbers.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + power
  }
}

extension BtmonDetail {
  /// Returns the value after a label, as ``octets(width:)``; `nil` for any other line.
  func octets(_ label: String, width: Int) -> [UInt8]? { value(label) != nil ? octets(width: width) : nil }
}
