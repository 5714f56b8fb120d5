import AdvertCapture
import AdvertObservation
import AdvertReading
import AdvertScan
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertLint

/// Layouts made of structures that are nearly right, so that every rule has something to look at.
@Suite struct RandomLayoutTests {
  @Test(arguments: (UInt64(1)...40).sampled(oneIn: 8)) func findingsLieInTheirPayloads(_ seed: UInt64) {
    var random = RandomLayouts(seed: seed)
    let linter = Linter(expectations: Expectations(services: [BluetoothUUID(0x180F)]))
    for round in 0..<60 {
      let subject = random.subject()
      for finding in linter.lint(subject) {
        let label: Comment = "seed \(seed), round \(round), \(finding.rule)"
        guard let layout = finding.place.layout else {
          #expect(finding.place.offset == nil && finding.place.block == nil, label)
          continue
        }
        let payload: SubjectPayload? =
          switch finding.place.block {
          case .advertising: subject.layouts[layout].advertising
          case .scanResponse: finding.place.scanResponse.map { subject.layouts[layout].scanResponses[$0] }
          case nil: nil
          }
        guard let payload, let offset = finding.place.offset, let length = finding.place.length else {
          Issue.record(label)
          continue
        }
        #expect(offset >= 0 && length >= 0 && offset + length <= payload.payload.count, label)
      }
    }
  }

  @Test(.enabled(if: isExhaustive, "takes minutes")) func everyRuleOfLayoutsIsReached() {
    var random = RandomLayouts(seed: 2071)
    random.formats += RandomLayouts.rarerFormats
    random.phys += [AdvertisingPHYs(primary: .coded, secondary: .coded)]
    // Four times the interval at which a scanner of ESPHome listens.
    random.intervals.append(1_280_000)
    let rulesOfLayouts = Rule.all.filter { rule in
      switch rule.check {
      case .structure, .structures, .knownPayload, .payload, .layout, .advertiser: true
      case .problem, .input, .expectation, .run: false
      }
    }
    var missing = Set(rulesOfLayouts.map(\.id))
    // Nothing is declared here.
    missing.remove("layout-differs-from-declared")
    // Here both blocks are known apart.
    missing.remove("division-unknown")
    // No stack makes these layouts.
    missing.subtract(["stack-changes-request", "stack-version-faulty"])
    // Some rules speak up only for scanners that are named, and for a time that is demanded.
    var demanding = Expectations(scanners: [.windows, .iosBackground, .bluezDiscovery])
    demanding.discovery = DiscoveryDemand(within: 1_000_000)
    let linters = [Linter(), Linter(expectations: demanding)]
    for _ in 0..<20_000 where missing != ["name-too-long"] {
      let subject = random.subject()
      for linter in linters { missing.subtract(linter.lint(subject).map(\.rule)) }
    }
    #expect(missing == ["name-too-long"], "seed 2071")
  }
}

struct RandomLayouts {
  private var state: UInt64
  /// Values of known formats.
  var formats = Self.wellKnownValues
  /// PHYs of layouts in extended advertising.
  var phys = [AdvertisingPHYs()]
  /// Intervals in microseconds.
  var intervals: [Int64] = [10_000, 20_000, 60_000, 152_500, 1_000_000]

  init(seed: UInt64) {
    state = seed
  }

  /// SplitMix64.
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  private mutating func number(below limit: Int) -> Int { Int(next() % UInt64(limit)) }
  private mutating func octet() -> UInt8 { UInt8(truncatingIfNeeded: next()) }
  private mutating func pick<Element>(_ choices: [Element]) -> Element { choices[number(below: choices.count)] }

  mutating func subject() -> Subject {
    let address = DeviceAddress(
      bits: pick([0xF0F1_F2F3_F4F5, 0x80F1_F2F3_F4F5, 0xFFFF_FFFF_FFFF, 0x70F1_F2F3_F4F5]),
      type: pick([.random, .public]))
    return Subject(
      path: "random", address: pick([nil, address]), addressKind: pick(DeviceAddress.Kind.allCases),
      isFromAir: number(below: 2) == 0, interval: interval(), heardFor: pick([nil, 7_200_000_000, 7_200_000_000]),
      channels: pick([nil, .all, .channel38]),
      layouts: (0..<1 + number(below: 3)).map { _ in layout() })
  }

