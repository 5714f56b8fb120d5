package import AdvertBuilders

/// How a stack made a layout of what a program asks.
package struct StackBuild: Hashable, Sendable {
  /// The stack with its version, for people: `NimBLE-Arduino 2.5.1`.
  package let stack: String
  /// Whether the version was not said, or is newer than what is known.
  package let isVersionAssumed: Bool
  /// What is not sent as it was asked.
  package let changes: [Change]

  /// A change, and where what was asked is written.
  package struct Change: Hashable, Sendable {
    /// What differs.
    package let change: BuildChange
    /// Where it is written; `nil` when that is not known.
    package let text: TextRange?

    /// A change at a place.
    package init(_ change: BuildChange, at text: TextRange?) {
      self.change = change
      self.text = text
    }
  }

  /// What a stack of some version changed.
  package init(_ stack: StackBuilder, _ version: StackBuilder.ChosenVersion, changes: [Change]) {
    self.stack = "\(stack.name) \(version.words)"
    isVersionAssumed = version.isAssumed
    self.changes = changes
  }

  /// For people: `NimBLE-Arduino 2.5.1 (assumed)`.
  package var words: String { stack + (isVersionAssumed ? " (assumed)" : "") }
}
