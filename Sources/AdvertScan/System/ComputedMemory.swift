internal import Synchronization

/// What was computed once, for all that ask: layouts of one product have the same interval, and to compute what it means
/// takes as long as to judge a thousand layouts.
final class ComputedMemory<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
  /// More are computed again when they are asked for.
  private let most: Int
  private let known = Mutex<[Question: Answer]>([:])

  /// - Parameter most: how many answers are kept.
  init(most: Int) {
    self.most = most
  }

  /// What is known of a question, or else what `find` finds.
  func answer(to question: Question, _ find: () -> Answer) -> Answer {
    if let answer = known.withLock({ $0[question] }) { return answer }
    // Two threads may find the same.
    let answer = find()
    known.withLock {
      if $0.count >= most { $0 = [:] }
      $0[question] = answer
    }
    return answer
  }
}
