package import AdvertCapture
package import AdvertisingData

/// Pseudonyms in place of what tells who a device is, where it was heard and when: the same ones for the same things
/// throughout a run, and in another run on the same input.
///
/// Pseudonyms are given out in the order in which things are met, so that they say nothing about the originals but which
/// are equal. What stays, and what this cannot promise, is in Docs/Privacy.md.
package final class Redaction {
  private var addresses = AddressPseudonyms()
  private var texts = TextPseudonyms()
  private var data = DataPseudonyms()
  private var paths = PathPseudonyms()
  private var members = PathPseudonyms()
  /// The first time met, which becomes 1970-01-01.
  private var start: Timestamp?
  /// What was made of payloads: nearly all are repeats. They are made alike again when they are forgotten.
  private var latest: [SentPayload: [UInt8]] = [:]
  private static let maximumRemembered = 1 << 14

  private struct SentPayload: Hashable {
    let sender: DeviceAddress?
    let place: SentStructure.Place
    let octets: [UInt8]
  }

  package init() {}

  /// Pseudonyms that differ from those of others, for tests of what stays.
  init(seed: UInt64) {
    data = DataPseudonyms(seed: seed)
    texts = TextPseudonyms(seed: seed)
  }

  /// An address with a number for its bits. Its type stays, and what kind of random address it is.
  package func address(_ address: DeviceAddress) -> DeviceAddress {
    guard address.isKnown else { return address }
    return DeviceAddress(bits: addresses.pseudonym(of: address.bits), type: address.type)
  }

  /// The addresses that some of these pseudonyms stand for.
  package func originals(of pseudonyms: some Sequence<DeviceAddress>) -> [DeviceAddress] {
    let originals = addresses.originals
    return pseudonyms.map { DeviceAddress(bits: originals[$0.bits] ?? $0.bits, type: $0.type) }
  }

  /// The address that a pseudonym stands for; what is no pseudonym stands for itself.
  package func original(of pseudonym: DeviceAddress) -> DeviceAddress {
    DeviceAddress(bits: addresses.originals[pseudonym.bits] ?? pseudonym.bits, type: pseudonym.type)
  }

  /// A name, or another text, of the same length.
  package func text(_ text: String) -> String {
    String(decoding: texts.pseudonym(of: text.utf8), as: UTF8.self)
  }

  /// An address or a name, as a user chooses devices by it. What can be an address is one.
  package func device(_ text: String) -> String {
    guard let octets = try? HexText.octets(of: text), octets.count == 6 else { return self.text(text) }
    let bits = octets.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return DeviceAddress(bits: addresses.pseudonym(of: bits), type: .public).description
  }

  /// A time that is as long after the first one met.
  package func time(_ time: Timestamp) -> Timestamp {
    let start = self.start ?? time
    self.start = start
    return Timestamp(microseconds: time.microseconds &- start.microseconds)
  }

  /// What a path ends with. When that was the end of another path, a number stands before it.
  package func path(_ path: String) -> String { paths.pseudonym(of: path) }

  /// The same for the name of a capture in an archive.
  package func member(_ name: String) -> String { members.pseudonym(of: name) }

  /// A problem without what was found in the capture, and without the name of an archive member.
  func problem(_ problem: CaptureProblem) -> CaptureProblem {
    var problem = problem
    problem.member = nil
    problem.detail =
      switch problem.detail {
      case .mismatch(let expected, _): .mismatch(expected: expected, found: nil)
      case .readingFailed, .refused, .withheld: .withheld
      }
    return problem
  }

  /// A summary with other times and other names of archive members, and without what was found in the capture. The same
  /// holds for the captures and archives in it.
  package func summary(_ summary: CaptureSummary) -> CaptureSummary {
    var redacted = summary
    redacted.problems = summary.problems.map(problem)
    redacted.times = summary.times.map { times in
      // The first time met decides what times become, so the order may change.
      let ends = [time(times.lowerBound), time(times.upperBound)]
      return min(ends[0], ends[1])...max(ends[0], ends[1])
    }
    // Whoever makes layouts of them makes them of the original, and redacts these.
    redacted.merged = []
    redacted.values = []
    redacted.member = summary.member.map(member)
    redacted.members = summary.members.map { one in
      var redacted = one
      redacted.name = member(one.name)
      redacted.summary = one.summary.map(self.summary)
      return redacted
    }
    return redacted
  }

  /// A layout with other payloads of the same lengths.
  package func layout(_ layout: Layout, sentBy address: DeviceAddress? = nil) -> Layout {
    var layout = layout
    layout.advertising = layout.advertising.map { payload($0, sentBy: address) }
    switch layout.scanResponse {
    case .observed(let payloads): layout.scanResponse = .observed(payloads.map { payload($0, sentBy: address) })
    case .declared(let declared): layout.scanResponse = .declared(payload(declared, sentBy: address))
    case .notObserved, .notScannable: break
    }
    return layout
  }

  /// A payload with the same structures, in which pseudonyms stand for names, addresses and data.
  ///
  /// - Parameter address: The sender's, which is looked for everywhere in its payloads.
  package func payload(_ payload: Payload, sentBy address: DeviceAddress? = nil) -> Payload {
    Payload(octets(of: payload.octets.span, sentBy: address))
  }

  func octets(
    of payload: Span<UInt8>, sentBy address: DeviceAddress?, in place: SentStructure.Place = .data
  ) -> [UInt8] {
    guard !payload.isEmpty else { return [] }
    let sent = SentPayload(sender: address, place: place, octets: Payload(copying: payload).octets)
    if let known = latest[sent] { return known }
    let octets = replaced(sent)
    if latest.count == Self.maximumRemembered { latest.removeAll(keepingCapacity: true) }
    latest[sent] = octets
    return octets
  }

  private func replaced(_ sent: SentPayload) -> [UInt8] {
    // Before addresses in its data, so that the sender has the round number.
    _ = sent.sender.map(self.address)
    let signs = DeviceHints(Payload(sent.octets))
    var octets = sent.octets
    var walk = ADStructures(sent.octets.span)
    while let structure = walk.next() {
      let range = structure.valueOffset..<structure.offset + structure.size
      let value = replaced(
        SentStructure(
          type: structure.type, value: Array(sent.octets[range]), isWhole: structure.missingOctets == 0,
          place: sent.place, following: sent.octets[range.upperBound...], signs: signs),
        sentBy: sent.sender)
      octets.replaceSubrange(range, with: value)
    }
    if case .terminated(let end) = walk.ending {
      for offset in end..<octets.count {
        octets[offset] = data.pseudonym(of: octets[offset], at: offset - end, of: .remainder)
      }
    }
    return octets
  }

  private func replaced(_ structure: SentStructure, sentBy address: DeviceAddress?) -> [UInt8] {
    let value = structure.value
    let treatment = ValueTreatment(structure)
    var replaced = value
    for (offset, octet) in value.enumerated() {
      var kept: UInt8 = 0
      var range: ClosedRange<UInt8>?
      switch treatment.octets[offset] {
      case .kept, .text: continue
      case .replaced(let keeping): kept = keeping
      case .limited(let ranges): range = ranges.first { $0.contains(octet) }
      }
      // The first octet says what format data have: it must not say by chance that it is a known one.
      let avoided = treatment.unknownFormat.flatMap { $0.start == offset ? $0.avoided : nil } ?? []
      replaced[offset] = data.pseudonym(
        of: octet, at: offset, of: treatment.owner, keeping: kept, avoiding: avoided, within: range)
    }
    for text in treatment.texts { replaced.replaceSubrange(text, with: texts.pseudonym(of: value[text])) }
    for place in AddressPlaces(in: value, treatment.addresses, of: address).places {
      replaced.replaceSubrange(place.range, with: place.octets(of: addresses.pseudonym(of: place.bits)))
    }
    return replaced
  }
}

