import AdvertisingData
import TestSupport
import Testing

/// Each decoded type with every short number of octets: which fit, and what is wrong with the others.
@Suite struct MalformationTests {
  @Test(arguments: rules)
  func everyLength(_ rule: Rule) {
    for count in 0...64 {
      let octets = Array((0..<count).map { $0 == 0 ? rule.first : UInt8($0 + 1) })
      let value = ADValue(type: rule.type, value: octets.span, in: rule.context)
      #expect(value.malformation == rule.malformation(count), "\(count) octets")
      #expect(value.octets == octets)
    }
  }

  @Test func blocksOfTransportDiscovery() {
    func malformation(_ octets: [UInt8]) -> Malformation? {
      guard case .malformed(_, _, let reason) = ADValue(type: .transportDiscovery, value: octets.span) else {
        return nil
      }
      return reason
    }
    #expect(malformation([]) == .tooShort(minimum: 3, actual: 0))
    #expect(malformation([1, 2]) == .tooShort(minimum: 3, actual: 2))
    #expect(malformation([1, 2, 0]) == nil)
    #expect(malformation([1, 2, 1]) == .itemOverruns(offset: 0, needed: 4, available: 3))
    #expect(malformation([1, 2, 255, 0]) == .itemOverruns(offset: 0, needed: 258, available: 4))
    #expect(malformation([1, 2, 1, 9, 1]) == .itemOverruns(offset: 4, needed: 3, available: 1))
    #expect(malformation([1, 2, 1, 9, 1, 2, 3]) == .itemOverruns(offset: 4, needed: 6, available: 3))
    #expect(malformation([1, 2, 1, 9, 1, 2, 0]) == nil)
  }

  /// Of each combination of fields that the first octet of an indoor position can announce, one length fits.
  @Test func fieldsOfIndoorPositioning() {
    for flags in UInt8.min...UInt8.max {
      let coordinates = flags & 1 == 0 ? 0 : flags & 2 == 0 ? 8 : 4
      let others = [(0x04, 1), (0x08, 2), (0x10, 1), (0x20, 1)].filter { Int(flags) & $0.0 != 0 }.map(\.1)
      let expected = 1 + coordinates + others.reduce(0, +)
      for count in 1...20 {
        let octets = [flags] + [UInt8](repeating: 3, count: count - 1)
        let value = ADValue(type: .indoorPositioning, value: octets.span)
        #expect(value.octets == octets)
        switch value {
        case .indoorPositioning(let position):
          #expect(count == expected, "flags \(flags)")
          #expect(position.isLocal == (flags & 2 != 0))
          #expect((position.coordinates != nil) == (flags & 1 != 0))
          #expect((position.txPower != nil) == (flags & 4 != 0))
          #expect((position.altitude != nil) == (flags & 8 != 0))
          #expect((position.floor != nil) == (flags & 0x10 != 0))
          #expect((position.uncertainty != nil) == (flags & 0x20 != 0))
          #expect(position.isLocationNameElsewhere == (flags & 0x40 != 0))
          #expect(position.furtherFlags == flags & 0xC0)
        case .malformed(_, _, let reason):
          #expect(reason == .wrongLength(expected: expected, actual: count), "flags \(flags)")
        default: Issue.record("flags \(flags): \(value)")
        }
      }
    }
  }

  @Test(arguments: [
    (Malformation.wrongLength(expected: 1, actual: 0), "needs exactly 1 byte, has 0"),
    (.wrongLength(expected: 4, actual: 3), "needs exactly 4 bytes, has 3"),
    (.tooShort(minimum: 2, actual: 1), "needs at least 2 bytes, has 1"),
    (.ragged(itemSize: 16, actual: 17), "needs a multiple of 16 bytes, has 17"),
    (.neitherLength(3, 4, actual: 1), "needs exactly 3 or 4 bytes, has 1"),
    (.tooLong(maximum: 16, actual: 17), "holds at most 16 bytes, has 17"),
    (
      .itemOverruns(offset: 4, needed: 6, available: 3), "the part at byte 4 of the value needs 6 bytes, has 3"
    ),
  ])
  func text(_ malformation: Malformation, _ text: String) {
    #expect(malformation.description == text)
  }

  struct Rule: Sendable, CustomTestStringConvertible {
    let type: ADType
    var context = ADContext.advertisingData
    /// The first octet, for types where it says what follows.
    var first: UInt8 = 1
    let malformation: @Sendable (Int) -> Malformation?

    var testDescription: String { "type \([type.rawValue].hex), first octet \(first), \(context)" }

