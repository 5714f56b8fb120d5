internal import AdvertisingData

/// A well-known payload in words and in JSON.
struct KnownPayloadDescription {
  private let known: KnownPayload
  private let title: String
  private let fields: [KnownField]

  /// The candidates are named where an overflow area has their bit.
  init(_ known: KnownPayload, candidates: OverflowCandidates = .none) {
    self.known = known
    (title, fields) = known.described(candidates)
  }

  /// `nil` when the data is in no format known here.
  init?(_ data: ManufacturerData, candidates: OverflowCandidates = .none) {
    guard let known = KnownPayload.recognised(in: data) else { return nil }
    self.init(known, candidates: candidates)
  }

  /// `nil` when the data is in no format known here.
  init?(_ data: ServiceData) {
    guard let known = KnownPayload.recognised(in: data) else { return nil }
    self.init(known)
  }

  /// What it is, what it says and what is wrong with it, in one line.
  var words: String {
    let said = KnownField.words(fields)
    var words = said.isEmpty ? title : "\(title) \(said)"
    if known.isUnverified { words += " (partly unverified)" }
    let problems = known.problems
    if !problems.isEmpty {
      words += "; problem: " + problems.map(\.description).joined(separator: ", ")
    }
    return words
  }

  /// The member `known` of manufacturer and service data: `null` when it is in no format known here. Nothing for
  /// other values.
  static func writeKnown(in value: ADValue, candidates: OverflowCandidates, to json: inout JSONWriter) {
    let description: Self?
    switch value {
    case .manufacturerData(let data): description = Self(data, candidates: candidates)
    case .serviceData(let data): description = Self(data)
    default: return
    }
    if let description { description.write(to: &json) } else { json.null("known") }
  }

  private func write(to json: inout JSONWriter) {
    json.object("known") { json in
      json.value("kind", known.kind.rawValue)
      for field in fields { field.write(to: &json) }
      json.value("unverified", known.isUnverified)
      json.array("problems", known.problems) { $0.value(nil, $1.description) }
    }
  }
}

extension KnownPayload {
  /// What it is, and its fields. A kind's fields are the same for every payload of that kind and form.
  func described(_ candidates: OverflowCandidates) -> (title: String, fields: [KnownField]) {
    switch self {
    case .iBeacon(let value): (kind.words, value.fields)
    case .altBeacon(let value): (kind.words, value.fields)
    case .eddystone(let value): (value.title, value.fields)
    case .continuity(let value): (kind.words + ":", value.fields(candidates))
    case .swiftPair(let value): (kind.words, value.fields)
    case .connectedDevices(let value): (kind.words, value.fields)
    case .fastPair(let value): (kind.words, value.fields)
    case .exposureNotification(let value): (kind.words, value.fields)
    case .btHome(let value): (kind.words, value.fields)
    case .matter(let value): (kind.words, value.fields)
    case .ruuviTag(let value): (value.title, value.fields)
    case .miBeacon(let value): (kind.words, value.fields)
    case .remoteID(let value): (kind.words, value.fields)
    case .tracker(let value): (value.network.words, value.fields)
    case .malformed(let kind, let octets, _): (kind.words, [KnownField("data", octets: octets)])
    }
  }
}

extension KnownPayload.Kind {
  /// For people.
  fileprivate var words: String {
    switch self {
    case .iBeacon: "iBeacon"
    case .altBeacon: "AltBeacon"
    case .eddystone: "Eddystone"
    case .continuity: "Apple Continuity"
    case .swiftPair: "Swift Pair"
    case .connectedDevices: "Connected Devices Platform"
    case .fastPair: "Fast Pair"
    case .exposureNotification: "Exposure Notification"
    case .btHome: "BTHome"
    case .matter: "Matter"
    case .ruuviTag: "RuuviTag"
    case .miBeacon: "MiBeacon"
    case .remoteID: "Remote ID"
    case .tracker: "tracker"
    }
  }
}
