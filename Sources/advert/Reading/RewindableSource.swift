internal import AdvertCapture

/// The bytes of a file or of standard input, of which the first are remembered: what turns out to be no capture may be
/// layouts in text, and a pipe cannot be read twice.
final class RewindableSource: ByteSource {
  /// More than anybody writes by hand.
  private static let mostRemembered = 1 << 20

  private let source: FileSource
  private let progress: ReadingProgress?
  /// Octets read.
  private(set) var count = 0
  /// Whether reading ended because the user wanted it to.
  private(set) var wasInterrupted = false
  private var remembered: [UInt8] = []
  private var isAll = true

  /// `-` is standard input.
  ///
  /// - Parameters:
  ///   - interruption: what ends the reading early.
  ///   - progress: what is told of each piece read.
  init(
    opening path: String, interruptedBy interruption: Interruption? = nil, progress: ReadingProgress? = nil
  ) throws(InputProblem) {
    self.progress = progress
    do throws(InputFailure) {
      source =
        path == "-"
        ? .standardInput(interruptedBy: interruption?.descriptor)
        : try FileSource(path: path, interruptedBy: interruption?.descriptor)
    } catch {
      throw InputProblem(.unreadable(reason: error.reason))
    }
  }

  func read(into buffer: inout [UInt8], at start: Int) throws(InputFailure) -> Int {
    let count: Int
    do throws(InputFailure) {
      count = try source.read(into: &buffer, at: start)
    } catch {
      wasInterrupted = error == .interrupted
      throw error
    }
    self.count += count
    progress?.note(count)
    if isAll { remember(buffer[start..<start + count]) }
    return count
  }

  private func remember(_ octets: ArraySlice<UInt8>) {
    guard remembered.count + octets.count <= Self.mostRemembered, !remembered.isEmpty || Self.mayBeText(octets) else {
      remembered = []
      isAll = false
      return
    }
    remembered += octets
  }

  /// Whether an input may be UTF-8 that begins like this: captures soon have octets that are not.
  private static func mayBeText(_ octets: ArraySlice<UInt8>) -> Bool {
    let head = octets.prefix(1024)
    // It may end inside a character.
    return (0...3).contains { String(validating: head.dropLast($0), as: UTF8.self) != nil }
  }

  /// The input as text, read to its end; `nil` when it is not UTF-8, is longer than is remembered, or was not read to its
  /// end: half a text says something else.
  var text: String? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while isAll, let count = try? read(into: &buffer, at: 0), count > 0 {}
    return isAll && !wasInterrupted ? String(validating: remembered, as: UTF8.self) : nil
  }
}
