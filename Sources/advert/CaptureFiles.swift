#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The files an argument stands for: itself, or, when it is a directory, every regular file below it.
struct CaptureFiles {
  let paths: [String]
  /// Whether the paths were found in a directory. Files there that are no captures are no failure.
  let isDirectory: Bool

  init(_ argument: String) {
    isDirectory = argument != "-" && (try? FileManager.default.contentsOfDirectory(atPath: argument)) != nil
    paths = isDirectory ? Self.files(in: argument) : [argument]
  }

  /// Reads every file that the arguments stand for: one that cannot be read is complained about and does not stop the
  /// others, and in a directory what is no capture is passed over. Returns whether all went well.
  ///
  /// - Parameter read: reads one file and returns what is wrong in it that belongs on the diagnostics.
  static func readAll(
    _ arguments: [String], on console: Console, _ read: (String) throws(InputProblem) -> [String]
  ) throws(CommandFailure) -> Bool {
    var isWell = true
    for argument in arguments {
      let files = CaptureFiles(argument)
      var found = 0
      for path in files.paths {
        let complaints: [String]
        do throws(InputProblem) {
          complaints = try read(path)
          found += 1
        } catch {
          if files.isDirectory, error.isNoCapture { continue }
          isWell = false
          complaints = ["\(path): \(error.message)"]
        }
        for complaint in complaints { try console.complain(complaint) }
      }
      if files.isDirectory, found == 0 {
        isWell = false
        try console.complain(
          "\(argument): expected captures in the directory, found none in \(files.paths.count) files")
      }
    }
    return isWell
  }

  /// In the order of their names, links not followed: a link to a folder above would never end.
  private static func files(in directory: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.sorted().flatMap { name -> [String] in
      let path = directory.hasSuffix("/") ? directory + name : directory + "/" + name
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      switch attributes?[.type] as? FileAttributeType {
      case .typeDirectory: return files(in: path)
      case .typeRegular: return [path]
      default: return []
      }
    }
  }
}
