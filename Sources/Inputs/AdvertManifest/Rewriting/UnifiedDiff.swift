internal import AdvertObservation
package import AdvertReading
internal import AdvertisingData

/// Edits of a text as a unified diff, which `patch` and `git apply` take.
///
/// The edits already contain the lines that change, so no search is needed: `CollectionDifference` takes quadratic
/// time, which is minutes for a hostile file of a million short lines.
package struct UnifiedDiff: Sendable {
  /// The number of unchanged lines around changed ones.
  private static let context = 3

  private let old: [ArraySlice<UInt8>]
  /// Replaced runs of old lines, in order and apart from each other.
  private let changes: [Change]

  private struct Change {
    var lines: Range<Int>
    var new: [ArraySlice<UInt8>]
  }

  /// - Parameter edits: of places in the text, not overlapping.
  package init(_ edits: [TextEdit], of text: String) {
    let octets = Array(text.utf8)
    let start = octets.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let old = Self.lines(of: octets[...])
    self.old = old
    // Text after the end is added to the last line, which may lack its end.
    func line(of octet: Int) -> Int { min(Self.line(of: octet + start, in: old), old.count - 1) }
    guard !old.isEmpty else {
      changes = []
      return
    }
    var changes: [Change] = []
    var edits = edits.sorted { $0.octets.lowerBound < $1.octets.lowerBound }[...]
    while let first = edits.first {
      let from = line(of: first.octets.lowerBound)
      var to = from
      var group: [TextEdit] = []
      // Edits of one line belong together, and so do edits whose lines touch.
      while let edit = edits.first, group.isEmpty || line(of: edit.octets.lowerBound) <= to {
        to = max(to, line(of: edit.octets.upperBound))
        group.append(edit)
        edits.removeFirst()
      }
      var new = Array(octets[old[from].startIndex..<old[to].endIndex])
      for edit in group.reversed() {
        let shift = start - old[from].startIndex
        let range = edit.octets.lowerBound + shift..<edit.octets.upperBound + shift
        new.replaceSubrange(range.clamped(to: new.indices), with: edit.text.utf8)
      }
      changes.append(Self.trimmed(Change(lines: from..<to + 1, new: Self.lines(of: new[...])), old))
    }
    self.changes = changes.filter { !$0.lines.isEmpty || !$0.new.isEmpty }
  }

  /// Returns the diff, empty when nothing changes. The path is written unchanged.
  package func text(path: String) -> String {
    guard !changes.isEmpty else { return "" }
    var result = Array("--- \(path)\n+++ \(path)\n".utf8)
    var shift = 0
    var rest = changes[...]
    while let first = rest.first {
      // Changes share a hunk when the lines between them are context of both.
      var hunk = [first]
      rest.removeFirst()
      while let next = rest.first, let last = hunk.last,
        next.lines.lowerBound - last.lines.upperBound <= 2 * Self.context
      {
        hunk.append(next)
        rest.removeFirst()
      }
      write(hunk, &shift, to: &result)
    }
    return String(decoding: result, as: UTF8.self)
  }

  private func write(_ hunk: [Change], _ shift: inout Int, to result: inout [UInt8]) {
    guard let first = hunk.first, let last = hunk.last else { return }
    let from = max(0, first.lines.lowerBound - Self.context)
    let to = min(old.count, last.lines.upperBound + Self.context)
    let growth = hunk.reduce(0) { $0 + $1.new.count - $1.lines.count }
    let counts = (old: to - from, new: to - from + growth)
    // For no lines, the number is that of the line before.
    let numbers = (old: from + (counts.old > 0 ? 1 : 0), new: from + shift + (counts.new > 0 ? 1 : 0))
    result += Array("@@ -\(numbers.old),\(counts.old) +\(numbers.new),\(counts.new) @@\n".utf8)
    var line = from
    for change in hunk {
      write(old[line..<change.lines.lowerBound], " ", to: &result)
      write(old[change.lines], "-", to: &result)
      write(change.new[...], "+", to: &result)
      line = change.lines.upperBound
    }
    write(old[line..<to], " ", to: &result)
    shift += growth
  }

  private func write(_ lines: ArraySlice<ArraySlice<UInt8>>, _ mark: Character, to result: inout [UInt8]) {
    for line in lines {
      result += Array(String(mark).utf8) + line
      if line.last != UInt8(ascii: "\n") { result += Array("\n\\ No newline at end of file\n".utf8) }
    }
  }

  /// Returns a change without the unchanged lines at its start and end.
  private static func trimmed(_ change: Change, _ old: [ArraySlice<UInt8>]) -> Change {
    var change = change
    while let line = change.lines.first, let new = change.new.first, old[line] == new {
      change.lines.removeFirst()
      change.new.removeFirst()
    }
    while let line = change.lines.last, let new = change.new.last, old[line] == new {
      change.lines.removeLast()
      change.new.removeLast()
    }
    return change
  }

  /// Returns the lines, each with its line feed, which the last may lack.
  private static func lines(of octets: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = octets.startIndex
    for index in octets.indices where octets[index] == UInt8(ascii: "\n") {
      lines.append(octets[start...index])
      start = index + 1
    }
    if start < octets.endIndex { lines.append(octets[start...]) }
    return lines
  }

  /// Returns the line of an octet; the number of lines for octets after them.
  private static func line(of octet: Int, in lines: [ArraySlice<UInt8>]) -> Int {
    lines.indices.partitioningIndex { lines[$0].endIndex > octet }
  }
}
