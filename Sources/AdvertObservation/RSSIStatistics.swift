/// The exact minimum, median and maximum of received signal strengths.
public struct RSSIStatistics: Sendable {
  static let valueCount = 256

  public private(set) var count = 0
  /// How often each value occurred, by the value's bit pattern; empty while there are none.
  private var histogram: [UInt32] = []

  public init() {}

  /// - Parameter histogram: how often each of the 256 values occurred, by the value's bit pattern.
  init(histogram: ArraySlice<UInt32>) {
    self.histogram = Array(histogram)
    count = histogram.reduce(0) { $0 &+ Int($1) }
  }

  @inline(__always)
  static func place(of dBm: Int8) -> Int { Int(UInt8(bitPattern: dBm)) }

  public mutating func add(_ dBm: Int8) {
    if histogram.isEmpty { histogram = Array(repeating: 0, count: Self.valueCount) }
    histogram[Self.place(of: dBm)] &+= 1
    count += 1
  }

  /// Adds all the measurements of another.
  public mutating func add(_ other: RSSIStatistics) {
    guard !histogram.isEmpty else {
      self = other
      return
    }
    for index in other.histogram.indices { histogram[index] &+= other.histogram[index] }
    count += other.count
  }

  /// In dBm. The median of an even number of values is the lower of the middle two. `nil` without measurements.
  public var summary: (min: Int8, median: Int8, max: Int8)? {
    guard !histogram.isEmpty else { return nil }
    func times(_ dBm: Int8) -> Int { Int(histogram[Self.place(of: dBm)]) }
    var least = Int8.min
    while least < .max, times(least) == 0 { least += 1 }
    var greatest = Int8.max
    while greatest > least, times(greatest) == 0 { greatest -= 1 }
    var median = least
    var upToMedian = times(least)
    while upToMedian * 2 < count, median < greatest {
      median += 1
      upToMedian += times(median)
    }
    return (least, median, greatest)
  }
}
