internal import AdvertCapture
internal import AdvertFirmware
internal import AdvertInput
internal import AdvertLint
internal import AdvertManifest
internal import AdvertReading
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData
internal import PlatformLibrary

/// Opens and reads the files of a command, one at a time or on several threads.
struct FileReader: Sendable {
  let paths: [String]
  /// The number of octets of each file; `nil` for a pipe or similar file.
  let sizes: [Int?]
  /// Whether each file was found in a folder, and not named by the user.
  let areInFolders: [Bool]
  /// Whether each file can be a program of a folder that the user named.
  let areOfProjects: [Bool]
  let interruption: Interruption?
  let progress: ReadingProgress?

  /// Reads one file.
  typealias Reading<Contents> = (_ source: RewindableSource, _ path: String) throws(InputProblem) -> Contents

  /// The same for several threads at once.
  typealias SharedReading<Contents> =
    @Sendable (_ source: RewindableSource, _ path: String) throws(InputProblem) -> Contents

  /// The result of reading one file.
  struct Result<Contents> {
    var contents: Contents?
    var problem: InputProblem?
    /// Whether the file was tried; not when the user interrupted before.
    var wasTried = true
    /// The part that was read when the user interrupted it, in words; `nil` without an interruption.
    var part: String?

    var wasInterrupted: Bool { !wasTried || part != nil }
  }

  /// Reads one file, or the part before an interruption by the user: then that is the only problem.
  func read<Contents>(_ number: Int, _ read: Reading<Contents>) -> Result<Contents> {
    // A signal came between two files.
    guard !isInterruptionRequested else { return Result(wasTried: false) }
    let path = paths[number]
    let source: RewindableSource
    do throws(InputProblem) {
      source = try RewindableSource(opening: path, interruptedBy: interruption, progress: progress)
    } catch {
      progress?.finish(file: number, read: 0)
      // Opening a pipe can take as long as reading it.
      return isInterruptionRequested ? Result(wasTried: false) : Result(problem: error)
    }
    defer { progress?.finish(file: number, read: source.count) }
    source.isInFolder = areInFolders[number]
    source.isOfProject = areOfProjects[number]
    var result = Result<Contents>()
    do throws(InputProblem) {
      result.contents = try read(source, path)
    } catch {
      result.problem = error
    }
    guard source.wasInterrupted else { return result }
    // The present problem of the input would only be that of its beginning.
    result.problem = nil
    result.part = sizes[number].map { "\(source.count) of \(counted($0, "byte"))" } ?? counted(source.count, "byte")
    return result
  }

  private var isInterruptionRequested: Bool { interruption?.isRequested ?? false }
}

extension FileReader.Result: Sendable where Contents: Sendable {}

/// The bytes of a file or of standard input. The first bytes are remembered: an input that is not a capture may be
/// layouts in text, and a pipe cannot be read twice.
final class RewindableSource: ByteSource {
  /// The most octets that are remembered, above any text written by hand.
  private static let maximumRemembered = 1 << 20
  /// The most octets of a download: Home Assistant's diagnostics have some kilobytes for each device.
  private static let maximumDownload = 1 << 26
  /// The most octets of a firmware image that comes from a pipe.
  static let maximumImage = 1 << 26
  private static let headLength = ContentMark.headLength

  private let source: FileSource
  private let path: String
  private let interruption: Interruption?
  private let progress: ReadingProgress?
  /// The number of octets read.
  private(set) var count = 0
  /// Whether the user ended the reading.
  private(set) var wasInterrupted = false
  /// The first octets, at most 4096.
  private(set) var head: [UInt8] = []
  private var remembered: [UInt8] = []
  private var isAll = true
  /// Whether the file is remembered although it may be no text in UTF-8.
  private var isProgram = false
  /// Whether the file begins like a download of Home Assistant's diagnostics.
  private(set) lazy var mayBeDownload = HostAccount.begins(head)
  /// Whether the input can be read only once, and begins like a firmware image.
  private(set) var isPipedImage = false
  /// Octets that were examined before they are read.
  private var foreseen: [UInt8] = []
  /// Whether the file was found in a folder, and not named by the user.
  var isInFolder = false
  /// Whether the file can be a program of a folder that the user named.
  var isOfProject = false

