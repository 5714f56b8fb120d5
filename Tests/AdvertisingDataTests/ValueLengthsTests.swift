import AdvertisingData
import Testing

/// Which numbers of octets fit each type, and what is wrong with the others.
@Suite struct ValueLengthsTests {
  struct Rule: Sendable, CustomTestStringConvertible {
    let type: ADType
    var context = ADContext.advertisingData
    /// The first octet, for types where it says what follows.
    var first: UInt8 = 0xFF
    let malformation: @Sendable (Int) -> Malformation?

    var testDescription: String { "type \(type.rawValue), first octet \(first), \(context)" }
  }

  @Test(arguments: rules)
  func everyLength(_ rule: Rule) {
    for count in 0...64 {
      let octets = Array(([rule.first] + [UInt8](repeating: 0xFF, count: 63)).prefix(count))
      let value = ADValue(type: rule.type, value: octets.span, in: rule.context)
      if let expected = rule.malformation(count) {
        #expect(value == .malformed(octets, expected), "\(count) octets")
      } else if case .malformed(_, let reason) = value {
        Issue.record("\(count) octets: \(reason)")
      }
      #expect(value.octets == octets)
    }
  }

  @Test func blocksOfTransportDiscovery() {
    func malformation(_ octets: [UInt8]) -> Malformation? {
      guard case .malformed(_, let reason) = ADValue(type: .transportDiscovery, value: octets.span) else { return nil }
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
        case .malformed(_, let reason):
          #expect(reason == .wrongLength(expected: expected, actual: count), "flags \(flags)")
        default: Issue.record("flags \(flags): \(value)")
        }
      }
    }
  }

  @Test(arguments: [
    (Malformation.neitherLength(3, 4, actual: 1), "needs exactly 3 or 4 bytes, has 1"),
    (.tooLong(maximum: 16, actual: 17), "holds at most 16 bytes, has 17"),
    (
      .itemOverruns(offset: 4, needed: 6, available: 3),
      "the part at byte 4 of the value needs 6 bytes, has 3"
    ),
  ])
  func text(_ malformation: Malformation, _ text: String) {
    #expect(malformation.description == text)
  }

  private static func exactly(_ expected: Int, _ types: ADType...) -> [Rule] {
    types.map { Rule(type: $0) { $0 == expected ? nil : .wrongLength(expected: expected, actual: $0) } }
  }

  private static func atLeast(_ minimum: Int, _ types: ADType...) -> [Rule] {
    types.map { Rule(type: $0) { $0 >= minimum ? nil : .tooShort(minimum: minimum, actual: $0) } }
  }

  private static func either(_ one: Int, _ other: Int, _ types: ADType...) -> [Rule] {
    types.map { Rule(type: $0) { $0 == one || $0 == other ? nil : .neitherLength(one, other, actual: $0) } }
  }

  private static func from(_ minimum: Int, to maximum: Int, _ types: ADType...) -> [Rule] {
    types.map {
      Rule(type: $0) {
        $0 < minimum
          ? .tooShort(minimum: minimum, actual: $0)
          : $0 > maximum ? .tooLong(maximum: maximum, actual: $0) : nil
      }
    }
  }

  private static func addresses(_ types: ADType...) -> [Rule] {
    types.map {
      Rule(type: $0) {
        $0 == 0 ? .tooShort(minimum: 6, actual: 0) : $0 % 6 == 0 ? nil : .ragged(itemSize: 6, actual: $0)
      }
    }
  }

  static let rules: [Rule] =
    exactly(
      16, .simplePairingHash192, .simplePairingRandomizer192, .simplePairingHash256, .simplePairingRandomizer256,
      .secureConnectionsConfirmation, .secureConnectionsRandom)
    + exactly(3, .classOfDevice) + exactly(8, .deviceID, .periodicResponseTiming)
    + exactly(1, .securityManagerFlags, .leRole) + exactly(2, .advertisingInterval, .threeDInformation)
    + exactly(7, .leDeviceAddress, .channelMapUpdate) + exactly(6, .resolvableSetIdentifier)
    + atLeast(0, .leSupportedFeatures, .broadcastName, ADType(rawValue: 0), ADType(rawValue: 0x33))
    + atLeast(1, .uri, .meshMessage, .electronicShelfLabel) + atLeast(9, .encryptedData)
    + either(3, 4, .advertisingIntervalLong) + either(33, 57, .bigInfo)
    + from(6, to: 29, .pbADV) + from(1, to: 16, .broadcastCode)
    + addresses(.publicTargetAddress, .randomTargetAddress) + [
      Rule(type: .securityManagerTK, context: .outOfBand) {
        $0 == 16 ? nil : .wrongLength(expected: 16, actual: $0)
      },
      Rule(type: .meshBeacon, first: 0) {
        $0 == 0
          ? .tooShort(minimum: 1, actual: 0) : $0 == 19 || $0 == 23 ? nil : .neitherLength(19, 23, actual: $0)
      },
      Rule(type: .meshBeacon, first: 1) {
        $0 == 0 ? .tooShort(minimum: 1, actual: 0) : $0 == 22 ? nil : .wrongLength(expected: 22, actual: $0)
      },
      Rule(type: .meshBeacon, first: 2) { $0 == 0 ? .tooShort(minimum: 1, actual: 0) : nil },
      Rule(type: .meshBeacon, first: 3) { $0 == 0 ? .tooShort(minimum: 1, actual: 0) : nil },
    ]
}
