internal import AdvertBuilders
internal import AdvertFirmware
internal import AdvertInput
internal import AdvertObservation
internal import AdvertReading
internal import AdvertRedaction
internal import AdvertScan
internal import AdvertSources
internal import Synchronization

/// A file that is a program, whose calls of known libraries say what it sends.
extension FileContents {
  /// `false` when the name of the file is not of a language that is read.
  ///
  /// - Throws: when nothing in it advertises.
  mutating func takeProgram(
    _ source: RewindableSource, _ layouts: ImageOptions, _ redaction: Redaction?
  ) throws(InputProblem) -> Bool {
    guard let language = ProgramReader.Language(path: path), !source.isBinary else { return false }
    guard !source.isInFolder else {
      return source.isOfProject ? try takeProgram(ofFolder: source, language, layouts, redaction) : false
    }
    isProgram = true
    guard let text = source.programText else {
      throw InputProblem(
        expected: ProgramReader.expectation,
        found: "a longer file than is read as a program: \(FirmwareFile.otherWays)",
        isNoCapture: true)
    }
    let project = SourceProject(beside: path, layouts.stack)
    var isTaken = take(DeclaringSource(text, language: language, project: project), redaction)
    // The end of the name can be that of another language.
    if !isTaken, let program = callsOfAnyLanguage(in: text, project), !program.layouts.isEmpty {
      isTaken = take(.calls(program), redaction)
    }
    guard isTaken else {
      let call = SourceExcerpt.unclearCall(in: text)
      if call == nil, let scan = refusalOfScan(in: text) { throw scan }
      throw InputProblem(
        expected: ProgramReader.expectation,
        found: call.map { "\($0) without the #include or the import that says of which library it is" }
          ?? "a program without them: \(FirmwareFile.otherWays)",
        isNoCapture: true)
    }
    mark(source)
    return true
  }

  /// Takes a program of a folder; `false` when it calls no library that advertises. Other files of a folder can be
  /// anything, so that only calls count, and neither lines without their library nor arrays.
  private mutating func takeProgram(
    ofFolder source: RewindableSource, _ language: ProgramReader.Language, _ layouts: ImageOptions,
    _ redaction: Redaction?
  ) throws(InputProblem) -> Bool {
    // The file can still be something else.
    guard let again = try source.openedAgain(), let text = again.programText else { return false }
    let program = ProgramReader(text, language: language, project: SourceProject(beside: path, layouts.stack))
    // A file of which nothing is read can be about anything.
    guard !program.layouts.isEmpty || SourceExcerpt.namesLibrary(in: text), take(.calls(program), redaction) else {
      return false
    }
    isProgram = true
    mark(again)
    return true
  }

  /// Returns the program that the calls of a text show, where its name is of no language; `nil` for any other text.
  func unnamedProgram(in text: String) -> ProgramReader? {
    guard ProgramReader.Language(path: path) == nil, SourceExcerpt.mayHaveCalls(text) else { return nil }
    let stacks = taken.layouts?.stack ?? []
    let project = path == "-" ? SourceProject(stacks) : SourceProject(beside: path, stacks)
    return callsOfAnyLanguage(in: text, project)
  }

  /// Returns the program that the calls of a text show, in whatever language they are; `nil` for any other text.
  private func callsOfAnyLanguage(in text: String, _ project: SourceProject) -> ProgramReader? {
    // A log and prose can name a call.
    guard let excerpt = SourceExcerpt(text, project: project), !excerpt.isOnlyNamed, !excerpt.program.isEmpty else {
      return nil
    }
    return excerpt.program
  }

  /// Returns a file from its beginning that has the name of a program and is, or may be, something else by its content;
  /// `nil` for a file of code.
  static func otherContent(of source: RewindableSource) throws(InputProblem) -> RewindableSource? {
    guard let text = source.programText, TextKind(text, path: "").isCertainOfAnyName || !TextKind.hasCode(text) else {
      return nil
    }
    return try source.openedAgain()
  }

  /// Takes a program that only its calls show; returns `false` when nothing in it advertises.
  mutating func takeUnnamed(_ program: ProgramReader?, _ redaction: Redaction?) throws(InputProblem) -> Bool {
    guard let program else { return false }
    guard takesLayouts else {
      throw refusal(of: "lines of a program, whose calls advert lint, reach and emit read")
    }
    isProgram = take(.calls(program), redaction)
    return isProgram
  }

  /// Returns the problem of a program that only scans; `nil` for any other text.
  func refusalOfScan(in text: String) -> InputProblem? {
    guard !ScanReader(text, path: path).scans.isEmpty else { return nil }
    return InputProblem(
      expected: "a program that advertises",
      found: "one that scans: advert reach LOG --app FILE asks a log with its filters", isNoCapture: true)
  }

