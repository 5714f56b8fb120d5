import AdvertisingData

/// A container of records. One file each, and one line in ``CaptureFormats/all``.
protocol CaptureFormat: Sendable {
  /// As printed and in JSON.
  static var name: String { get }

  /// Whether an input is of this format, as its first octets tell; file names never matter. Reads as many as it takes and
  /// consumes none.
  static func recognises(_ input: inout InputWindow) -> Bool

  /// Delivers every record before the end or the first damage, which it notes. Formats are called through this protocol,
  /// so those that may be large have themselves specialised for what reads captures.
  static func read(_ input: inout InputWindow, into consumer: inout some RecordConsumer & ~Copyable)
    throws(CaptureError)
}

enum CaptureFormats {
  /// In the order in which they are tried: those with a mark first.
  static let all: [any CaptureFormat.Type] = [Btsnooz.self, Btsnoop.self, Pcap.self, Pcapng.self, PacketLogger.self]

  static var names: String { all.map { $0.name }.joined(separator: ", ") }

  static func format(of input: inout InputWindow) throws(CaptureError) -> any CaptureFormat.Type {
    for format in all where format.recognises(&input) { return format }
    if let failure = input.failure { throw .unreadable(reason: failure.reason) }
    guard !input.bytes.isEmpty else { throw .empty }
    let head = Array(copying: input.bytes.extracting(first: 16))
    // A bug report shows no sign of a log in it until the log comes, perhaps after many megabytes.
    _ = input.fill(atLeast: PlainText.headLength)
    if PlainText.isPlausible(input.bytes), Btsnooz.findLog(in: &input) { return Btsnooz.self }
    if let failure = input.failure { throw .unreadable(reason: failure.reason) }
    throw .notRecognised(head: head)
  }
}

extension RecordConsumer where Self: ~Copyable {
  /// Notes that the input has something else than its format demands.
  mutating func note(
    _ kind: CaptureProblem.Kind, fileOffset: Int, record: Int?, expected: String, found: String
  ) {
    note(CaptureProblem(kind, fileOffset: fileOffset, record: record, expected: expected, found: found))
  }

  /// Notes that the input could not be read on.
  mutating func note(_ failure: InputFailure, fileOffset: Int, record: Int?) {
    note(
      CaptureProblem(
        .cutShort, fileOffset: fileOffset, record: record, detail: .readingFailed(reason: failure.reason)))
  }

  /// Notes that the input ended, or could not be read on, inside a part that starts at `fileOffset`.
  mutating func noteCutShort(
    _ input: borrowing InputWindow, at fileOffset: Int, record: Int?, expected: String, found: String
  ) {
    if let failure = input.failure {
      note(failure, fileOffset: fileOffset, record: record)
    } else {
      note(.cutShort, fileOffset: fileOffset, record: record, expected: expected, found: found)
    }
  }
}
