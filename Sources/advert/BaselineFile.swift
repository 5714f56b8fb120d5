internal import AdvertCapture
internal import AdvertLint
internal import AdvertReport

/// A file of findings that are known.
enum BaselineFile {
  /// More than any baseline; what is longer is something else.
  private static let mostOctets = 1 << 26

  /// - Throws: also when it is not there, so that a mistyped name does not pass for an empty baseline.
  static func read(_ path: String) throws(CommandFailure) -> Baseline {
    let octets = try octets(of: path)
    do throws(BaselineError) {
      return try Baseline(reading: octets)
    } catch {
      throw CommandFailure("\(path): \(error)")
    }
  }

  static func write(_ baseline: Baseline, to path: String) throws(CommandFailure) {
    try OutputFile(creating: path).write(baseline.json)
  }

  private static func octets(of path: String) throws(CommandFailure) -> [UInt8] {
    do throws(InputFailure) {
      let source = try FileSource(path: path)
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      var octets: [UInt8] = []
      while octets.count <= mostOctets {
        let count = try source.read(into: &buffer, at: 0)
        if count == 0 { return octets }
        octets += buffer[..<count]
      }
    } catch {
      throw CommandFailure("\(path): expected a baseline: \(error.reason)")
    }
    throw CommandFailure("\(path): expected a baseline, found more than \(mostOctets) bytes")
  }
}
