/// Commands of one adapter whose completion has not come, in the order sent.
///
/// They take effect in that order. A controller may complete commands out of order, and a capture may lack completions:
/// a command waits for those before it until there are more than a controller holds at a time, and then counts as
/// accepted.
struct PendingCommands {
  /// More than any controller takes before it completes the first.
  private static let mostPending = 16

  private var queue: [(command: HostCommand, verdict: Verdict)] = []

  private enum Verdict {
    case open
    case accepted
    case refused
  }

  mutating func add(_ command: HostCommand) {
    queue.append((command, .open))
  }

  /// Decides the oldest open command with this opcode, if any.
  mutating func complete(opcode: UInt16, succeeded: Bool) {
    if let index = queue.firstIndex(where: { $0.command.kind.rawValue == opcode && $0.verdict == .open }) {
      queue[index].verdict = succeeded ? .accepted : .refused
    }
  }

  mutating func acceptAll() {
    for index in queue.indices where queue[index].verdict == .open {
      queue[index].verdict = .accepted
    }
  }

  /// Takes out the next command that takes effect.
  mutating func next() -> HostCommand? {
    while let first = queue.first, first.verdict != .open || queue.count > Self.mostPending {
      queue.removeFirst()
      if first.verdict != .refused { return first.command }
    }
    return nil
  }
}
