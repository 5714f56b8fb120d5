internal import AdvertManifest
internal import AdvertRedaction
internal import AdvertReport
internal import ArgumentParser
internal import CProcess
internal import PlatformLibrary

/// The `advert` command.
struct AdvertCommand: ParsableCommand {
  static let version = "0.1.0"

  /// The version, and the commit it was built from when that is known: `0.1.0 (9312806abcde)`.
  static let longVersion: String = {
    let commit = unsafe String(cString: cprocess_commit())
    return commit.isEmpty
      ? version : "\(version) (\(commit.prefix(shownDigits))\(commit.hasSuffix(dirty) ? dirty : ""))"
  }()

  private static let shownDigits = 12
  private static let dirty = "-dirty"

  static let configuration = CommandConfiguration(
    commandName: "advert",
    abstract: "Analyses Bluetooth LE advertising: who advertises what, in which packet, and which scanners miss it.",
    discussion: """
      `advert CAPTURE` is short for `advert inspect CAPTURE`. Begin with `advert lint INPUT`, where INPUT is a \
      capture, firmware, a program, an advert.yml or hex.

      Exit status: 0 when all is well; 1 when the answer is no, such as a finding of lint; 2 when a command could not \
      do its work.
      """,
    version: longVersion,
    subcommands: [
      InspectCommand.self, LintCommand.self, ReachCommand.self, RepackCommand.self, EmitCommand.self, DiffCommand.self,
      ReportCommand.self, DumpCommand.self, WatchCommand.self, DecodeCommand.self, InitCommand.self, RulesCommand.self,
      ProfilesCommand.self, SchemaCommand.self, LanguageServerCommand.self,
    ])

  static let commandNames = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]

  /// Runs the command line and returns the exit status.
  static func run(_ arguments: [String], on console: Console) -> ExitStatus {
    do {
      guard let arguments = try FirstArgument.meant(by: arguments, commandNames) else {
        try console.show(FirstArgument.guide)
        return .success
      }
      try ObservationOptions.requireCipher(for: arguments)
      guard let command = try LongCommandLine.parse(arguments) as? any Subcommand else {
        // Requests for help and the version throw errors of their own.
        var command = try parseAsRoot(arguments)
        try command.run()
        return .success
      }
      try command.checkOutputs(arguments)
      let shown = command.redacts ? command.writing.output.map { Redaction().path($0) } : nil
      return try console.applying(command.writing, shown: shown).settling(arguments) { try command.run(on: $0) }
    } catch let failure as CommandFailure {
      // When diagnostics cannot be written, the message has no other place.
      try? console.complain(QuotedArguments(hiddenOf: arguments).hidden(in: failure.message))
      return .failure
    } catch {
      let message = message(for: error, in: arguments) + "\n"
      guard exitCode(for: error).isSuccess else {
        try? console.diagnostics(message)
        return .failure
      }
      do {
        try console.output(message)
        return .success
      } catch {
        return .failure
      }
    }
  }

  /// Returns the message about wrong arguments. Messages quote arguments unchanged, so arguments that could do harm in
  /// a terminal are made visible and parsed again: they are still wrong.
  private static func message(for error: any Error, in arguments: [String]) -> String {
    guard !exitCode(for: error).isSuccess else { return fullMessage(for: error) }
    let visible = arguments.map(HostileText.visible)
    var message = fullMessage(for: error)
    if visible != arguments {
      do {
        _ = try parseAsRoot(visible)
        message = HostileText.visibleLines(message)
      } catch {
        message = fullMessage(for: error)
      }
    }
    let label = "Error: "
    if message.hasPrefix(label) { message = "advert: " + UsageMessage(String(message.dropFirst(label.count))).line }
    return QuotedArguments(hiddenOf: visible).hidden(in: message)
  }
}

/// One of the commands: does its work on a console and returns the exit status.
protocol Subcommand: ParsableCommand {
  var writing: OutputOptions { get }
  /// Whether pseudonyms replace the data that identify devices and people.
  var redacts: Bool { get }
  /// The files that the command writes to.
  var outputs: [WrittenPath] { get }
  /// Whether the command reads the manifest that is in use in the folder.
  var readsManifest: Bool { get }
  func run(on console: Console) throws -> ExitStatus
}

extension Subcommand {
  var redacts: Bool { false }
  var outputs: [WrittenPath] { writing.output.map { [WrittenPath(path: $0)] } ?? [] }
  var readsManifest: Bool { true }

  /// - Throws: when a result would be written over a file that is read, or over another result.
  fileprivate func checkOutputs(_ arguments: [String]) throws(CommandFailure) {
    guard !outputs.isEmpty else { return }
    let redaction = redacts ? Redaction() : nil
    try OutputGuard(arguments: arguments, outputs: outputs, readsManifest: readsManifest)
      .check { redaction?.path($0) ?? $0 }
  }
}

@main enum Main {
  static func main() {
    cprocess_prepare()
    exit(AdvertCommand.run(Array(CommandLine.arguments.dropFirst()), on: .process).rawValue)
  }
}
