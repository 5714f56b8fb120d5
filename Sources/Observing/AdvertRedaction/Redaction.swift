package import AdvertCapture
internal import AdvertReading
package import AdvertisingData

/// Replaces the data that identify a device, its place and its times by pseudonyms: the same ones for the same values
/// throughout a run, and in another run on the same input.
///
/// Pseudonyms are assigned in the order in which values are met, so that they only show which originals are equal.
/// Docs/Privacy.md lists the data that stay, and the limits of redaction.
package final class Redaction {
  private var addresses = AddressPseudonyms()
  private var texts = TextPseudonyms()
  private var data = DataPseudonyms()
  private var paths = PathPseudonyms()
  private var members = PathPseudonyms()
  /// The first time met, which becomes 1970-01-01.
  private var start: Timestamp?
  /// The redacted payloads: nearly all payloads repeat. A forgotten payload is redacted again in the same way.
  private var latest: [SentPayload: [UInt8]] = [:]
  private static let maximumRemembered = 1 << 14

  private struct SentPayload: Hashable {
    let sender: DeviceAddress?
    let place: SentStructure.Place
    let octets: [UInt8]
  }

  package init() {}

  /// Pseudonyms that differ from those of others, for tests of the data that stay.
  init(seed: UInt64) {
    data = DataPseudonyms(seed: seed)
    texts = TextPseudonyms(seed: seed)
  }

  /// Returns an address with a number for its bits. Its type stays, and its kind of random address.
  package func address(_ address: DeviceAddress) -> DeviceAddress {
    guard address.isKnown else { return address }
    return DeviceAddress(bits: addresses.pseudonym(of: address.bits), type: address.type)
  }

  /// Returns the addresses of pseudonyms; a value that is not a pseudonym is returned unchanged.
  package func originals(of pseudonyms: some Sequence<DeviceAddress>) -> [DeviceAddress] {
    let originals = addresses.originals
    return pseudonyms.map { DeviceAddress(bits: originals[$0.bits] ?? $0.bits, type: $0.type) }
  }

  /// Returns the address of a pseudonym; a value that is not a pseudonym is returned unchanged.
  package func original(of pseudonym: DeviceAddress) -> DeviceAddress {
    DeviceAddress(bits: addresses.originals[pseudonym.bits] ?? pseudonym.bits, type: pseudonym.type)
  }

  /// Returns the pseudonym of a name, or another text, of the same length.
  package func text(_ text: String) -> String {
    String(decoding: texts.pseudonym(of: text.utf8), as: UTF8.self)
  }

  /// Returns the pseudonym of an address or a name with which a user chooses devices. A text that can be an address is
  /// one.
  package func device(_ text: String) -> String {
    guard let octets = try? HexText.octets(of: text), octets.count == 6 else { return self.text(text) }
    let bits = OctetOrder.bigEndian.number(of: octets[...])
    return DeviceAddress(bits: addresses.pseudonym(of: bits), type: .public).description
  }

  /// Returns a time at the same distance from the first time met.
  package func time(_ time: Timestamp) -> Timestamp {
    let start = self.start ?? time
    self.start = start
    return Timestamp(microseconds: time.microseconds &- start.microseconds)
  }

  /// Returns the last part of a path. When another path had the same, a number comes before it.
  package func path(_ path: String) -> String { paths.pseudonym(of: path) }

  /// Returns the same for the name of a capture in an archive.
  package func member(_ name: String) -> String { members.pseudonym(of: name) }

  /// Returns a problem without the found values of the capture, and without the name of an archive member.
  func problem(_ problem: CaptureProblem) -> CaptureProblem {
    var problem = problem
    problem.member = nil
    problem.detail =
      switch problem.detail {
      case .mismatch(let expected, _): .mismatch(expected: expected, found: nil)
      // A refused command and its status have no value of the capture.
      case .refused where problem.isRefusal: problem.detail
      case .stated: problem.detail
      case .readingFailed, .refused, .withheld: .withheld
      }
    return problem
  }

  /// Returns a summary with other times and other names of archive members, and without the found values of the
  /// capture. The same applies to the captures and archives in it.
  package func summary(_ summary: CaptureSummary) -> CaptureSummary {
    var redacted = summary
    redacted.problems = summary.problems.map(problem)
    redacted.times = summary.times.map { times in
      // The first time met decides all later ones, so the order may change.
      let ends = [time(times.lowerBound), time(times.upperBound)]
      return min(ends[0], ends[1])...max(ends[0], ends[1])
    }
    redacted.merged = summary.merged.map(merged)
    redacted.values = summary.values.map(values)
    redacted.member = summary.member.map(member)
    redacted.members = summary.members.map { one in
      var redacted = one
      redacted.name = member(one.name)
      redacted.summary = one.summary.map(self.summary)
      return redacted
    }
    return redacted
  }

  /// Returns a layout with other payloads of the same lengths.
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

  /// Returns a payload with the same structures, with pseudonyms for names, addresses and data.
  ///
  /// - Parameter address: The sender's address, which is searched for everywhere in its payloads.
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
    // Before the addresses in its data, so that the sender has the round number.
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
      // The first octet decides the format of the data: it must not become that of a known format by chance.
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
