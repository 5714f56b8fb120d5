import AdvertisingData
import TestSupport
import Testing

@testable import AdvertObservation

@Suite struct ChecksumTests {
  static let simple: [Checksum.Algorithm] = [.xor, .sum, .invertedSum, .negatedSum]

  static let checksums: [Checksum] = (simple + CyclicRedundancyCheck.all.map { .crc($0) }).flatMap { algorithm in
    let orders: [OctetOrder?] = algorithm.octetCount == 1 ? [nil] : [.littleEndian, .bigEndian]
    return orders.flatMap { order in
      [false, true].map { Checksum(algorithm: algorithm, order: order, coversOwner: $0) }
    }
  }

  static let owner: [UInt8] = [0x34, 0x12]

  /// Data that a device with this checksum would send: three octets change, the others stay.
  static func series(_ checksum: Checksum, count: Int, _ random: inout SplitMix64) -> [[UInt8]] {
    let constants = random.octets(9)
    return (0..<count).map { _ in
      var data = constants
      for position in [2, 3, 7] { data[position] = .random(in: 0...255, using: &random) }
      let check = checksum.algorithm.value(of: checksum.coversOwner ? owner + data : data)
      if checksum.order == .bigEndian { data.append(UInt8(check >> 8)) }
      data.append(UInt8(check & 0xFF))
      if checksum.order == .littleEndian { data.append(UInt8(check >> 8)) }
      return data
    }
  }

  /// What is known of different data sent in this order.
  static func behaviour(of series: [[UInt8]]) throws -> PayloadBehaviour {
    let values = series.map { owner + $0 }
    #expect(Set(values).count == values.count)
    return try #require(
      PayloadBehaviour(block: .advertising, owner: .company(0x1234), headerCount: owner.count, values: values))
  }

  static func found(in series: [[UInt8]]) throws -> [Checksum] {
    guard case .checksum(let checksums) = try behaviour(of: series).fields.last?.role else { return [] }
    return checksums
  }

  @Test(arguments: checksums) func foundWhereItHolds(_ checksum: Checksum) throws {
    for seed: UInt64 in 0..<8 {
      var random = SplitMix64(seed: seed)
      let series = Self.series(checksum, count: 6, &random)
      #expect(try Self.found(in: series) == [checksum], "seed \(seed)")
      let behaviour = try Self.behaviour(of: series)
      #expect(behaviour.fields.last?.range == 9..<9 + checksum.algorithm.octetCount)
      #expect(behaviour.fields.dropLast().allSatisfy { $0.role == .constant || $0.role == .varying }, "seed \(seed)")
    }
  }

  /// One payload whose check is off by any single bit is enough.
  @Test(arguments: checksums) func notClaimedWhenOnePayloadBreaksIt(_ checksum: Checksum) throws {
    for seed: UInt64 in 100..<104 {
      for broken in 0..<6 {
        var random = SplitMix64(seed: seed)
        var series = Self.series(checksum, count: 6, &random)
        let last = series[broken].count - 1
        series[broken][last - Int.random(in: 0..<checksum.algorithm.octetCount, using: &random)] ^= 1 << UInt8(broken)
        #expect(try Self.found(in: series) == [], "seed \(seed), payload \(broken)")
      }
    }
  }

  @Test func randomDataHaveNoChecksum() throws {
    for seed: UInt64 in 0..<300 {
      var random = SplitMix64(seed: seed)
      let series = (0..<4).map { _ in random.octets(10) }
      #expect(try Self.found(in: series) == [], "seed \(seed)")
    }
  }

  /// A copy of an octet satisfies XOR and sum when nothing else contributes: that proves no checksum.
  @Test func copiesAreNoChecksums() throws {
    for changed in 0..<4 {
      let series = (0..<20).map { index in
        var data = [UInt8](repeating: 0, count: 4)
        data[changed] = UInt8(index) &* 37 &+ 11
        return data + [data[changed]]
      }
      #expect(try Self.found(in: series) == [], "byte \(changed)")
    }
    let complements = (0..<20).map { [0, UInt8($0) &* 37, ~(UInt8($0) &* 37)] }
    #expect(try Self.found(in: complements) == [])
  }

  @Test func aConstantThatContributesMakesItAChecksum() throws {
    let series = (0..<20).map { [0x5A, UInt8($0) &* 37, 0x5A ^ UInt8($0) &* 37] }
    #expect(try Self.found(in: series) == [Checksum(algorithm: .xor, order: nil, coversOwner: false)])
  }

  @Test func aCheckThatHardlyChangesProvesNothing() throws {
    // The check takes two values only, although all data differ.
    let series: [[UInt8]] = [[1, 2, 3], [2, 1, 3], [4, 3, 7], [3, 4, 7], [5, 2, 7], [2, 5, 7]]
    #expect(try Self.found(in: series) == [])
  }

  @Test func whatHoldsInSeveralWaysIsAllNamed() throws {
    // No bit is in both octets, so that adding and exclusive or give the same.
    let series = (UInt8(1)..<16).map { (number: UInt8) -> [UInt8] in [0xA0, number & 3, number & 12, 0xA0 + number] }
    #expect(try Self.found(in: series).map(\.algorithm) == [.xor, .sum])
  }

  /// A counter in front and a check of it behind, as many devices have it.
  @Test func besideACounter() throws {
    let algorithm = Checksum.Algorithm.crc(CyclicRedundancyCheck.all[1])
    let structures = (0..<12).map { index -> [UInt8] in
      let data: [UInt8] = [0x07, 250 &+ UInt8(index), 0x40]
      return [0xFF, 0x34, 0x12] + data + [UInt8(algorithm.value(of: data))]
    }
    let checksum = Checksum(algorithm: algorithm, order: nil, coversOwner: false)
    #expect(
      try PayloadBehaviourTests.behaviours(structures).map(\.fields) == [
        [
          .init(range: 0..<1, role: .constant), .init(range: 1..<2, role: .counter(order: nil, missed: 0)),
          .init(range: 2..<3, role: .constant), .init(range: 3..<4, role: .checksum([checksum])),
        ]
      ])
  }
}

