internal import AdvertRedaction
internal import AdvertReport

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// One command's reading of its inputs, to the last or until the user interrupts it.
///
/// A file that cannot be read is a diagnostic and does not stop the others. Files in a directory that are no captures are
/// left out. Progress is shown. After an interruption the diagnostics say what was read and what was not.
struct ReadingRun {
  private let console: Console
  private let redaction: Redaction?
  private let inputs: [CaptureFiles]
  private let line: TerminalLine?
  private let reader: FileReader
  private var unread = 0
  private var outcome = Outcome()

  struct Outcome {
    /// Whether all was read that should be.
    fileprivate(set) var isWell = true
    /// Whether the user ended it early.
    fileprivate(set) var wasInterrupted = false
  }

  /// - Parameter printingMeanwhile: whether results are printed while reading: they may go to the terminal on which
  ///   progress would be shown.
  /// - Throws: when results would be written over an input.
  init(
    _ arguments: [String], redaction: Redaction?, on console: Console, printingMeanwhile: Bool = false
  ) throws(CommandFailure) {
    self.console = console
    self.redaction = redaction
    inputs = arguments.map { CaptureFiles($0) }
    let paths = inputs.flatMap(\.paths)
    let sizes = paths.map(InputSize.octets(of:))
    if let output = console.outputPath, paths.contains(where: { OutputFile.isSame(output, $0) }) {
      throw CommandFailure("\(output): is an input, so results are not written to it")
    }
    line = printingMeanwhile && !console.isOutputApart ? nil : console.line
    reader = FileReader(
      paths: paths, sizes: sizes, interruption: console.isInterruptible ? Interruption() : nil,
      progress: line.map { line in ReadingProgress(sizes: sizes) { line.show($0) } })
  }

  /// Reads one file after the other; `take` gets what was in them.
  mutating func readInOrder<Contents>(
    _ read: FileReader.Reading<Contents>, take: (Contents) -> Void
  ) throws(CommandFailure) -> Outcome {
    try settle(take) { [reader] number in reader.read(number, read) }
  }

  /// Reads on all cores; `take` gets what was in the files in their order.
  mutating func readAtOnce<Contents: Sendable>(
    _ read: @escaping FileReader.SharedReading<Contents>, take: (Contents) -> Void
  ) throws(CommandFailure) -> Outcome {
    // Two pipes may be the same one.
    guard reader.paths.count > 1, reader.sizes.count(where: { $0 == nil }) < 2 else {
      return try readInOrder(read, take: take)
    }
    let results = AllCores.map(reader.paths.count) { [reader] number in reader.read(number, read) }
    return try settle(take) { results[$0] }
  }

  /// Tells what is wrong with the files in their order, and hands on what is in them.
  private mutating func settle<Contents>(
    _ take: (Contents) -> Void, _ result: (_ number: Int) -> FileReader.Result<Contents>
  ) throws(CommandFailure) -> Outcome {
    defer { line?.erase() }
    var number = 0
    for input in inputs {
      var found = 0
      for path in input.paths {
        let file = result(number)
        number += 1
        if let contents = file.contents { take(contents) }
        if file.problem == nil { found += 1 }
        try settle(file, path, isInDirectory: input.isDirectory)
      }
      try settle(input, found: found)
    }
    try tellWhatIsUnread()
    return outcome
  }

  private mutating func settle<Contents>(
    _ file: FileReader.Result<Contents>, _ path: String, isInDirectory: Bool
  ) throws(CommandFailure) {
    if !file.wasTried { unread += 1 }
    if file.wasInterrupted { outcome.wasInterrupted = true }
    if let problem = file.problem, !(isInDirectory && problem.isNoCapture) {
      outcome.isWell = false
      try console.complain(problem.line(on: path, redaction))
    }
    for complaint in file.complaints { try console.complain(complaint) }
    if let part = file.part { try console.complain("\(shown(path)): interrupted after \(part)") }
  }

  private mutating func settle(_ input: CaptureFiles, found: Int) throws(CommandFailure) {
    if input.unnamed > 0 {
      outcome.isWell = false
      try console.complain(
        "\(shown(input.argument)): expected names in UTF-8, found \(input.unnamed) that cannot be read by name")
    }
    if input.isDirectory, found == 0, !outcome.wasInterrupted {
      outcome.isWell = false
      try console.complain(
        "\(shown(input.argument)): expected captures in the directory, found none in \(input.paths.count) files")
    }
  }

  private func shown(_ path: String) -> String { redaction?.path(path) ?? path }

  private mutating func tellWhatIsUnread() throws(CommandFailure) {
    guard outcome.wasInterrupted else { return }
    outcome.isWell = false
    if unread > 0 { try console.complain("interrupted: \(counted(unread, "file")) not read") }
  }
}

/// The files an argument stands for: itself, or, when it is a directory, every regular file below it.
struct CaptureFiles {
  /// As the user wrote it.
  let argument: String
  let paths: [String]
  /// Whether the paths were found in a directory. Files there that are no captures are no failure.
  let isDirectory: Bool
  /// Entries of the directory, and of those below it, that no path can be written for: their names are not UTF-8.
  private(set) var unnamed = 0

  init(_ argument: String) {
    self.argument = argument
    isDirectory = argument != "-" && DirectoryNames(argument) != nil
    var unnamed = 0
    paths = isDirectory ? Self.files(in: argument, &unnamed) : [argument]
    self.unnamed = unnamed
  }

  /// In the order of their names, links not followed: a link to a folder above would never end.
  private static func files(in directory: String, _ unnamed: inout Int) -> [String] {
    guard let names = DirectoryNames(directory) else { return [] }
    unnamed += names.unreadable
    return names.all.sorted().flatMap { name -> [String] in
      let path = directory.hasSuffix("/") ? directory + name : directory + "/" + name
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      switch attributes?[.type] as? FileAttributeType {
      case .typeDirectory: return files(in: path, &unnamed)
      case .typeRegular: return [path]
      default: return []
      }
    }
  }
}

/// The names of what is in a directory. File systems take any octets for a name, and Foundation passes over those that
/// are no text without a word.
struct DirectoryNames {
  private(set) var all: [String] = []
  /// How many names are not UTF-8.
  private(set) var unreadable = 0

  /// `nil` when it is no directory, or cannot be read.
  init?(_ path: String) {
    guard let directory = unsafe opendir(path) else { return nil }
    defer { unsafe closedir(directory) }
    while let entry = unsafe readdir(directory) {
      let capacity = unsafe MemoryLayout.size(ofValue: entry.pointee.d_name)
      let octets = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { name in
        unsafe Array(name.prefix(capacity).prefix { $0 != 0 })
      }
      guard let name = String(validating: octets, as: UTF8.self) else {
        unreadable += 1
        continue
      }
      if name != ".", name != ".." { all.append(name) }
    }
  }
}
