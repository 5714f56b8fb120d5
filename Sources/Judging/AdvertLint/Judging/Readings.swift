internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

/// The layouts that a declared layout may stand for, and the flags of a rule that hold for all of them.
private struct Readings {
  private let doubts: [Doubt]
  /// The same layout with other values in the octets that vary or are not known. Two samples show that a flag depends
  /// on a value; they do not prove that it does not.
  private let otherValues: [Subject]
  /// The same layout, sent in the other ways that its data allow.
  private let otherKinds: [Subject]

  /// The readings of a subject; `nil` when it has no doubts.
  init?(of subject: Subject) {
    guard !subject.doubts.isEmpty else { return nil }
    doubts = subject.doubts
    otherKinds = doubts.contains { $0.part == .pdu } ? subject.sentOtherwise : []
    guard subject.layouts.contains(where: { $0.payloads.contains { !$0.payload.open.isEmpty } }) else {
      otherValues = []
      return
    }
    otherValues = [
      subject.replacingOpenOctets { _, values in values.last ?? 0 },
      // Neighbours differ, and so do octets at the same place in the two blocks.
      subject.replacingOpenOctets { offset, values in values[(offset * 37 + 11) % max(values.count, 1)] },
    ]
  }

  /// Returns the flags that hold in all readings: a flag is dropped when other values do not raise it at the same place,
  /// and it is at most a note when it depends on what is only assumed.
  ///
  /// - Parameter judge: returns the flags of the same rule on another subject.
  func settled(
    _ flags: ArraySlice<Flag>, of rule: Rule, on subject: Subject, _ judge: (Subject) -> [Flag]
  ) -> [Flag] {
    let values = otherValues.map { Set(judge($0).map(FlaggedPlace.init)) }
    let held = flags.filter { flag in
      (rule.isAboutPlace || !isOnOpenOctets(flag, of: subject))
        && values.allSatisfy { $0.contains(FlaggedPlace(flag)) }
    }
    guard held.contains(where: { $0.severity > .note }) else { return held }
    let kinds = otherKinds.map { Set(judge($0).map(FlaggedPlace.init)) }
    return held.map { flag in
      guard flag.severity > .note else { return flag }
      let isSettled = kinds.allSatisfy { $0.contains(FlaggedPlace(flag)) } && !touchesAssumed(flag, of: rule)
      return isSettled ? flag : flag.weighed(.note)
    }
  }

  /// Returns whether one of a subject's flags above a note depends on what is only assumed, or another kind of
  /// advertising raises one more.
  ///
  /// - Parameter judge: returns the flags on another subject.
  func dependOnAssumptions(_ flags: [Flag], of rules: [Rule], _ judge: (Subject) -> [Flag]) -> Bool {
    func places(_ flags: [Flag]) -> Set<FlaggedPlace> { Set(flags.map { FlaggedPlace($0) }) }
    let grave = flags.filter { $0.severity > .note }
    return grave.contains { touchesAssumed($0, of: rules[$0.rule]) }
      || otherKinds.contains { kind in places(judge(kind).filter { $0.severity > .note }) != places(grave) }
  }

  /// Returns whether all octets of a flag have open values: the flag is about the values shown, which stand for others.
  /// Octets that the PDU cannot carry are too many with any value.
  private func isOnOpenOctets(_ flag: Flag, of subject: Subject) -> Bool {
    let limit = flag.location.layout.flatMap { subject.layouts[$0].pdu }.payloadLimit
    guard let offset = flag.offset, offset < limit, let length = flag.length, length > 0 else { return false }
    return subject.subjectPayload(at: flag.location)?.open.covers(offset..<offset + length) ?? false
  }

