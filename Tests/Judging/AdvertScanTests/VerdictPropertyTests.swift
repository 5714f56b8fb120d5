import AdvertScan
import AdvertisingData
import TestSupport
import Testing

/// What holds for every layout, however odd.
@Suite struct VerdictPropertyTests {
  /// Each profile, listening only and asking.
  private static let pairs = (ScannerProfile.known + [.passive]).map { profile in
    var passive = ScannerProfile(id: "\(profile.id), passive", basedOn: profile)
    passive.scanType = Claim(.passive, .userDefined)
    var active = ScannerProfile(id: "\(profile.id), active", basedOn: profile)
    active.scanType = Claim(.active, .userDefined)
    return (passive: passive, active: active)
  }

  @Test func layoutsOfAllFixturesHold() {
    #expect(Fixtures.layouts.count > 50)
    for (index, layout) in Fixtures.layouts.enumerated() { check(layout, "layout \(index) of the fixtures") }
  }

  @Test(arguments: UInt64(1)...20) func randomLayoutsHold(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for round in 0..<30 { check(Self.layout(&random), "seed \(seed), round \(round)") }
  }

  private func check(_ layout: Layout, _ label: Comment) {
    var silenced = layout
    if layout.scanResponse != .notScannable { silenced.scanResponse = .observed([Payload()]) }
    for question in questions(on: layout) {
      for (passive, active) in Self.pairs {
        let heard = passive.verdict(on: layout, for: question)
        let asked = active.verdict(on: layout, for: question)
        if heard.outcome == .discovered {
          #expect(heard.mention?.block != .scanResponse, label)
          // What the scan response holds changes nothing for who does not ask for it.
          #expect(passive.verdict(on: silenced, for: question).outcome == .discovered, label)
          #expect(asked.outcome == .discovered || asked.losesByOther, "\(label), \(active.id), \(question)")
        }
        if asked.outcome == .missed, !asked.losesByOther { #expect(heard.outcome != .discovered, label) }
        for verdict in [heard, asked] { check(verdict, on: layout, label) }
      }
    }
  }

  private func check(_ verdict: Verdict, on layout: Layout, _ label: Comment) {
    #expect(verdict.outcome == .missed || !verdict.isTentative, label)
    #expect(verdict.explanation.hasPrefix("may not be seen: ") == verdict.isTentative, label)
    guard let mention = verdict.mention else { return }
    let payload =
      mention.block == .advertising ? layout.advertising : mention.response.map { layout.scanResponse.payloads[$0] }
    #expect(mention.layout == 0 && mention.offset >= 2 && mention.length >= 0, label)
    #expect(mention.offset + mention.length <= payload?.count ?? -1, label)
  }

  private func questions(on layout: Layout) -> [Question] {
    ScannedDevice([layout]).services.map { .service($0) } + [.service(BluetoothUUID(0x180D)), .name(nil), .presence]
  }

  /// A device is discovered if and only if one of its layouts is.
  @Test(arguments: UInt64(21)...30) func deviceFaresAsItsBestLayout(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for round in 0..<40 {
      let layouts = (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.layout(&random) }
      let device = ScannedDevice(layouts)
      for question in device.services.map({ Question.service($0) }) + [.service(BluetoothUUID(0x180D)), .name(nil)] {
        for profile in ScannerProfile.known {
          let outcomes = layouts.map { profile.verdict(on: $0, for: question).outcome }
          let outcome = profile.verdict(on: device, for: question).outcome
          let label: Comment = "seed \(seed), round \(round), \(profile.id), \(question)"
          #expect((outcome == .discovered) == outcomes.contains(.discovered), label)
          #expect(outcomes.contains(outcome), label)
        }
      }
    }
  }

  /// Devices of equal traits fare alike when asked for their own services, whatever those are.
  @Test(arguments: (UInt64(31)...34).sampled(oneIn: 4)) func equalTraitsFareAlike(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var known: [DeviceTraits: [String]] = [:]
    var met = 0
    for round in 0..<1500 {
      let device = ScannedDevice((0..<Int.random(in: 1...2, using: &random)).map { _ in Self.layout(&random) })
      let words = ScannerProfile.known.flatMap { profile in
        device.questions.map { question in
          let verdict = profile.verdict(on: device, for: question)
          return "\(profile.id) \(verdict.outcome) \(verdict.isTentative) \(verdict.dependsOnTime)"
        }
      }
      let traits = device.traits(asked: device.questions)
      if let before = known[traits] {
        met += 1
        #expect(before == words, "seed \(seed), round \(round)")
      }
      known[traits] = words
    }
    #expect(met > 100 && known.count > 100, "seed \(seed): \(known.count) different traits, \(met) met again")
  }

  private static func layout(_ random: inout SplitMix64) -> Layout {
    let pdu = AdvertisingPDU.allCases.randomElement(using: &random)
    let response: Layout.ScanResponse =
      switch Int.random(in: 0..<5, using: &random) {
      case 0: .notObserved
      case 1: .notScannable
      case 2: .declared(payload(&random))
      default: .observed((0..<Int.random(in: 1...2, using: &random)).map { _ in payload(&random) })
      }
    return Layout(
      pdu: Int.random(in: 0..<10, using: &random) == 0 ? nil : pdu,
      advertising: Int.random(in: 0..<8, using: &random) == 0 ? nil : payload(&random), scanResponse: response)
  }

  private static let structures: [[UInt8]] = [
    "020106", "03030d18", "03020f18", "05050df00100", "04160d182a", "04160f18", "0416", "0303", "05094865", "0308",
    "00",
    "14ff4c00010000000000000020000000000000000000", "11070000000000000000000000000000000000", "ff", "0320",
    "1221000000000000000000000000000000000001",
  ].map { [UInt8](hex: $0) }

  private static func payload(_ random: inout SplitMix64) -> Payload {
    Payload((0..<Int.random(in: 0...3, using: &random)).flatMap { _ in structures.randomElement(using: &random) ?? [] })
  }
}

extension Verdict {
  /// Whether the scan loses the data by others: of several values of a field it keeps another one, or it drops all data for
  /// some that are malformed.
  fileprivate var losesByOther: Bool {
    switch reason {
    case .replaced, .keptValueUnknown, .lostInParsing, .parsingUnknown: true
    default: false
    }
  }
}
