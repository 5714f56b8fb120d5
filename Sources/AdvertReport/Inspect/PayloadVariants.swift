internal import AdvertObservation
internal import AdvertisingData

/// Payloads of one shape, told as one: the one received most, and what changes.
struct PayloadVariants {
  /// So many of a shape are told as one; fewer, each by itself.
  private static let many = 3
  /// The values of longer runs of bytes are counted only.
  private static let longestRun = 6

  /// Different ones, in the order met.
  private(set) var payloads: [Payload] = []
  /// How often they were received together.
  private(set) var count = 0
  /// The one received most, of equals the latest.
  private(set) var shown = Payload()

  /// - Parameter received: payloads of one shape, each with how often it was received.
  init(_ received: [(Payload, Int)]) {
    var met: Set<Payload> = []
    var most = 0
    for (payload, times) in received {
      if met.insert(payload).inserted { payloads.append(payload) }
      count += times
      if times >= most { (shown, most) = (payload, times) }
    }
  }

  static func areMany(_ count: Int) -> Bool { count >= many }

  /// Payloads by their shapes; those of a shape that has few, each by itself.
  static func groups(of received: [(Payload, Int)]) -> [PayloadVariants] {
    var groups: [[(Payload, Int)]] = []
    var positions: [PayloadShape: Int] = [:]
    for (payload, count) in received {
      let shape = PayloadShape(payload)
      if let position = positions[shape] {
        groups[position].append((payload, count))
      } else {
        positions[shape] = groups.count
        groups.append([(payload, count)])
      }
    }
    return groups.flatMap { group -> [PayloadVariants] in
      let variants = PayloadVariants(group)
      guard !areMany(variants.payloads.count) else { return [variants] }
      return variants.payloads.map { payload in PayloadVariants(group.filter { $0.0 == payload }) }
    }
  }

  /// The map of one, with the bytes that change marked, and the values that these take.
  func lines(title: String, limit: Int, in context: PayloadContext, _ style: TextStyle) -> [String] {
    let runs = changingRuns
    let map = ByteMap(title: title, payload: shown, limit: limit, varying: runs, context: context)
    return map.lines(style)
      + runs.flatMap { wrapped(words(on: $0), at: style.proseColumns - 8) }.map { "        " + $0 }
  }

  /// Which bytes change, and which values they take; a line for each run of neighbours.
  var changes: [String] { changingRuns.map { words(on: $0) } }

  /// Neighbouring bytes that are not the same in all.
  var changingRuns: [Range<Int>] {
    guard payloads.count > 1 else { return [] }
    var runs: [Range<Int>] = []
    for place in shown.octets.indices where payloads.contains(where: { $0.octets[place] != shown.octets[place] }) {
      if let last = runs.last, last.upperBound == place {
        runs[runs.count - 1] = last.lowerBound..<place + 1
      } else {
        runs.append(place..<place + 1)
      }
    }
    return runs
  }

  /// `byte 9 changes: 244 values, 00 to f3`.
  func words(on run: Range<Int>) -> String {
    let values = counted(Set(payloads.map { $0.octets[run] }).count, "value")
    let place =
      run.count == 1 ? "byte \(run.lowerBound) changes" : "bytes \(run.lowerBound) to \(run.upperBound - 1) change"
    guard run.count <= Self.longestRun else { return "\(place): \(values)" }
    let ranges = run.map { index in
      let octets = payloads.lazy.map { $0.octets[index] }
      return HexText.compact([octets.min() ?? 0]) + " to " + HexText.compact([octets.max() ?? 0])
    }
    return "\(place): \(values), " + ranges.joined(separator: ", ")
  }
}
