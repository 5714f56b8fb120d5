internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

/// A subject compared with its declared layouts.
struct DeclaredComparison {
  /// The most differences listed for one payload. Further ones are counted.
  private static let maximumParts = 6
  /// The most layouts among which the nearest is looked for: a manifest and a capture can both be long.
  private static let maximumCompared = 32

  /// One payload that is sent and not declared. Payloads that differ in the same places have the same message.
  struct Difference {
    let location: Report.Location
    let offset: Int
    let length: Int
    let message: String
  }

  let differences: [Difference]
  /// A message with the kinds of address that are declared instead; `nil` when the subject's kind is declared.
  let addressMessage: String?

  /// A comparison; `nil` for a subject without declared layouts.
  init?(of subject: Subject) {
    guard let match = subject.declared else { return nil }
    let candidates = match.candidates
    var messages: [String: String] = [:]
    var differences: [Difference] = []
    for (index, layout) in subject.layouts.enumerated() {
      let sent = LayoutAsSent(layout, isOfImage: match.isImage)
      guard !candidates.hold(sent) else { continue }
      var nearest: (candidate: DeclaredCandidate, difference: DeclaredCandidate.Difference)?
      for candidate in candidates.all.prefix(Self.maximumCompared) {
        let difference = candidate.difference(from: sent)
        if difference.weight < nearest?.difference.weight ?? .max { nearest = (candidate, difference) }
        if difference.isEmpty { break }
      }
      guard let (candidate, difference) = nearest else { continue }
      for (position, parts) in difference.payloads {
        guard let first = parts.parts.first else { continue }
        let kind = "\(candidate.name ?? "") \(position.block) " + parts.parts.map { $0.kind }.joined(separator: ", ")
        let message = messages[kind] ?? Self.message(parts, of: position.block, candidate, match)
        messages[kind] = message
        differences.append(
          Difference(
            location: Report.Location(layout: index, payload: position), offset: first.offset, length: first.length,
            message: message))
      }
    }
    self.differences = differences
    addressMessage = subject.addressKind.flatMap { Self.message(on: $0, match) }
  }

  private static func message(on kind: DeviceAddress.Kind, _ match: DeclaredMatch) -> String? {
    let declared = match.candidates.addressKinds
    guard !declared.isEmpty, !declared.contains(where: kind.canBe) else { return nil }
    let words = declared.map { $0.rawValue }.sorted().joined(separator: " or ")
    return "the address is \(kind.rawValue), declared as \(words) (\(match.evidence.words))"
  }

  private static func message(
    _ difference: PayloadDifference, of block: Block, _ candidate: DeclaredCandidate, _ match: DeclaredMatch
  ) -> String {
    let name = candidate.name?.quoted ?? "the layout"
    let count = match.candidates.all.count
    let nearest = count > maximumCompared ? "one" : "the nearest"
    let which = count == 1 ? name : "any of \(count) layouts; \(nearest) is \(name)"
    let data = block == .advertising ? "advertising data" : "scan response data"
    let told = difference.parts.prefix(maximumParts).map { $0.message }.joined(separator: "; ")
    let rest = difference.parts.count > maximumParts ? "; and \(difference.parts.count - maximumParts) more" : ""
    return "the \(data) are not as declared in \(which) (\(match.evidence.words)): \(told)\(rest)"
  }
}

/// A layout as it is sent, as far as it is known.
struct LayoutAsSent {
  /// The advertising data; `nil` when they were not received whole.
  let advertising: Payload?
  /// The scan responses that were received whole.
  let scanResponses: [(position: Int, payload: Payload)]
  /// The AD types that the stack of an image adds when it runs: the name, as many stacks do, and other types that are
  /// known.
  let addedTypes: Set<ADType>

  init(_ layout: SubjectLayout, isOfImage: Bool) {
    let received = layout.advertising.flatMap { $0.isTruncated ? nil : $0.payload }
    advertising = layout.carriesAdvertisingData ? received : nil
    addedTypes = isOfImage ? layout.addedTypes.union([.completeLocalName, .shortenedLocalName]) : []
    scanResponses = layout.scanResponses.enumerated().filter { _, response in
      !response.isTruncated && !(isOfImage && response.payload.isEmpty)
    }.map { ($0, $1.payload) }
  }
}

/// The layouts that may be the declared one.
struct DeclaredCandidates: Sendable {
  let all: [DeclaredCandidate]
  // Layouts without varying octets, to look them up.
  private let exact: Set<[Payload]>
  private let exactAdvertising: Set<Payload>
  private let exactResponses: Set<Payload>
  // Layouts with varying octets, by the known part of a sent layout.
  private let varying: [DeclaredCandidate]
  private var byAdvertising = PatternIndex()
  private var byResponse = PatternIndex()
  private var byBoth = PatternIndex()
  /// Parts that together have all layouts. Each part can look them up.
  private let parts: [DeclaredCandidates]
  /// The kinds of address that the layouts state; empty when one of them states no kind, so that any kind will do.
  let addressKinds: Set<DeviceAddress.Kind>

