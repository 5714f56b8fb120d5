import TestSupport
import Testing

@testable import AdvertisingData

/// Services in a wrong form, each at its exact place, and right forms that are never taken for wrong ones.
@Suite struct MisformedUUIDTests {
  private static let count = 2000

  /// Returns a UUID of a version with random octets elsewhere.
  private static func generated(_ version: UInt64, using random: inout SplitMix64) -> BluetoothUUID {
    let high = random.next() & ~0xF000 | version << 12
    // A UUID of version 1 has a date of our time.
    let dated = version == 1 ? high & ~0xFFF | UInt64.random(in: 0x1D1...0x1F1, using: &random) : high
    return BluetoothUUID(high: dated, low: random.next() & ~(0b11 << 62) | 0b10 << 62)
  }

  private static func structure(_ type: UInt8, _ value: [UInt8]) -> [UInt8] {
    [UInt8(value.count + 1), type] + value
  }

  private static let flags: [UInt8] = [2, 1, 6]

  /// A way to send a service, and the form in which it is found.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let form: MisformedUUID.Form
    let order: UUIDOrder
    let holder: MisformedUUID.Holder
    /// The octets of the structure before the UUID, with length and type.
    let start: Int
    let length: Int
    let make: @Sendable (BluetoothUUID, Int) -> [UInt8]

    init(
      _ name: String, _ form: MisformedUUID.Form, _ order: UUIDOrder = .lastByteFirst,
      in holder: MisformedUUID.Holder = .services, at start: Int = 2, length: Int = 16,
      _ make: @escaping @Sendable (BluetoothUUID, Int) -> [UInt8]
    ) {
      (self.name, self.form, self.order, self.holder) = (name, form, order, holder)
      (self.start, self.length, self.make) = (start, length, make)
    }

