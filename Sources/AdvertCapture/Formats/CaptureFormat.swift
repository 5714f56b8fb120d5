import AdvertisingData

/// A container of records. One file each, and one line in ``CaptureFormats/all``.
protocol CaptureFormat: Sendable {
  /// As printed and in JSON.
  static var name: String { get }

  /// Octets of the start that ``recognises(_:)`` wants to see, when the input has them.
  static var headLength: Int { get }

  /// Whether an input that starts with these octets is of this format. File names never matter.
  static func recognises(_ head: Span<UInt8>) -> Bool

  /// Delivers every record before the end or the first damage, which it notes.
  static func read(_ input: inout InputWindow, into consumer: inout some RecordConsumer & ~Copyable)
    throws(CaptureError)
}

enum CaptureFormats {
  static let all: [any CaptureFormat.Type] = [Btsnoop.self, Pcap.self]

  static var names: String { all.map { $0.name }.joined(separator: ", ") }

  static func format(of input: inout InputWindow) throws(CaptureError) -> any CaptureFormat.Type {
    for format in all {
      // A shorter input is no obstacle: the format decides with what there is.
      _ = input.fill(atLeast: format.headLength)
      if format.recognises(input.bytes) { return format }
    }
    if let failure = input.failure { throw .unreadable(reason: failure.reason) }
    guard !input.bytes.isEmpty else { throw .empty }
    throw .notRecognised(head: Array(copying: input.bytes.extracting(first: 16)))
  }
}
