/// The lines of a text that report errors of stacks, those with equal meanings once.
package struct ErrorLines: Sendable {
  /// An error line of a text.
  package struct Line: Hashable, Sendable {
    /// The number in the text, counting from 1.
    package let number: Int
    package let error: ErrorLine

    /// The meanings with their ways out, without a full stop.
    package var sentence: String { error.sentence }
  }

  /// The lines with different meanings, each once, in their order; never empty.
  package let lines: [Line]

  /// The byte that a number alone may be in the place of an error; `nil` for other texts.
  package var byte: UInt8?

  private static let mostLines = 20

  private static let longestCode = 16

  /// The most lines that a person asks about at once.
  private static let mostAsked = 8

  /// Finds the error lines of a text; `nil` when there are none. A text of one line is a question about this line, and so is
  /// one of a few lines that are all errors.
  package init?(_ text: String) {
    let all = Self.joined(Self.lines(of: text))
    let written = all.filter { line in line.contains { $0 > 0x20 } }
    let areAsked =
      written.count <= Self.mostAsked && written.allSatisfy { ErrorLine(octets: $0, isAsked: true) != nil }
    self.init(all, isAsked: areAsked)
  }

  /// Finds the errors of all stacks with the number that a text is; `nil` for other texts.
  package init?(code: String) {
    guard code.utf8.count <= Self.longestCode, let error = ErrorLine(code: code.utf8) else { return nil }
    lines = [Line(number: 1, error: error)]
  }

  /// Finds the error lines of a log; `nil` when there are none.
  package init?(log: String) {
    self.init(Self.joined(Self.lines(of: log)), isAsked: false)
  }

  /// Returns the lines with those that continue an error behind it: a stack trace, `    at Gap.start (gap.js:184:15)`, the
  /// status of a management command in a line of its own, and the error behind a colon at the end of a line.
  private static func joined(_ lines: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    var joined: [ArraySlice<UInt8>] = []
    var last: Int?
    for (index, line) in lines.enumerated() {
      if let last, goesOn(line, from: joined[last]) {
        joined[last] += line.first.map { $0 > 0x20 } ?? false ? [0x20] + line : line
        joined.append([])
      } else {
        last = index
        joined.append(line)
      }
    }
    return joined
  }

  private static func goesOn(_ line: ArraySlice<UInt8>, from before: ArraySlice<UInt8>) -> Bool {
    let content = line.drop { $0 == 0x20 || $0 == 0x09 }
    guard !content.isEmpty, before.count <= longestJoined else { return false }
    if content.count < line.count {
      if content.starts(with: "at ".utf8) || before.starts(with: managementAnswer.utf8) { return true }
      if content.starts(with: "Status: ".utf8) { return ErrorWords(content).managementStatus ?? 0 > 0 }
    }
    return before.last { $0 > 0x20 } == UInt8(ascii: ":") && ErrorTopics.saysFailure(before)
  }

  private static let longestJoined = 1000
  private static let managementAnswer = "@ MGMT Event: Command "

  private init?(_ all: [ArraySlice<UInt8>], isAsked: Bool) {
    var lines: [Line] = []
    for (index, line) in all.enumerated() where lines.count < Self.mostLines {
      guard let error = ErrorLine(octets: line, isAsked: isAsked), !lines.contains(where: { $0.error == error }) else {
        continue
      }
      lines.append(Line(number: index + 1, error: error))
    }
    guard !lines.isEmpty else { return nil }
    self.lines = lines
  }

  /// Finds the error lines of a log that has advertising, too: those that say a failure in common words, because such a log has
  /// many lines, and few report errors; `nil` when there are none.
  package init?(besideAdvertising log: String) {
    self.init(Self.lines(of: log).map { ErrorTopics.saysFailure($0) ? $0 : [] }, isAsked: false)
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Returns the lines of a text, which end with a line feed, a carriage return or both.
  private static func lines(of text: String) -> [ArraySlice<UInt8>] {
    let octets = Array(text.utf8)
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (place, octet) in octets.enumerated() where octet == lineFeed || octet == carriageReturn {
      if octet == lineFeed, place > 0, octets[place - 1] == carriageReturn {
        start = place + 1
        continue
      }
      lines.append(octets[start..<place])
      start = place + 1
    }
    return lines + [octets[start...]]
  }
}
