internal import Synchronization

/// Remembers answers, so that each is computed once: layouts of one product have the same interval, and computing its
/// meaning takes as long as judging a thousand layouts.
final class ComputedMemory<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
  /// The most answers that are kept. Others are computed again on request.
  private let most: Int
  private let known = Mutex<[Question: Answer]>([:])

  /// - Parameter most: the most answers that are kept.
  init(most: Int) {
    self.most = most
  }

  /// Returns the known answer to a question, or else the answer of `find`.
  func answer(to question: Question, _ find: () -> Answer) -> Answer {
    if let answer = known.withLock({ $0[question] }) { return answer }
    // Two threads may compute the same answer.
    let answer = find()
    known.withLock {
      if $0.count >= most { $0 = [:] }
      $0[question] = answer
    }
    return answer
  }
}
