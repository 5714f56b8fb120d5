/// The exact minimum, median and maximum of received signal strengths.
public struct RSSIStatistics: Sendable {
  public private(set) var count = 0
  /// The first measurements in the order they came: most addresses of a busy place are heard only a few times.
  private var early: InlineArray<8, Int8> = InlineArray(repeating: 0)
  /// How often each value occurred, by the value's bit pattern; empty until there are more than `early` holds.
  private var histogram: [UInt32] = []

  public init() {}

  @inline(__always)
  public mutating func add(_ dBm: Int8) {
    if count < early.count {
      early[count] = dBm
    } else {
      if count == early.count { startHistogram() }
      histogram[Int(UInt8(bitPattern: dBm))] &+= 1
    }
    count += 1
  }

  @inline(never)
  private mutating func startHistogram() {
    guard histogram.isEmpty else { return }
    histogram = Array(repeating: 0, count: 256)
    for index in early.indices {
      histogram[Int(UInt8(bitPattern: early[index]))] += 1
    }
  }

  /// Adds all the measurements of another.
  public mutating func add(_ other: RSSIStatistics) {
    if other.histogram.isEmpty {
      for index in 0..<other.count { add(other.early[index]) }
      return
    }
    // The first of its values are in both of its stores once there is a histogram; this one's need to move into one.
    if histogram.isEmpty {
      histogram = Array(repeating: 0, count: 256)
      for index in 0..<count { histogram[Int(UInt8(bitPattern: early[index]))] += 1 }
    }
    for index in histogram.indices { histogram[index] &+= other.histogram[index] }
    count += other.count
  }

  /// In dBm. The median of an even number of values is the lower of the middle two. `nil` without measurements.
  public var summary: (min: Int8, median: Int8, max: Int8)? {
    guard count > 0 else { return nil }
    guard !histogram.isEmpty else {
      let values = (0..<count).map { early[$0] }.sorted()
      return (values[0], values[(count - 1) / 2], values[count - 1])
    }
    var least: Int8?
    var median: Int8?
    var greatest = Int8.min
    var before = 0
    for dBm in Int8.min...Int8.max {
      let times = Int(histogram[Int(UInt8(bitPattern: dBm))])
      guard times > 0 else { continue }
      before += times
      if least == nil { least = dBm }
      if median == nil, before * 2 >= count { median = dBm }
      greatest = dBm
    }
    return least.map { ($0, median ?? greatest, greatest) }
  }
}
