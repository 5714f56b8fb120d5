import AdvertBuilders
import Foundation
import Testing

/// Reference/Builders.md is a projection of the stacks. `make format` rewrites it.
@Suite struct BuildersPageTests {
  @Test func buildersPageIsCurrent() throws {
    try WrittenPage.check(
      "Reference/Builders.md", madeFrom: "the stacks themselves", is: Self.markdown(of: StackBuilder.all))
  }

  /// Returns the page for some stacks.
  private static func markdown(of stacks: [StackBuilder]) -> String {
    var lines = [
      "# What stacks make of calls", "",
      "Most programs do not write advertising data. They call a library: here is the name, here are two services. The library "
        + "decides what goes into which block, what is cut, and what is not sent. This page says for each library how. The "
        + "stacks are those that a layout of the [manifest](../Docs/Manifest.md#stacks) takes as `stack`.",
      "",
      "Each statement was read in the source that is named, and compared with it: the library's own code ran with seeded "
        + "requests, and gave the same bytes. Of BlueZ "
        + "before 5.80, the code that makes the data ran, and the daemon of 5.66 where what it was asked is known. Where the "
        + "source is a document, nothing ran, and the section says so. A version means all after it, until the next one that is named here. Without a "
        + "version, the newest is assumed, and findings say so. Where the newest behaves in another way that is not known here, "
        + "a version must be given.", "",
      "| stack | library | versions | source |", "| --- | --- | --- | --- |",
    ]
    for stack in stacks {
      lines += stack.versions.enumerated().map { index, version in
        "| \(index == 0 ? "[`\(stack.id)`](#\(stack.id))" : "") | \(index == 0 ? stack.name : "") | "
          + "\(StackBuilder.words(version.since)) or later"
          + (index == 0 ? stack.unknownFrom.map { ", before \(StackBuilder.words($0))" } ?? "" : "")
          + " | \(version.source) |"
      }
    }
    for stack in stacks {
      lines += ["", "## \(stack.id)", "", stack.summary, ""]
      lines += ["| field | call |", "| --- | --- |"]
      lines += stack.calls.map { call in
        "| \(call.fields.hasPrefix("all") ? call.fields : names(call.fields)) | \(call.call) |"
      }
      if let call = stack.control.octetsCall { lines.append("| bytes as they are | \(call) |") }
      lines.append("| `interval` | \(intervalWords(stack.control.interval)) |")
      lines += parameterLines(stack)
      guard !stack.options.isEmpty else { continue }
      lines += ["", "| option | call | what it changes |", "| --- | --- | --- |"]
      lines += stack.options.map { "| `\($0.word)` | \($0.call) | \($0.summary) |" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the table of the parameters that a stack refuses; no lines when none are known.
  private static func parameterLines(_ stack: StackBuilder) -> [String] {
    let rows = stack.parameters.filter { $0.rule != .anything }
    guard !rows.isEmpty else { return [] }
    return ["", "| call | parameter | accepted | else |", "| --- | --- | --- | --- |"]
      + rows.map { row in
        "| `\(row.call)` | \(row.name) | \(row.rule.words) | \(row.error)\(row.condition.map { ", \($0)" } ?? "") |"
      }
  }

  private static func intervalWords(_ interval: ProgramControl.Interval) -> String {
    switch interval {
    case .exact(let call, _): call
    case .shortest(let call): "\(call): the shortest, to which the system adds"
    case .none: "none: the system decides"
    }
  }

  /// Returns keys of a manifest as code.
  private static func names(_ fields: String) -> String {
    fields.split(separator: ",").map { "`\($0.drop { $0 == " " })`" }.joined(separator: ", ")
  }
}
