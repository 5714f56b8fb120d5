/// The version of a stack that is checked, with the reason for it and the other possible versions.
package struct VersionChoice: Hashable, Sendable {
  package let version: StackBuilder.ChosenVersion
  /// The reason for the version, as a sentence without a full stop; `nil` when the project names it and it is known.
  package let reason: String?
  /// The generations of the stack that the project leaves possible, the newest first. See ``StackBuilder/versions``.
  package let generations: [Int]
}

extension StackBuilder {
  /// Returns the newest known version that a project allows; `nil` when the project asks for a version that is older than
  /// every known one.
  ///
  /// - Parameters:
  ///   - range: the versions that the project states; `nil` when it states none.
  ///   - origin: the file or the option that states them.
  package func choice(_ range: VersionRange?, from origin: String = "") -> VersionChoice? {
    guard let range else {
      return VersionChoice(
        version: newest,
        reason:
          "\(name) \(newest.words) is assumed, because neither --stack nor a file of the project states a version",
        generations: Array(versions.indices))
    }
    let fitting = versions.indices.filter { range.overlaps(from: versions[$0].since, before: end(of: $0)) }
    guard let generation = fitting.first else {
      guard let unknownFrom, range.overlaps(from: unknownFrom, before: nil) else { return nil }
      return VersionChoice(
        version: newest,
        reason:
          "\(name) \(range.words) (\(origin)) is unknown here: \(newest.words), the nearest known version before, is checked",
        generations: [0])
    }
    let read = versions[generation].read
    if range.isVersion {
      let isNewer = generation == 0 && VersionRange.compare(range.least, read) > 0
      let words = Self.words(range.least)
      return VersionChoice(
        version: ChosenVersion(words: words, isAssumed: isNewer, generation: generation),
        reason: isNewer
          ? "\(name) \(words) (\(origin)) is newer than \(Self.words(read)), the newest known version, whose behavior is assumed"
          : nil, generations: isNewer ? [0] : fitting)
    }
    let first =
      VersionRange.compare(range.least, versions[generation].since) > 0 ? range.least : versions[generation].since
    let words = Self.words(range.contains(read) ? read : first)
    return VersionChoice(
      version: ChosenVersion(words: words, isAssumed: fitting.count > 1, generation: generation),
      reason: "\(name) \(words) is the newest known version that \(range.words) (\(origin)) allows",
      generations: fitting)
  }

  /// Returns the first version after a generation; `nil` when none is known.
  private func end(of generation: Int) -> [Int]? { generation == 0 ? unknownFrom : versions[generation - 1].since }

  /// Returns the versions of a generation, for people: `before 2.0`.
  package func words(ofGeneration generation: Int) -> String {
    if let end = end(of: generation) { return "before \(Self.words(end))" }
    return "from \(Self.words(versions[generation].since)) on"
  }
}

extension VersionChoice {
  /// Returns the choice among the versions of several ranges.
  package func among(_ generations: [Int], reason: String) -> VersionChoice {
    let version = StackBuilder.ChosenVersion(
      words: version.words, isAssumed: version.isAssumed || generations.count > 1, generation: version.generation)
    return VersionChoice(version: version, reason: reason, generations: generations)
  }

  /// Returns the choice as an assumption.
  package func assumed(because reason: String) -> VersionChoice {
    let version = StackBuilder.ChosenVersion(words: version.words, isAssumed: true, generation: version.generation)
    return VersionChoice(version: version, reason: reason, generations: generations)
  }
}
