internal import AdvertCapture
internal import AdvertReading
internal import AdvertWatch
internal import AdvertisingData
internal import PlatformLibrary

/// A source that may be a log with data in hex instead of a capture.
final class LineSource: ByteSource {
  let source: FollowedSource
  private let told: LineCount
  private var search: HexLineSearch
  private var stream: HexLineStream?
  private var isDecided = false
  private var isAtEnd = false
  /// The beginning, by which the kind of source was decided.
  private var pending: [UInt8] = []
  private var position = 0
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init(_ source: FollowedSource, _ told: LineCount) {
    self.source = source
    self.told = told
    search = HexLineSearch(allowsTextBefore: !source.isRegular || source.isFollowed, isSerial: source.isSerial)
  }

  /// Returns whether the source is a log, by its beginning.
  func isLog() throws(InputFailure) -> Bool {
    while !isDecided { try decide() }
    return stream != nil
  }

  /// Returns the records of the next lines of a log, none for lines without data; `nil` at its end.
  func nextRecords() throws(InputFailure) -> [LogRecord]? {
    guard !isAtEnd else { return nil }
    var octets = pending[...]
    pending = []
    if octets.isEmpty {
      let count = try source.read(into: &buffer, at: 0)
      octets = buffer[..<count]
    }
    let records: [LogRecord]?
    if octets.isEmpty {
      isAtEnd = true
      records = stream?.lastRecords(at: arrival)
    } else {
      records = stream?.records(of: octets, at: arrival)
    }
    told.linesWithoutData = stream?.linesWithoutData ?? 0
    told.linesOfBothBlocks = stream?.linesOfBothBlocks ?? 0
    return records
  }

  func read(into buffer: inout [UInt8], at start: Int) throws(InputFailure) -> Int {
    guard position < pending.count else { return try source.read(into: &buffer, at: start) }
    let count = min(pending.count - position, buffer.count - start)
    for index in 0..<count { buffer[start + index] = pending[position + index] }
    position += count
    if position == pending.count {
      pending.removeAll(keepingCapacity: true)
      position = 0
    }
    return count
  }

  /// Reads the beginning until the kind of source is decided.
  private func decide() throws(InputFailure) {
    let count = try source.read(into: &buffer, at: 0)
    pending += buffer[..<count]
    let decision = count > 0 ? search.look(at: buffer[..<count]) : search.end()
    isDecided = decision != .undecided
    told.tellText(search.linesWithoutData, isDecided: isDecided)
    if decision == .lines { stream = HexLineStream() }
  }

  /// The arrival time; lines of a file that exists already came at some other time.
  private var arrival: Int64? {
    guard !source.isRegular || source.isFollowed else { return nil }
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
  }
}

/// The number of lines without data in a log in hex.
final class LineCount {
  /// The lines of the present source.
  var linesWithoutData = 0
  /// Lines with both blocks in one.
  var linesOfBothBlocks = 0

  private let tell: (String) -> Void
  private var hasToldText = false

  /// The number of lines of text without data after which a message reports that there are no others.
  private static let maximumSilentLines = 20

  init(tell: @escaping (String) -> Void) {
    self.tell = tell
  }

  /// Reports once that only text comes.
  func tellText(_ lines: Int, isDecided: Bool) {
    guard lines >= Self.maximumSilentLines, !isDecided, !hasToldText else { return }
    hasToldText = true
    tell("\(lines) lines of text, and none of them has advertising data in hex; waiting for some")
  }

  /// The message at the end; `nil` when there were no such lines.
  var complaint: String? {
    var parts: [String] = []
    if linesWithoutData > 0 {
      let lines = counted(linesWithoutData, "line")
      parts.append("\(lines) without advertising data in hex \(linesWithoutData == 1 ? "was" : "were") passed over")
    }
    if linesOfBothBlocks > 0 {
      let lines = counted(linesOfBothBlocks, "line has", "lines have")
      parts.append(
        "\(lines) advertising data and scan response data in one, and where the first end is not known, so they were left "
          + "out: decode takes one of them")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
