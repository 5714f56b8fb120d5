/// A variable with one address for the whole run of the program: a global, or a static variable of a function.
struct StaticVariable: Hashable {
  var name: String
  var address: UInt64
  var type: VariableType
  /// The place of the declaration in the source.
  var file: String?
  var line: Int?
  /// The offset of the compilation unit: variables of one unit belong together.
  var unit: Int
}

/// The types that payloads have.
enum VariableType: Hashable {
  /// An array of octets.
  case octets(count: Int?)
  /// An array of a structure.
  case structures(String, count: Int?)
  /// One structure, by its name or the names that `typedef` gives it.
  case structure([String])
  /// A pointer to a structure.
  case pointer([String])
}

extension VariableType {
  /// Whether the type is an array of Zephyr's structure.
  var isZephyr: Bool { if case .structures(ZephyrData.structureName, _) = self { true } else { false } }
}

extension DebugInformation {
  /// Returns the variables with a fixed address and a type that payloads have, as far as they are of interest: a large
  /// image has hundreds of thousands.
  ///
  /// - Parameters:
  ///   - filter: accepts the names of the wanted arrays of octets.
  ///   - addresses: the addresses of other wanted variables.
  ///   - isOfInterest: whether a variable is of interest, by its name, its address and its type.
  func staticVariables(
    named filter: NameFilter, at addresses: Set<UInt64>, where isOfInterest: (String, UInt64, VariableType) -> Bool
  ) -> [StaticVariable] {
    var variables: [StaticVariable] = []
    for range in unitRanges {
      guard let unit = unit(range) else { continue }
      var cursor = unit.cursor(at: unit.firstEntry)
      while !cursor.isAtEnd, variables.count < Self.maximumVariables {
        // Marks that end a list are skipped, because the depth of an entry does not matter.
        guard let entry = unit.entry(&cursor) else { continue }
        guard entry.tag == DebugTag.variable, let location = entry.location, isAddress(location, of: unit),
          let variable = variable(entry, of: unit, at: location, named: filter, at: addresses, where: isOfInterest)
        else { continue }
        variables.append(variable)
      }
    }
    return variables
  }

  private static let maximumVariables = 1 << 20

  /// Whether an expression begins with an address. Only variables with a fixed address have one.
  private func isAddress(_ expression: Range<Int>, of unit: DebugUnit) -> Bool {
    !expression.isEmpty && [0x03, 0xA1, 0xFB].contains(unit.octets[expression.lowerBound])
  }

  /// Returns the address in an expression: a number, perhaps with an offset added, as compilers write for variables
  /// that they merge (DWARF 5, 2.5.1).
  private func address(_ expression: Range<Int>, of unit: DebugUnit) -> UInt64? {
    var cursor = DebugCursor(unit.octets, unit.order, at: expression.lowerBound, end: expression.upperBound)
    var address: UInt64?
    switch cursor.octet() {
    case 0x03: address = cursor.number(unit.addressSize)
    case 0xA1, 0xFB: address = self.address(index: cursor.variable(), of: unit)
    default: return nil
    }
    if !cursor.isAtEnd {
      guard cursor.octet() == 0x23 else { return nil }
      address = address.map { $0 &+ cursor.variable() }
    }
    return cursor.isPastEnd || !cursor.isAtEnd ? nil : address
  }

