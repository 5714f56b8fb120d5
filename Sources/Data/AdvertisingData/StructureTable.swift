/// A table of AD structures, as phone apps list them, one line each: length, type and value.
///
/// ```
/// LEN.  TYPE  VALUE
/// 2     0x01  0x06
/// 9     0x09  0x5348532D32303731
/// ```
///
/// Programs print the same with labels, and with the signed decimal octets of Java:
///
/// ```
/// Length: 2 Type : 1 Data : 6,
/// Length: 3 Type : -1 Data : 89 0
/// ```
///
/// nRF Connect for Mobile shows the raw data of an advertisement in this form. The value has its octets in the order
/// sent, and the length also counts the type.
enum StructureTable {
  /// Reads a table; `nil` for any other text.
  static func octets(of text: [UInt8]) throws(PastedOctets.Problem) -> [UInt8]? {
    let lines = text.split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }
    var octets: [UInt8] = []
    var hasRow = false
    for (number, line) in lines.enumerated() {
      let cells = line.split { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "|") }
      if cells.isEmpty { continue }
      if !hasRow, cells.allSatisfy({ isWord($0) }) { continue }
      guard let row = Row(cells) ?? Row(labelled: line) else { return nil }
      hasRow = true
      guard row.length == row.value.count + 1 else {
        throw .tableRow(line: number + 1, length: row.length, octets: row.value.count + 1)
      }
      octets += [UInt8(row.length), row.type] + row.value
    }
    return hasRow ? octets : nil
  }

  private struct Row {
    let length: Int
    let type: UInt8
    let value: [UInt8]

    /// Reads a row; `nil` when the cells are not a length, a type and a value.
    init?(_ cells: [ArraySlice<UInt8>]) {
      guard cells.count == 2 || cells.count == 3, let length = decimal(cells[0]), 1...255 ~= length,
        let type = prefixed(cells[1]), type.count == 1, let value = cells.count == 3 ? prefixed(cells[2]) : []
      else { return nil }
      self.length = length
      self.type = type[0]
      self.value = value
    }

    /// Reads a row with a label before each part; `nil` for any other text.
    init?(labelled line: ArraySlice<UInt8>) {
      let words = line.split { $0 <= 0x20 || ",;:=[]".utf8.contains($0) }
      guard words.count >= 5, names(words[0], ["length", "len"]), names(words[2], ["type"]),
        names(words[4], ["data", "value"]), let length = decimal(words[1]), 1...255 ~= length,
        let type = octet(words[3])
      else { return nil }
      let value = words[5...].compactMap { octet($0) }
      guard value.count == words.count - 5 else { return nil }
      self.length = length
      self.type = type
      self.value = value
    }
  }

  private static func names(_ word: ArraySlice<UInt8>, _ labels: [String]) -> Bool {
    labels.contains { $0.utf8.elementsEqual(word.map { $0 | 0x20 }) }
  }

  /// Returns an octet as Java prints it, `-1`, or behind `0x`; `nil` for any other text, and for digits behind a zero, which
  /// are hex.
  private static func octet(_ word: ArraySlice<UInt8>) -> UInt8? {
    if let octets = prefixed(word) { return octets.count == 1 ? octets[0] : nil }
    let digits = word.first == 0x2D ? word.dropFirst() : word
    guard digits.count == 1 || digits.first != 0x30, let number = decimal(digits) else { return nil }
    let signed = word.first == 0x2D ? -number : number
    return -128...255 ~= signed ? UInt8(truncatingIfNeeded: signed) : nil
  }

  /// Returns a number of at most three digits.
  private static func decimal(_ digits: ArraySlice<UInt8>) -> Int? {
    guard 1...3 ~= digits.count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Returns the octets after `0x`; `nil` for any other text.
  private static func prefixed(_ cell: ArraySlice<UInt8>) -> [UInt8]? {
    guard cell.count >= 2, cell.first == UInt8(ascii: "0"), (cell.dropFirst().first ?? 0) | 0x20 == UInt8(ascii: "x"),
      cell.count % 2 == 0
    else { return nil }
    return HexDigits.octets(of: cell.dropFirst(2))
  }

  /// Returns whether a cell is a word of a title: letters and points.
  private static func isWord(_ cell: ArraySlice<UInt8>) -> Bool {
    cell.allSatisfy { 0x61...0x7A ~= $0 | 0x20 || $0 == UInt8(ascii: ".") }
  }
}
