internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// What of a declared layout is not certain: the type of PDU that was only assumed, and octets that the program can change.
/// What a rule flags because of them is worth no more than a note.
struct LayoutDoubts {
  private var isKindAssumed = false
  private var changingAdvertising: [Range<Int>] = []
  private var changingScanResponse: [Range<Int>] = []

  /// Nothing is in doubt.
  init() {}

  init(of declared: DeclaredLayout) {
    isKindAssumed = declared.isKindAssumed
    changingAdvertising = declared.changingAdvertising
    changingScanResponse = declared.changingScanResponse
  }

  var isEmpty: Bool { !isKindAssumed && changingAdvertising.isEmpty && changingScanResponse.isEmpty }

  /// The flags, with no more than a note where one touches octets that change, or would not be there if the layout were
  /// sent in another way.
  ///
  /// - Parameter judge: what the same rule flags in another subject.
  func weighed(
    _ flags: [Report.Flag], of subject: Subject, _ judge: (Subject) -> [Report.Flag]
  ) -> [Report.Flag] {
    guard !isEmpty, flags.contains(where: { $0.severity > .note }) else { return flags }
    let others = isKindAssumed ? subject.sentOtherwise.map { Set(judge($0).map(FlaggedPlace.init)) } : []
    return flags.map { flag in
      guard flag.severity > .note else { return flag }
      let holds = others.allSatisfy { $0.contains(FlaggedPlace(flag)) }
      return holds && !touchesChanging(flag) ? flag : flag.weighed(.note)
    }
  }

  private func touchesChanging(_ flag: Report.Flag) -> Bool {
    let changing: [Range<Int>]
    switch flag.location.payload {
    case .advertising?: changing = changingAdvertising
    case .scanResponse?: changing = changingScanResponse
    case nil: changing = changingAdvertising + changingScanResponse
    }
    guard let offset = flag.offset, let length = flag.length else { return !changing.isEmpty }
    return changing.contains { $0.overlaps(offset..<offset + max(length, 1)) }
  }
}

extension Subject {
  /// The same layout sent in the other ways that its data allow.
  fileprivate var sentOtherwise: [Subject] {
    guard let layout = layouts.first, let pdu = layout.pdu else { return [] }
    let kinds: [AdvertisingPDU]
    switch pdu {
    // Data for answers are given, so the packets are scannable.
    case .advInd: kinds = layout.scanResponses.isEmpty ? [.advNonconnInd, .advScanInd] : [.advScanInd]
    case .extendedConnectable: kinds = [.extendedNonconnectable]
    default: kinds = []
    }
    return kinds.map { kind in
      var other = sending([
        SubjectLayout(
          pdu: kind, advertising: layout.advertising, scanResponses: layout.scanResponses,
          scanResponse: kind.isScannable ? layout.scanResponse : .notScannable, addedTypes: layout.addedTypes)
      ])
      other.declared = declared
      return other
    }
  }
}

extension Report.Flag {
  /// The same with another severity.
  fileprivate func weighed(_ severity: Severity) -> Report.Flag {
    var flag = self
    flag.severity = severity
    return flag
  }
}
