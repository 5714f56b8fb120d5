internal import AdvertReading

/// Octets of a file that belong to no record that could be read, and the probable cause.
struct Damage {
  let start: Int
  /// The number of octets.
  private(set) var octets = 0
  /// Whether the records after it are earlier than those before it.
  var isOutOfOrder = false
  /// The length of the record that begins here, by its header; `nil` when the header is impossible.
  private let expectedLength: Int?
  private var zeros = 0
  private var longestZeros = 0
  private var lineFeeds = 0
  /// Line feeds after a carriage return.
  private var lineEnds = 0
  private var last: UInt8 = 0

  init(start: Int, expectedLength: Int? = nil) {
    self.start = start
    self.expectedLength = expectedLength
  }

  /// Moves an input past `count` octets, which must be in its window.
  mutating func pass(_ count: Int, in input: inout InputWindow) {
    add(input.bytes.extracting(first: count))
    input.consume(count)
  }

  /// Moves an input up to the first place where something begins, or to its end. Returns whether there is such a place.
  ///
  /// - Parameters:
  ///   - reach: the octets that show whether something may begin.
  ///   - candidate: the first place in the window where something may begin; `nil` when the window shows none.
  ///   - begins: whether something begins at the start of the input.
  mutating func pass(
    in input: inout InputWindow, reach: Int, candidate: (Span<UInt8>) -> Int?, begins: (inout InputWindow) -> Bool
  ) -> Bool {
    while input.fill(atLeast: reach) {
      let place = candidate(input.bytes)
      let passed = place ?? input.bytes.count - reach + 1
      pass(passed, in: &input)
      guard place != nil else { continue }
      if begins(&input) { return true }
      pass(1, in: &input)
    }
    let rest = input.bytes.count
    pass(rest, in: &input)
    return false
  }

  private mutating func add(_ bytes: Span<UInt8>) {
    for index in bytes.indices {
      let octet = bytes[index]
      zeros = octet == 0 ? zeros + 1 : 0
      longestZeros = max(longestZeros, zeros)
      if octet == 0x0A {
        lineFeeds += 1
        if last == 0x0D { lineEnds += 1 }
      }
      last = octet
    }
    octets += bytes.count
  }

  /// Whether all octets are zero.
  var isZeros: Bool { longestZeros == octets }

  enum Cause {
    case zeros
    /// Each line feed became a carriage return and a line feed.
    case lineEndsAdded
    /// Each carriage return before a line feed was removed.
    case lineEndsRemoved
    case outOfOrder
    case unknown
  }

  var cause: Cause {
    if longestZeros >= 16, longestZeros > octets / 2 { return .zeros }
    if lineFeeds > 0 {
      let longer = expectedLength.map { octets - $0 }
      if lineEnds == lineFeeds, longer == lineEnds || lineEnds >= 3 { return .lineEndsAdded }
      if lineEnds == 0, let longer, -lineFeeds..<0 ~= longer { return .lineEndsRemoved }
    }
    return isOutOfOrder ? .outOfOrder : .unknown
  }

  func problem(record: Int) -> CaptureProblem {
    let (words, remedy) =
      switch cause {
      case .zeros: ("zeros in place of records", "copy the file from its source again")
      case .lineEndsAdded: ("CR LF in place of LF, as a copy in text mode leaves it", "copy the file in binary mode")
      case .lineEndsRemoved: ("LF in place of CR LF, as a copy in text mode leaves it", "copy the file in binary mode")
      case .outOfOrder:
        ("earlier records follow, as in a ring buffer", "copy the file again after recording has stopped")
      case .unknown: ("records are damaged or missing", "copy the file from its source again")
      }
    var problem = CaptureProblem(
      .recordInvalid, fileOffset: start, record: record,
      detail: .stated("\(octets) bytes not read, up to offset \(start + octets): \(words)"))
    problem.remedy = remedy
    return problem
  }
}

/// The octets of a capture's file that were not read, because they are damaged or cut.
package struct UnreadOctets: Hashable, Sendable {
  /// The number of octets that were not read.
  package private(set) var count = 0
  /// The octets of the file, up to where its reading ended.
  package var all = 0
  /// The number of files whose octets were joined; 0 for those of one file.
  package private(set) var joinedFiles = 0
  /// The places of the first of them, as offsets in the file.
  package private(set) var places: [Range<Int>] = []

  /// The most places that are kept: a hostile file can have millions.
  private static let mostPlaces = 100

  package init() {}

  /// Adds the octets of another file. A file that was read whole changes nothing.
  package mutating func join(_ other: UnreadOctets) {
    guard other.count > 0 else { return }
    if joinedFiles == 0, count > 0 { joinedFiles = 1 }
    joinedFiles += max(other.joinedFiles, 1)
    count += other.count
    all += other.all
    places += other.places.prefix(Self.mostPlaces - places.count)
  }

  mutating func add(_ octets: Int, at start: Int) {
    count += octets
    if places.count < Self.mostPlaces { places.append(start..<start + octets) }
  }

  /// Returns `1178 of 28998 bytes (4.1 %)`; `nil` when everything was read.
  package var words: String? {
    guard count > 0 else { return nil }
    let permille = count.multipliedReportingOverflow(by: 1000)
    let share = permille.overflow ? 1000 : max(permille.partialValue / max(all, 1), 1)
    return "\(count) of \(all) bytes (\(share / 10).\(share % 10) %)"
  }
}
