/// Replaces the threads of other systems: a page computes on one thread.
package enum AllCores {
  /// Returns the results of `work` for all numbers below `count`.
  package static func mapParts<Result: Sendable>(
    of count: Int, _ work: @escaping @Sendable (_ part: Range<Int>) -> Result
  ) -> [Result] {
    count == 0 ? [] : [work(0..<count)]
  }

  /// Calls `work` for the numbers below `count` part by part, and takes the results in the order of the parts.
  package static func mapParts<Known: Sendable, Memory: Sendable, Result: Sendable>(
    of count: Int, known: Known, memory: @escaping @autoclosure @Sendable () -> Memory, atOnce limit: Int = 32,
    work: @escaping @Sendable (_ known: Known, _ memory: inout Memory, _ part: Range<Int>) -> Result,
    take: (_ known: inout Known, [Result]) -> Void
  ) {
    var (known, own) = (known, memory())
    for start in stride(from: 0, to: count, by: limit) {
      take(&known, [work(known, &own, start..<min(start + limit, count))])
    }
  }
}
