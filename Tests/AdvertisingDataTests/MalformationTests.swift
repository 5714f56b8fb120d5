import AdvertisingData
import TestSupport
import Testing

/// Each decoded type with every short number of octets: which fit, and what is wrong with the others.
@Suite struct MalformationTests {
  @Test(arguments: rules)
  func everyLength(_ rule: Rule) {
    for count in 0...40 {
      let octets = Array((0..<count).map { UInt8($0 + 1) })
      let value = ADValue(type: rule.type, octets: octets)
      if let expected = rule.malformation(count) {
        #expect(value == .malformed(octets, expected), "\(count) octets")
      } else if case .malformed(_, let reason) = value {
        Issue.record("\(count) octets: \(reason)")
      }
      #expect(value.octets == octets)
    }
  }

  @Test(arguments: [
    (Malformation.wrongLength(expected: 1, actual: 0), "needs exactly 1 byte, has 0"),
    (.wrongLength(expected: 4, actual: 3), "needs exactly 4 bytes, has 3"),
    (.tooShort(minimum: 2, actual: 1), "needs at least 2 bytes, has 1"),
    (.ragged(itemSize: 16, actual: 17), "needs a multiple of 16 bytes, has 17"),
  ])
  func text(_ malformation: Malformation, _ text: String) {
    #expect(malformation.description == text)
  }

  struct Rule: Sendable, CustomTestStringConvertible {
    let type: ADType
    let malformation: @Sendable (Int) -> Malformation?

    var testDescription: String { "type \([type.rawValue].hex)" }

    static func exactly(_ expected: Int, _ type: ADType) -> Rule {
      Rule(type: type) { $0 == expected ? nil : .wrongLength(expected: expected, actual: $0) }
    }

    static func atLeast(_ minimum: Int, _ type: ADType) -> Rule {
      Rule(type: type) { $0 >= minimum ? nil : .tooShort(minimum: minimum, actual: $0) }
    }

    static func multiple(of itemSize: Int, _ type: ADType) -> Rule {
      Rule(type: type) { $0 % itemSize == 0 ? nil : .ragged(itemSize: itemSize, actual: $0) }
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
    .atLeast(2, .manufacturerData), .atLeast(0, ADType(rawValue: 0x24)), .atLeast(0, ADType(rawValue: 0)),
  ]
}
