/// Decompresses one deflate stream (RFC 1951), for platforms without zlib. Failures have zlib's words, so that the page
/// shows the same messages as the command.
package struct Inflater {
  /// The format around the deflate data.
  package enum Wrapper {
    /// No other octets, as in zip archives.
    case none
    /// Two octets before the data, a checksum after them (RFC 1950).
    case zlib
    /// The header and trailer of gzip (RFC 1952).
    case gzip
  }

  /// The result of a step.
  package struct Step {
    /// The number of octets that were taken.
    package let packed: Int
    /// The number of octets that were made.
    package let unpacked: Int
    /// The state after it.
    package let outcome: Outcome
  }

  /// The state of the stream after a step.
  package enum Outcome {
    /// The step needs more input or more room.
    case unfinished
    case finished
    case failed(reason: String)
  }

  private enum Stage {
    case header
    /// The optional parts of a header of gzip.
    case extraLength
    case extra(left: UInt32)
    case name
    case comment
    case headerSum
    case blockHead
    case stored(left: UInt32)
    case codes
    case copying(left: Int, distance: Int)
    case trailer
    case end
  }

  /// The reason why a step cannot be done.
  private enum Obstacle: Error {
    case moreInput
    case damage(String)
  }

  private static let windowLength = 1 << 15

  private let wrapper: Wrapper
  private var stage = Stage.header
  private var headerFlags: UInt32 = 0
  private var headerSum: UInt32 = 0
  private var isLastBlock = false
  private var literals = PrefixCode()
  private var distances = PrefixCode()
  private var checksum: UInt32 = 0
  private var unpackedCount: UInt32 = 0
  /// The last octets of earlier calls, in a ring.
  private var window = [UInt8](repeating: 0, count: windowLength)
  private var windowEnd = 0
  private var windowCount = 0
  private var input = BitInput()
  private var failure: String?

  package init(_ wrapper: Wrapper) throws(InputFailure) {
    self.wrapper = wrapper
    restart()
  }

  /// Starts again for another stream with the same wrapper.
  package mutating func restart() {
    stage = wrapper == .none ? .blockHead : .header
    headerSum = 0
    isLastBlock = false
    checksum = wrapper == .zlib ? 1 : 0
    (unpackedCount, windowEnd, windowCount) = (0, 0, 0)
    input = BitInput()
    failure = nil
  }

  /// Decompresses the part of `packed` that fits into `buffer` from `start` on.
  package mutating func inflate(_ packed: Span<UInt8>, into buffer: inout [UInt8], at start: Int) -> Step {
    var place = start
    // The octets before this are already in the checksum.
    var summed = start
    var isShort = false
    steps: while failure == nil {
      do throws(Obstacle) {
        switch stage {
        case .end: break steps
        case .stored, .codes, .copying:
          guard place < buffer.count else { break steps }
          try unpack(packed, into: &buffer, at: &place, from: start)
        case .trailer:
          sum(buffer, summed..<place)
          summed = place
          try readTrailer(packed)
        case .blockHead: try readBlockHead(packed)
        default: try readHeader(packed)
        }
        input.commit()
      } catch {
        switch error {
        case .moreInput:
          isShort = true
          break steps
        case .damage(let reason): failure = reason
        }
      }
    }
    sum(buffer, summed..<place)
    remember(buffer, start..<place)
    let taken = input.end(packed, isShort: isShort)
    if let failure { return Step(packed: taken, unpacked: place - start, outcome: .failed(reason: failure)) }
    if case .end = stage { return Step(packed: taken, unpacked: place - start, outcome: .finished) }
    return Step(packed: taken, unpacked: place - start, outcome: .unfinished)
  }

  private mutating func bits(_ number: UInt32, _ packed: Span<UInt8>) throws(Obstacle) -> UInt32 {
    do throws(BitInput.Ended) { return try input.take(number, packed) } catch { throw .moreInput }
  }

  private mutating func match(_ code: borrowing PrefixCode, _ packed: Span<UInt8>) throws(Obstacle) -> Int? {
    do throws(BitInput.Ended) { return try input.match(code, packed) } catch { throw .moreInput }
  }
}

// MARK: - What is around the data

