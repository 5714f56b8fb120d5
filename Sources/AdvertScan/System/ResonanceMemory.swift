internal import Synchronization

/// What was found of intervals, for all that ask: layouts of one product have the same interval, and to compute what it means
/// takes as long as to judge a thousand layouts.
enum ResonanceMemory {
  /// More are computed again when they are asked for.
  private static let most = 1000

  private static let known = Mutex<[ResonanceAdvice.Question: ResonanceAdvice]>([:])

  /// What is known of a question, or else what `find` finds.
  static func advice(on question: ResonanceAdvice.Question, _ find: () -> ResonanceAdvice) -> ResonanceAdvice {
    if let advice = known.withLock({ $0[question] }) { return advice }
    // Two threads may find the same.
    let advice = find()
    known.withLock {
      if $0.count >= most { $0 = [:] }
      $0[question] = advice
    }
    return advice
  }
}