  /// `-` is standard input.
  ///
  /// - Parameters:
  ///   - interruption: ends the reading early.
  ///   - progress: gets the size of each piece read.
  init(
    opening path: String, interruptedBy interruption: Interruption? = nil, progress: ReadingProgress? = nil
  ) throws(InputProblem) {
    self.path = path
    self.interruption = interruption
    self.progress = progress
    do throws(InputFailure) {
      source =
        path == "-"
        ? .standardInput(interruptedBy: interruption?.descriptor)
        : try FileSource(path: path, interruptedBy: interruption?.descriptor)
    } catch {
      throw InputProblem(.unreadable(reason: error.reason), advice: Self.advice(onNoFile: path))
    }
  }

  /// Returns advice when octets are given in place of a file.
  private static func advice(onNoFile path: String) -> String? {
    FirstArgument.isOctets(path) ? "; give bytes to advert decode, or to lint, reach and repack with --adv" : nil
  }

  /// Whether the file may have to wait for its bytes, like a pipe.
  private(set) lazy var mayPause = Self.size(of: path) == nil

  /// A mark that tells its content from that of another file of the same name: its beginning, and its length where that
  /// is known.
  var mark: String {
    ContentMark(head: head, length: path == "-" ? nil : Self.size(of: path)).text
  }

  /// Opens the same file again, to read it from its beginning; `nil` for an input that can be read only once.
  func openedAgain() throws(InputProblem) -> RewindableSource? {
    guard path != "-", !mayPause else { return nil }
    return try RewindableSource(opening: path, interruptedBy: interruption)
  }

  func read(into buffer: inout [UInt8], at start: Int) throws(InputFailure) -> Int {
    var count = takeForeseen(into: &buffer, at: start)
    do throws(InputFailure) {
      if count == 0 {
        count = try source.read(into: &buffer, at: start)
      } else if !mayPause, start + count < buffer.count {
        // Bytes from a pipe are handed on before waiting for more. A failure is repeated after the bytes before it.
        count += (try? source.read(into: &buffer, at: start + count)) ?? 0
      }
    } catch {
      wasInterrupted = error == .interrupted
      throw error
    }
    if count == 0, mayPause, interruption?.isRequestedAtEnd ?? false {
      wasInterrupted = true
      throw .interrupted
    }
    self.count += count
    progress?.note(count)
    if head.count < Self.headLength { head += buffer[start..<start + min(count, Self.headLength - head.count)] }
    if isAll { remember(buffer[start..<start + count]) }
    return count
  }

  /// Whether the file can be a log with advertising data in its lines: text that is neither layouts in hex nor a
  /// manifest. In a folder, only files with the name of a text are logs.
  var mayBeLog: Bool {
    guard !isInFolder || CaptureName.isText(path), let begin else { return false }
    let head = UTF16Text.utf8(of: begin) ?? begin
    guard Self.mayBeText(head[...]) else { return true }
    // The last line may be incomplete.
    let end = head.lastIndex(of: ASCII.lineFeed) ?? head.count
    return !TextKind(String(decoding: head[..<end], as: UTF8.self), path: path).isNoLog
  }

  /// Whether the file begins with octets that no text has.
  var isBinary: Bool { begin.map { $0.contains(0) && UTF16Text.utf8(of: $0) == nil } ?? false }

  /// The first octets, which are read again with the others; `nil` when they cannot be read.
  private var begin: [UInt8]? {
    if count > 0 { return head }
    if foreseen.isEmpty {
      var buffer = [UInt8](repeating: 0, count: Self.headLength)
      // A failure is repeated when it is read.
      guard let count = try? source.read(into: &buffer, at: 0) else { return nil }
      foreseen = Array(buffer[..<count])
    }
    return foreseen
  }

