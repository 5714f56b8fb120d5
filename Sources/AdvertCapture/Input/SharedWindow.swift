/// A window that the source unpacking its bytes and whoever made that source both move forward.
final class SharedWindow {
  var window: InputWindow

  fileprivate init(_ window: consuming InputWindow) {
    self.window = window
  }
}

extension InputWindow {
  /// Lends the window to `body`, and takes it back as far as it was moved. A source that outlives `body` finds itself at
  /// the end of an empty input.
  mutating func lent<Result, Failure>(
    to body: (SharedWindow) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let shared = SharedWindow(InputWindow(MemorySource([]), capacity: 1, budget: budget, depth: depth))
    swap(&self, &shared.window)
    defer { swap(&self, &shared.window) }
    return try body(shared)
  }
}
