internal import AdvertisingData

extension BuiltRequest {
  /// Returns what other versions make of the request, one clause for each that differs: `before 2.0: the name in the scan response`.
  ///
  /// A version without the calls of the request is left out: a program with them cannot be built with it.
  ///
  /// - Parameter generations: the positions among the versions of the stack that are possible.
  package func differences(among generations: [Int]) -> [String] {
    guard let stack else { return [] }
    var others: [(stack: StackBuilder, generation: Int)] = []
    for generation in generations where generation != version.generation { others.append((stack, generation)) }
    if let earlier = stack.earlier { others.append((earlier, 0)) }
    var differences: [String] = []
    for (stack, generation) in others {
      guard let words = difference(of: stack, generation) else { continue }
      differences.append("\(stack.words(ofGeneration: generation)): \(words)")
    }
    return differences
  }

  private func difference(of stack: StackBuilder, _ generation: Int) -> String? {
    let version = StackBuilder.ChosenVersion(
      words: StackBuilder.words(stack.versions[generation].read), isAssumed: true, generation: generation)
    do throws(BuildRefusal) {
      return LayoutDifference.words(from: built, to: try stack.built(request, version: version))
    } catch {
      return error.failure?.words
    }
  }
}

/// The difference between what two versions of a stack send for one request.
private enum LayoutDifference {
  private struct Structure: Equatable {
    let block: Block
    let octets: [UInt8]
    /// The structure for a sentence: `the name`.
    let words: String
    /// Whether the structure is a name that was cut.
    let isShortened: Bool

    init(_ block: Block, _ element: DecodedPayload.Element, of octets: [UInt8]) {
      self.block = block
      self.octets = Array(octets[element.octetRange])
      words = element.value.requestWords
      isShortened = element.type == .shortenedLocalName
    }
  }

  private static let mostChanges = 4

  /// Returns the difference in words; `nil` when both send the same.
  static func words(from one: BuiltLayout, to other: BuiltLayout) -> String? {
    guard one.layout != other.layout else { return nil }
    let (before, after) = (structures(of: one), structures(of: other))
    var changes: [(what: [String], how: String)] = []
    func add(_ what: String, _ how: String) {
      if let place = changes.firstIndex(where: { $0.how == how }) {
        if !changes[place].what.contains(what) { changes[place].what.append(what) }
      } else {
        changes.append(([what], how))
      }
    }
    for structure in after where !before.contains(structure) {
      add(structure.words, change(to: structure, before, after))
    }
    for structure in before where !after.contains(where: { $0.words == structure.words }) {
      add(structure.words, "not sent")
    }
    if one.pdu != other.pdu { add("the type", other.pdu.rawValue) }
    if changes.isEmpty { add("the same structures", "in another order") }
    let told = changes.prefix(mostChanges).map { "\(listed($0.what)) \($0.how)" }.joined(separator: ", ")
    return changes.count > mostChanges ? told + ", and \(counted(changes.count - mostChanges, "more change"))" : told
  }

  /// Returns the difference of a structure: `also in the scan response`, `cut to 8 bytes`.
  private static func change(to structure: Structure, _ before: [Structure], _ after: [Structure]) -> String {
    let cut = structure.isShortened ? "cut to \(counted(structure.octets.count - 2, "byte"))" : nil
    let earlier = before.filter { $0.words == structure.words }
    if earlier.contains(where: { $0.block == structure.block }) { return cut ?? "with another value" }
    let isInBoth = after.contains { $0.words == structure.words && $0.block != structure.block }
    let place = structure.block == .advertising ? "in the advertising data" : "in the scan response"
    return (earlier.isEmpty || isInBoth ? "also " : "") + place + (cut.map { " (\($0))" } ?? "")
  }

  private static func structures(of layout: BuiltLayout) -> [Structure] {
    var structures: [Structure] = []
    for (block, built) in [(Block.advertising, layout.advertising), (.scanResponse, layout.scanResponse)] {
      for element in Payload(built.octets).decoded.elements {
        structures.append(Structure(block, element, of: built.octets))
      }
    }
    return structures
  }
}
