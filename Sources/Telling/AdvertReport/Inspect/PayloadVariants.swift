internal import AdvertObservation
package import AdvertisingData

/// Payloads of one shape, shown as one: the most frequent one, and the changes.
package struct PayloadVariants {
  /// The fewest payloads of a shape that are shown as one; fewer are shown one by one.
  private static let many = 3
  /// The longest run of bytes whose values are listed; longer ones are only counted.
  private static let longestRun = 6

  /// The different payloads, in the order met.
  package private(set) var payloads: [Payload] = []
  /// The number of receptions of all.
  package private(set) var count = 0
  /// The most frequent one, of equals the latest.
  package private(set) var shown = Payload()

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

  /// Returns payloads by their shapes; those of a shape with few payloads one by one.
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

  /// Returns the map of one, with the changing bytes marked, and the values that these take.
  func lines(title: String, limit: Int, in context: PayloadContext, _ style: TextStyle) -> [String] {
    let runs = changingRuns
    let map = ByteMap(title: title, payload: shown, limit: limit, varying: runs, context: context)
    return map.lines(style)
      + runs.flatMap { wrapped(words(on: $0), at: style.proseColumns - 8) }.map { "        " + $0 }
  }

  /// The changing bytes with their values; a line for each run of neighbours.
  var changes: [String] { changingRuns.map { words(on: $0) } }

  /// Neighbouring bytes that are not the same in all payloads.
  package var changingRuns: [Range<Int>] {
    guard payloads.count > 1 else { return [] }
    return shown.octets.indices.filter { place in
      payloads.contains { $0.octets[place] != shown.octets[place] }
    }.runs
  }

  /// `byte 9 changes: 244 values, 00 to f3`.
  package func words(on run: Range<Int>) -> String {
    let values = counted(Set(payloads.map { $0.octets[run] }).count, "value")
    let place = run.byteWords + (run.count == 1 ? " changes" : " change")
    guard run.count <= Self.longestRun else { return "\(place): \(values)" }
    let ranges = run.map { index in
      let octets = payloads.lazy.map { $0.octets[index] }
      return HexText.compact([octets.min() ?? 0]) + " to " + HexText.compact([octets.max() ?? 0])
    }
    return "\(place): \(values), " + ranges.joined(separator: ", ")
  }
}
