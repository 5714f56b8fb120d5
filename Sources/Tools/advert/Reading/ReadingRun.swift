internal import AdvertCapture
internal import AdvertObservation
internal import AdvertReading
internal import AdvertRedaction
internal import AdvertReport
internal import AdvertScan
internal import AdvertSources
internal import AdvertisingData

/// One command's reading of its inputs, to the last or until the user interrupts it.
///
/// A file that cannot be read is a diagnostic and does not stop the others. Files in a directory that are not captures
/// are left out and counted. Progress is shown. After an interruption the diagnostics list the parts that were read and
/// those that were not.
struct ReadingRun {
  private let console: Console
  private let redaction: Redaction?
  private let inputs: [CaptureFiles]
  /// The programs of each input; `nil` for an input that is no directory, and when the command takes no programs.
  private let projects: [ProjectFolder?]
  private let line: TerminalLine?
  private let reader: FileReader
  private var unread = 0
  /// The number of files in the present directory that are not captures.
  private var others = 0
  private var outcome = Outcome()

  struct Outcome {
    /// Whether all required inputs were read.
    fileprivate(set) var isWell = true
    /// Whether the user ended it early.
    fileprivate(set) var wasInterrupted = false
    /// Inputs that could not be read or were left out, except those in the contents.
    fileprivate(set) var incomplete: [IncompleteInput] = []
  }

  /// - Parameters:
  ///   - takesPrograms: whether the programs of directories are read.
  ///   - printingMeanwhile: whether results are printed while reading: they may go to the terminal that would show
  ///     progress.
  init(
    _ arguments: [String], redaction: Redaction?, on console: Console, takesPrograms: Bool = false,
    printingMeanwhile: Bool = false
  ) throws(CommandFailure) {
    self.console = console
    self.redaction = redaction
    let inputs = arguments.map { CaptureFiles($0) }
    let projects = inputs.map { input in
      takesPrograms && input.isDirectory ? ProjectFolder(input.argument, paths: input.paths) : nil
    }
    self.inputs = inputs
    self.projects = projects
    let paths = inputs.flatMap(\.paths)
    let sizes = paths.map(RewindableSource.size(of:))
    line = printingMeanwhile && !console.isOutputApart ? nil : console.line
    reader = FileReader(
      paths: paths, sizes: sizes, areInFolders: inputs.flatMap { input in input.paths.map { _ in input.isDirectory } },
      areOfProjects: zip(inputs, projects).flatMap { input, project in
        input.paths.map { project?.programs.contains($0) ?? false }
      },
      interruption: console.isInterruptible ? Interruption() : nil,
      progress: line.map { line in ReadingProgress(sizes: sizes) { line.show($0) } })
  }

  /// Reads one file after the other; `take` gets their contents, and returns lines for the diagnostics.
  mutating func readInOrder<Contents>(
    _ read: FileReader.Reading<Contents>, take: (Contents) -> [String]
  ) throws(CommandFailure) -> Outcome {
    try settle(take) { [reader] number in reader.read(number, read) }
  }

  /// Reads the same on all cores. `take` gets the contents of the files in their order.
  mutating func readAtOnce<Contents: Sendable>(
    _ read: @escaping FileReader.SharedReading<Contents>, take: (Contents) -> [String]
  ) throws(CommandFailure) -> Outcome {
    // Two pipes may be the same one.
    guard reader.paths.count > 1, reader.sizes.count(where: { $0 == nil }) < 2 else {
      return try readInOrder(read, take: take)
    }
    let results = AllCores.map(reader.paths.count) { [reader] number in reader.read(number, read) }
    return try settle(take) { results[$0] }
  }