@Suite struct CyclicRedundancyCheckTests {
  /// What catalogues of such checks give for the nine digits `123456789`.
  static let checks: [String: UInt16] = [
    "CRC-8/SMBUS": 0xF4, "CRC-8/MAXIM-DOW": 0xA1, "CRC-8/SAE-J1850": 0x4B, "CRC-8/NRSC-5": 0xF7, "CRC-8/GSM-A": 0x37,
    "CRC-8/I-432-1": 0xA1, "CRC-8/ROHC": 0xD0, "CRC-8/AUTOSAR": 0xDF, "CRC-8/DVB-S2": 0xBC, "CRC-8/CDMA2000": 0xDA,
    "CRC-8/WCDMA": 0x25, "CRC-8/LTE": 0xEA, "CRC-8/DARC": 0x15, "CRC-8/TECH-3250": 0x97, "CRC-8/I-CODE": 0x7E,
    "CRC-8/HITAG": 0xB4, "CRC-8/BLUETOOTH": 0x26, "CRC-8/OPENSAFETY": 0x3E, "CRC-8/GSM-B": 0x94,
    "CRC-16/MODBUS": 0x4B37, "CRC-16/IBM-3740 (CCITT-FALSE)": 0x29B1, "CRC-16/XMODEM (CCITT, initial 0)": 0x31C3,
    "CRC-16/KERMIT (CCITT, reflected)": 0x2189, "CRC-16/IBM-SDLC (X-25)": 0x906E, "CRC-16/ARC": 0xBB3D,
    "CRC-16/SPI-FUJITSU (AUG-CCITT)": 0xE5CC, "CRC-16/GENIBUS": 0xD64E, "CRC-16/GSM": 0xCE3C,
    "CRC-16/MCRF4XX": 0x6F91, "CRC-16/UMTS (BUYPASS)": 0xFEE8, "CRC-16/CMS": 0xAEE7, "CRC-16/USB": 0xB4C8,
    "CRC-16/MAXIM-DOW": 0x44C2, "CRC-16/DNP": 0xEA82, "CRC-16/T10-DIF": 0xD0DB,
  ]

  @Test(arguments: CyclicRedundancyCheck.all) func givesTheCatalogueValue(_ crc: CyclicRedundancyCheck) throws {
    let expected = try #require(Self.checks[crc.name])
    #expect(crc.value(of: "123456789".utf8) == expected, "\(crc.name)")
  }

  @Test func everyCheckIsThereOnce() {
    #expect(CyclicRedundancyCheck.all.map(\.name).sorted() == Self.checks.keys.sorted())
  }

  @Test func nothingGivesTheInitialValue() {
    let values = CyclicRedundancyCheck.all.prefix(4).map { $0.value(of: []) }
    #expect(values == [0, 0, 0, 0xFF])
  }
}
