internal import AdvertReading
internal import AdvertisingData

/// A log in text, by any program, with advertising data in some of its lines. ``LogLines`` lists the kinds of lines
/// that are read.
///
/// A record's number is that of its line, as `grep -n` counts them. Octets in the form of text have no offset.
enum Log: CaptureFormat {
  static let name = "log"

  /// The number of octets within which a line with data must come.
  private static let longestSearch = 1 << 20
  private static let searchStep = 1 << 16
  /// The mark of an Android bug report, which contains logs of all kinds, and advertising of its own in another form.
  private static let bugReportMark = PatternSearch(
    anyOf: [Array("== dumpstate: ".utf8), Array("Bluetooth Status".utf8), ScannerMap.mark])
  private static let longestHead = 256

  /// Returns whether a text has data near its start. Consumes nothing.
  static func recognises(_ input: inout InputWindow) -> Bool {
    _ = input.fill(atLeast: PlainText.headLength)
    guard PlainText.isPlausible(input.bytes), !isIntelHex(input.bytes), !isBugReport(input.bytes) else { return false }
    let filter = LineFilter()
    var searched = 0
    // An object over several lines is a device by all of its contents.
    var script = ScriptLines()
    var found = LogOutput()
    // An address in one line and the bytes of its device in another are data together.
    var owner = OwnerAbove()
    var number = 0
    while searched < longestSearch {
      let isMore = input.fill(atLeast: input.bytes.count + 1)
      while let line = filter.line(in: input.bytes, from: searched) {
        number += 1
        if line.mayHaveData, isLog(input.bytes, searched..<line.end, number, &owner) { return true }
        if line.mayHaveData || script.isOpen {
          take(input.bytes, searched..<line.end, &script, &found)
          if !found.isEmpty { return true }
        }
        searched = line.next
      }
      // The last line may be unfinished.
      if !isMore {
        if isLog(input.bytes, searched..<input.bytes.count, number + 1, &owner) { return true }
        take(input.bytes, searched..<input.bytes.count, &script, &found)
        script.finish(into: &found)
        return !found.isEmpty
      }
      // A line that is too long has no data; without line ends, this is not a text.
      if input.bytes.count - searched > searchStep { return false }
    }
    return false
  }

  private static func take(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ script: inout ScriptLines, _ found: inout LogOutput
  ) {
    guard range.count <= LogLines.longestLine else { return }
    for piece in pieces(of: bytes, range) { _ = script.take(piece, line: 1, into: &found) }
  }

  /// Returns whether a line has data, alone or below the address of its device; notes the device that the line names.
  private static func isLog(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ number: Int, _ owner: inout OwnerAbove
  ) -> Bool {
    guard range.count <= LogLines.longestLine else { return false }
    return pieces(of: bytes, range).contains { piece in
      if LogLines.isLog(piece, isOwned: owner.mayOwn(number)) { return true }
      owner.note(piece, line: number)
      return false
    }
  }

  /// Returns whether a text is Intel HEX. Firmware in this form and in Motorola's is text.
  private static func isIntelHex(_ head: Span<UInt8>) -> Bool { !head.isEmpty && head[0] == ASCII.colon }

  private static func isBugReport(_ head: Span<UInt8>) -> Bool {
    let start = head.extracting(first: longestHead)
    return start.indices.contains { bugReportMark.matches(start.extracting($0...)) }
  }

  /// Returns the pieces of a line between carriage returns, which terminals use to draw a line again. A line in UTF-16
  /// inside a file of another encoding, as `>>` of PowerShell appends it, is read without its zeros.
  private static func pieces(of bytes: Span<UInt8>, _ range: Range<Int>) -> [ArraySlice<UInt8>] {
    var line = Array(copying: bytes.extracting(range))
    if line.contains(0), line.count(where: { $0 == 0 }) * 5 > line.count * 2 { line.removeAll { $0 == 0 } }
    return line.contains(ASCII.carriageReturn) ? line.split(separator: ASCII.carriageReturn) : [line[...]]
  }

  static func read(
    _ input: inout InputWindow, into consumer: inout some RecordConsumer & ~Copyable
  ) throws(CaptureError) {
    var walk = LogWalk()
    while input.fill(atLeast: 1) {
      let taken = walk.takeLines(of: input.bytes, into: &consumer)
      if taken > 0 {
        input.consume(taken)
        consumer.inputMayPause()
      } else if !input.fill(atLeast: input.bytes.count + 1) {
        walk.takeLastLine(input.bytes, into: &consumer)
        let rest = input.bytes.count
        input.consume(rest)
      }
    }
    walk.finish(into: &consumer)
    if let failure = input.failure { consumer.note(failure, fileOffset: input.offset, record: nil) }
  }

  /// The position in the lines of a log.
  private struct LogWalk {
    private var lines = LogLines()
    private var output = LogOutput()
    private let filter = LineFilter()
    /// The number of the previous line.
    private var number = 0
    /// Whether the beginning of a line was skipped because it is too long.
    private var isInLongLine = false
    private var latestTime: Int64?

    /// Takes the whole lines, and returns the number of their octets.
    mutating func takeLines(of bytes: Span<UInt8>, into consumer: inout some RecordConsumer & ~Copyable) -> Int {
      var taken = 0
      while let line = filter.line(in: bytes, from: taken) {
        if isInLongLine {
          isInLongLine = false
        } else {
          number += 1
          if line.mayHaveData || lines.isOpen || lines.mayHaveFact(number) {
            take(bytes, taken..<line.end, into: &consumer)
          }
        }
        taken = line.next
      }
      if taken == 0, bytes.count > LogLines.longestLine {
        if !isInLongLine {
          number += 1
          noteLongLine(into: &consumer)
        }
        isInLongLine = true
        taken = bytes.count
      }
      return taken
    }

    /// Takes the octets after the last line end.
    mutating func takeLastLine(_ bytes: Span<UInt8>, into consumer: inout some RecordConsumer & ~Copyable) {
      guard !isInLongLine else { return }
      number += 1
      take(bytes, 0..<bytes.count, into: &consumer)
    }

    mutating func finish(into consumer: inout some RecordConsumer & ~Copyable) {
      lines.finish(into: &output)
      deliver(into: &consumer)
    }

    private mutating func take(
      _ bytes: Span<UInt8>, _ range: Range<Int>, into consumer: inout some RecordConsumer & ~Copyable
    ) {
      guard range.count <= LogLines.longestLine else { return noteLongLine(into: &consumer) }
      for piece in Log.pieces(of: bytes, range) { _ = lines.take(piece, line: number, into: &output) }
      deliver(into: &consumer)
    }

    private func noteLongLine(into consumer: inout some RecordConsumer & ~Copyable) {
      consumer.note(
        .lineUnread, fileOffset: CaptureRecord.noFileOffset, record: number,
        expected: "a line of at most \(LogLines.longestLine) bytes", found: "a longer one")
    }

    private mutating func deliver(into consumer: inout some RecordConsumer & ~Copyable) {
      guard !output.isEmpty else { return }
      for line in output.merged { consumer.consume(line) }
      for line in output.values { consumer.consume(line) }
      for loss in output.losses {
        consumer.note(
          .lineUnread, fileOffset: CaptureRecord.noFileOffset, record: loss.line, expected: loss.expected,
          found: loss.found)
      }
      for var record in output.records {
        latestTime = record.time ?? latestTime
        record.time = latestTime
        record.deliver(to: &consumer)
      }
      output.removeAll()
    }
  }
}
