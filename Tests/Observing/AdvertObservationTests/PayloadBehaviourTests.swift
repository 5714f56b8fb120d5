import AdvertisingData
import TestSupport
import Testing

@testable import AdvertObservation

@Suite struct PayloadBehaviourTests {
  typealias Role = PayloadBehaviour.Role

  /// What is found in manufacturer data of company 0x1234, sent in this order.
  static func roles(_ series: [[UInt8]]) throws -> [Range<Int>: Role]? {
    let behaviours = try behaviours(series.map { [0xFF, 0x34, 0x12] + $0 })
    #expect(behaviours.count <= 1)
    return behaviours.first.map { Dictionary(uniqueKeysWithValues: $0.fields.map { ($0.range, $0.role) }) }
  }

  /// `structures` without their length octet, one advertisement each.
  static func behaviours(_ structures: [[UInt8]]) throws -> [PayloadBehaviour] {
    let heard = structures.map { Heard(pdu: .advInd, isScanResponse: false, data: [UInt8($0.count)] + $0) }
    return try #require(try Airtime(heard).advertisers().first).payloadBehaviours
  }

  // MARK: Counters

  /// Where a counter starts, its order, and the octet that is wrong when one is.
  static let starts: [(UInt16, OctetOrder?)] = [
    (0, nil), (0xFA, nil), (0x00FD, .littleEndian), (0xFFFE, .littleEndian), (0x12FF, .bigEndian), (0xFFF0, .bigEndian),
  ]

  static func counter(_ count: Int, from start: UInt16, _ order: OctetOrder?, step: UInt16 = 1) -> [[UInt8]] {
    (0..<count).map { index in
      let number = start &+ UInt16(index) &* step
      let (high, low) = (UInt8(number >> 8), UInt8(number & 0xFF))
      switch order {
      case nil: return [0xAA, low, 0xBB]
      case .littleEndian: return [0xAA, low, high, 0xBB]
      case .bigEndian: return [0xAA, high, low, 0xBB]
      }
    }
  }

  @Test(arguments: starts) func countersAreFound(_ start: UInt16, _ order: OctetOrder?) throws {
    let series = Self.counter(24, from: start, order)
    let last = series[0].count - 1
    #expect(
      try Self.roles(series) == [
        0..<1: .constant, 1..<last: .counter(order: order, missed: 0), last..<last + 1: .constant,
      ])
  }

  /// An octet too far ahead, or one step back, at any place but the ends.
  @Test(arguments: starts, 1..<23) func oneWrongValueIsNoCounter(_ start: (UInt16, OctetOrder?), _ place: Int) throws {
    for wrong: UInt8 in [0x80, 0xFE] {
      var series = Self.counter(24, from: start.0, start.1)
      let low = start.1 == .bigEndian ? 2 : 1
      series[place][low] &+= wrong
      // Two equal data in a row are one: the value that was meant to differ must.
      guard Set(series).count == series.count else { continue }
      let roles = try #require(try Self.roles(series))
      #expect(!roles.values.contains { if case .counter = $0 { true } else { false } }, "\(start) \(place) \(wrong)")
    }
  }

  @Test func aHighOctetThatNeverMovesIsNoPartOfTheCounter() throws {
    #expect(
      try Self.roles(Self.counter(6, from: 0x0110, .littleEndian)) == [
        0..<1: .constant, 1..<2: .counter(order: nil, missed: 0), 2..<4: .constant,
      ])
  }

  @Test func missedValuesNeedMoreEvidence() throws {
    // Eight steps of two, then seven.
    #expect(try Self.roles(Self.counter(9, from: 250, nil, step: 2))?[1..<2] == .counter(order: nil, missed: 8))
    #expect(try Self.roles(Self.counter(8, from: 250, nil, step: 2))?[1..<2] == .varying)
    #expect(try Self.roles(Self.counter(12, from: 0, nil, step: 16))?[1..<2] == .counter(order: nil, missed: 165))
    #expect(try Self.roles(Self.counter(12, from: 0, nil, step: 17))?[1..<2] == .varying)
  }

  @Test func aCounterMayRestWhileOthersChange() throws {
    let series: [[UInt8]] = [[7, 1], [7, 9], [8, 9], [8, 2], [9, 5], [10, 5]]
    #expect(try Self.roles(series) == [0..<1: .counter(order: nil, missed: 0), 1..<2: .varying])
  }

  @Test func twoStepsAreNoCounter() throws {
    let series: [[UInt8]] = [[7, 1], [8, 9], [9, 3], [9, 8]]
    #expect(try Self.roles(series) == [0..<2: .varying])
  }

  @Test func fewerThanFourDifferentDataSayNothing() throws {
    let series = Self.counter(3, from: 0, nil)
    #expect(try Self.roles(series + series + series) == nil)
    #expect(try Self.roles(Self.counter(4, from: 0, nil)) != nil)
  }

  @Test(arguments: 0...255) func dataOfEveryLength(_ length: Int) throws {
    var random = SplitMix64(seed: UInt64(length))
    let values = (0..<5).map { _ in [0x34, 0x12] + random.octets(length) }
    let behaviour = PayloadBehaviour(block: .advertising, owner: .company(0x1234), headerCount: 2, values: values)
    let fields = try #require(behaviour).fields
    #expect(fields.flatMap { Array($0.range) } == Array(0..<length), "seed \(length)")
  }

  // MARK: Grouping

  @Test func ownersLengthsAndBlocksAreApart() throws {
    let structures = (0..<4).flatMap { (index: UInt8) -> [[UInt8]] in
      [
        [0xFF, 0x34, 0x12, index], [0xFF, 0x35, 0x12, index, 0], [0xFF, 0x34, 0x12, index, 1],
        [0x16, 0x0F, 0x18, 5, index],
      ]
    }
    let behaviours = try Self.behaviours(structures)
    let service = try #require(BluetoothUUID(text: "180f"))
    #expect(behaviours.map(\.owner) == [.company(0x1234), .company(0x1235), .company(0x1234), .service(service)])
    #expect(behaviours.map(\.length) == [1, 2, 2, 2])
    #expect(behaviours.allSatisfy { $0.distinctCount == 4 && $0.block == .advertising })
  }

  /// Data cut by the end of the payload: how long they are is not known.
  @Test func overrunningDataSayNothing() throws {
    let heard = (0..<8).map { (index: UInt8) in
      Heard(pdu: .advInd, isScanResponse: false, data: [9, 0xFF, 0x34, 0x12, index])
    }
    #expect(try Airtime(heard).advertisers()[0].payloadBehaviours == [])
  }

  @Test func scanResponsesCountInTheOrderReceived() throws {
    let heard = (0..<6).flatMap { (index: UInt8) in
      [
        Heard.adv(.advInd, index % 2 == 0 ? "0109" : "0108"),
        Heard(pdu: nil, isScanResponse: true, data: [4, 0xFF, 0x34, 0x12, 250 &+ index &* 2]),
      ]
    }
    let behaviours = try Airtime(heard + heard).advertisers()[0].payloadBehaviours
    #expect(behaviours.map(\.block) == [.scanResponse])
    #expect(behaviours.map(\.distinctCount) == [6])
    #expect(behaviours.map(\.fields) == [[.init(range: 0..<1, role: .varying)]])
  }
}