  private func variable(
    _ entry: DebugUnit.Entry, of unit: DebugUnit, at location: Range<Int>, named filter: NameFilter,
    at addresses: Set<UInt64>, where isOfInterest: (String, UInt64, VariableType) -> Bool
  ) -> StaticVariable? {
    // The name, the type and the place of a definition can be in a declaration elsewhere.
    var name = entry.name.map { ($0, unit) }
    var type = entry.type.map { ($0, unit) }
    var line = entry.line
    var file = entry.file.map { ($0, unit) }
    var origin = entry.origin
    var steps = 0
    while let offset = origin, steps < Self.maximumSteps, let (other, unit) = self.entry(at: offset) {
      name = name ?? other.name.map { ($0, unit) }
      type = type ?? other.type.map { ($0, unit) }
      line = line ?? other.line
      file = file ?? other.file.map { ($0, unit) }
      origin = other.origin
      steps += 1
    }
    guard let (nameText, nameUnit) = name, let (offset, _) = type, let known = knownType(at: offset) else { return nil }
    if case .octets = known, addresses.isEmpty, !passes(nameText, of: nameUnit, filter) { return nil }
    guard let address = address(location, of: unit) else { return nil }
    if case .octets = known, !addresses.contains(address), !passes(nameText, of: nameUnit, filter) { return nil }
    guard let name = text(nameText, of: nameUnit), isOfInterest(name, address, known) else { return nil }
    return StaticVariable(
      name: name, address: address, type: known, file: file.flatMap { sourceFile($0.0, of: $0.1) },
      line: line.flatMap { Int(exactly: $0) },
      unit: unit.range.lowerBound)
  }

  /// A hostile chain of types can be endless.
  private static let maximumSteps = 32

  private func entry(at offset: Int) -> (DebugUnit.Entry, DebugUnit)? {
    guard let unit = unit(holding: offset), offset >= unit.firstEntry else { return nil }
    var cursor = unit.cursor(at: offset)
    let start = cursor.position
    let entry = unit.entry(&cursor)
    guard spend(cursor.position - start) else { return nil }
    return entry.map { ($0, unit) }
  }

  private func knownType(at offset: Int) -> VariableType? {
    if let known = knownTypes[offset] { return known }
    if knownTypes.count == Self.maximumTypes { knownTypes.removeAll(keepingCapacity: true) }
    let type = variableType(at: offset)
    knownTypes[offset] = type
    return type
  }

  private static let maximumTypes = 1 << 14

  private func variableType(at offset: Int) -> VariableType? {
    guard let element = named(offset) else { return nil }
    switch element.entry.tag {
    case DebugTag.structure: return .structure(element.names)
    case DebugTag.pointer:
      guard let type = element.entry.type, let target = named(type), target.entry.tag == DebugTag.structure else {
        return nil
      }
      return .pointer(target.names)
    case DebugTag.array:
      guard let type = element.entry.type, let inner = named(type) else { return nil }
      let count = count(of: element.entry, element.unit)
      switch inner.entry.tag {
      case DebugTag.base where inner.entry.size == 1: return .octets(count: count)
      case DebugTag.structure: return inner.names.first.map { .structures($0, count: count) }
      default: return nil
      }
    default: return nil
    }
  }

  /// Returns a type without its qualifiers, with the names on the way to it: its own name comes first.
  private func named(_ offset: Int) -> (entry: DebugUnit.Entry, unit: DebugUnit, names: [String])? {
    var offset = offset
    var names: [String] = []
    for _ in 0..<Self.maximumSteps {
      guard let (entry, unit) = entry(at: offset) else { return nil }
      switch entry.tag {
      case DebugTag.typedef, DebugTag.const, DebugTag.volatile, DebugTag.restrict, DebugTag.atomic:
        if entry.tag == DebugTag.typedef, let name = entry.name.flatMap({ text($0, of: unit) }) { names.append(name) }
        guard let next = entry.type else { return nil }
        offset = next
      default:
        let own = entry.name.flatMap { text($0, of: unit) }
        return (entry, unit, [own].compactMap { $0 } + names)
      }
    }
    return nil
  }

  /// Returns the number of elements of an array; `nil` when only the initialiser determines it and the compiler does
  /// not state it.
  private func count(of array: DebugUnit.Entry, _ unit: DebugUnit) -> Int? {
    guard array.hasChildren else { return nil }
    var cursor = unit.cursor(at: array.offset)
    _ = unit.entry(&cursor)
    guard let range = unit.entry(&cursor), range.tag == DebugTag.subrange else { return nil }
    let count = range.count ?? range.upperBound.map { $0 &+ 1 }
    return count.flatMap { Int(exactly: $0) }
  }
}
