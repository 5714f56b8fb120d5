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
