internal import AdvertReading
import AdvertisingData

/// Joins the fragments in which a controller reports one extended advertisement.
///
/// Fragments of different sets interleave, so several advertisements are pending at a time. Their number and length are
/// limited. Beyond the limits the oldest is delivered as incomplete.
struct FragmentAssembler {
  /// The longest possible advertising data (Core Vol 4 Part E 7.8.54).
  private static let longestData = AdvertisingPDU.extendedNonconnectable.payloadLimit
  /// The most pending advertisements, above those that any controller interleaves.
  private static let maximumPending = 64

  private var pending: [Pending] = []

  /// Whether no advertisement is pending.
  var isEmpty: Bool { pending.isEmpty }

  private struct Pending {
    /// The properties of the advertisement, with record, time and strength of its latest fragment.
    var attributes: AdvertisingReport.Attributes
    /// Offset in the input of the first data octet; `nil` in a log in text.
    let fileOffset: Int?
    var data: [UInt8]
    /// Whether data beyond the limit were dropped.
    var isOverlong = false

    /// Returns whether a fragment is of the same advertisement. The PDU separates advertisements from scan responses, and
    /// extended ones from legacy ones without a set.
    func isContinued(by piece: borrowing AdvertisingReport) -> Bool {
      attributes.adapter == piece.adapter && attributes.address == piece.address
        && attributes.advertisingSID == piece.advertisingSID && attributes.pdu == piece.pdu
    }
  }

  /// Takes one fragment. Delivers the joined advertisement when it is complete. A fragment that is a whole
  /// advertisement is delivered unchanged.
  mutating func add(
    _ piece: borrowing AdvertisingReport, status: DataStatus, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    if pending.isEmpty, status == .complete {
      sink.receive(piece)
      return
    }
    guard let index = pending.indices.first(where: { pending[$0].isContinued(by: piece) }) else {
      start(piece, status: status, into: &sink, problems: &problems)
      return
    }
    append(piece, toPending: index)
    if status != .moreToCome {
      let isWhole = status == .complete && !pending[index].isOverlong
      deliver(pending.remove(at: index), isComplete: isWhole, into: &sink, problems: &problems)
    }
  }

  /// Delivers all pending advertisements as incomplete.
  mutating func flushAll(into sink: inout BatchingSink, problems: inout ProblemLog) {
    for advertisement in pending {
      deliver(advertisement, isComplete: false, into: &sink, problems: &problems)
    }
    pending = []
  }

  private mutating func start(
    _ piece: borrowing AdvertisingReport, status: DataStatus, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard status != .complete else {
      sink.receive(piece)
      return
    }
    let advertisement = Pending(
      attributes: piece.attributes, fileOffset: piece.dataFileOffset, data: Array(copying: piece.data))
    guard status == .moreToCome else {
      deliver(advertisement, isComplete: false, into: &sink, problems: &problems)
      return
    }
    if pending.count == Self.maximumPending {
      deliver(pending.removeFirst(), isComplete: false, into: &sink, problems: &problems)
    }
    pending.append(advertisement)
  }

  private mutating func append(_ piece: borrowing AdvertisingReport, toPending index: Int) {
    pending[index].attributes.record = piece.record
    pending[index].attributes.time = piece.time
    pending[index].attributes.rssi = piece.rssi ?? pending[index].attributes.rssi
    pending[index].attributes.dataFileOffset = nil
    let kept = min(piece.data.count, Self.longestData - pending[index].data.count)
    for octet in 0..<kept {
      pending[index].data.append(piece.data[octet])
    }
    if kept < piece.data.count { pending[index].isOverlong = true }
  }

  private func deliver(
    _ advertisement: Pending, isComplete: Bool, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    var attributes = advertisement.attributes
    if !isComplete {
      let isExtended = attributes.advertising?.isExtended ?? true
      problems.note(
        CaptureProblem(
          .advertisementIncomplete, fileOffset: advertisement.fileOffset, record: attributes.record,
          expected: advertisement.isOverlong
            ? "an extended advertisement of at most \(Self.longestData) bytes"
            : "the rest of an \(isExtended ? "extended " : "")advertisement",
          found: advertisement.isOverlong ? "more" : "its first \(advertisement.data.count) bytes"))
    }
    attributes.isComplete = isComplete
    sink.receive(
      AdvertisingReport(attributes, data: advertisement.data.span, acad: advertisement.data.span.extracting(first: 0)))
  }
}
