package import AdvertCapture
internal import AdvertisingData

/// Reads a log with advertising data in its lines, line by line.
///
/// The numbers of records count the records, not the lines.
package struct HexLineStream {
  /// The number of lines without data, which were left out; comments after `#` do not count.
  package private(set) var linesWithoutData = 0

  /// The number of lines with both blocks in one, where the end of the first is not known. They are left out too.
  package private(set) var linesOfBothBlocks = 0

  private var lines = LogLines(isAllData: true)
  private var line: [UInt8] = []
  private var isTooLong = false
  private var count = 0
  private var latestTime: Int64?

  /// A stream before its first line.
  package init() {}

  /// Returns the records of the lines that end in `text`. Octets after the last line end wait for the rest of their line.
  ///
  /// - Parameter arrival: the time of arrival, in microseconds since 1970, for lines without a time; `nil` when it is
  ///   unknown.
  package mutating func records(of text: ArraySlice<UInt8>, at arrival: Int64?) -> [LogRecord] {
    var records: [LogRecord] = []
    for octet in text {
      if octet == ASCII.lineFeed || octet == ASCII.carriageReturn {
        finishLine(at: arrival, into: &records)
      } else if line.count < LogLines.longestLine {
        line.append(octet)
      } else {
        isTooLong = true
      }
    }
    return records
  }

  /// Returns the records of the last line, which may have no end.
  package mutating func lastRecords(at arrival: Int64?) -> [LogRecord] {
    var records: [LogRecord] = []
    finishLine(at: arrival, into: &records)
    var output = LogOutput()
    lines.finish(into: &output)
    add(output, at: arrival, to: &records)
    return records
  }

  private mutating func finishLine(at arrival: Int64?, into records: inout [LogRecord]) {
    defer {
      line.removeAll(keepingCapacity: true)
      isTooLong = false
    }
    guard line.contains(where: { $0 > ASCII.space }) else { return }
    var output = LogOutput()
    // A comment has no data.
    switch isTooLong ? .nothing : lines.take(line[...], line: 0, into: &output) {
    case .data: break
    case .bothBlocks: linesOfBothBlocks += 1
    case .nothing: if line.first != UInt8(ascii: "#") { linesWithoutData += 1 }
    }
    add(output, at: arrival, to: &records)
  }

  private mutating func add(_ output: LogOutput, at arrival: Int64?, to records: inout [LogRecord]) {
    linesWithoutData += output.losses.count
    for var record in output.records {
      latestTime = record.time ?? latestTime
      // Sniffers write captures, which are read live.
      if case .frame = record.kind {
        linesWithoutData += 1
        continue
      }
      count += 1
      record.line = count
      record.time = latestTime ?? arrival
      records.append(record)
    }
  }
}

/// Decides at the beginning of a source whether it is a log with advertising data, or a capture.
package struct HexLineSearch {
  /// The possible decisions.
  package enum Decision: Hashable, Sendable {
    /// A line has data.
    case lines
    /// The stream is a binary capture, not a log of hex lines.
    case capture
    /// The decision needs more octets.
    case undecided
  }

  /// The number of lines without data so far.
  package private(set) var linesWithoutData = 0

  private let allowsTextBefore: Bool
  private let maximumNoise: Int
  private var searched = 0
  private var noise = 0
  private var line: [UInt8] = []

  /// The number of octets of text within which data must come.
  private static let longestText = 1 << 16

  /// - Parameters:
  ///   - allowsTextBefore: whether lines of other text may come first, such as those of a boot loader.
  ///   - isSerial: whether a few octets may be noise, as when a serial line is opened.
  package init(allowsTextBefore: Bool, isSerial: Bool) {
    self.allowsTextBefore = allowsTextBefore
    // Every record of a capture has several octets that are not text.
    maximumNoise = isSerial ? 8 : 0
  }

  /// Examines the octets that came since the last call.
  package mutating func look(at octets: ArraySlice<UInt8>) -> Decision {
    for octet in octets {
      searched += 1
      if !ASCII.isText(octet) {
        noise += 1
        if noise > maximumNoise { return .capture }
      }
      guard octet == ASCII.lineFeed || octet == ASCII.carriageReturn else {
        if line.count < LogLines.longestLine { line.append(octet) }
        continue
      }
      if LogLines.isLog(line[...], isAllData: true) { return .lines }
      if line.contains(where: { $0 > ASCII.space }), line.first != UInt8(ascii: "#") {
        linesWithoutData += 1
        if !allowsTextBefore { return .capture }
      }
      line.removeAll(keepingCapacity: true)
    }
    return searched > Self.longestText ? .capture : .undecided
  }

  /// Decides by the last line, which has no end.
  package mutating func end() -> Decision { LogLines.isLog(line[...], isAllData: true) ? .lines : .capture }
}
