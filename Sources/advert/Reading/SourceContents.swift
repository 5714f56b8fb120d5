internal import AdvertBuilders
internal import AdvertCapture
internal import AdvertFirmware
internal import AdvertObservation
internal import AdvertRedaction
internal import AdvertScan
internal import AdvertSources

/// A file that is a program, whose calls of known libraries say what it sends.
extension FileContents {
  /// `false` when the file is no program in a language that is read.
  ///
  /// - Throws: when nothing in it advertises.
  mutating func takeProgram(
    _ source: RewindableSource, path: String, _ redaction: Redaction?
  ) throws(InputProblem) -> Bool {
    guard !source.isInFolder, let language = ProgramReader.Language(path: path), let text = source.text else {
      return false
    }
    let project = ProjectFiles(beside: path).project
    let program = ProgramReader(text, language: language, project: project)
    guard !program.layouts.isEmpty || !program.unread.isEmpty else {
      throw InputProblem(
        expected: "calls of a library that advertises (\(ProgramReader.libraries))",
        found: "a program without them: \(FirmwareFile.otherWays)", isNoCapture: true)
    }
    let shown = redaction?.path(path) ?? path
    let layouts = program.layouts.map { redaction?.layout($0) ?? $0 }
    inputs = [Input(path: shown, .image(layouts), image: shown)]
    var problems = program.unread.map { obstacle in
      CaptureProblem(
        .callUnread, fileOffset: nil, record: nil,
        declaration: CaptureProblem.Declaration(path: shown, line: obstacle.line),
        detail: .refused(
          reason: redaction == nil
            ? "what the program sends is not read: \(obstacle.reason)" : "what the program sends is not read"))
    }
    for (stack, version) in program.stacks where version.isAssumed {
      problems.append(
        CaptureProblem(
          .parametersAssumed, fileOffset: nil, record: nil,
          detail: .refused(
            reason:
              "\(stack.name) is taken as version \(version.words), because no file beside the program says which it is")
        ))
    }
    if let name = project.settings["BT_DEVICE_NAME"],
      program.layouts.contains(where: { $0.deviceName.map(name.hasPrefix) ?? false })
    {
      problems.append(
        CaptureProblem(
          .parametersAssumed, fileOffset: nil, record: nil,
          detail: .refused(
            reason: "the device's name is that of prj.conf, which other files of the build can change")))
    }
    if !problems.isEmpty { incomplete = IncompleteInput(path: shown, problems: problems) }
    mark(source)
    return true
  }
}

/// Files of a project that say which libraries a program is built with.
struct ProjectFiles {
  private(set) var project = SourceProject()

  /// Folders above a program in which the files of its project can be.
  private static let highest = 3

  init(beside path: String) {
    var folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    for _ in 0...Self.highest {
      for name in SourceVersions.files {
        guard let text = Self.text(folder + name) else { continue }
        for (stack, version) in SourceVersions.versions(in: text, of: name) where project.versions[stack] == nil {
          project.versions[stack] = version
        }
      }
      if project.settings.isEmpty,
        let name = Self.text(folder + "prj.conf").flatMap({ SourceVersions.deviceName(inKconfig: $0) })
      {
        project.settings["BT_DEVICE_NAME"] = name
      }
      guard folder.first != "/" || folder.count > 1 else { return }
      folder = folder.isEmpty ? "../" : folder.hasPrefix("../") ? "../" + folder : Self.parent(of: folder)
    }
  }

  private static func parent(of folder: String) -> String {
    let inner = folder.dropLast()
    return inner.lastIndex(of: "/").map { String(inner[...$0]) } ?? "./"
  }

  private static func text(_ path: String) -> String? {
    guard FileKind(of: path) == .file else { return nil }
    return (try? RewindableSource(opening: path))?.text
  }
}
