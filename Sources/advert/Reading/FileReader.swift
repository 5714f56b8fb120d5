internal import AdvertReport

/// Opens files and reads them, each by itself, for as many threads as want to.
struct FileReader: Sendable {
  let paths: [String]
  /// Octets of each file, `nil` for a pipe and the like.
  let sizes: [Int?]
  let interruption: Interruption?
  let progress: ReadingProgress?

  /// Reads one file: what is in it, and what is wrong in it that belongs on the diagnostics.
  typealias Reading<Contents> =
    (_ source: RewindableSource, _ path: String) throws(InputProblem) -> (contents: Contents, complaints: [String])

  /// The same for several threads at once.
  typealias SharedReading<Contents> =
    @Sendable (_ source: RewindableSource, _ path: String) throws(InputProblem) ->
    (contents: Contents, complaints: [String])

  /// What came of one file.
  struct Result<Contents> {
    var contents: Contents?
    var complaints: [String] = []
    var problem: InputProblem?
    /// Whether it was read, or could not be; not when the user interrupted before.
    var wasTried = true
    /// How much was read when the user interrupted it, in words; `nil` when nobody did.
    var part: String?

    var wasInterrupted: Bool { !wasTried || part != nil }
  }

  /// Reads one file, or what the user lets it: then there is no problem but that.
  func read<Contents>(_ number: Int, _ read: Reading<Contents>) -> Result<Contents> {
    // A signal between two files.
    guard !isInterruptionRequested else { return Result(wasTried: false) }
    let path = paths[number]
    let source: RewindableSource
    do throws(InputProblem) {
      source = try RewindableSource(opening: path, interruptedBy: interruption, progress: progress)
    } catch {
      progress?.finish(file: number, read: 0)
      // The opening of a pipe can take as long as reading it.
      return isInterruptionRequested ? Result(wasTried: false) : Result(problem: error)
    }
    defer { progress?.finish(file: number, read: source.count) }
    var result = Result<Contents>()
    do throws(InputProblem) {
      let (contents, complaints) = try read(source, path)
      result.contents = contents
      result.complaints = complaints
    } catch {
      result.problem = error
    }
    guard source.wasInterrupted else { return result }
    // What the input seems to be is what its beginning seems to be.
    result.problem = nil
    result.part = sizes[number].map { "\(source.count) of \(counted($0, "byte"))" } ?? counted(source.count, "byte")
    return result
  }

  private var isInterruptionRequested: Bool { interruption?.isRequested ?? false }
}

extension FileReader.Result: Sendable where Contents: Sendable {}