extension Inflater {
  private mutating func readHeader(_ packed: Span<UInt8>) throws(Obstacle) {
    guard wrapper == .gzip else {
      let first = try bits(8, packed)
      let second = try bits(8, packed)
      guard (first << 8 + second) % 31 == 0 else { throw .damage("incorrect header check") }
      guard first & 15 == 8 else { throw .damage("unknown compression method") }
      guard first >> 4 <= 7 else { throw .damage("invalid window size") }
      guard second & 0x20 == 0 else { throw .damage("they need what is not there") }
      stage = .blockHead
      return
    }
    switch stage {
    case .extraLength:
      let length = try headerBits(16, packed)
      stage = .extra(left: length)
    case .extra(let left):
      guard left > 0 else {
        stage = .name
        return
      }
      _ = try headerBits(8, packed)
      stage = .extra(left: left - 1)
    case .name:
      if try isTextOver(8, packed) { stage = .comment }
    case .comment:
      if try isTextOver(16, packed) { stage = .headerSum }
    case .headerSum:
      if headerFlags & 2 != 0 {
        guard try bits(16, packed) == headerSum & 0xFFFF else { throw .damage("header crc mismatch") }
      }
      stage = .blockHead
    default: try readGzipHead(packed)
    }
  }

  private mutating func readGzipHead(_ packed: Span<UInt8>) throws(Obstacle) {
    let mark = try bits(16, packed)
    guard mark == 0x8B1F else { throw .damage("incorrect header check") }
    let method = try bits(8, packed)
    headerFlags = try bits(8, packed)
    guard method == 8 else { throw .damage("unknown compression method") }
    guard headerFlags & 0xE0 == 0 else { throw .damage("unknown header flags set") }
    let time = try bits(32, packed)
    let rest = try bits(16, packed)
    addToHeaderSum(mark, octets: 2)
    addToHeaderSum(method | headerFlags << 8, octets: 2)
    addToHeaderSum(time, octets: 4)
    addToHeaderSum(rest, octets: 2)
    stage = headerFlags & 4 == 0 ? .name : .extraLength
  }

  /// Whether a text that ends with 0 is not present, or has ended.
  private mutating func isTextOver(_ flag: UInt32, _ packed: Span<UInt8>) throws(Obstacle) -> Bool {
    if headerFlags & flag == 0 { return true }
    return try headerBits(8, packed) == 0
  }

  private mutating func headerBits(_ number: UInt32, _ packed: Span<UInt8>) throws(Obstacle) -> UInt32 {
    let value = try bits(number, packed)
    addToHeaderSum(value, octets: number / 8)
    return value
  }

  private mutating func addToHeaderSum(_ value: UInt32, octets: UInt32) {
    let all = (0..<octets).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    headerSum = CRC32.update(headerSum, with: all.span)
  }

  private mutating func readTrailer(_ packed: Span<UInt8>) throws(Obstacle) {
    input.align()
    switch wrapper {
    case .none: break
    case .zlib:
      let found = try bits(32, packed).byteSwapped
      guard found == checksum else { throw .damage("incorrect data check") }
    case .gzip:
      let found = try bits(32, packed)
      guard found == checksum else { throw .damage("incorrect data check") }
      guard try bits(32, packed) == unpackedCount else { throw .damage("incorrect length check") }
    }
    stage = .end
  }

  /// Adds unpacked octets to the checksum.
  private mutating func sum(_ buffer: [UInt8], _ range: Range<Int>) {
    unpackedCount &+= UInt32(truncatingIfNeeded: range.count)
    switch wrapper {
    case .none: break
    case .zlib: checksum = Adler32.update(checksum, with: buffer.span.extracting(range))
    case .gzip: checksum = CRC32.update(checksum, with: buffer.span.extracting(range))
    }
  }
}

// MARK: - Blocks

extension Inflater {
  private mutating func readBlockHead(_ packed: Span<UInt8>) throws(Obstacle) {
    if isLastBlock {
      stage = .trailer
      return
    }
    let isLast = try bits(1, packed) == 1
    switch try bits(2, packed) {
    case 0:
      input.align()
      let length = try bits(16, packed)
      guard try bits(16, packed) == ~length & 0xFFFF else { throw .damage("invalid stored block lengths") }
      stage = .stored(left: length)
    case 1:
      var lengths = [UInt8](repeating: 8, count: 288)
      for symbol in 144..<256 { lengths[symbol] = 9 }
      for symbol in 256..<280 { lengths[symbol] = 7 }
      literals = PrefixCode(lengths: lengths, mayBeSingle: false) ?? literals
      distances = PrefixCode(lengths: [UInt8](repeating: 5, count: 32), mayBeSingle: false) ?? distances
      stage = .codes
    case 2: try readCodes(packed)
    default: throw .damage("invalid block type")
    }
    isLastBlock = isLast
  }

