internal import AdvertFirmware

/// The run of a program's code, for people and machines.
enum RunReport {
  static func lines(_ run: RunAccount, _ style: TextStyle) -> [String] {
    var lines = ["", "how it was run: \(run.instructions) instructions, from \(run.start) on"]
    if let beginning = run.beginning { lines[1] += ", \(HostileText.visible(beginning)) by itself" }
    for event in run.events {
      let number = String(event.instructions)
      let place = String(repeating: " ", count: max(0, 9 - number.count)) + number
      let times = event.count > 1 ? ", \(event.count) times in a row" : ""
      lines.append(style.faint(place) + "  " + HostileText.visible(words(event)) + times)
    }
    return lines
  }

  private static func words(_ event: RunAccount.Event) -> String {
    switch event.kind {
    case .call: event.function + (event.caller.map { ", called by \($0)" } ?? "")
    case .left: "\(event.function) did not end, and was left" + (event.reason.map { ": \($0)" } ?? "")
    case .otherResult:
      "\(event.function) was given another result, because the program stopped behind it"
        + (event.reason.map { ": \($0)" } ?? "")
    case .time: "a loop at 0x\(String(event.address, radix: 16)) only let time pass, and was cut short"
    }
  }

  static let keys: Keys<RunAccount> = [
    Key("start", .string, "where it began, in words: `main`, `its reset vector`") { $0.start },
    Key("beginning", .string, "the function that was run by itself", null: "when the program came there") {
      $0.beginning
    },
    Key("instructions", .integer, "instructions of the first run") { $0.instructions },
    Key("events", .list(.object(event)), "what happened, in order") { $0.events },
  ]

  private static let event: Keys<RunAccount.Event> = [
    Key(
      "kind", .words(["call", "left", "otherResult", "time"]),
      "`call` for a call that was answered, `left` for a function that did not end, `otherResult` for a result that was exchanged, `time` for a loop that was cut short"
    ) { $0.kind.rawValue },
    Key("instructions", .integer, "instructions before it") { $0.instructions },
    Key("function", .string, "the function that was called or left") { $0.function },
    Key("caller", .string, "the function that called it", null: "when it is not known") { $0.caller },
    Key("address", .integer, "where the program went on") { Int($0.address) },
    Key("count", .integer, "how often, in a row") { $0.count },
    Key("reason", .string, "why a function could not go on, in words", null: "where it took too long, waited, or ended")
    {
      $0.reason
    },
  ]
}
