internal import AdvertBuilders
internal import AdvertFirmware
internal import AdvertLint
internal import AdvertObservation
internal import AdvertReading
internal import AdvertReport
internal import AdvertScan
internal import AdvertSources

/// The answer of `lint` about a program, and its layouts as the boxes of the page take them.
enum ProgramAnswer {
  /// Returns the answer to a request with the parts `name` and `octets`. Without a part `name`, the octets are lines that
  /// were copied from a program: they need not be whole, and the answer is `null` for lines of no known library.
  ///
  /// Files beside the program are parts with their names, such as `platformio.ini`. The version of a stack is a part
  /// with the stack's id after `version-`.
  static func text(for request: Request) -> String {
    let name = request.text("name")
    let shown = name ?? "the program"
    guard let octets = request.octets("octets"), let text = String(validating: octets, as: UTF8.self) else {
      return LayoutList.failed(shown, "expected the text of a program in UTF-8")
    }
    let project = project(of: request)
    let program: ProgramReader
    var (isCompleted, isOnlyNamed) = (false, false)
    if let name {
      guard let language = ProgramReader.Language(path: name) else {
        return LayoutList.failed(shown, "expected a program in a language that is read")
      }
      switch DeclaringSource(text, language: language, project: project) {
      case .calls(let calls): program = calls
      case .arrays(let arrays, let calls): return LayoutList.answer(arrays, beside: calls, name)
      }
    } else {
      guard let excerpt = SourceExcerpt(text, project: project) else { return Answer(problem: nil).text }
      (program, isCompleted, isOnlyNamed) = (excerpt.program, excerpt.isCompleted, excerpt.isOnlyNamed)
    }
    // The name of a call alone is no program: other forms of a text are tried then.
    if let unread = program.unread.first, isOnlyNamed {
      return LayoutList.failed(shown, "line \(unread.line): \(unread.reason)")
    }
    guard let read = DeclaredContent(.calls(program), path: shown) else {
      return LayoutList.failed(
        shown, "expected \(ProgramReader.expectation), found a program without them: \(FirmwareFile.otherWays)")
    }
    let names = program.stacks.map { "\($0.stack.name) \($0.version.words)" }
    return LayoutList.answer(
      LintRun(read.inputs, incomplete: read.incomplete),
      program.layouts.map { LayoutList.Layout($0, path: shown) },
      kind: names.isEmpty ? nil : "A program for \(names.joined(separator: ", "))",
      remarks: isCompleted ? ["what the rest of the program does to the same objects is not known"] : [],
      versions: program.unknownVersions
        + program.stacks.filter { $0.version.isAssumed }.map { asked($0.stack) })
  }

  /// Returns the stack whose version is asked for: of arduino-esp32, the version says which host is below it.
  private static func asked(_ stack: StackBuilder) -> StackBuilder {
    stack.earlier ?? stack
  }

  private static func project(of request: Request) -> SourceProject {
    var project = SourceProject()
    for stack in StackBuilder.all {
      if let version = request.text("version-" + stack.id) { project.state(version, of: stack.id) }
    }
    for name in SourceProject.files {
      if let text = request.text(name) { project.take(text, of: name) }
    }
    return project
  }
}
