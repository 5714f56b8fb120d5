import Foundation

/// The command as a process of its own, in a folder of its own.
struct AdvertProcess {
  let status: Int32
  let output: String
  let diagnostics: String

  /// Beside the tests, where the package manager puts all that it builds.
  private static let program: URL = {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    while folder.pathComponents.count > 1 {
      let program = folder.appending(path: "advert")
      if FileManager.default.isExecutableFile(atPath: program.path),
        (try? program.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
      {
        return program
      }
      folder.deleteLastPathComponent()
    }
    return folder
  }()

  init(_ arguments: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = Self.program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let streams = (Pipe(), Pipe())
    process.standardOutput = streams.0
    process.standardError = streams.1
    try process.run()
    // Diagnostics are a few lines, which a pipe holds.
    let output = try streams.0.fileHandleForReading.readToEnd() ?? Data()
    let diagnostics = try streams.1.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    status = process.terminationStatus
    self.output = String(decoding: output, as: UTF8.self)
    self.diagnostics = String(decoding: diagnostics, as: UTF8.self)
  }
}
