import AdvertScan
import AdvertisingData
import TestSupport
import Testing

/// Each claim of each profile decides: turned around, it gives another verdict about one of a few layouts.
@Suite struct InvertedClaimTests {
  /// A claim, and a change that makes another one of it.
  struct Inversion: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Returns whether the profile has the claim, so that there is something to change.
    let apply: @Sendable (inout ScannerProfile) -> Bool
  }

  private static func inversion<Value: Sendable>(
    _ name: String, _ claim: any WritableKeyPath<ScannerProfile, Claim<Value>?> & Sendable,
    _ inverted: @escaping @Sendable (Value?) -> Value?
  ) -> Inversion {
    Inversion(testDescription: name) { profile in
      profile[keyPath: claim] = inverted(profile[keyPath: claim]?.value).map { Claim($0, .userDefined) }
      return true
    }
  }

  static let inversions: [Inversion] = [
    Inversion(testDescription: "scan type") { profile in
      profile.scanType = Claim(profile.scanType.value == .active ? .passive : .active, .userDefined)
      return true
    },
    Inversion(testDescription: "requirement") { profile in
      profile.requirement = Claim(profile.requirement.value == .none ? .serviceUUID : .none, .userDefined)
      return true
    },
    inversion("service filter", \.serviceFilter) { value in
      value == nil || value == .serviceList ? [.serviceList, .serviceData] : .serviceList
    },
    inversion("delivery", \.delivery) { $0 == .raw ? .lastWins : .raw },
    inversion("delivery of a company's data", \.delivery) { $0 == .lastWins ? .lastWinsButCompaniesJoined : .lastWins },
    inversion("extended advertising", \.receivesExtended) { !($0 ?? false) },
    inversion("LE Coded", \.receivesCoded) { !($0 ?? true) },
    Inversion(testDescription: "overflow area") { profile in
      profile.readsOverflowArea = Claim(!profile.readsOverflowArea.value, .userDefined)
      // chip-tool looks for Matter's service alone.
      return profile.requirement.value != .matterData
    },
    inversion("Flags", \.flagsRequirement) { value in
      value == nil ? FlagsRequirement(.hasAnyOf(0x03), isLiftedByFilter: false) : nil
    },
    Inversion(testDescription: "Flags beside a filter") { profile in
      guard let flags = profile.flagsRequirement?.value else { return false }
      profile.flagsRequirement = Claim(
        FlagsRequirement(flags.test, isLiftedByFilter: !flags.isLiftedByFilter), .userDefined)
      return true
    },
    Inversion(testDescription: "loss of scan responses") { profile in
      guard profile.scanType.value == .active else { return false }
      profile.scanResponseLoss = profile.scanResponseLoss == nil ? Claim("it drops some", .userDefined) : nil
      return true
    },
    inversion("padding of names", \.namePadding) { $0 == .removed ? .kept : .removed },
    inversion("refusals", \.refusals) { $0 == nil ? ScannerProfile.webBluetooth.refusals?.value : nil },
    inversion("zero octets", \.readsPastZero) { !($0 ?? false) },
    inversion("malformed data", \.malformedData) { $0 == .emptiesRecord ? .skipped : .emptiesRecord },
    inversion("data without content", \.malformedData) { $0 == .endsPayload ? .skipped : .endsPayload },
    inversion("location beacons", \.beaconsHiddenIf) { $0 == nil ? "the app is not allowed to" : nil },
    inversion("iBeacons", \.hidesIBeacons) { !($0 ?? false) },
  ]

  // MARK: Layouts and questions

  private static let flags = "020106"
  private static let list = "03030d18"
  private static let named = "040948524d"
  private static let maker = "05fff1050102"
  private static let otherMaker = "05fff1050909"
  /// A commissionable device of Matter, which one of the scanners looks for.
  private static let matter = "0b16f6ff00000ff1ff008000"

  /// Advertising data and scan responses, with Flags and a service where these are not what matters.
  private static let blocks: [(advertising: String, response: String)] = [
    (flags + list, ""), (flags, list), (flags + list, named), (flags + "04160d182a", ""), (flags, "04160d182a"),
    (flags + "14ff4c00010000000000000020000000000000000000", ""), (list, ""), (named, ""), ("", ""),
    (flags + list + "060948524d0000", ""), (flags + list + maker + otherMaker, ""),
    (flags + list + otherMaker + maker, ""), (flags + list + "00" + named, ""),
    (flags + list + "02ff4c" + named, ""), (flags + list + "03ff4c00" + named, ""),
    (flags + "03031218", ""), (flags + "0303f6ff", ""), (flags + list + named + "040958595a", ""),
    (flags + list + "1aff4c000215" + String(repeating: "0", count: 40) + "c5", ""),
  ]

  /// The blocks alone and with data of Matter, and extended advertising on each PHY.
  private static let layouts: [Layout] = {
    var layouts: [Layout] = []
    for data in ["", matter] {
      for (advertising, response) in blocks { layouts.append(layout(.advInd, data + advertising, response)) }
      for phy in [PHY.oneMegabit, .coded] {
        layouts.append(layout(.extendedConnectable, data + flags + list + named, nil, phy))
      }
    }
    return layouts
  }()

  private static func layout(
    _ pdu: AdvertisingPDU, _ advertising: String, _ response: String?, _ phy: PHY? = nil
  ) -> Layout {
    Layout(
      pdu: pdu, advertising: Payload([UInt8](hex: advertising)),
      scanResponse: response.map { .observed([Payload([UInt8](hex: $0))]) } ?? .notScannable,
      phys: AdvertisingPHYs(primary: phy, secondary: phy))
  }

  private static var questions: [Question] {
    get throws {
      let maker = try #require(DataQuestion(.manufacturer(0x05F1), beginning: [1, 2]))
      return [.service(0x180D), .service(0xFFF6), .service(0x1812), .name("HRM"), .presence, .data(maker)]
    }
  }

  @Test(arguments: inversions) func everyClaimDecides(_ inversion: Inversion) throws {
    let questions = try Self.questions
    for profile in ScannerProfile.allVersions {
      var other = profile
      guard inversion.apply(&other) else { continue }
      let isFound = Self.layouts.contains { layout in
        questions.contains { question in
          let (one, another) = (profile.verdict(on: layout, for: question), other.verdict(on: layout, for: question))
          return one.word != another.word || one.reason != another.reason || one.unless != another.unless
        }
      }
      #expect(isFound, "\(profile.id)")
    }
  }
}
