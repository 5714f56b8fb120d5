package import AdvertFirmware

/// The run of a program's code, for people.
package enum RunWords {
  package static func lines(_ run: RunAccount, _ style: TextStyle) -> [String] {
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
}
