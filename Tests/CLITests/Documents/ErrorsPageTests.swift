import AdvertBuilders
import AdvertisingData
import Foundation
import Testing

/// The pages of Reference/Errors are a projection of the tables of errors. `make format` rewrites them.
@Suite struct ErrorsPageTests {
  @Test func pagesAreCurrent() throws {
    try WrittenPage.check(
      folder: "Reference/Errors", madeFrom: "the tables of errors", are: Self.pages(of: ErrorTable.all))
  }

  /// Returns the pages for some tables, the index first.
  private static func pages(of tables: [ErrorTable]) -> [ReferencePage] {
    let stacks = tables.map { stack(of: $0) }.withoutRepeats
    let pages = stacks.map { stack in page(of: tables.filter { Self.stack(of: $0) == stack }, stack) }
    var index = [
      "# What error lines mean", "",
      "These pages are for people with one line of a log: `rc=4`, `err -22`, `ADVERTISE_FAILED_DATA_TOO_LARGE`, "
        + "`org.bluez.Error.Failed`. `advert decode` answers from the line:",
      "", "```sh", "advert decode \"rc = 4 ble_gap_adv_set_fields\"",
      "advert decode \"Failed to start advertising (err -22)\"",
      "```", "",
      "A code alone (`0x07`, `-22`, `12802`) has the meanings of all stacks. `inspect`, `lint` and `reach` answer a log that has "
        + "such a line, beside its advertising or without any. Or search the page of your stack for the name, the number or the "
        + "text:",
      "",
    ]
    for (stack, page) in zip(stacks, pages) {
      let count = tables.reduce(0) { $0 + (Self.stack(of: $1) == stack ? $1.errors.count : 0) }
      index.append("- [\(stack)](\(page.name).md): \(counted(count, "error"))")
    }
    index += [
      "",
      "Each row was read in the source that is named with it. A number alone can mean several things; the function, or the "
        + "name of the stack in the line, decides. Where no function is named, the row holds for all functions.",
    ]
    return [ReferencePage("README", lines: index)] + pages
  }

  /// The stack of a table, without the part of it whose errors they are.
  private static func stack(of table: ErrorTable) -> String {
    let name = table.stack.prefix { $0 != "(" }
    return String(name.hasSuffix(" ") ? name.dropLast() : name)
  }

  private static func page(of tables: [ErrorTable], _ stack: String) -> ReferencePage {
    var lines = ["# Errors: \(stack)"]
    for table in tables {
      lines += ["", "## \(table.stack)", "", "Source: \(table.version).", ""]
      lines += ["| error | of | meaning | what to do | file |", "| --- | --- | --- | --- | --- |"]
      lines += table.errors.map { error in
        let title = error.name.isEmpty && error.numbers.isEmpty ? "" : "`\(table.title(of: error))`"
        let texts = error.texts.map { "\"\($0)\"" }.joined(separator: ", ")
        let shown = [title, texts].filter { !$0.isEmpty }.joined(separator: " ")
        let functions = error.functions.map { "`\($0)`" }.joined(separator: ", ")
        return "| \(shown) | \(functions) | \(error.meaning) | \(error.remedy) | \(error.file) |"
      }
    }
    return ReferencePage(ReferencePage.anchor(of: stack), lines: lines)
  }
}