  /// Puts the examined octets into a buffer, and returns their number.
  private func takeForeseen(into buffer: inout [UInt8], at start: Int) -> Int {
    let count = min(foreseen.count, buffer.count - start)
    guard count > 0 else { return 0 }
    for index in 0..<count { buffer[start + index] = foreseen[index] }
    foreseen.removeFirst(count)
    return count
  }

  private func remember(_ octets: ArraySlice<UInt8>) {
    if remembered.isEmpty, path == "-" || mayPause {
      isPipedImage = FirmwareImage.recognises(ImageFile(Array(octets.prefix(Self.headLength))))
    }
    let limit =
      isPipedImage ? Self.maximumImage : mayBeDownload ? Self.maximumDownload : Self.maximumRemembered
    guard remembered.count + octets.count <= limit,
      isProgram || isPipedImage || !remembered.isEmpty || Self.mayBeText(octets)
    else {
      remembered = []
      isAll = false
      return
    }
    remembered += octets
  }

  /// Returns whether an input may be text that begins like this: captures soon have octets that are not text.
  private static func mayBeText(_ octets: ArraySlice<UInt8>) -> Bool {
    let begin = Array(octets.prefix(1024))
    let head = UTF16Text.utf8(of: begin) ?? begin
    // It may end inside a character.
    return (0...3).contains { String(validating: head.dropLast($0), as: UTF8.self) != nil }
  }

  /// The input as text, read to its end; `nil` when it is neither UTF-8 nor UTF-16, is longer than the remembered part,
  /// or was not read to its end: half a text has another meaning.
  var text: String? { whole.flatMap { String(validating: UTF16Text.utf8(of: $0) ?? $0, as: UTF8.self) } }

  /// Whether all of the input is text, without characters that only binary files have.
  var isPlainText: Bool { text.map { text in !text.utf8.contains { $0 < 0x09 } } ?? false }

  /// The input as the text of a program, whose comments can be in any encoding: U+FFFD stands for octets that are no
  /// UTF-8. `nil` when it is longer than the remembered part, or was not read to its end.
  var programText: String? {
    isProgram = true
    return whole.map { String(decoding: UTF16Text.utf8(of: $0) ?? $0, as: UTF8.self) }
  }

  /// All octets, read to the end; `nil` when not all of them are remembered.
  var whole: [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while isAll, let count = try? read(into: &buffer, at: 0), count > 0 {}
    return isAll && !wasInterrupted ? remembered : nil
  }
}

extension RewindableSource {
  /// Returns the octets of a regular file from the place where reading continues; `-` is standard input. `nil` for
  /// pipes and terminals, 0 for a missing file.
  static func size(of path: String) -> Int? {
    var status = stat()
    guard path == "-" else {
      guard unsafe stat(path, &status) == 0 else { return 0 }
      return isRegular(status) ? Int(status.st_size) : nil
    }
    guard unsafe fstat(STDIN_FILENO, &status) == 0, isRegular(status) else { return nil }
    return max(Int(status.st_size) - Int(max(lseek(STDIN_FILENO, 0, SEEK_CUR), 0)), 0)
  }

  private static func isRegular(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }

  /// Returns the text of a file that an option names.
  static func text(named path: String, expected: String) throws(CommandFailure) -> String {
    do throws(InputProblem) {
      guard let text = try RewindableSource(opening: path).text else { throw InputProblem(expected: expected) }
      return text
    } catch {
      throw CommandFailure(error.line(on: path, nil))
    }
  }

  /// Returns the text of a file of at most a megabyte; `nil` for everything else. A pipe or a device is not waited for.
  static func text(ofFile path: String) -> String? {
    guard FileKind(of: path) == .file else { return nil }
    return (try? RewindableSource(opening: path))?.text
  }
}
