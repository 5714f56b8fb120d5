internal import AdvertReading
import AdvertisingData

/// The records of a format that is nothing else than records after a file header: each has a header of one length, then
/// its packet.
protocol RecordForm: Sendable {
  static var headerLength: Int { get }
  /// The longest packet of a record.
  static var longestPacket: Int { get }
  /// Whether times before 1990 mean that the writer took another unit.
  static var notesEarlyTimes: Bool { get }
  /// Whether writers make times whose fraction of a second is a second or more, or negative: such a time is not known, and
  /// its record is as good as any other.
  static var hasLooseTimes: Bool { get }
  /// The link type of all records.
  var linkType: LinkType { get }
  /// The longest part of a packet that the file declares; longer packets are cut.
  var longestKept: Int { get }

  /// Reads a header. `bytes` has at least ``headerLength`` octets.
  func header(_ bytes: Span<UInt8>) -> RecordHeader

  /// Returns whether a header could begin with these octets, at least ``headerLength``: a quick test, which rejects most
  /// places of other data and no header.
  func mayBegin(_ bytes: Span<UInt8>) -> Bool
}

extension RecordForm {
  static var notesEarlyTimes: Bool { false }
  static var hasLooseTimes: Bool { false }
  var longestKept: Int { .max }
}

struct RecordHeader: BitwiseCopyable, Sendable {
  /// The octets of the packet in the file; any number in a damaged header, also a negative one.
  var length: Int
  /// The length of the packet before the capture cut it, by the header.
  var originalLength: Int
  var time: Timestamp
  var nanoseconds = CaptureRecord.countsMicroseconds
  var flags: UInt32 = 0
  /// The packets dropped since the capture began; 0 in formats without such a count.
  var drops: UInt32 = 0
  /// Whether the other fields have values that the format gives them.
  var isUsual: Bool

  /// The largest step of time between records that needs no further look, back and forth: records of several sources can
  /// be a little out of order.
  private static let usualStepBack: Int64 = 100_000
  private static let usualStep: UInt64 = 10_000_000
  /// The most packets that are dropped between two records.
  private static let mostDrops: UInt32 = 1 << 20
  /// The distance of times that belong to one capture: 30 days.
  private static let longestPause: UInt64 = 30 * 86_400_000_000
  private static let latestPlausible = Timestamp(microseconds: 4_102_444_800_000_000)

  /// Whether the header follows a record with this time and count of drops without anything unusual.
  @inline(__always)
  func follows(_ time: Timestamp, drops: UInt32, longest: Int) -> Bool {
    let step = UInt64(bitPattern: self.time.microseconds &- time.microseconds &+ Self.usualStepBack)
    return isUsual && UInt(bitPattern: length) <= UInt(longest) && step <= Self.usualStep
      && addsPossibleDrops(to: drops)
  }

  @inline(__always)
  func addsPossibleDrops(to drops: UInt32) -> Bool { self.drops &- drops <= Self.mostDrops }

  /// Whether the time is near another.
  func isNear(_ other: Timestamp) -> Bool { time.distance(to: other) <= Self.longestPause }

  /// Whether the time is one that a capture can have, or near one that this capture has.
  func isTimed(near latest: Timestamp?) -> Bool {
    CaptureRecord.earliestPlausible...Self.latestPlausible ~= time || latest.map { isNear($0) } ?? false
  }

  /// Whether the time comes before another, as in a file whose parts are out of order.
  func comesBefore(_ other: Timestamp) -> Bool {
    time < other && time.distance(to: other) > UInt64(Self.usualStepBack)
  }
}

extension RecordForm {
  /// Returns the header at an offset; `nil` when the window does not have all of it.
  func header(_ bytes: Span<UInt8>, at offset: Int) -> RecordHeader? {
    bytes.count - offset >= Self.headerLength ? header(bytes.extracting(offset..<offset + Self.headerLength)) : nil
  }

  func isPossible(_ header: RecordHeader) -> Bool { 0...Self.longestPacket ~= header.length }

  /// Whether the octets of a header are all zero, as in the holes of files. No writer makes such a record.
  func isBlank(_ bytes: Span<UInt8>, at offset: Int = 0) -> Bool {
    for octet in offset..<min(offset + Self.headerLength, bytes.count) where bytes[octet] != 0 { return false }
    return true
  }

  /// Whether a header is one in all its fields but the time.
  func isSound(_ header: RecordHeader) -> Bool { header.isUsual && hasSoundLengths(header) }

  /// Whether a header is one in all its fields but the time, of which the fraction may be any where writers make such.
  func mayBeSound(_ header: RecordHeader) -> Bool { (header.isUsual || Self.hasLooseTimes) && hasSoundLengths(header) }

  private func hasSoundLengths(_ header: RecordHeader) -> Bool {
    isPossible(header) && header.length...Self.longestPacket ~= header.originalLength
  }
}
