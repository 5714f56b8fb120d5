public import AdvertObservation
internal import AdvertisingData

/// The layouts that manifests declare, to be compared with what devices and firmware images send.
///
/// What belongs together is said, and never guessed: a device has the name that a layout sends, or its manifest lists it
/// under `devices`; an array of an image has the name of the layout, or the payload has the name that the layout sends.
public struct DeclaredLayouts: Sendable {
  /// The layouts of one manifest, and the devices that are said to send them.
  private struct Group {
    let candidates: DeclaredCandidates
    let devices: DeviceSelectors
  }

  private var layouts: [DeclaredCandidate] = []
  private var groups: [Group] = []
  // Positions in `layouts`.
  private var byName: [String: [Int]] = [:]
  private var bySentName: [[UInt8]: [Int]] = [:]
  /// Sent names with placeholders, by what comes before the first one.
  private var byStartOfSentName:
    [[UInt8]: [(position: Int, pattern: PayloadPattern, element: DecodedPayload.Element)]] =
      [:]

  /// Nothing is declared.
  public init() {}

  /// Whether nothing is declared.
  public var isEmpty: Bool { layouts.isEmpty }

  /// Adds the layouts of a manifest, which says that these devices send them.
  public mutating func add(_ layouts: [DeclaredLayout], of devices: [DeviceSelector]) {
    let start = self.layouts.count
    let candidates = layouts.map(DeclaredCandidate.init)
    self.layouts += candidates
    if !devices.isEmpty, !layouts.isEmpty {
      groups.append(Group(candidates: DeclaredCandidates(candidates), devices: DeviceSelectors(devices)))
    }
    for (position, layout) in zip(start..., layouts) {
      if let name = layout.name { byName[name, default: []].append(position) }
      for pattern in layout.patterns {
        for element in pattern.payload.decoded.elements where element.isName { add(element, of: pattern, position) }
      }
    }
  }

  private mutating func add(_ element: DecodedPayload.Element, of pattern: PayloadPattern, _ position: Int) {
    let octets = element.value.octets
    let start = octets.indices.first { pattern.variation[element.offset + 2 + $0] != nil }
    if let start {
      byStartOfSentName[Array(octets[..<start]), default: []].append((position, pattern, element))
    } else if !octets.isEmpty {
      bySentName[octets, default: []].append(position)
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
    let candidates = choosing.count == 1 ? first : DeclaredCandidates(choosing.flatMap { $0.all })
    return DeclaredMatch(candidates: candidates, evidence: .devices)
  }

  /// The layouts that a payload of a firmware image is declared to be.
  func match(_ layout: DeclaredLayout) -> DeclaredMatch? {
    guard !isEmpty else { return nil }
    if let name = layout.name {
      // Advertising data and scan response data are joined by a plus.
      let names = [name] + name.parts(between: " + ")
      if let found = names.lazy.compactMap({ byName[$0] }).first { return match(found, .array, isImage: true) }
    }
    return match(sending: layout.layout.blocks.map { $0.payload }, isImage: true)
  }

  private func match(sending payloads: [Payload], isImage: Bool = false) -> DeclaredMatch? {
    var names: Set<[UInt8]> = []
    var positions: Set<Int> = []
    for payload in payloads {
      for element in payload.decoded.elements where element.isName && !element.overruns {
        guard names.insert(element.value.octets).inserted else { continue }
        positions.formUnion(declaring(name: element.value.octets))
      }
    }
    return match(positions.sorted(), .sentName, isImage: isImage)
  }

  private func declaring(name: [UInt8]) -> [Int] {
    var positions = bySentName[name] ?? []
    guard !byStartOfSentName.isEmpty else { return positions }
    for count in 0...name.count {
      for candidate in byStartOfSentName[Array(name[..<count])] ?? []
      where candidate.pattern.matches(candidate.element, octets: name) {
        positions.append(candidate.position)
      }
    }
    return positions
  }

  private func match(_ positions: [Int], _ evidence: DeclaredMatch.Evidence, isImage: Bool) -> DeclaredMatch? {
    guard !positions.isEmpty else { return nil }
    return DeclaredMatch(
      candidates: DeclaredCandidates(positions.map { layouts[$0] }), evidence: evidence, isImage: isImage)
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
