import AdvertPage
import Foundation
import Testing

/// The playground looks as the page of `advert report` does. `make format` rewrites its style sheet.
@Suite struct LookTests {
  @Test func lookOfThePlaygroundIsCurrent() throws {
    let sheet = CommandLineRun.root.appending(path: "Playground/look.css")
    let current =
      "/* Written by `make format` from Sources/Telling/AdvertPage/PageLook.swift; `make test` checks that it is current. */\n"
      + PageLook.text.description + "\n"
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(current.utf8).write(to: sheet)
    }
    let written = String(decoding: try Data(contentsOf: sheet), as: UTF8.self)
    #expect(written == current, "run `make format` to rewrite Playground/look.css")
  }

  @Test func coloursAreDescribedOnce() throws {
    let sheet = CommandLineRun.root.appending(path: "Playground/playground.css")
    let text = String(decoding: try Data(contentsOf: sheet), as: UTF8.self)
    #expect(!text.contains("--ground:") && !text.contains(/#[0-9a-f]{3,8}\b/))
  }
}
