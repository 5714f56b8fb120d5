package import AdvertBuilders
internal import AdvertisingData

/// The way in which a stack made a layout from a program's request.
package struct StackBuild: Hashable, Sendable {
  /// The stack with its version, for people: `NimBLE-Arduino 2.5.1`.
  package let stack: String
  /// Whether the version was not stated, or is newer than the known ones.
  package let isVersionAssumed: Bool
  /// The parts that are not sent as requested.
  package let changes: [Change]
  /// The request, with what the stack makes of it; `nil` in examples without one.
  package private(set) var asked: BuiltRequest?

  /// A change, with the place of the request in the text.
  package struct Change: Hashable, Sendable {
    /// The difference.
    package let change: BuildChange
    /// The place of the request; `nil` when it is not known.
    package let text: TextRange?

    /// A change at a place.
    package init(_ change: BuildChange, at text: TextRange?) {
      self.change = change
      self.text = text
    }
  }

  /// The changes by a version of a stack.
  package init(
    _ stack: StackBuilder, _ version: StackBuilder.ChosenVersion, changes: [Change], asked: BuiltRequest? = nil
  ) {
    self.stack = "\(stack.name) \(version.words)"
    isVersionAssumed = version.isAssumed
    self.changes = changes
    self.asked = asked
  }

  /// The parts of the request that the stack does not send, or not whole, in words.
  package var losses: String {
    changes.filter { $0.change.isLoss }.map { "\(words) \($0.change.words)" }.joined(separator: "; ")
  }

  /// For each change, the smallest change of the request with which the stack sends all of it, or else the stack's own
  /// call; `nil` without one.
  package var remedies: [String?] {
    guard let asked, let stack = asked.stack else { return changes.map { $0.change.remedy } }
    // Most changes of a request have the same remedy, which is searched for.
    var known: [Loss: String?] = [:]
    return changes.map { change in
      let loss = Loss(block: change.change.field?.block, kind: change.change.kind, remedy: change.change.remedy)
      if let remedy = known[loss] { return remedy }
      let remedy = stack.remedy(for: change.change, of: asked.request, version: asked.version)
      known[loss] = .some(remedy)
      return remedy
    }
  }

  /// The properties of a change on which its remedy depends.
  private struct Loss: Hashable {
    let block: Block?
    let kind: BuildChange.Kind
    let remedy: String?
  }

  /// The same changes of a request that is not known.
  package var withoutRequest: StackBuild {
    var build = self
    build.asked = nil
    return build
  }

  /// The known faults of the version that concern the request; empty for an assumed version.
  package var knownFaults: [VersionFault] {
    guard !isVersionAssumed, let asked, let range = VersionRange(asked.version.words) else { return [] }
    return FaultTable.faults(of: asked.stackID, range, for: asked.request)
  }

  /// The stack in words: `NimBLE-Arduino 2.5.1 (assumed)`.
  package var words: String { stack + (isVersionAssumed ? " (assumed)" : "") }
}