  /// Returns whether a flag is on octets that are only assumed. Where a run supposed something, the code of the image made them,
  /// so their place is as it is.
  private func touchesAssumed(_ flag: Flag, of rule: Rule) -> Bool {
    let octets = flag.offset.flatMap { offset in flag.length.map { offset..<offset + max($0, 1) } }
    return doubts.contains { doubt in
      guard case .octets(let block, let range) = doubt.part, doubt.kind == .assumed else { return false }
      if rule.isAboutPlace, case .supposed = doubt.cause { return false }
      if let flagged = flag.location.payload?.block, flagged != block { return false }
      return octets.map(range.overlaps) ?? true
    }
  }
}

extension Checks {
  /// Returns the flags on a subject that hold in all its readings.
  ///
  /// - Parameter only: the position of the only rule that is asked; `nil` for all.
  func settledFlags(on subject: Subject, of only: Int? = nil) -> [Flag] {
    let flags = flags(on: subject, of: only)
    guard !flags.isEmpty, let readings = Readings(of: subject) else { return flags }
    var settled: [Flag] = []
    flags.forEachRule { flags in
      let rule = flags[flags.startIndex].rule
      settled += readings.settled(flags, of: rules[rule], on: subject) { self.flags(on: $0, of: rule) }
    }
    return settled
  }

  /// Returns whether flags on a subject depend on what is only assumed: another kind of advertising, or other octets,
  /// would give another answer.
  func dependOnAssumptions(about subject: Subject) -> Bool {
    guard subject.divisions.isEmpty, subject.doubts.contains(where: { $0.kind == .assumed }),
      let readings = Readings(of: subject)
    else { return false }
    return readings.dependOnAssumptions(flags(on: subject), of: rules) { flags(on: $0) }
  }
}

/// A flag's rule and its place, to find the flag again in a subject that differs.
private struct FlaggedPlace: Hashable {
  private let rule: Int
  private let location: Report.Location
  private let offset: Int?
  private let length: Int?

  init(_ flag: Flag) {
    rule = flag.rule
    location = flag.location
    offset = flag.offset
    length = flag.length
  }
}

extension Subject {
  fileprivate func replacingOpenOctets(_ choice: (Int, [UInt8]) -> UInt8) -> Subject {
    sending(layouts.map { $0.replacingOpenOctets(choice) })
  }

  /// The same layout, sent in the other ways that its data allow.
  fileprivate var sentOtherwise: [Subject] {
    guard let layout = layouts.first, let pdu = layout.pdu else { return [] }
    let kinds: [AdvertisingPDU]
    switch pdu {
    // It has data for scan responses, so the PDUs are scannable.
    case .advInd: kinds = layout.scanResponses.isEmpty ? [.advNonconnInd, .advScanInd] : [.advScanInd]
    case .extendedConnectable: kinds = [.extendedNonconnectable]
    default: kinds = []
    }
    return kinds.map { kind in
      var other = sending([
        SubjectLayout(
          pdu: kind, advertising: layout.advertising, scanResponses: layout.scanResponses,
          scanResponse: kind.isScannable ? layout.scanResponse : .notScannable, phys: layout.phys,
          addedTypes: layout.addedTypes)
      ])
      other.declared = declared
      return other
    }
  }
}

extension SubjectLayout {
  fileprivate func replacingOpenOctets(_ choice: (Int, [UInt8]) -> UInt8) -> SubjectLayout {
    let answers = scanResponses.map { $0.replacingOpenOctets(choice) }
    return SubjectLayout(
      pdu: pdu, advertising: advertising.map { $0.replacingOpenOctets(choice) }, scanResponses: answers,
      scanResponse: scanResponse.replacing(answers.map { $0.payload }), phys: phys, addedTypes: addedTypes)
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
  fileprivate func replacingOpenOctets(_ choice: (Int, [UInt8]) -> UInt8) -> SubjectPayload {
    guard !open.isEmpty else { return self }
    return SubjectPayload(
      payload: open.payload(payload) { choice($0, $1.values) }, count: count, sighting: sighting, text: text,
      open: open, isTruncated: isTruncated)
  }
}

extension Flag {
  /// Returns the same flag with another severity.
  fileprivate func weighed(_ severity: Severity) -> Flag {
    var flag = self
    flag.severity = severity
    return flag
  }
}