  /// Reports the files that cannot be read, in their order, and hands on the contents of the others.
  private mutating func settle<Contents>(
    _ take: (Contents) -> [String], _ result: (_ number: Int) -> FileReader.Result<Contents>
  ) throws(CommandFailure) -> Outcome {
    defer { line?.erase() }
    var number = 0
    for (input, project) in zip(inputs, projects) {
      var found = 0
      for path in input.paths {
        let file = result(number)
        number += 1
        let gaps = file.contents.map(take) ?? []
        if file.problem == nil { found += 1 }
        try settle(file, path, in: input, isOfProject: !(project?.programs.isEmpty ?? true))
        for gap in gaps { try console.complain(gap) }
      }
      try settle(input, project, found: found)
    }
    try tellWhatIsUnread()
    return outcome
  }

  private mutating func settle<Contents>(
    _ file: FileReader.Result<Contents>, _ path: String, in input: CaptureFiles, isOfProject: Bool
  ) throws(CommandFailure) {
    if !file.wasTried {
      unread += 1
      note(
        CaptureProblem(.fileUnread, fileOffset: nil, record: nil, detail: .readingFailed(reason: "interrupted")), path)
    }
    if file.wasInterrupted { outcome.wasInterrupted = true }
    if let problem = file.problem {
      if input.isDirectory, problem.isNoCapture, !CaptureName.isCapture(path) {
        // The programs beside such a file take what it says.
        if !(isOfProject && SourceProject.tellsFacts(path)) { others += 1 }
      } else {
        outcome.isWell = false
        note(problem.problem(in: shown(path), redaction), path)
        try console.complain(problem.line(on: path, redaction))
      }
    }
    if let part = file.part { try console.complain("\(shown(path)): interrupted after \(part)") }
  }

  private mutating func settle(
    _ input: CaptureFiles, _ project: ProjectFolder?, found: Int
  ) throws(CommandFailure) {
    for (path, problem) in input.problems { try settle(problem, path) }
    let left = others + input.others
    others = 0
    guard input.isDirectory, !outcome.wasInterrupted else { return }
    if found == 0 {
      try settle(
        CaptureProblem(
          .fileUnread, fileOffset: nil, record: nil,
          expected: project == nil
            ? "captures in the directory" : "captures, or programs that advertise, in the directory",
          found: "none in \(input.paths.count) files"), input.argument)
    } else if left > 0 {
      let files = counted(left, "file that holds", "files that hold")
      let nothing = project?.programs.isEmpty ?? true ? "no capture" : "no capture and no program that advertises"
      try console.complain("\(shownFolder(input.argument)): left out \(files) \(nothing)")
    }
    guard let project else { return }
    if project.ofOthers > 0, found == 0 || !project.programs.isEmpty {
      let files = counted(project.ofOthers, "file")
      try console.complain(
        "\(shownFolder(input.argument)): did not look for programs in \(files) of libraries, tools and links to other "
          + "folders: name such a file itself")
    }
    if project.behindLimits > 0 {
      try settle(
        CaptureProblem(
          .fileUnread, fileOffset: nil, record: nil,
          expected: "at most \(ProjectFolder.mostFiles) source files and 64 megabytes in a directory",
          found: "\(project.behindLimits) more, in which programs are not looked for"), input.argument)
    }
  }

  /// Reports a problem of a directory, or in it.
  private mutating func settle(_ problem: CaptureProblem, _ path: String) throws(CommandFailure) {
    let path = shownFolder(path)
    if problem.kind.isDamage { outcome.isWell = false }
    outcome.incomplete.append(IncompleteInput(path: path, problems: [problem]))
    try console.complain("\(path): \(problem.message)")
  }

  private mutating func note(_ problem: CaptureProblem, _ path: String) {
    outcome.incomplete.append(IncompleteInput(path: shown(path), problems: [problem]))
  }

  /// Names of folders are replaced, unlike those of files.
  private func shownFolder(_ path: String) -> String { redaction == nil ? path : "folder" }

  private func shown(_ path: String) -> String { redaction?.path(path) ?? path }

  private mutating func tellWhatIsUnread() throws(CommandFailure) {
    guard outcome.wasInterrupted else { return }
    outcome.isWell = false
    if unread > 0 { try console.complain("interrupted: \(counted(unread, "file")) not read") }
  }
}
