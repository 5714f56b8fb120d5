import AdvertBuilders
import AdvertisingData
import Foundation
import Testing

/// Reference/Faults.md is a projection of the tables of faults. `make format` rewrites it.
@Suite struct FaultsPageTests {
  @Test func faultsPageIsCurrent() throws {
    try WrittenPage.check(
      "Reference/Faults.md", madeFrom: "the tables of faults", is: Self.markdown(of: FaultTable.all))
  }

  /// Returns the page for some tables.
  private static func markdown(of tables: [FaultTable]) -> String {
    let count = tables.reduce(0) { $0 + $1.faults.count }
    var lines = ["# Faults with a version", ""]
    lines.append(
      """
      This page is for people whose program is right and whose data is lost all the same. It lists \(counted(count, "fault")) of \
      libraries, systems and tools: data that certain versions lose, cut, reorder or refuse. `advert decode` answers from the name \
      and the version, or from a text that only the fault makes a library print:

      ```sh
      advert decode "bleak 0.19.5"
      advert decode '"@capacitor-community/bluetooth-le": "7.3.0"'
      advert decode "skipping callback, waiting for scan response"
      ```

      `lint` and `reach` report a fault when the version is known from [the files of the project](../Docs/Source.md#versions), from \
      `--stack` or from a manifest, and the program asks for what the fault is about. `reach --for macos@12.1` reports those of a \
      scanner's version. Each row was read in the commit, the file or the thread that is named with it. *Before 1.2* says that 1.2 \
      is without the fault; which version was the first with it is then not known.

      """)
    lines += tables.map { "- [\($0.product)](#\(ReferencePage.anchor(of: $0.product)))" }
    for table in tables {
      lines += [
        "", "## \(table.product)", "", "| versions | effect | what to do | source |", "| --- | --- | --- | --- |",
      ]
      lines += table.faults.map { fault in
        let texts = fault.texts.map { " Log: `\($0)`" }.joined(separator: ",")
        return
          "| \(fault.versions) | \(fault.symptom)\(texts.isEmpty ? "" : "." + texts) | \(fault.remedy) | \(fault.source) |"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