    static func exactly(_ expected: Int, _ type: ADType) -> Rule {
      Rule(type: type) { $0 == expected ? nil : .wrongLength(expected: expected, actual: $0) }
    }

    static func atLeast(_ minimum: Int, _ type: ADType) -> Rule {
      Rule(type: type) { $0 >= minimum ? nil : .tooShort(minimum: minimum, actual: $0) }
    }

    static func multiple(of itemSize: Int, _ type: ADType) -> Rule {
      Rule(type: type) { $0 % itemSize == 0 ? nil : .ragged(itemSize: itemSize, actual: $0) }
    }

    static func either(_ one: Int, _ other: Int, _ type: ADType) -> Rule {
      Rule(type: type) { $0 == one || $0 == other ? nil : .neitherLength(one, other, actual: $0) }
    }

    static func from(_ minimum: Int, to maximum: Int, _ type: ADType) -> Rule {
      Rule(type: type) {
        if $0 < minimum { return .tooShort(minimum: minimum, actual: $0) }
        return $0 > maximum ? .tooLong(maximum: maximum, actual: $0) : nil
      }
    }

    static func addresses(_ type: ADType) -> Rule {
      Rule(type: type) {
        if $0 == 0 { return .tooShort(minimum: 6, actual: 0) }
        return $0 % 6 == 0 ? nil : .ragged(itemSize: 6, actual: $0)
      }
    }

    /// A mesh beacon whose first octet says its kind.
    static func beacon(_ first: UInt8, _ malformation: @escaping @Sendable (Int) -> Malformation?) -> Rule {
      Rule(type: .meshBeacon, first: first) { $0 == 0 ? .tooShort(minimum: 1, actual: 0) : malformation($0) }
    }
  }

  static let rules: [Rule] = [
    .atLeast(1, .flags), .atLeast(0, .shortenedLocalName), .atLeast(0, .completeLocalName),
    .multiple(of: 2, .incompleteServiceUUIDs16), .multiple(of: 2, .completeServiceUUIDs16),
    .multiple(of: 4, .incompleteServiceUUIDs32), .multiple(of: 4, .completeServiceUUIDs32),
    .multiple(of: 16, .incompleteServiceUUIDs128), .multiple(of: 16, .completeServiceUUIDs128),
    .multiple(of: 2, .solicitationUUIDs16), .multiple(of: 4, .solicitationUUIDs32),
    .multiple(of: 16, .solicitationUUIDs128),
    .exactly(1, .txPowerLevel), .exactly(4, .peripheralConnectionIntervalRange), .exactly(2, .appearance),
    .atLeast(2, .serviceData16), .atLeast(4, .serviceData32), .atLeast(16, .serviceData128),
    .atLeast(2, .manufacturerData), .atLeast(0, ADType(rawValue: 0x33)), .atLeast(0, ADType(rawValue: 0)),
    .exactly(16, .simplePairingHash192), .exactly(16, .simplePairingRandomizer192),
    .exactly(16, .simplePairingHash256), .exactly(16, .simplePairingRandomizer256),
    .exactly(16, .secureConnectionsConfirmation), .exactly(16, .secureConnectionsRandom),
    .exactly(3, .classOfDevice), .exactly(8, .deviceID), .exactly(8, .periodicResponseTiming),
    .exactly(1, .securityManagerFlags), .exactly(1, .leRole), .exactly(2, .advertisingInterval),
    .exactly(2, .threeDInformation), .exactly(7, .leDeviceAddress), .exactly(7, .channelMapUpdate),
    .exactly(6, .resolvableSetIdentifier),
    .atLeast(0, .leSupportedFeatures), .atLeast(0, .broadcastName), .atLeast(1, .uri), .atLeast(1, .meshMessage),
    .atLeast(1, .electronicShelfLabel), .atLeast(9, .encryptedData),
    .either(3, 4, .advertisingIntervalLong), .either(33, 57, .bigInfo), .from(6, to: 29, .pbADV),
    .from(1, to: 16, .broadcastCode), .addresses(.publicTargetAddress), .addresses(.randomTargetAddress),
    Rule(type: .securityManagerTK, context: .outOfBand) { $0 == 16 ? nil : .wrongLength(expected: 16, actual: $0) },
    .beacon(0) { $0 == 19 || $0 == 23 ? nil : .neitherLength(19, 23, actual: $0) },
    .beacon(1) { $0 == 22 ? nil : .wrongLength(expected: 22, actual: $0) },
    .beacon(2) { _ in nil }, .beacon(3) { _ in nil },
  ]
}
