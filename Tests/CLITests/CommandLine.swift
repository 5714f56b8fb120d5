import Foundation

@testable import AdvertReport
@testable import advert

/// Runs the command in this process, from the root of the repository as a user would.
struct CommandLineRun {
  let status: ExitStatus
  let output: String
  let diagnostics: String

  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  /// Paths among the arguments that exist below the repository's root are found there; outputs name them as written.
  ///
  /// - Parameter columns: of the terminal that shows the output; `nil` for a pipe.
  init(_ arguments: [String], columns: Int? = nil) {
    final class Buffer {
      var text = ""
    }
    let output = Buffer()
    let diagnostics = Buffer()
    let console = Console(
      output: { text throws(CommandFailure) in output.text += text },
      octets: { octets throws(CommandFailure) in output.text += String(decoding: octets, as: UTF8.self) },
      diagnostics: { text throws(CommandFailure) in diagnostics.text += text },
      style: TextStyle(isColored: false, columns: columns))
    _ = FileManager.default.changeCurrentDirectoryPath(Self.root.path)
    status = AdvertCommand.run(arguments, on: console)
    self.output = output.text
    self.diagnostics = diagnostics.text
  }

  /// Everything a user sees, as a golden file holds it.
  var transcript: String {
    (diagnostics.isEmpty ? "" : "[diagnostics]\n" + diagnostics) + output + "[exit status \(status.rawValue)]\n"
  }
}
