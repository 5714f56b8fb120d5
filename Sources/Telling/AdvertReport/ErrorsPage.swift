package import AdvertBuilders

/// Docs/Errors.md: what error lines mean.
package enum ErrorsPage {
  /// Returns the page for some tables.
  package static func markdown(of tables: [ErrorTable]) -> String {
    var lines = [
      "# What error lines mean", "",
      "<!-- Written by `make format` from the tables themselves; `make test` checks that it is current. -->", "",
      "This page is for people with one line of a log: `rc=4`, `err -22`, `ADVERTISE_FAILED_DATA_TOO_LARGE`, "
        + "`org.bluez.Error.Failed`. Search it for the name, the number or the text. `advert decode` answers the same from the line:",
      "", "```sh", "advert decode \"rc = 4 ble_gap_adv_set_fields\"",
      "advert decode \"Failed to start advertising (err -22)\"",
      "```", "",
      "`inspect`, `lint` and `reach` answer a log that has such a line and no advertising. Each row was read in the source that is "
        + "named with it. A number alone can mean several things; the function, or the name of the stack in the line, decides. "
        + "Where no function is named, the row holds for all functions.",
      "",
    ]
    lines += tables.map { "- [\($0.stack)](#\(anchor(of: $0.stack)))" }
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
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the anchor that GitHub gives a heading.
  static func anchor(of heading: String) -> String {
    String(
      heading.lowercased().compactMap { character in
        character == " "
          ? "-" : character.isLetter || character.isNumber || character == "-" || character == "_" ? character : nil
      })
  }
}
