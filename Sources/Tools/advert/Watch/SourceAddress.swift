internal import AdvertCapture
internal import AdvertReading

/// The source of reports, as it is written on the command line.
struct SourceAddress {
  let text: String
  let isFollowed: Bool
  /// The speed of a serial line; `nil` to leave it unchanged.
  let baud: UInt?

  /// - Parameters:
  ///   - isFollowed: whether a file continues after its end.
  ///   - baud: the speed of a serial line.
  init(_ text: String, following isFollowed: Bool, baud: UInt? = nil) {
    self.text = text
    self.isFollowed = isFollowed
    self.baud = baud
  }

  /// Opens the source. A name that is not a file, and has neither slash nor dot, is an interface.
  func open(_ loop: WatchLoop, counting lines: LineCount) throws(InputFailure) -> any ByteSource {
    if let address = NetworkAddress(text) {
      return LineSource(FollowedSource(try address.connection(loop), loop), lines)
    }
    guard text == "-" || text.contains("/") || text.contains(".") || FileIdentity(text) != nil else {
      do throws(InputFailure) {
        return try InterfaceSource(opening: text, loop)
      } catch {
        throw InputFailure(reason: "there is no such file, and no interface: \(error.reason)")
      }
    }
    return LineSource(try FollowedSource(opening: text, following: isFollowed, baud: baud, loop), lines)
  }
}

/// Reads a source to its end, or repeatedly, until no more is expected.
struct Following {
  let address: SourceAddress
  let options: CaptureOptions
  /// Whether a source that ends or breaks is opened again.
  let retries: Bool
  let loop: WatchLoop
  /// Takes the events of the source, in words.
  let tell: (String) -> Void
  private let lines: LineCount

  private static let pause: Int64 = 500_000

  init(
    _ address: SourceAddress, keepingBadCRC keepsBadCRC: Bool, retrying retries: Bool, _ loop: WatchLoop,
    tell: @escaping (String) -> Void
  ) {
    self.address = address
    var options = CaptureOptions(keepsBadCRC: keepsBadCRC, windowCapacity: 1 << 16, deliversAtOnce: true)
    options.remembersPackets = false
    self.options = options
    self.retries = retries
    self.loop = loop
    self.tell = tell
    lines = LineCount(tell: tell)
  }

  /// The message about skipped parts of the source; `nil` when there are none.
  var complaint: String? { lines.complaint }

  /// The reason why a reading ended.
  enum Ending {
    /// No more was expected.
    case stopped
    /// The source ended regularly.
    case ended
    /// The source cannot be read, or not further.
    case failed(String)
  }

  func run(into sink: inout some CaptureSink) -> Ending {
    var told = ""
    var failures = 0
    while true {
      let ending = readOnce(into: &sink)
      if loop.isStopped { return .stopped }
      guard retries else { return ending }
      let words =
        switch ending {
        case .stopped, .ended: "the source has ended; waiting for it"
        case .failed(let reason): "\(reason); waiting for it"
        }
      failures += 1
      // An unchanged state is reported once.
      if words != told { tell(words) }
      told = words
      if loop.wait(nil, atMost: Self.pause) == .stopped { return .stopped }
    }
  }

  /// The problems of a source that no event reports.
  private static let told: Set<CaptureProblem.Kind> = [.lineUnread, .blocksMerged, .valuesOnly, .packetsDropped]

  private func read(
    _ source: any ByteSource, into sink: inout some CaptureSink
  ) throws(CaptureError) -> CaptureSummary {
    if let lines = source as? LineSource {
      do throws(InputFailure) {
        if try lines.isLog() {
          return CaptureReader.read(
            records: { () throws(InputFailure) in try lines.nextRecords() }, options: options, into: &sink)
        }
      } catch {
        throw .unreadable(reason: error.reason)
      }
    }
    return try CaptureReader.read(source, options: options, into: &sink)
  }

  private func readOnce(into sink: inout some CaptureSink) -> Ending {
    do throws(InputFailure) {
      let source = try address.open(loop, counting: lines)
      do throws(CaptureError) {
        let summary = try read(source, into: &sink)
        if loop.isStopped { return .stopped }
        if (source as? LineSource)?.source.wasReplaced ?? false { return .failed("the file was replaced or shortened") }
        for problem in summary.problems where Self.told.contains(problem.kind) {
          tell(([problem.place].compactMap(\.self) + [problem.message]).joined(separator: ": ") + problem.timesWords)
        }
        let damage = summary.problems.first { $0.kind.isDamage }
        return damage.map { .failed($0.message) } ?? .ended
      } catch {
        return loop.isStopped ? .stopped : .failed(InputProblem(error).message)
      }
    } catch {
      return .failed(error.reason)
    }
  }
}
