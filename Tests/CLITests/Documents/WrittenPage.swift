import Foundation
import Testing

/// A page that `make format` writes.
enum WrittenPage {
  /// Checks that a page is current, after writing it when `UPDATE_GOLDEN` is set.
  static func check(_ name: String, is current: String, location: SourceLocation = #_sourceLocation) throws {
    let page = CommandLineRun.root.appending(path: name)
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(current.utf8).write(to: page)
    }
    let written = String(decoding: try Data(contentsOf: page), as: UTF8.self)
    #expect(written == current, "run `make format` to rewrite \(name)", sourceLocation: location)
  }
}
