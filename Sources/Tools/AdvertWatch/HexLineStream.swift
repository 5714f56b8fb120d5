internal import AdvertCapture
internal import AdvertisingData

/// Turns a log with advertising data in its lines into a capture, line by line: pcapng with HCI packets of the Linux
/// monitor.
///
/// Record numbers count the packets, and file offsets are those in the pcapng.
package struct HexLineStream {
  /// The number of lines without data, which were left out; comments after `#` do not count.
  package private(set) var linesWithoutData = 0

  /// The number of lines with both blocks in one, where the end of the first is not known. They are left out too.
  package private(set) var linesOfBothBlocks = 0

  private var lines = LogLines(isAllData: true)
  private var line: [UInt8] = []
  private var isTooLong = false
  private var hasBegun = false
  private var latestTime: Int64?

  /// A stream before its first line.
  package init() {}

  /// Turns the lines that end in `text` into packets. Octets after the last line end wait for the rest of their line.
  ///
  /// - Parameter arrival: the time of arrival, in microseconds since 1970, for lines without a time; `nil` when it is
  ///   unknown.
  package mutating func packets(of text: ArraySlice<UInt8>, at arrival: Int64?) -> [UInt8] {
    var made = hasBegun ? [] : ReportPackets.beginning
    hasBegun = true
    for octet in text {
      if octet == ASCII.lineFeed || octet == ASCII.carriageReturn {
        finishLine(at: arrival, into: &made)
      } else if line.count < LogLines.longestLine {
        line.append(octet)
      } else {
        isTooLong = true
      }
    }
    return made
  }

  /// Turns the last line, which may have no end, into packets.
  package mutating func lastPackets(at arrival: Int64?) -> [UInt8] {
    var made: [UInt8] = []
    finishLine(at: arrival, into: &made)
    var output = LogOutput()
    lines.finish(into: &output)
    hand(output, at: arrival, to: &made)
    return made
  }

  private mutating func finishLine(at arrival: Int64?, into made: inout [UInt8]) {
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
    hand(output, at: arrival, to: &made)
  }

  private mutating func hand(_ output: LogOutput, at arrival: Int64?, to made: inout [UInt8]) {
    linesWithoutData += output.losses.count
    for packet in output.packets {
      latestTime = packet.time ?? latestTime
      // Sniffers write captures, which are read live.
      if !ReportPackets.append(packet, at: latestTime ?? arrival, to: &made) { linesWithoutData += 1 }
    }
  }
}

/// Decides at the beginning of a source whether it is a log with advertising data, or a capture.
package struct HexLineSearch {
  /// The possible decisions.
  package enum Decision: Hashable, Sendable {
    /// A line has data.
    case lines
    /// It is not such a log.
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
