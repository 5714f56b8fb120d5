package import AdvertObservation
internal import AdvertisingData

/// The layouts that manifests declare, to be compared with what devices and firmware images send.
///
/// What belongs together is said, and never guessed: a device has the name that a layout sends, or its manifest lists it
/// under `devices`; an array of an image has the name of the layout, or the payload has the name that the layout sends.
package struct DeclaredLayouts: Sendable {
  /// The layouts of one manifest, and the devices that are said to send them.
  private struct Group {
    let candidates: DeclaredCandidates
    let devices: DeviceSelectors
  }

  private var layouts: [DeclaredCandidate] = []
  private var groups: [Group] = []
  /// Positions in `layouts`.
  private var byName: [String: [Int]] = [:]
  /// The layouts of a manifest that send the same name.
  private var senders: [Senders] = []
  // Positions in `senders`: by names without placeholders, and by the others.
  private var bySentName: [[UInt8]: [Int]] = [:]
  private var sentNames = PatternIndex()

  private struct Senders {
    /// In `layouts`, ascending.
    var positions: [Int]
    let candidates: DeclaredCandidates
  }

  /// A name that a layout sends, with what varies in it.
  private struct SentName: Hashable {
    let octets: [UInt8]
    let varying: [Variation.Octet?]

    init(_ element: DecodedPayload.Element, of pattern: PayloadPattern) {
      octets = element.value.octets
      varying = octets.indices.map { pattern.variation[element.offset + 2 + $0] }
    }
  }

  /// Nothing is declared.
  package init() {}

  /// Whether nothing is declared.
  package var isEmpty: Bool { layouts.isEmpty }

  /// Adds the layouts of a manifest, which says that these devices send them.
  package mutating func add(_ layouts: [DeclaredLayout], of devices: [DeviceSelector]) {
    let start = self.layouts.count
    let candidates = layouts.map(DeclaredCandidate.init)
    self.layouts += candidates
    if !devices.isEmpty, !layouts.isEmpty {
      groups.append(Group(candidates: DeclaredCandidates(candidates), devices: DeviceSelectors(devices)))
    }
    var names: [SentName: (element: DecodedPayload.Element, pattern: PayloadPattern, positions: [Int])] = [:]
    for (position, layout) in zip(start..., layouts) {
      if let name = layout.name { byName[name, default: []].append(position) }
      for pattern in layout.patterns {
        for element in pattern.payload.decoded.elements where element.isName && !element.value.octets.isEmpty {
          let name = SentName(element, of: pattern)
          if names[name, default: (element, pattern, [])].positions.last != position {
            names[name, default: (element, pattern, [])].positions.append(position)
          }
        }
      }
    }
    for (name, sent) in names {
      if name.varying.allSatisfy({ $0 == nil }) {
        bySentName[name.octets, default: []].append(senders.count)
      } else {
        sentNames.insert(sent.element, of: sent.pattern, position: senders.count)
      }
      senders.append(
        Senders(
          positions: sent.positions, candidates: DeclaredCandidates(sent.positions.map { self.layouts[$0] })))
    }
  }

  // MARK: What belongs to what

  /// The layouts that an advertiser is declared to send; `nil` when nothing says that it is declared.
  func match(_ advertiser: Advertiser) -> DeclaredMatch? {
    guard !isEmpty else { return nil }
    let payloads = advertiser.layouts.flatMap { $0.layout.blocks.map { $0.payload } }
    if let match = match(sending: payloads) { return match }
    let choosing = groups.filter { $0.devices.choose(advertiser) }.map { $0.candidates }
    guard let first = choosing.first else { return nil }
    let candidates =
      choosing.count == 1 ? first : DeclaredCandidates(choosing.flatMap { $0.all }, joining: choosing)
    return DeclaredMatch(candidates: candidates, evidence: .devices)
  }

  /// The layouts that a payload of a firmware image is declared to be.
  func match(_ layout: DeclaredLayout) -> DeclaredMatch? {
    guard !isEmpty else { return nil }
    if let name = layout.name {
      // Advertising data and scan response data are joined by a plus.
      let names = [name] + name.parts(between: " + ")
      if let found = names.lazy.compactMap({ byName[$0] }).first {
        return DeclaredMatch(
          candidates: DeclaredCandidates(found.map { layouts[$0] }), evidence: .array, isImage: true)
      }
    }
    return match(sending: layout.payloads, isImage: true)
  }

  private func match(sending payloads: [Payload], isImage: Bool = false) -> DeclaredMatch? {
    var names: Set<[UInt8]> = []
    var found: Set<Int> = []
    for payload in payloads {
      for element in payload.decoded.elements where element.isName && !element.overruns {
        guard names.insert(element.value.octets).inserted else { continue }
        found.formUnion(bySentName[element.value.octets] ?? [])
        found.formUnion(sentNames.positions(ofValue: element.value.octets))
      }
    }
    guard !found.isEmpty else { return nil }
    return DeclaredMatch(candidates: candidates(of: found.map { senders[$0] }), evidence: .sentName, isImage: isImage)
  }

  /// All of several: of one that has them all, what was made of it before.
  private func candidates(of senders: [Senders]) -> DeclaredCandidates {
    let positions = Set(senders.flatMap { $0.positions })
    if let whole = senders.first(where: { $0.positions.count == positions.count }) { return whole.candidates }
    return DeclaredCandidates(positions.sorted().map { layouts[$0] }, joining: senders.map { $0.candidates })
  }
}

/// What a subject is declared to send, and how that is known.
struct DeclaredMatch: Sendable {
  /// What is sent must be one of them.
  let candidates: DeclaredCandidates
  let evidence: Evidence
  /// Whether it is what an image holds, which may set its scan response data when it runs.
  var isImage = false

  enum Evidence: Sendable {
    /// It sends the name that the layout sends.
    case sentName
    /// The manifest lists it under `devices`.
    case devices
    /// The array of the image has the name of the layout.
    case array

    var words: String {
      switch self {
      case .sentName: "it sends the same name"
      case .devices: "`devices` lists it"
      case .array: "the array has the same name"
      }
    }
  }
}

extension DecodedPayload.Element {
  fileprivate var isName: Bool { type == .completeLocalName || type == .shortenedLocalName }
}
