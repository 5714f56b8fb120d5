internal import AdvertFirmware

/// The run of a program's code, for machines.
enum RunReport {
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