/// Passes on what dissection finds with pseudonyms in the place of addresses, names, data and times, so that nothing that
/// comes after it knows the originals.
package struct RedactingSink<Sink: AdvertisingSink>: AdvertisingSink {
  /// Takes what is redacted.
  package private(set) var base: Sink
  private let redaction: Redaction

  package init(_ base: Sink, by redaction: Redaction) {
    self.base = base
    self.redaction = redaction
  }

  package mutating func startCapture(member: String?) {
    base.startCapture(member: member.map(redaction.member))
  }

  package mutating func receive(_ report: borrowing AdvertisingReport) {
    let data = redaction.octets(of: report.data, sentBy: report.address)
    let acad = redaction.octets(of: report.acad, sentBy: report.address, in: .controllerData)
    var attributes = report.attributes
    attributes.address = redaction.address(report.address)
    attributes.identity = report.identity.map(redaction.address)
    attributes.time = report.time.map(redaction.time)
    base.receive(AdvertisingReport(attributes, data: data.span, acad: acad.span))
  }

  package mutating func receive(_ change: ScanModeChange) {
    var change = change
    change.time = change.time.map(redaction.time)
    base.receive(change)
  }

  package mutating func receive(_ settings: ScanSettings) {
    var settings = settings
    settings.time = settings.time.map(redaction.time)
    for position in settings.filters.indices {
      settings.filters[position].conditions = settings.filters[position].conditions.map(redaction.condition)
    }
    base.receive(settings)
  }

  package mutating func receive(_ request: ScanRequest) {
    var request = request
    request.time = request.time.map(redaction.time)
    request.advertiser = redaction.address(request.advertiser)
    base.receive(request)
  }

  package mutating func receive(_ event: ConnectionEvent) {
    var event = event
    event.time = event.time.map(redaction.time)
    switch event.kind {
    case .opened(let peer, let current):
      event.kind = .opened(peer: redaction.address(peer), current: current.map(redaction.address))
    case .failed(let peer, let status): event.kind = .failed(peer: redaction.address(peer), status: status)
    case .closed: break
    }
    base.receive(event)
  }

  package mutating func inputMayPause() { base.inputMayPause() }

  package mutating func receive(_ layout: HostLayout) {
    var redacted = layout
    redacted.address = redaction.address(layout.address)
    redacted.time = layout.time.map(redaction.time)
    redacted.layout = redaction.layout(layout.layout, sentBy: layout.address)
    base.receive(redacted)
  }
}
