internal import CThreads
internal import Synchronization

/// Work that all processors share, on plain threads.
package enum AllCores {
  /// Returns the results of `work` for each number below `count`, in order. Several threads do it, once for each
  /// number.
  package static func map<Result: Sendable>(
    _ count: Int, _ work: @escaping @Sendable (_ number: Int) -> Result
  ) -> [Result] {
    map(count, memory: ()) { _, number in work(number) }
  }

  /// The same, with a value that each thread begins with and keeps from one number to the next.
  private static func map<Memory, Result: Sendable>(
    _ count: Int, memory: @escaping @autoclosure @Sendable () -> Memory,
    _ work: @escaping @Sendable (_ memory: inout Memory, _ number: Int) -> Result
  ) -> [Result] {
    let results = Results<Result>(count)
    let numbers = Numbers(below: count)
    let job = Job {
      var next = numbers.take()
      guard next != nil else { return }
      var own = memory()
      while let number = next {
        let result = work(&own, number)
        results.all.withLock { $0[number] = result }
        next = numbers.take()
      }
    }
    let others = min(processors, count) - 1
    let run: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
      guard let context = unsafe context else { return }
      unsafe Unmanaged<Job>.fromOpaque(context).takeUnretainedValue().work()
    }
    // All threads have ended when this returns, so none outlives the job.
    withExtendedLifetime(job) {
      unsafe cthreads_run(UInt32(max(others, 0)), run, Unmanaged.passUnretained(job).toOpaque())
    }
    return results.all.withLock { $0.compactMap(\.self) }
  }

  /// Returns the results of `work` for parts of the numbers below `count`, in order.
  package static func mapParts<Result: Sendable>(
    of count: Int, _ work: @escaping @Sendable (_ part: Range<Int>) -> Result
  ) -> [Result] {
    guard count >= fewestToShare, processors > 1 else { return count == 0 ? [] : [work(0..<count)] }
    let size = max(1, count / (processors * 4))
    return map((count + size - 1) / size) { work($0 * size..<min(($0 + 1) * size, count)) }
  }

  /// Does work on the numbers below `count` part by part, and takes the results in the order of the parts, some at a time.
  ///
  /// - Parameters:
  ///   - known: a value that earlier parts pass to later ones. Parts begin with it, and only `take` changes it.
  ///   - memory: a value that a thread begins with and keeps for some parts. Results must not depend on it.
  ///   - limit: numbers whose results are kept at a time.
  ///   - work: returns the result of a part. It runs on several threads where there are enough numbers.
  ///   - take: gets the results of some parts, on the thread of the caller. No work is done meanwhile.
  package static func mapParts<Known: Sendable, Memory: Sendable, Result: Sendable>(
    of count: Int, known: Known, memory: @escaping @autoclosure @Sendable () -> Memory, atOnce limit: Int = 4096,
    work: @escaping @Sendable (_ known: Known, _ memory: inout Memory, _ part: Range<Int>) -> Result,
    take: (_ known: inout Known, [Result]) -> Void
  ) {
    var known = known
    guard count >= fewestToShare, processors > 1 else {
      var own = memory()
      for start in stride(from: 0, to: count, by: partSize) {
        take(&known, [work(known, &own, start..<min(start + partSize, count))])
      }
      return
    }
    let size = max(1, min(partSize, count / (processors * 8)))
    var start = 0
    // At first few, because their results help with the others.
    var parts = max(processors * 4, fewAtFirst / size)
    while start < count {
      let (first, shared) = (start, known)
      let number = min(parts, (count - start + size - 1) / size)
      let results = map(number, memory: memory()) { memory, part in
        let start = first + part * size
        return work(shared, &memory, start..<min(start + size, count))
      }
      take(&known, results)
      start += number * size
      parts = min(2 * parts, max(processors, limit / size))
    }
  }

  /// The fewest numbers that are shared: below, threads cost as much as the work.
  private static let fewestToShare = 64
  private static let partSize = 32
  private static let fewAtFirst = 512
  private static let processors = Int(cthreads_processors())

  private final class Results<Result: Sendable>: Sendable {
    let all: Mutex<[Result?]>

    init(_ count: Int) {
      all = Mutex(Array(repeating: nil, count: count))
    }
  }

  /// The work of each of several threads.
  private final class Job: Sendable {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) {
      self.work = work
    }
  }

  /// Numbers that threads take one after the other.
  private final class Numbers: Sendable {
    private let count: Int
    private let next = Atomic(0)

    init(below count: Int) {
      self.count = count
    }

    func take() -> Int? {
      let number = next.add(1, ordering: .relaxed).oldValue
      return number < count ? number : nil
    }
  }
}
