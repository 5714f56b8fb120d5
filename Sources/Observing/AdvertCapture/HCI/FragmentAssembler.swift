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
    let key: Key
    let source: AdvertisingReport.Source
    let kind: PDUKind
    let identity: DeviceAddress?
    let phys: AdvertisingPHYs
    var record: Int
    var time: Timestamp?
    var rssi: Int8?
    let fileOffset: Int
    var data: [UInt8]
    /// Whether `data` has more than one fragment.
    var isJoined = false
    /// Whether data beyond the limit were dropped.
    var isOverlong = false

    var isExtended: Bool { kind.advertising?.isExtended ?? true }
  }

  private struct Key: Equatable {
    let adapter: UInt16
    let address: DeviceAddress
    let advertisingSID: UInt8?
    /// Separates advertisements from scan responses, and extended ones from legacy ones without a set.
    let pdu: AdvertisingReport.PDU
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
    let key = Key(
      adapter: piece.adapter, address: piece.address, advertisingSID: piece.advertisingSID,
      pdu: piece.pdu)
    guard let index = pending.firstIndex(where: { $0.key == key }) else {
      start(piece, key: key, status: status, into: &sink, problems: &problems)
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
    _ piece: borrowing AdvertisingReport, key: Key, status: DataStatus, into sink: inout BatchingSink,
    problems: inout ProblemLog
  ) {
    guard status != .complete else {
      sink.receive(piece)
      return
    }
    let advertisement = Pending(
      key: key, source: piece.source, kind: PDUKind(piece.pdu, piece.advertising), identity: piece.identity,
      phys: piece.phys, record: piece.record, time: piece.time, rssi: piece.rssi,
      fileOffset: piece.dataFileOffset ?? CaptureRecord.noFileOffset,
      data: Array(copying: piece.data))
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
    pending[index].record = piece.record
    pending[index].time = piece.time
    pending[index].rssi = piece.rssi ?? pending[index].rssi
    pending[index].isJoined = true
    let kept = min(piece.data.count, Self.longestData - pending[index].data.count)
    for octet in 0..<kept {
      pending[index].data.append(piece.data[octet])
    }
    if kept < piece.data.count { pending[index].isOverlong = true }
  }

  private func deliver(
    _ advertisement: Pending, isComplete: Bool, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    if !isComplete {
      problems.note(
        CaptureProblem(
          .advertisementIncomplete, fileOffset: advertisement.fileOffset, record: advertisement.record,
          expected: advertisement.isOverlong
            ? "an extended advertisement of at most \(Self.longestData) bytes"
            : "the rest of an \(advertisement.isExtended ? "extended " : "")advertisement",
          found: advertisement.isOverlong ? "more" : "its first \(advertisement.data.count) bytes"))
    }
    sink.receive(
      AdvertisingReport(
        source: advertisement.source, kind: advertisement.kind, address: advertisement.key.address,
        adapter: advertisement.key.adapter, advertisingSID: advertisement.key.advertisingSID, rssi: advertisement.rssi,
        time: advertisement.time, record: advertisement.record,
        dataFileOffset: advertisement.isJoined ? nil : advertisement.fileOffset, isComplete: isComplete,
        data: advertisement.data.span, identity: advertisement.identity, phys: advertisement.phys))
  }
}
