/// The bytes that a compressed stream in another window unpacks to.
///
/// What came before damage is handed out first; then reading fails with the reason. Unpacking ends with a failure too
/// when it gives more than the input's ``UnpackingBudget`` allows, or unbelievably much for its size.
final class InflateSource: ByteSource {
  private let packed: SharedWindow
  private let wrapper: Inflater.Wrapper
  private let limits: Limits
  private var inflater: Inflater
  /// Octets of `packed` that still belong to the stream, when its length is known.
  private var packedLeft: Int?
  private var packedCount = 0
  private var unpackedCount = 0
  private var isAtEnd = false
  private var pendingFailure: InputFailure?

  /// When a stream is taken for a bomb.
  struct Limits {
    /// The greatest ratio of unpacked to packed octets. Captures stay below 50; deflate allows 1032.
    var ratio = 200
    /// Octets that a stream may unpack to whatever the ratio.
    var ratioApplies = 1 << 26
  }

  init(
    _ packed: SharedWindow, _ wrapper: Inflater.Wrapper, packedLength: Int? = nil, limits: Limits = Limits()
  ) throws(InputFailure) {
    self.packed = packed
    self.wrapper = wrapper
    self.limits = limits
    inflater = try Inflater(wrapper)
    packedLeft = packedLength
  }

  func read(into buffer: inout [UInt8], at start: Int) throws(InputFailure) -> Int {
    if let pendingFailure { throw pendingFailure }
    while !isAtEnd {
      let unpacked = try inflateOnce(&packed.window, into: &buffer, at: start)
      if unpacked > 0 { return unpacked }
    }
    return 0
  }

  /// Unpacks what is at hand, reading more when nothing is.
  private func inflateOnce(
    _ window: inout InputWindow, into buffer: inout [UInt8], at start: Int
  ) throws(InputFailure) -> Int {
    // zlib keeps what it had no room for: octets can come out when all that goes in is in, the stream's last ones even.
    let isAllIn = packedLeft == 0 || !window.fill(atLeast: 1)
    let offered = isAllIn ? 0 : packedLeft ?? Int.max
    let step = inflater.inflate(window.bytes.extracting(first: offered), into: &buffer, at: start)
    window.consume(step.packed)
    packedLeft = packedLeft.map { $0 - step.packed }
    packedCount += step.packed
    unpackedCount += step.unpacked
    switch step.outcome {
    case .unfinished where isAllIn && step.unpacked == 0:
      throw window.failure ?? InputFailure(reason: "the compressed data end too early")
    case .unfinished: break
    case .finished: finishStream(&window)
    case .failed(let reason):
      try fail(InputFailure(reason: "the compressed data are damaged (\(reason))"), after: step.unpacked)
    }
    guard window.budget.spend(octets: step.unpacked) else {
      throw InputFailure(reason: "the input unpacks to more than \(UnpackingBudget.mostOctets) bytes in all")
    }
    guard unpackedCount <= limits.ratioApplies || unpackedCount / limits.ratio <= packedCount else {
      throw InputFailure(reason: "the compressed data unpack to more than \(limits.ratio) times their size")
    }
    return step.unpacked
  }

  /// gzip files may follow one another in one file; anything else after the end is padding.
  private func finishStream(_ window: inout InputWindow) {
    guard wrapper == .gzip, window.fill(atLeast: 3), Gzip.recognises(window.bytes) else {
      isAtEnd = true
      return
    }
    inflater.restart()
  }

  /// Fails at once, or at the next reading when something came out before.
  private func fail(_ failure: InputFailure, after unpacked: Int) throws(InputFailure) {
    guard unpacked > 0 else { throw failure }
    pendingFailure = failure
  }
}