  private mutating func interval() -> Subject.Interval? {
    let microseconds = pick(intervals)
    switch number(below: 4) {
    case 0: return .declared(microseconds)
    case 1: return .configured(microseconds...pick([microseconds, 2_000_000]))
    case 2: return .measured(IntervalEstimate(microseconds: microseconds, samples: pick([3, 20])))
    default: return nil
    }
  }

  private mutating func layout() -> SubjectLayout {
    let responses = (0..<pick([0, 1, 1, 2])).map { _ in payload() }
    let declared = number(below: 2) == 0
    let pdu = number(below: 8) == 0 ? nil : pick(AdvertisingPDU.allCases)
    return SubjectLayout(
      pdu: pdu,
      advertising: number(below: 8) == 0 ? nil : payload(), scanResponses: responses,
      scanResponse: responses.isEmpty
        ? .notObserved : declared ? .declared(responses[0].payload) : .observed(responses.map(\.payload)),
      phys: phys.count > 1 && pdu?.isExtended ?? false ? pick(phys) : phys[0])
  }

  private mutating func payload() -> SubjectPayload {
    var octets: [UInt8] = []
    for _ in 0..<number(below: 5) { octets += structure() }
    if number(below: 6) == 0 { octets += pick([[0, 0, 0], [0, 1], [9]]) }
    if number(below: 10) == 0 { octets.removeLast(min(octets.count, 1 + number(below: 3))) }
    return SubjectPayload(
      payload: Payload(octets), count: pick([1, 100_000, 100_000]), isTruncated: number(below: 10) == 0)
  }

  private static let values: [(type: UInt8, values: [[UInt8]])] = [
    (0x01, [[0x05]]),
    (0x01, [[0x06], [0x02], [0x00], [0x1A], [0x1E], [0x86], [0x06, 0x00], []]),
    (0x02, [[0x0F, 0x18], []]),
    (0x03, [[0x0F, 0x18], [0x18, 0x0F], [0x0A, 0x18, 0x00, 0x18], [0xE0, 0xFF], [0x0F], []]),
    (0x05, [[0x0F, 0x18, 0x00, 0x00]]),
    (
      0x07,
      [
        [0xFB, 0x34, 0x9B, 0x5F, 0x80, 0x00, 0x00, 0x80, 0x00, 0x10, 0x00, 0x00, 0x0F, 0x18, 0x00, 0x00],
        [0x00, 0x00, 0x18, 0x0F, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0x80, 0x5F, 0x9B, 0x34, 0xFB],
      ]
    ),
    (0x08, [[0x47, 0x6F], [0x4A, 0xC3], [0x41]]),
    (0x08, [Array("S-F0F1F2".utf8)]),
    (0x09, [Array("F0:F1:F2:F3:F4:F5".utf8)]),
    (0x09, [[0x47, 0x6F, 0x47, 0x6F], [0x47, 0x00], [0x4A, 0xF6, 0x72], []]),
    (0x0A, [[0x00], [0x7F], []]),
    (0x12, [[0x06, 0x00, 0x0C, 0x00], [0x0C, 0x00, 0x06, 0x00], [0x01]]),
    (0x16, [[0x0F, 0x18, 0x2A], [0x0F]]),
    (0x19, [[0xC1, 0x03], [0x00, 0x00], [0x03, 0xC1], [0xC1]]),
    (0x1A, [[0xA0, 0x00], [0x10, 0x00], [0xA0]]),
    (0x1C, [[0x00]]),
    (0x24, [[0x17, 0x2F, 0x2F, 0x61], Array("https://a".utf8), [0x01] + Array("http://a".utf8), [0x00]]),
    (0x2A, [[UInt8](repeating: 7, count: 14)]),
    (0x2F, [[0xA0, 0x00, 0x00]]),
    (0x31, [[UInt8](repeating: 7, count: 10), [7]]),
    (0x28, [[0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0x00, 0x00]]),
    (0xFF, [[0x59, 0x00, 0x2A], [0x00, 0x59], [0xFF, 0xFF], [0xFE, 0xFD], [0x59]]),
  ]

