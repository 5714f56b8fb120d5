internal import AdvertisingData

extension ProgramTrial {
  /// The first function that was left while a payload was made, and the number of octets that were there before.
  struct Cut {
    let function: UInt32
    let certain: Int
  }

  /// Returns the first function that was left while a payload was made; `nil` where there is none.
  ///
  /// A function that was left may have had to write a part of the payload. It had not if it was left elsewhere, such as
  /// a function that waits for hardware before the payload is begun. So the calls are found that make the payload: the
  /// innermost call around the one that passes it and those that made its octets, and calls that had made octets and
  /// returned before. Whatever was left within one of them counts. The outermost calls do other work, too, so there it
  /// counts only after they have written the first octet themselves.
  ///
  /// Octets that were written before are certain. Where they were copied after, all are uncertain, because the missing
  /// ones would come before them.
  ///
  /// - Parameters:
  ///   - isAlone: whether a function was run by itself.
  ///   - isOfStack: whether a function belongs to a stack: then the function that calls it makes the payload.
  func cut(_ part: CaughtAdvertising.Part, isAlone: Bool, isOfStack: (_ function: UInt32) -> Bool) -> Cut? {
    let left = program.interventions.filter { $0.kind.isLeft && $0.steps <= part.steps }
    guard !left.isEmpty, part.passedIn != 0 else { return nil }
    let journal = program.processor.memory.journal
    var makers: Set<UInt32> = [part.passedIn]
    var earlier: [UInt32: UInt32] = [:]
    var begun: (call: UInt32, steps: UInt32)?
    for writer in Set(part.writers.compactMap { $0 }) where !writer.isNothing && !writer.isPeripheral {
      let (common, inner) = journal.common(writer.maker, part.passedIn)
      if common != 0, !journal.isOuter(common, isAlone: isAlone) {
        makers.insert(common)
      } else if inner != 0 {
        earlier[inner] = earlier[inner].map { journal.common($0, writer.maker).call } ?? writer.maker
      } else if common != 0 {
        begun = (common, min(begun?.steps ?? .max, writer.steps))
      }
    }
    makers.formUnion(earlier.values)
    makers = makers.filter { !journal.isOuter($0, isAlone: isAlone) }
    for maker in makers {
      var chain = journal.chain(of: maker)[...]
      while let call = chain.popFirst(), isOfStack(journal.entry(of: call)), let around = chain.first,
        !journal.isOuter(around, isAlone: isAlone)
      {
        makers.insert(around)
      }
    }
    var known: [UInt32: Bool] = [:]
    let first = left.first { left in
      let chain = known[left.call] == nil ? journal.chain(of: left.call) : []
      let isInside = known[left.call] ?? !makers.isDisjoint(with: chain)
      known[left.call] = isInside
      guard !isInside, let begun, left.steps >= Int(begun.steps) else { return isInside }
      return journal.chain(of: left.call).contains(begun.call)
    }
    guard let first else { return nil }
    let certain = part.writers.prefix { writer in
      writer.map { Int($0.steps) < first.steps && !$0.isNothing } ?? true
    }
    return Cut(function: first.function, certain: certain.count)
  }
}

extension AdvertisingRun.Result {
  /// A payload whose making was cut short: the function that was left, and the number of octets that are certain.
  struct Cut: Hashable, Sendable {
    var function: String
    var certain: Int
  }

  /// Returns the doubts about a payload.
  func doubts(of role: PayloadRole) -> [Doubt] {
    guard let part = advertising.data[role] else { return [] }
    let (octets, block) = (part.octets, role.block)
    let nothing = Set(
      octets.indices.filter { part.writers.indices.contains($0) && part.writers[$0]?.isNothing == true })
    var rest = rest(of: role, octets)
    let known = rest?.from ?? octets.count
    if let place = Self.structures(octets).first(where: { nothing.contains($0) || nothing.contains($0 + 1) }),
      place < known
    {
      rest = (place, .neverWritten)
    }
    let (unknown, varying) = (dependent[role] ?? [], Set(varying[role] ?? []))
    let places = octets.indices.prefix(rest?.from ?? octets.count)
    var doubts: [Doubt] = []
    func add(_ kind: Doubt.Kind, _ cause: Doubt.Cause, where isDoubtful: (Int) -> Bool) {
      doubts += places.filter(isDoubtful).runs.map { Doubt(.octets(block, $0), kind, cause) }
    }
    add(.unknown, .neverWritten) { nothing.contains($0) }
    if let beginning {
      add(.unknown, .calledAlone(beginning)) { unknown.contains($0) && !nothing.contains($0) }
    }
    func isPeripheral(_ place: Int) -> Bool {
      part.writers.indices.contains(place) && part.writers[place]?.isPeripheral == true
    }
    func varies(_ place: Int) -> Bool {
      varying.contains(place) && !nothing.contains(place) && !unknown.contains(place)
    }
    add(.varies(.any, mayBeAbsent: false), .peripheral) { isPeripheral($0) && !nothing.contains($0) }
    add(.varies(.any, mayBeAbsent: false), .outsideImage) { varies($0) && !isPeripheral($0) }
    if let rest { doubts.append(Doubt(.rest(block, from: rest.from), .unknown, rest.cause)) }
    if let assumption, !octets.isEmpty {
      doubts.append(Doubt(.octets(block, octets.indices), .assumed, .supposed(assumption.description)))
    }
    return doubts
  }

  /// Returns the reason why nothing is known of a payload; `nil` where something is.
  func unreadCause(of role: PayloadRole) -> Doubt.Cause? {
    guard let octets = advertising.data[role]?.octets else { return nil }
    guard !octets.isEmpty else {
      // A program that did not run to its end may send something later.
      guard role == .advertising, !isCertain else { return cut[role].map { .abandoned($0.function) } }
      return abandoned.first.map { .abandoned($0) } ?? beginning.map { .calledAlone($0) }
        ?? assumption.map { .supposed($0.description) }
    }
    let unknown = doubts(of: role).filter { $0.isUnknown }
    if let none = unknown.first(where: { $0.part == .rest(role.block, from: 0) }) { return none.cause }
    let places = unknown.reduce(into: Set<Int>()) { places, doubt in
      if case .octets(_, let range) = doubt.part { places.formUnion(range) }
    }
    return places.count == octets.count ? unknown.first?.cause : nil
  }

  /// Returns the beginning of the part that is not known because a function was left; `nil` where all is known, or
  /// where the known part leaves no room for more.
  private func rest(of role: PayloadRole, _ octets: [UInt8]) -> (from: Int, cause: Doubt.Cause)? {
    guard let cut = cut[role] else { return nil }
    let ends = Self.structures(octets).map { $0 + 1 + Int(octets[$0]) }
    let from = ends.last { $0 <= cut.certain } ?? 0
    let isFull = from == octets.count && RunningHost.longestLegacyData - 1...RunningHost.longestLegacyData ~= from
    return isFull ? nil : (from, .abandoned(cut.function))
  }

  /// Returns the places of the length octets of AD structures.
  private static func structures(_ octets: [UInt8]) -> [Int] {
    var (places, place): ([Int], Int) = ([], 0)
    while place < octets.count {
      places.append(place)
      place += 1 + Int(octets[place])
    }
    return places
  }
}

extension Intervention.Kind {
  /// Whether a function has not done what it was called for.
  var isLeft: Bool { self == .left || self == .skipped || self == .otherResult }
}
