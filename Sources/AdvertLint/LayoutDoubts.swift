internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// The uncertain parts of a declared layout: a type of PDU that was only assumed, and octets that the program can
/// change. A flag that depends on them is at most a note.
struct LayoutDoubts {
  private var isKindAssumed = false
  private var changingAdvertising: [Range<Int>] = []
  private var changingScanResponse: [Range<Int>] = []

  /// No doubts.
  init() {}

  init(of declared: DeclaredLayout) {
    isKindAssumed = declared.isKindAssumed
    changingAdvertising = declared.changingAdvertising
    changingScanResponse = declared.changingScanResponse
  }

  var isEmpty: Bool { !isKindAssumed && changingAdvertising.isEmpty && changingScanResponse.isEmpty }

  /// Returns the flags; a flag is at most a note when it touches octets that change, or would not be there if the
  /// layout were sent in another way.
  ///
  /// - Parameter judge: returns the flags of the same rule on another subject.
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
          scanResponse: kind.isScannable ? layout.scanResponse : .notScannable, addedTypes: layout.addedTypes)
      ])
      other.declared = declared
      return other
    }
  }
}

extension Report.Flag {
  /// Returns the same flag with another severity.
  fileprivate func weighed(_ severity: Severity) -> Report.Flag {
    var flag = self
    flag.severity = severity
    return flag
  }
}
