internal import AdvertCapture
internal import AdvertEditor
internal import AdvertManifest
internal import AdvertReading
internal import AdvertReport
internal import ArgumentParser

struct LanguageServerCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "language-server",
    abstract: "Serve an editor: findings, meanings and fixes.",
    discussion: """
      Speaks the Language Server Protocol on standard input and output, for advert.yml and files of layouts in hex. \
      Editors start it; Docs/Editor.md has their settings.

      Exit status: 0 when the editor ended it with shutdown and exit, 1 when it ended otherwise.
      """)

  @Flag(name: .long, help: "Accepted and without effect: standard input and output are the only way to speak to it.")
  var stdio = false

  @OptionGroup var destination: OutputOptions

  var writing: OutputOptions { destination.withoutFile }

  func validate() throws {
    guard destination.output == nil else {
      throw ValidationError("--output: a language server writes to its editor only.")
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    let server = LanguageServer(version: AdvertCommand.version, files: EditorFiles.server)
    let source = FileSource.standardInput()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while server.status == nil {
      let count: Int
      do throws(InputFailure) {
        count = try source.read(into: &buffer, at: 0)
      } catch {
        throw CommandFailure("standard input: \(error.reason)")
      }
      guard count > 0 else { break }
      let answers = server.receive(buffer[..<count])
      if !answers.isEmpty { try console.output(String(decoding: answers, as: UTF8.self)) }
    }
    return server.status == 0 ? .success : .findings
  }
}