  private static func addressKinds(of all: [DeclaredCandidate]) -> Set<DeviceAddress.Kind> {
    var kinds: Set<DeviceAddress.Kind> = []
    for candidate in all {
      guard let kind = candidate.layout.addressKind else { return [] }
      kinds.insert(kind)
    }
    return kinds
  }

  /// All layouts of several parts, which are known one by one.
  init(_ all: [DeclaredCandidate], joining parts: [DeclaredCandidates]) {
    self.all = all
    self.parts = parts
    addressKinds = Self.addressKinds(of: all)
    exact = []
    exactAdvertising = []
    exactResponses = []
    varying = []
  }

  /// The most layouts that are compared one by one.
  private static let few = 4

  init(_ all: [DeclaredCandidate]) {
    self.all = all
    parts = []
    addressKinds = Self.addressKinds(of: all)
    let plain = all.filter { $0.isExact }
    exact = Set(plain.map { $0.payloads })
    exactAdvertising = Set(plain.map { $0.payloads[0] })
    exactResponses = Set(plain.map { $0.payloads[1] })
    varying = all.filter { !$0.isExact }
    guard varying.count > Self.few else { return }
    for (position, candidate) in varying.enumerated() {
      let patterns = candidate.patterns
      byAdvertising.insert([patterns[0]], position: position)
      byResponse.insert([patterns[1]], position: position)
      byBoth.insert(patterns, position: position)
    }
  }

  /// Whether a sent layout is one of them, as far as it is known.
  func hold(_ sent: LayoutAsSent) -> Bool {
    parts.contains { $0.hold(sent) } || isExact(sent) || likely(sent).contains { $0.matches(sent) }
      || !sent.addedTypes.isEmpty && all.contains { $0.difference(from: sent).isEmpty }
  }

  /// Returns the layouts with varying octets that a sent layout may be.
  private func likely(_ sent: LayoutAsSent) -> [DeclaredCandidate] {
    guard varying.count > Self.few else { return varying }
    let positions =
      switch (sent.advertising, sent.scanResponses.first?.payload) {
      case (let advertising?, let response?): byBoth.positions(of: [advertising, response])
      case (let advertising?, nil): byAdvertising.positions(of: [advertising])
      case (nil, let response?): byResponse.positions(of: [response])
      // An unknown payload may be any payload.
      case (nil, nil): [0]
      }
    return positions.map { varying[$0] }
  }

  private func isExact(_ sent: LayoutAsSent) -> Bool {
    guard let advertising = sent.advertising else {
      return sent.scanResponses.allSatisfy { exactResponses.contains($0.payload) }
    }
    guard !sent.scanResponses.isEmpty else { return exactAdvertising.contains(advertising) }
    return sent.scanResponses.allSatisfy { exact.contains([advertising, $0.payload]) }
  }
}

/// A layout that may be the declared one.
struct DeclaredCandidate: Sendable {
  let layout: DeclaredLayout
  private let advertising: PayloadPattern
  private let scanResponse: PayloadPattern?

  init(_ layout: DeclaredLayout) {
    self.layout = layout
    advertising = PayloadPattern(layout.layout.advertising ?? Payload(), varying: layout.variation(of: .advertising))
    scanResponse = layout.layout.scanResponse.payloads.first.map {
      PayloadPattern($0, varying: layout.variation(of: .scanResponse))
    }
  }

  var name: String? { layout.name }

  var isExact: Bool { advertising.variation.isEmpty && scanResponse?.variation.isEmpty ?? true }

  /// The patterns of the advertising data and of the scan response data.
  var patterns: [PayloadPattern] { [advertising, scanResponse ?? PayloadPattern(Payload())] }

  var payloads: [Payload] { [advertising.payload, scanResponse?.payload ?? Payload()] }

  struct Difference {
    var payloads: [(position: PayloadPosition, difference: PayloadDifference)] = []

    var isEmpty: Bool { payloads.isEmpty }
    var weight: Int { payloads.reduce(0) { $0 + $1.difference.weight } }

    mutating func add(_ position: PayloadPosition, _ difference: PayloadDifference) {
      if !difference.parts.isEmpty { payloads.append((position, difference)) }
    }
  }

  /// Whether a sent layout is this one, as far as it is known.
  func matches(_ sent: LayoutAsSent) -> Bool {
    sent.advertising.map(advertising.matches) ?? true
      && sent.scanResponses.allSatisfy { (scanResponse ?? PayloadPattern(Payload())).matches($0.payload) }
  }

  func difference(from sent: LayoutAsSent) -> Difference {
    var difference = Difference()
    if let payload = sent.advertising {
      difference.add(
        .advertising,
        PayloadDifference(
          of: payload, from: advertising, other: sent.scanResponses.first?.payload, adding: sent.addedTypes))
    }
    for (position, payload) in sent.scanResponses {
      difference.add(
        .scanResponse(position),
        PayloadDifference(
          of: payload, from: scanResponse ?? PayloadPattern(Payload()), other: sent.advertising,
          adding: sent.addedTypes))
    }
    return difference
  }
}