  /// Reads the codes of a block that defines its own.
  private mutating func readCodes(_ packed: Span<UInt8>) throws(Obstacle) {
    let literalCount = Int(try bits(5, packed)) + 257
    let distanceCount = Int(try bits(5, packed)) + 1
    let lengthCount = Int(try bits(4, packed)) + 4
    guard literalCount <= 286, distanceCount <= 30 else { throw .damage("too many length or distance symbols") }
    var lengths = [UInt8](repeating: 0, count: 19)
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].prefix(lengthCount) {
      lengths[symbol] = UInt8(truncatingIfNeeded: try bits(3, packed))
    }
    guard let code = PrefixCode(lengths: lengths, mayBeSingle: false) else { throw .damage("invalid code lengths set") }
    lengths.removeAll()
    while lengths.count < literalCount + distanceCount {
      guard let symbol = try match(code, packed) else { break }
      if symbol < 16 {
        lengths.append(UInt8(truncatingIfNeeded: symbol))
        continue
      }
      guard let repeated = symbol == 16 ? lengths.last : 0 else { throw .damage("invalid bit length repeat") }
      let count = Int(try bits(symbol == 16 ? 2 : symbol == 17 ? 3 : 7, packed)) + (symbol == 18 ? 11 : 3)
      guard lengths.count + count <= literalCount + distanceCount else { throw .damage("invalid bit length repeat") }
      for _ in 0..<count { lengths.append(repeated) }
    }
    guard lengths.count > 256, lengths[256] > 0 else { throw .damage("invalid code -- missing end-of-block") }
    guard let all = PrefixCode(lengths: lengths[..<literalCount], mayBeSingle: true) else {
      throw .damage("invalid literal/lengths set")
    }
    guard let others = PrefixCode(lengths: lengths[literalCount...], mayBeSingle: true) else {
      throw .damage("invalid distances set")
    }
    (literals, distances) = (all, others)
    stage = .codes
  }

  /// Unpacks until there is no more room, no more input, or the block ends.
  private mutating func unpack(
    _ packed: Span<UInt8>, into buffer: inout [UInt8], at place: inout Int, from start: Int
  ) throws(Obstacle) {
    while place < buffer.count {
      switch stage {
      case .stored(let left):
        guard left > 0 else {
          stage = .blockHead
          return
        }
        buffer[place] = UInt8(truncatingIfNeeded: try bits(8, packed))
        place += 1
        stage = .stored(left: left - 1)
      case .codes:
        guard let symbol = try match(literals, packed), symbol < 286 else {
          throw .damage("invalid literal/length code")
        }
        if symbol < 256 {
          buffer[place] = UInt8(truncatingIfNeeded: symbol)
          place += 1
        } else if symbol == 256 {
          stage = .blockHead
          return
        } else {
          let length = try readLength(symbol, packed)
          let distance = try readDistance(packed)
          guard distance <= place - start + windowCount else { throw .damage("invalid distance too far back") }
          stage = .copying(left: length, distance: distance)
        }
      case .copying(let left, let distance):
        let count = min(left, buffer.count - place)
        copy(count, distance, in: &buffer, at: place, from: start)
        place += count
        stage = count == left ? .codes : .copying(left: left - count, distance: distance)
      default: return
      }
      input.commit()
    }
  }

  private mutating func readLength(_ symbol: Int, _ packed: Span<UInt8>) throws(Obstacle) -> Int {
    if symbol < 265 { return symbol - 254 }
    if symbol == 285 { return 258 }
    let extra = UInt32((symbol - 261) / 4)
    return 3 + (4 + (symbol - 265) % 4) << Int(extra) + Int(try bits(extra, packed))
  }

  private mutating func readDistance(_ packed: Span<UInt8>) throws(Obstacle) -> Int {
    guard let symbol = try match(distances, packed), symbol < 30 else { throw .damage("invalid distance code") }
    if symbol < 4 { return symbol + 1 }
    let extra = UInt32(symbol / 2 - 1)
    return 1 + (2 + symbol % 2) << Int(extra) + Int(try bits(extra, packed))
  }

  /// Repeats octets. Those of earlier calls come from the window.
  private func copy(_ count: Int, _ distance: Int, in buffer: inout [UInt8], at place: Int, from start: Int) {
    for target in place..<place + count {
      let source = target - distance
      buffer[target] =
        source >= start ? buffer[source] : window[(windowEnd + source - start) & (Self.windowLength - 1)]
    }
  }

  /// Keeps the last octets for the next call.
  private mutating func remember(_ buffer: [UInt8], _ range: Range<Int>) {
    for index in range.suffix(Self.windowLength) {
      window[windowEnd] = buffer[index]
      windowEnd = (windowEnd + 1) & (Self.windowLength - 1)
    }
    windowCount = min(windowCount + range.count, Self.windowLength)
  }
}