  private static let wellKnownValues: [(type: UInt8, values: [[UInt8]])] = [
    (0x16, wellKnown(in: [0xAA, 0xFE], [0x00, 0xEE] + count(16)) + wellKnown(in: [0xAA, 0xFE], [0x10, 0xC5, 0x02])),
    (0x16, wellKnown(in: [0x2C, 0xFE], [0x12, 0x34, 0x56]) + wellKnown(in: [0x2C, 0xFE], [0x00, 0x60, 0x11, 0x22])),
    (0x16, wellKnown(in: [0x6F, 0xFD], count(20))),
    (0x16, wellKnown(in: [0xD2, 0xFC], [0x42] + count(6) + [0x01, 0x64])),
    (0x16, wellKnown(in: [0xF6, 0xFF], [0x00, 0x00, 0x0F, 0xF1, 0xFF, 0x01, 0x80, 0x00])),
    (0x16, wellKnown(in: [0x95, 0xFE], [0x10, 0x50, 0x5B, 0x05, 0x01] + count(6))),
    (0x16, wellKnown(in: [0xFA, 0xFF], [0x0D, 0x01, 0x02, 0x12] + count(23))),
    (0xFF, wellKnown(in: [0x4C, 0x00], [0x02, 0x15] + count(21))),
    (0xFF, wellKnown(in: [0x4C, 0x00], [0x10, 0x05] + count(5))),
    (0xFF, wellKnown(in: [0x18, 0x01], [0xBE, 0xAC] + count(22))),
    (0xFF, wellKnown(in: [0x06, 0x00], [0x03, 0x00, 0x80]) + wellKnown(in: [0x06, 0x00], [0x03, 0x00, 0x00])),
    (0xFF, wellKnown(in: [0x99, 0x04], [0x05] + count(23))),
  ]

  /// What few rules are about.
  static let rarerFormats: [(type: UInt8, values: [[UInt8]])] = [
    (0x02, [[0xAA, 0xFE]]), (0x03, [[0x27, 0x18], [0x4E, 0x18]]), (0x27, [[0x01, 0x00]]),
    (0x16, wellKnown(in: [0x4E, 0x18], [0x01, 0x05, 0x00, 0x03, 0x02, 0x00])),
    (0x16, wellKnown(in: [0x52, 0x18], count(3))), (0x16, wellKnown(in: [0x27, 0x18], count(18))),
    (0x16, wellKnown(in: [0x56, 0x18], [0x05, 0x00])),
    (0x16, wellKnown(in: [0x51, 0x18], count(3) + [0x01, 0x01, 0x06] + [0, 0, 0, 0, 0, 0, 1, 0])),
    (0x16, wellKnown(in: [0x28, 0x18], [0x00] + count(8))),
    (0x16, wellKnown(in: [0xCD, 0xFD], [0x08, 0x01] + count(6) + [0x01, 0x04] + count(4))),
    (0x16, wellKnown(in: [0x3D, 0xFD], [0x54] + count(5))),
    (0x16, wellKnown(in: [0xED, 0xFE], [0x02, 0x00] + count(8))),
    (0x16, wellKnown(in: [0xB2, 0xFC], [0x02, 0x00])),
    (0xFF, wellKnown(in: [0x06, 0x00], [0x01, 0x09, 0x20, 0x02] + count(23))),
    (0xFF, wellKnown(in: [0x00, 0x4C], [0x02, 0x15] + count(21))),
  ]

  /// Octets that count from 1.
  private static func count(_ count: UInt8) -> [UInt8] { Array(1...count) }

  /// Data of a format as they should be, cut short, and with the second octet changed.
  private static func wellKnown(in owner: [UInt8], _ data: [UInt8]) -> [[UInt8]] {
    var changed = data
    changed[1] ^= 0x1F
    return [data, data.dropLast(), changed].map { owner + $0 }
  }

  private mutating func structure() -> [UInt8] {
    if number(below: 8) == 0 {
      let value = (0..<number(below: 20)).map { _ in octet() }
      return [UInt8(value.count + 1), octet()] + value
    }
    let choice = pick(number(below: 3) == 0 ? formats : Self.values)
    let value = pick(choice.values)
    return [UInt8(value.count + 1), choice.type] + value
  }
}
