internal import AdvertCapture
internal import AdvertisingData

/// A log with advertising data in its lines, made into a capture line by line: pcapng with HCI packets of the Linux monitor.
///
/// Record numbers count the packets, and file offsets are those in the pcapng.
package struct HexLineStream {
  /// Lines that had no data, and were left out; comments behind `#` do not count.
  package private(set) var linesWithoutData = 0

  /// Lines with both blocks in one, of which it is not known where the first ends. They are left out, too.
  package private(set) var linesOfBothBlocks = 0

  private var lines = LogLines(isAllData: true)
  private var line: [UInt8] = []
  private var isTooLong = false
  private var hasBegun = false
  private var latestTime: Int64?

  /// A stream before its first line.
  package init() {}

  /// Makes the lines that end in `text` into packets. What is behind the last end of a line waits for its rest.
  ///
  /// - Parameter arrival: when it came, in microseconds since 1970, for lines that say no time; `nil` when that is unknown.
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

  /// Makes the last line, which may have no end, into packets.
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
    // A comment says nothing of a device.
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
      ReportPackets.append(packet, at: latestTime ?? arrival, to: &made)
    }
  }
}

/// Decides at the beginning of a source whether it is a log with advertising data, or a capture.
package struct HexLineSearch {
  /// What was decided.
  package enum Decision: Hashable, Sendable {
    /// A line has data.
    case lines
    /// It is no such log.
    case capture
    /// More of it must come first.
    case undecided
  }

  /// The lines so far that had no data.
  package private(set) var linesWithoutData = 0

  private let allowsTextBefore: Bool
  private let maximumNoise: Int
  private var searched = 0
  private var noise = 0
  private var line: [UInt8] = []

  /// Data must come within so many octets of text.
  private static let longestText = 1 << 16

  /// - Parameters:
  ///   - allowsTextBefore: whether lines of other text may come first, such as those of a boot loader.
  ///   - isSerial: whether a few octets may be noise, as when a serial line is opened.
  package init(allowsTextBefore: Bool, isSerial: Bool) {
    self.allowsTextBefore = allowsTextBefore
    // Every record of a capture has several octets that are no text.
    maximumNoise = isSerial ? 8 : 0
  }

  /// Looks at the octets that came since the last call.
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