    var testDescription: String { name }
  }

  private static func ordered(_ order: UUIDOrder, _ uuid: BluetoothUUID) -> [UInt8] { order.octets(of: uuid) }

  static let cases = [
    Case("list as written", .whole, .asWritten) { uuid, _ in structure(0x07, ordered(.asWritten, uuid)) },
    Case("list in the order of a GUID", .whole, .guid) { uuid, _ in structure(0x06, ordered(.guid, uuid)) },
    Case("list in the reverse of a GUID", .whole, .guidReversed) { uuid, _ in
      structure(0x07, ordered(.guidReversed, uuid))
    },
    Case("second of a list as written", .whole, .asWritten, at: 18) { uuid, _ in
      structure(0x07, [UInt8](repeating: 7, count: 16) + ordered(.asWritten, uuid))
    },
    Case("128-bit service data as written", .whole, .asWritten, in: .serviceData) { uuid, number in
      structure(0x21, ordered(.asWritten, uuid) + [UInt8](repeating: 1, count: number % 4))
    },
    Case("under 16-bit service data", .otherWidth, in: .serviceData) { uuid, number in
      structure(0x16, ordered(.lastByteFirst, uuid) + [UInt8](repeating: 1, count: number % 4))
    },
    Case("as written under 16-bit service data", .otherWidth, .asWritten, in: .serviceData) { uuid, _ in
      structure(0x16, ordered(.asWritten, uuid))
    },
    Case("in a list of 16-bit UUIDs", .otherWidth) { uuid, _ in structure(0x03, ordered(.lastByteFirst, uuid)) },
    Case("as written in a list of 16-bit UUIDs", .otherWidth, .asWritten) { uuid, _ in
      structure(0x02, ordered(.asWritten, uuid))
    },
    Case("in a list of 32-bit UUIDs", .otherWidth) { uuid, _ in structure(0x05, ordered(.lastByteFirst, uuid)) },
    Case("one octet missing", .byteMissing, length: 15) { uuid, number in
      var octets = ordered(.lastByteFirst, uuid)
      octets.remove(at: number % 16)
      return structure(0x07, octets)
    },
    Case("as written, one octet missing", .byteMissing, .asWritten, length: 15) { uuid, number in
      var octets = ordered(.asWritten, uuid)
      octets.remove(at: number % 16)
      return structure(0x07, octets)
    },
    Case("one octet too many", .byteSurplus, length: 17) { uuid, number in
      var octets = ordered(.lastByteFirst, uuid)
      // After the last octet, the UUID is right.
      octets.insert(UInt8(truncatingIfNeeded: number), at: number % 16)
      return structure(0x07, octets)
    },
    Case("iBeacon", .whole, .asWritten, in: .iBeacon, at: 6) { uuid, _ in
      structure(0xFF, [0x4C, 0, 2, 0x15] + ordered(.asWritten, uuid) + [0, 1, 0, 2, 0xC5])
    },
    Case("iBeacon in reverse", .whole, in: .iBeacon, at: 6) { uuid, _ in
      structure(0xFF, [0x4C, 0, 2, 0x15] + ordered(.lastByteFirst, uuid) + [0, 1, 0, 2, 0xC5])
    },
    Case("AltBeacon", .whole, .asWritten, in: .altBeacon, at: 6) { uuid, _ in
      structure(0xFF, [0x18, 1, 0xBE, 0xAC] + ordered(.asWritten, uuid) + [0, 1, 0, 2, 0xC5, 0])
    },
    Case("manufacturer data", .whole, in: .manufacturerData, at: 5) { uuid, _ in
      structure(0xFF, [0x59, 0, 1] + ordered(.lastByteFirst, uuid))
    },
    Case("solicitation", .whole, in: .solicitation) { uuid, _ in structure(0x15, ordered(.lastByteFirst, uuid)) },
  ]

  @Test(arguments: cases)
  func findsWhatIsAskedFor(_ row: Case) throws {
    var random = SplitMix64(seed: 63)
    for number in 0..<Self.count {
      let uuid = Self.generated(4, using: &random)
      let other = Self.generated(4, using: &random)
      let payload = Payload(Self.flags + row.make(uuid, number))
      let found = try #require(MisformedUUID(uuid, in: payload), "\(uuid), \(payload.octets.hex)")
      // An octet that equals its neighbour can be either.
      let start = 3 + row.start
      #expect(found.range == start..<start + row.length, "\(uuid), \(payload.octets.hex)")
      #expect(found.form == row.form && found.holder == row.holder, "\(uuid), \(payload.octets.hex)")
      #expect(found.order == row.order && !found.isGuess, "\(uuid), \(payload.octets.hex)")
      #expect(MisformedUUID(other, in: payload) == nil, "\(other), \(payload.octets.hex)")
    }
  }

  /// Without a question, the version is the evidence: a UUID that is valid as sent is never doubted.
  @Test func suspectsWhatIsOfNoVersionAsSent() {
    var random = SplitMix64(seed: 64)
    var doubted = 0
    for _ in 0..<Self.count {
      let uuid = Self.generated(4, using: &random)
      let octets = UUIDOrder.asWritten.octets(of: uuid)
      let found = UUIDCarrier(octets, of: ADType(rawValue: 0x07), at: 5).suspected { _ in false }
      guard uuid.looksGenerated, uuid.reversed.version == nil else {
        #expect(found.isEmpty, "\(uuid)")
        continue
      }
      doubted += 1
      #expect(found.map { $0.uuid } == [uuid], "\(uuid)")
      #expect(found.allSatisfy { $0.isGuess && $0.order == .asWritten && $0.range == 5..<21 })
    }
    #expect(doubted > Self.count * 8 / 10)
  }

  @Test(arguments: [UUIDOrder.lastByteFirst, .asWritten])
  func suspectsLongUUIDsUnderShortTypes(_ order: UUIDOrder) {
    var random = SplitMix64(seed: 65)
    for number in 0..<Self.count {
      let uuid = Self.generated(number % 2 == 0 ? 4 : 1, using: &random)
      guard uuid.looksGenerated else { continue }
      for type in [0x16, 0x20, 0x02, 0x03, 0x04, 0x05].map(ADType.init(rawValue:)) {
        let found = UUIDCarrier(order.octets(of: uuid), of: type, at: 5).suspected { _ in false }
        #expect(found.count == 1 && found.allSatisfy { $0.isGuess && $0.form == .otherWidth && $0.range == 5..<21 })
        // By chance, octets are of a version in both orders.
        let other = order == .asWritten ? UUIDOrder.lastByteFirst : .asWritten
        let isEither = other.uuid(of: order.octets(of: uuid))?.looksGenerated ?? false
        #expect(isEither || found.first?.uuid == uuid && found.first?.order == order, "\(uuid)")
      }
    }
  }

  /// Right layouts, in lists and in service data: none of them is in doubt.
  @Test(arguments: [1, 4, 5] as [UInt64])
  func acceptsGeneratedUUIDs(_ version: UInt64) {
    var random = SplitMix64(seed: 66 + version)
    for _ in 0..<Self.count { expectAccepted(Self.generated(version, using: &random)) }
  }

  @Test func acceptsNumbersOnBases() throws {
    let bases = try [
      "00000000-0000-1000-8000-00805f9b34fb", "00000000-1212-efde-1523-785feabcd123",
      "6e400000-b5a3-f393-e0a9-e50e24dcca9e",
      "f0000000-0451-4000-b000-000000000000", "e95d0000-251d-470a-a062-fa1922dfa9a8",
      "adaf0000-c332-42a8-93bd-25e905756cb8",
      "0000fff0-1234-5678-1234-56789abcdef0", "12345678-90ab-cdef-1234-567890abcdef",
      "00000000-0000-0000-0000-000000000000",
      "ffffffff-ffff-ffff-ffff-ffffffffffff", "00112233-4455-6677-8899-aabbccddeeff",
      "01020304-0506-0708-090a-0b0c0d0e0f10",
      "d973f2e0-b19e-11e2-9e96-0800200c9a66", "49535343-fe7d-4ae5-8fa9-9fafd205e455",
      "569a1101-b87f-490c-92cb-11ba5ea5167c",
    ].map { try #require(BluetoothUUID(text: $0)) }
    for base in bases {
      for number in 0..<UInt64(Self.count) {
        expectAccepted(BluetoothUUID(high: base.high ^ (number &* 33 & 0xFFFF) << 32, low: base.low))
      }
    }
  }

  private func expectAccepted(_ uuid: BluetoothUUID) {
    let octets = UUIDOrder.lastByteFirst.octets(of: uuid)
    for (type, value) in [(0x07, octets), (0x06, octets + octets), (0x21, octets + [1, 2, 3])] as [(UInt8, [UInt8])] {
      let carrier = UUIDCarrier(value, of: ADType(rawValue: type), at: 5)
      #expect(carrier.suspected { _ in false }.isEmpty, "\(uuid)")
      #expect(carrier.misformed(uuid) == nil, "\(uuid)")
    }
  }

  /// Lists of assigned numbers, and data of assigned services that look like anything.
  @Test func acceptsAssignedNumbers() {
    var random = SplitMix64(seed: 72)
    func isAssigned(_ uuid: BluetoothUUID) -> Bool {
      uuid.assignedNumber16.map { (0x1800..<0x1860).contains($0) || $0 >= 0xFC00 } ?? false
    }
    for count in 1...8 {
      for _ in 0..<Self.count {
        let numbers = (0..<count).map { _ in
          Bool.random(using: &random)
            ? UInt16.random(in: 0x1800..<0x1860, using: &random) : .random(in: 0xFC00...0xFFFF, using: &random)
        }
        let octets = numbers.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        #expect(
          UUIDCarrier(octets, of: ADType(rawValue: 0x03), at: 2).suspected(isKnown: isAssigned).isEmpty, "\(octets.hex)"
        )
        let data = octets.prefix(2) + random.octets(14)
        #expect(
          UUIDCarrier(Array(data), of: ADType(rawValue: 0x16), at: 2).suspected(isKnown: isAssigned).isEmpty, "\(data)")
      }
    }
  }

  @Test func findsShortUUIDs() throws {
    func found(_ uuid: BluetoothUUID, _ hex: String) throws -> String {
      let payload = Payload(try HexText.octets(of: hex))
      return MisformedUUID(uuid, in: payload).map { "\($0.words), \($0.range.byteWords)" } ?? "none"
    }
    #expect(try found(0x180F, "03 03 0f 18") == "none")
    #expect(try found(0x180F, "03 03 18 0f") == "byte-reversed, bytes 2 to 3")
    #expect(try found(0x180F, "05 03 0d 18 18 0f") == "byte-reversed, bytes 4 to 5")
    #expect(try found(0x180F, "05 16 18 0f 2a 2b") == "byte-reversed, bytes 2 to 3")
    #expect(try found(0x180F, "05 05 00 00 18 0f") == "byte-reversed, bytes 2 to 5")
    #expect(try found(0x180F, "05 05 0d 18 0f 18") == "under the type of 32-bit UUIDs (0x05), bytes 4 to 5")
    #expect(try found(0x180F, "03 07 0f 18") == "under the type of 128-bit UUIDs (0x07), bytes 2 to 3")
    #expect(try found(0x180F, "04 21 0f 18 2a") == "under the type of 128-bit UUIDs (0x21), bytes 2 to 3")
    #expect(try found(0x0001_F00D, "05 03 0d f0 01 00") == "under the type of 16-bit UUIDs (0x03), bytes 2 to 5")
    #expect(try found(0x0001_F00D, "05 05 00 01 f0 0d") == "byte-reversed, bytes 2 to 5")
    #expect(try found(0x180F, "03 14 0f 18") == "in a service solicitation list, bytes 2 to 3")
    #expect(
      try found(0x1523, "11 07 23 d1 bc ea 5f 78 23 15 de ef 12 12 23 15 00 00")
        == "on another base than that of Bluetooth, bytes 2 to 17")
    #expect(
      try found("00001523-1212-efde-1523-785feabcd123", "03 03 23 15")
        == "as a 16-bit UUID, without its base, bytes 2 to 3")
    #expect(
      try found(0x180F, "11 07 00 00 18 0f 00 00 10 00 80 00 00 80 5f 9b 34 fb") == "byte-reversed, bytes 2 to 17")
    // A service that is there in its right form has no wrong one, and a cut structure has none at all.
    #expect(try found(0x180F, "05 03 0f 18 18 0f") == "none")
    #expect(try found(0x180F, "05 03 18 0f") == "none")
  }

  /// Any octets give an answer.
  @Test func isTotal() {
    var random = SplitMix64(seed: 73)
    for _ in 0..<20_000 {
      let octets = random.octets(Int.random(in: 0...40, using: &random))
      let types: [UInt8] = [2, 3, 4, 5, 6, 7, 0x14, 0x15, 0x1F, 0x16, 0x20, 0x21, 0xFF, 9]
      let type = ADType(rawValue: types[Int.random(in: types.indices, using: &random)])
      let carrier = UUIDCarrier(octets, of: type, at: 2)
      for uuid in [0x180F, 0x0001_F00D, Self.generated(4, using: &random)] {
        if let found = carrier.misformed(uuid) { #expect(found.range.clamped(to: 2..<2 + octets.count) == found.range) }
      }
      for found in carrier.suspected(isKnown: { _ in Bool.random(using: &random) }) {
        #expect(found.range.clamped(to: 2..<2 + octets.count) == found.range)
      }
    }
  }
}
