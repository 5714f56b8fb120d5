internal import AdvertReading

/// The bytes of a compressed stream in another window.
///
/// Bytes before damage are delivered; then reading fails with the reason. Reading also fails when the stream gives more
/// bytes than the input's ``UnpackingBudget`` allows, or far more than its size can explain.
final class InflateSource: ByteSource {
  private let packed: SharedWindow
  private let wrapper: Inflater.Wrapper
  private let limits: Limits
  private var inflater: Inflater
  /// The octets of `packed` left in the stream, when its length is known.
  private var packedLeft: Int?
  private var packedCount = 0
  private var unpackedCount = 0
  /// Whether the last stream was unpacked to its end.
  private(set) var isAtEnd = false
  private var pendingFailure: InputFailure?

  /// The limits beyond which a stream counts as a decompression bomb.
  struct Limits {
    /// The largest ratio of unpacked to packed octets. Captures stay below 50; deflate allows 1032.
    var ratio = 200
    /// The ratio does not matter up to this number of octets.
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

  /// Unpacks the bytes of the window, or reads more when it is empty.
  private func inflateOnce(
    _ window: inout InputWindow, into buffer: inout [UInt8], at start: Int
  ) throws(InputFailure) -> Int {
    // zlib keeps octets that had no room: octets can come out, even the last of the stream, after it has taken all
    // input.
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
      throw InputFailure(reason: "the input unpacks to more than its size can explain")
    }
    guard unpackedCount <= limits.ratioApplies || unpackedCount / limits.ratio <= packedCount else {
      throw InputFailure(reason: "the compressed data unpack to more than \(limits.ratio) times their size")
    }
    return step.unpacked
  }

  /// Ends a stream. One file may contain several gzip streams, one after the other.
  private func finishStream(_ window: inout InputWindow) {
    guard wrapper == .gzip, window.fill(atLeast: 3), Gzip.recognises(window.bytes) else {
      isAtEnd = true
      return
    }
    inflater.restart()
  }

  /// Fails now, or with the next read when there are octets to deliver.
  private func fail(_ failure: InputFailure, after unpacked: Int) throws(InputFailure) {
    guard unpacked > 0 else { throw failure }
    pendingFailure = failure
  }
}

/// gzip (RFC 1952): a compressed capture is read like the capture itself.
enum Gzip {
  /// Returns whether octets begin with the mark and the only compression method.
  static func recognises(_ head: Span<UInt8>) -> Bool {
    head.count >= 3 && head[0] == 0x1F && head[1] == 0x8B && head[2] == 0x08
  }
}
