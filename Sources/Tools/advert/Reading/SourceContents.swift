internal import AdvertFirmware
internal import AdvertObservation
internal import AdvertReading
internal import AdvertRedaction
internal import AdvertScan
internal import AdvertSources
internal import Synchronization

/// A file that is a program, whose calls of known libraries say what it sends.
extension FileContents {
  /// `false` when the file is no program in a language that is read.
  ///
  /// - Throws: when nothing in it advertises.
  mutating func takeProgram(
    _ source: RewindableSource, _ layouts: ImageOptions, _ redaction: Redaction?
  ) throws(InputProblem) -> Bool {
    guard !source.isInFolder, let language = ProgramReader.Language(path: path) else { return false }
    isProgram = true
    guard let text = source.programText else {
      throw InputProblem(
        expected: ProgramReader.expectation,
        found: "a longer file than is read as a program: \(FirmwareFile.otherWays)",
        isNoCapture: true)
    }
    let project = SourceProject(beside: path, layouts.stack)
    func content(_ program: ProgramReader) -> DeclaredContent? {
      DeclaredContent(
        program, path: redaction?.path(path) ?? path, tellsReasons: redaction == nil,
        layout: { redaction?.layout($0) ?? $0 })
    }
    let program = ProgramReader(text, language: language, project: project)
    // Lines without the function around them, or without the library, as people copy them.
    let excerpt = program.layouts.isEmpty ? SourceExcerpt(text, language: language, project: project) : nil
    let isBetter = excerpt.map { !$0.program.layouts.isEmpty || program.isEmpty } ?? false
    // Arrays say more than the name of a call that is not read.
    let isUnread = excerpt.map { $0.isOnlyNamed || $0.program.isEmpty } ?? true
    if program.isEmpty, isUnread, try takeArrays(DeclaredArrays(text), redaction) {
      mark(source)
      return true
    }
    guard let read = content(isBetter ? excerpt?.program ?? program : program) else {
      let call = SourceExcerpt.unclearCall(in: text)
      if call == nil, !ScanReader(text, path: path).scans.isEmpty {
        throw InputProblem(
          expected: "a program that advertises",
          found: "one that scans: advert reach LOG --app FILE asks a log with its filters", isNoCapture: true)
      }
      throw InputProblem(
        expected: ProgramReader.expectation,
        found: call.map { "\($0) without the #include or the import that says of which library it is" }
          ?? "a program without them: \(FirmwareFile.otherWays)",
        isNoCapture: true)
    }
    (inputs, incomplete) = (read.inputs, read.incomplete)
    mark(source)
    return true
  }
}

extension SourceProject {
  /// Folders above a program in which the files of its project can be.
  private static let highest = 3

  /// Takes the versions of the command line, then reads the files beside a program, and above it.
  fileprivate init(beside path: String, _ stacks: [ImageOptions.StatedStack]) {
    self.init()
    for stack in stacks { state(stack.version, of: stack.id) }
    for path in Self.paths(from: path.parentFolder) {
      guard let text = RewindableSource.text(ofFile: path) else { continue }
      take(text, of: path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path)
    }
    sources = Self.sources(from: path.parentFolder)
  }

  /// Files that are in the uppermost folder of a project.
  private static let marks = files + ["CMakeLists.txt", "Makefile", ".git"]

  /// Returns the files of the project that has a folder: those below the uppermost folder with a mark, or below the folder
  /// itself. A link that leads out of it is not followed.
  ///
  /// - Parameter note: gets the path of each file that is read.
  private static func sources(
    from folder: String, noting note: @escaping @Sendable (String) -> Void = { _ in }
  ) -> ProjectSources? {
    let above = paths(from: folder, marks)
    let marked = above.last { FileKind(of: $0) == .file || FileKind(of: $0) == .folder }
    let top = marked?.parentFolder ?? folder
    guard let root = ReplacedFile.resolved(top.isEmpty ? "." : top) else { return nil }
    return ProjectSources { path in
      guard let file = ReplacedFile.resolved(folder + path), file.hasPrefix(root == "/" ? root : root + "/") else {
        return nil
      }
      note(file)
      return RewindableSource.text(ofFile: file)
    }
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
  static func paths(from folder: String, _ names: [String] = files) -> [String] {
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
