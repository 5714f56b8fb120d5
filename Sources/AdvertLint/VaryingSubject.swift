internal import AdvertObservation
internal import AdvertisingData

/// A declared layout with placeholders represents many payloads. The linter judges one of them, and a finding must hold
/// for all.
extension Subject {
  /// The same layout with other values in the octets that vary, as different as possible; empty when no octets vary.
  var variants: [Subject] {
    guard layouts.contains(where: { $0.payloads.contains { !$0.payload.variation.isEmpty } }) else { return [] }
    return [
      varied { _, values in values.last ?? 0 },
      // Neighbours differ, and so do octets at the same place in the two blocks.
      varied { offset, values in values[(offset * 37 + 11) % max(values.count, 1)] },
    ]
  }

  private func varied(_ choice: (Int, [UInt8]) -> UInt8) -> Subject {
    sending(layouts.map { $0.varied(choice) })
  }

  /// Returns the flags that a rule raises on every variant too, at the same place. A flag only on octets that vary is
  /// about placeholder values and is dropped, unless it lies beyond the octets that the PDU can carry.
  func settled(
    _ flags: [Report.Flag], by variants: [Subject], _ judge: (Subject) -> [Report.Flag]
  ) -> [Report.Flag] {
    guard !variants.isEmpty, !flags.isEmpty else { return flags }
    let others = variants.map { Set(judge($0).map(FlaggedPlace.init)) }
    return flags.filter { flag in
      let limit = flag.location.layout.flatMap { layouts[$0].pdu?.payloadLimit } ?? AdvertisingPDU.advInd.payloadLimit
      if let offset = flag.offset, offset < limit, let length = flag.length, length > 0,
        subjectPayload(at: flag.location)?.variation.covers(offset..<offset + length) ?? false
      {
        return false
      }
      return others.allSatisfy { $0.contains(FlaggedPlace(flag)) }
    }
  }
}

/// The place of a flag, to find it again in a subject that differs.
struct FlaggedPlace: Hashable {
  private let location: Report.Location
  private let offset: Int?
  private let length: Int?

  init(_ flag: Report.Flag) {
    location = flag.location
    offset = flag.offset
    length = flag.length
  }
}

extension SubjectLayout {
  fileprivate func varied(_ choice: (Int, [UInt8]) -> UInt8) -> SubjectLayout {
    let answers = scanResponses.map { $0.varied(choice) }
    return SubjectLayout(
      pdu: pdu, advertising: advertising.map { $0.varied(choice) }, scanResponses: answers,
      scanResponse: scanResponse.replacing(answers.map { $0.payload }), addedTypes: addedTypes)
  }
}

extension Layout.ScanResponse {
  /// Returns the same knowledge with other payloads.
  fileprivate func replacing(_ payloads: [Payload]) -> Self {
    switch self {
    case .declared: payloads.first.map { .declared($0) } ?? self
    case .observed: .observed(payloads)
    case .notObserved, .notScannable: self
    }
  }
}

extension SubjectPayload {
  fileprivate func varied(_ choice: (Int, [UInt8]) -> UInt8) -> SubjectPayload {
    guard !variation.isEmpty else { return self }
    return SubjectPayload(
      payload: variation.payload(payload) { choice($0, $1.values) }, count: count, sighting: sighting, text: text,
      variation: variation, isTruncated: isTruncated)
  }
}
