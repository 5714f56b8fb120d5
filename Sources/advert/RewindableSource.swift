internal import AdvertCapture

/// The bytes of a file or of standard input, of which the first are remembered: what turns out to be no capture may be
/// layouts in text, and a pipe cannot be read twice.
final class RewindableSource: ByteSource {
  /// More than anybody writes by hand.
  private static let mostRemembered = 1 << 20

  private let source: FileSource
  private var remembered: [UInt8] = []
  private var isAll = true

  /// `-` is standard input.
  init(opening path: String) throws(InputProblem) {
    do throws(InputFailure) {
      source = path == "-" ? .standardInput() : try FileSource(path: path)
    } catch {
      throw InputProblem(.unreadable(reason: error.reason))
    }
  }

  func read(into buffer: inout [UInt8], at start: Int) throws(InputFailure) -> Int {
    let count = try source.read(into: &buffer, at: start)
    if isAll {
      remembered += buffer[start..<start + count]
      if remembered.count > Self.mostRemembered {
        remembered = []
        isAll = false
      }
    }
    return count
  }

  /// The input as text, read to its end; `nil` when it is not UTF-8 or longer than is remembered.
  var text: String? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while isAll, let count = try? read(into: &buffer, at: 0), count > 0 {}
    return isAll ? String(validating: remembered, as: UTF8.self) : nil
  }
}
