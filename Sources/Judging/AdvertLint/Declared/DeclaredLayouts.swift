package import AdvertObservation
package import AdvertReading
internal import AdvertisingData

/// The layouts that manifests declare, to be compared with the payloads of devices and firmware images.
///
/// A stated fact connects the two, never a guess: a device has the name that a layout sends, or its manifest lists it
/// under `devices`; an array of an image has the name of the layout, or the payload has the name that the layout sends.
package struct DeclaredLayouts: Sendable {
  /// The layouts of one manifest, and the devices that it lists for them.
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
    /// Positions in `layouts`, ascending.
    var positions: [Int]
    let candidates: DeclaredCandidates
  }

  /// A name that a layout sends, with its varying octets.
  private struct SentName: Hashable {
    let octets: [UInt8]
    let varying: [Variation.Octet?]

    init(_ element: DecodedPayload.Element, of pattern: PayloadPattern) {
      octets = element.value.octets
      varying = octets.indices.map { pattern.variation[element.offset + 2 + $0] }
    }
  }

  /// No declared layouts.
  package init() {}

  /// Whether there are no declared layouts.
  package var isEmpty: Bool { layouts.isEmpty }

  /// Adds the layouts of a manifest that these devices send.
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

  // MARK: Finding declared layouts

  /// Returns the declared layouts of an advertiser; `nil` when no fact connects it to any.
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

  /// Returns the declared layouts of a payload of a firmware image; `nil` when no fact connects it to any.
  func match(_ layout: DeclaredLayout) -> DeclaredMatch? {
    guard !isEmpty else { return nil }
    if let name = layout.name {
      // A plus joins the names of advertising data and scan response data.
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

  /// Returns the candidates of several senders. When one sender has them all, its own candidates serve again.
  private func candidates(of senders: [Senders]) -> DeclaredCandidates {
    let positions = Set(senders.flatMap { $0.positions })
    if let whole = senders.first(where: { $0.positions.count == positions.count }) { return whole.candidates }
    return DeclaredCandidates(positions.sorted().map { layouts[$0] }, joining: senders.map { $0.candidates })
  }
}

/// The declared layouts of a subject, and the fact that connects it to them.
struct DeclaredMatch: Sendable {
  /// The layouts; the subject's must be one of them.
  let candidates: DeclaredCandidates
  let evidence: Evidence
  /// Whether the subject is a layout of an image, which may set its scan response data when it runs.
  var isImage = false

  enum Evidence: Sendable {
    /// The subject sends the name that the layout sends.
    case sentName
    /// The manifest lists the device under `devices`.
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
