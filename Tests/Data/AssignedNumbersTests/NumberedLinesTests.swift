import Testing

@testable import AssignedNumbers

@Suite struct NumberedLinesTests {
  @Test(arguments: [0, 1, 2, 3, 9, 10, 100])
  func findsEveryLineAndNothingElse(count: UInt16) {
    // Texts of many lengths, so that the middle of the string falls everywhere within a line.
    func text(_ number: UInt16) -> String { String(repeating: "é", count: 1 + Int(number) % 13) }

    let numbers = (0..<count).map { 0x1023 + 7 * $0 }
    let lines = numbers.map { "\(String($0, radix: 16, uppercase: true)) \(text($0))" }
    let table = NumberedLines(lines.joined(separator: "\n"))
    let found = (0x1000...0x1300).compactMap { number in table.text(of: number).map { "\(number) \($0)" } }
    #expect(found == numbers.map { "\($0) \(text($0))" })
  }

  struct Table: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let lines: String
    let count: Int
  }

  @Test(arguments: [
    Table(testDescription: "companies", lines: CompanyTable.lines, count: 4008),
    Table(testDescription: "UUIDs", lines: UUIDTable.lines, count: 1562),
    Table(testDescription: "appearances", lines: AppearanceTable.lines, count: 342),
    Table(testDescription: "URI schemes", lines: URISchemeTable.lines, count: 186),
    Table(testDescription: "AD types", lines: ADTypeTable.lines, count: 51),
    Table(testDescription: "makers of Matter devices", lines: MatterVendorTable.lines, count: 399),
  ])
  func everyLineOfTheTableIsFound(table: Table) {
    let rows = table.lines.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows.count == table.count)

    let numbered = NumberedLines(table.lines)
    let found = (0...UInt16.max).compactMap { number in
      numbered.text(of: number).map { text in
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.count) + digits + " " + text
      }
    }
    // Equal only if the rows are in order, differ in their numbers and have the form that a look-up relies on.
    #expect(found == rows.map(String.init))
    #expect(!rows.contains { $0.utf8.count <= "0000 ".utf8.count })
  }
}