  /// Takes what a source file declares; returns `false` when nothing in it advertises.
  mutating func take(_ source: DeclaringSource, _ redaction: Redaction?) -> Bool {
    guard
      let read = DeclaredContent(
        source, path: redaction?.path(path) ?? path, tellsReasons: redaction == nil,
        layout: { redaction?.layout($0) ?? $0 })
    else { return false }
    switch source {
    case .calls(let program):
      inputs = read.inputs
      programStacks = program.unread.isEmpty ? program.stacks.map { $0.stack.id } : nil
    case .arrays: inputs = [Input(path: read.path, .text(read.files.flatMap { $0.layouts }, ""))]
    }
    incomplete = read.incomplete
    return true
  }
}

extension SourceProject {
  /// Folders above a program in which the files of its project can be.
  private static let highest = 3

  /// Takes the versions of the command line.
  init(_ stacks: [ImageOptions.StatedStack]) {
    self.init()
    for stack in stacks { state(stack.version, of: stack.id) }
  }

  /// Takes the versions of the command line, then reads the files beside a program, and above it.
  init(beside path: String, _ stacks: [ImageOptions.StatedStack]) {
    self.init(stacks)
    for path in Self.paths(from: path.parentFolder) {
      guard let text = RewindableSource.text(ofFile: path) else { continue }
      take(text, of: path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path)
    }
    sources = Self.sources(from: path.parentFolder)
  }

  /// Returns whether a path has the name of a file that tells facts of the program beside it.
  static func tellsFacts(_ path: String) -> Bool {
    files.contains { path == $0 || path.hasSuffix("/" + $0) }
  }

  /// Files that are in the uppermost folder of a project.
  private static let marks = files.filter { !$0.contains("/") } + ["CMakeLists.txt", "Makefile", ".git"]
  /// Files that are in the uppermost folder of an app or a package.
  private static let moduleMarks = ["Package.swift", "build.gradle", "build.gradle.kts"]
  private static let highestModule = 10
  /// Folders of a project with the code of others, with tests, or with copies.
  private static let foreign: Set<Substring> = [
    "Pods", "Carthage", "DerivedData", "node_modules", "build", "bin", "obj", "Tests", "test", "androidTest",
  ]

  /// Returns the files of the project that has a folder: those that a program names below the uppermost folder with a mark,
  /// and all below the innermost folder of a module. Where no folder has a mark, the folder itself counts. A link that leads
  /// out of these folders is not followed.
  ///
  /// - Parameter note: gets the path of each file that is read.
  private static func sources(
    from folder: String, noting note: @escaping @Sendable (String) -> Void = { _ in }
  ) -> ProjectSources? {
    func isThere(_ path: String) -> Bool { FileKind(of: path) == .file || FileKind(of: path) == .folder }
    func resolved(_ top: String) -> String? { ReplacedFile.resolved(top.isEmpty ? "." : top) }
    let top = paths(from: folder, marks).last(where: isThere)?.parentFolder ?? folder
    let inner = paths(from: folder, moduleMarks, highest: highestModule).first(where: isThere)?.parentFolder ?? top
    guard let root = resolved(top), let module = resolved(inner) else { return nil }
    @Sendable func isBelow(_ file: String, _ root: String) -> Bool { file.hasPrefix(root == "/" ? root : root + "/") }
    return ProjectSources(
      paths: { endings in
        SourceFolder.files(in: module, endings).filter { path in
          !path.dropFirst(module.count).split(separator: "/").contains { foreign.contains($0) }
        }
      },
      text: { path in
        let isListed = path.hasPrefix("/")
        guard let file = ReplacedFile.resolved(isListed ? path : folder + path),
          isBelow(file, isListed ? module : root)
        else { return nil }
        note(file)
        return RewindableSource.text(ofFile: file)
      })
  }

  /// Returns the paths of the files that a program takes in: headers that it includes, and modules that it imports.
  static func sourcesRead(by path: String) -> [String] {
    guard let language = ProgramReader.Language(path: path), let text = RewindableSource.text(ofFile: path) else {
      return []
    }
    let read = ReadPaths()
    var project = SourceProject()
    project.sources = sources(from: path.parentFolder) { path in
      read.paths.withLock { $0.append(path) }
    }
    _ = ProgramReader(text, language: language, project: project)
    return read.paths.withLock { $0 }
  }

  /// Returns the paths of the files that tell facts of a program in a folder, the innermost first.
  static func paths(from folder: String, _ names: [String] = files, highest: Int = Self.highest) -> [String] {
    var folder = folder
    var paths: [String] = []
    for _ in 0...highest {
      paths += names.map { folder + $0 }
      guard folder.first != "/" || folder.count > 1 else { break }
      folder = folder.isEmpty ? "../" : folder.hasPrefix("../") ? "../" + folder : parent(of: folder)
    }
    return paths
  }

  private static func parent(of folder: String) -> String {
    let inner = folder.dropLast()
    return inner.lastIndex(of: "/").map { String(inner[...$0]) } ?? "./"
  }
}

/// The paths of files that were read.
private final class ReadPaths: Sendable {
  let paths = Mutex<[String]>([])
}
