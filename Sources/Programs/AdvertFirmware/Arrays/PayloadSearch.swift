internal import AdvertisingData

/// Finds the payloads of one ELF file: by type where the debug information has it, and by name otherwise.
struct PayloadSearch {
  let memory: ImageMemory
  let symbols: Symbols
  let member: String?
  let wanted: [FirmwareImage.Wanted]

  private let passed: PassedArrays
  private var found: FoundArrays
  /// Variables with the parameters of the program's advertising.
  private(set) var parameters: [FirmwareProgram.Variable] = []
  var arrays: [FirmwareImage.PayloadArray] { found.arrays }
  var unread: [FirmwareImage.UnreadArray] { found.unread }

  init(
    memory: ImageMemory, symbols: Symbols, member: String?, wanted: [FirmwareImage.Wanted], calls: [AdvertisingCall]
  ) {
    self.memory = memory
    self.symbols = symbols
    self.member = member
    self.wanted = wanted
    passed = PassedArrays(calls)
    found = FoundArrays(memory: memory, symbols: symbols, member: member, passed: passed)
  }

  /// - Parameter debug: the debug information; `nil` when there is none.
  mutating func run(_ debug: DebugInformation?) {
    let names = NameFilter(Stack.all.flatMap { $0.arrays } + wanted.map { $0.symbol })
    let variables =
      debug?.staticVariables(named: names, at: passed.addresses) { name, address, type in
        switch type {
        case .octets: role(ofOctets: name, at: address) != nil
        case .structures(let structure, _): structure == ZephyrData.structureName || passed[address] != nil
        case .structure(let names), .pointer(let names):
          passed[address] != nil
            || names.contains { $0 == BluedroidData.structureName || !ParameterStructure.named($0).isEmpty }
        }
      } ?? []
    let objects = symbols.objects(named: names, at: passed.addresses.union(variables.map { $0.address }))
    let sizes = Dictionary(firstOf: objects.map { ($0.address, $0.size) })
    for variable in variables { take(variable, size: sizes[variable.address]) }
    // Arrays of units that were compiled without debug information, and of images without any.
    for object in objects where !found.holds(object.address) { take(object) }
    for address in passed.addresses.sorted() where !found.holds(address) { takeNameless(at: address) }
    found.finish()
  }

  // MARK: By type

  private mutating func take(_ variable: StaticVariable, size: UInt64?) {
    let place = ImagePlace(
      file: variable.file, line: variable.line, address: memory.file.isRelocatable ? nil : variable.address,
      fileOffset: offset(of: variable.address), unit: String(variable.unit), member: member)
    if passed.isOfStructures(variable.address), !variable.type.isZephyr {
      // The array is wrapped in a type of C++, such as `std::array`.
      let zephyr = ZephyrData(memory: memory)
      guard let size, size >= zephyr.elementSize, found.begin(variable.address) else { return }
      return found.takeZephyr(
        zephyr, variable.name, at: variable.address, count: Int(clamping: size / zephyr.elementSize), place, .call)
    }
    switch variable.type {
    case .structures(ZephyrData.structureName, let count):
      let zephyr = ZephyrData(memory: memory)
      guard let count = count ?? size.map({ Int(clamping: $0 / zephyr.elementSize) }), count > 0 else { return }
      guard found.begin(variable.address) else { return }
      found.takeZephyr(zephyr, variable.name, at: variable.address, count: count, place, .type)
    case .structure(let names), .pointer(let names):
      if let forms = names.lazy.map(ParameterStructure.named).first(where: { !$0.isEmpty }) {
        takeParameters(forms, variable)
      }
      guard case .structure = variable.type, names.contains(BluedroidData.structureName) else { return }
      guard found.begin(variable.address) else { return }
      found.takeBluedroid(variable.name, at: variable.address, place)
    case .octets(let count):
      guard let role = role(ofOctets: variable.name, at: variable.address),
        let count = count ?? size.map({ Int(clamping: $0) }), count > 0,
        found.begin(variable.address)
      else { return }
      found.takeOctets(variable.name, at: variable.address, count: count, place, role)
    default: return
    }
  }

  private mutating func takeParameters(_ forms: [ParameterStructure], _ variable: StaticVariable) {
    var address = variable.address
    if case .pointer = variable.type {
      guard let target = memory.pointer(at: address) else { return }
      address = target
    }
    let found = ParameterStructure.parameters(
      of: forms, order: memory.file.order, canBeExtended: symbols.canBeExtended
    ) { size -> [UInt8]? in
      guard case .octets(let octets, _, _) = memory.contents(at: address, count: UInt64(size)) else { return nil }
      return octets
    }
    guard var parameters = found else { return }
    parameters.evidence = .variable(variable.name)
    self.parameters.append(.init(unit: String(variable.unit), parameters: parameters))
  }

  /// Takes an array without a symbol, if a call shows its length.
  private mutating func takeNameless(at address: UInt64) {
    guard let use = passed[address], let count = use.counts.compactMap({ $0 }).max(), !use.counts.contains(nil),
      found.begin(address)
    else { return }
    let place = ImagePlace(
      address: memory.file.isRelocatable ? nil : address, fileOffset: offset(of: address), member: member)
    let name = "array at 0x\(String(address, radix: 16))"
    if passed.isOfStructures(address) {
      found.takeZephyr(ZephyrData(memory: memory), name, at: address, count: count, place, .call)
    } else {
      found.takeOctets(name, at: address, count: count, place, (use.role, .call, use.stack))
    }
  }

  // MARK: By name

  private mutating func take(_ object: Symbols.Object) {
    let place = ImagePlace(
      address: memory.file.isRelocatable ? nil : object.address, fileOffset: offset(of: object.address),
      unit: object.unit, member: member)
    let zephyr = ZephyrData(memory: memory)
    if passed.isOfStructures(object.address) {
      guard object.size >= zephyr.elementSize else { return }
      _ = found.begin(object.address)
      found.takeZephyr(
        zephyr, object.name, at: object.address, count: Int(clamping: object.size / zephyr.elementSize), place,
        Stack.zephyr.names(object.name) ? .name : .call)
    } else if Stack.zephyr.names(object.name),
      object.size > 0, object.size % zephyr.elementSize == 0,
      case .payload(let octets, _, _) = zephyr.payload(
        at: object.address, count: Int(clamping: object.size / zephyr.elementSize)),
      FoundArrays.isPayload(octets)
    {
      _ = found.begin(object.address)
      found.takeZephyr(
        zephyr, object.name, at: object.address, count: Int(clamping: object.size / zephyr.elementSize), place, .name)
    } else if let role = role(ofOctets: object.name, at: object.address), 3...1650 ~= object.size {
      _ = found.begin(object.address)
      found.takeOctets(object.name, at: object.address, count: Int(object.size), place, role)
    }
  }

  /// Returns the use of an array of octets by a call or by its name; `nil` when no stack has payloads with such a name.
  private func role(
    ofOctets name: String, at address: UInt64
  ) -> (role: PayloadRole, evidence: FirmwareImage.Evidence, stack: String?)? {
    let name = Symbols.base(of: name)
    if let wanted = wanted.first(where: { $0.symbol == name }) { return (wanted.role, .option, nil) }
    let stacks = Stack.all.filter { $0.id != Stack.zephyr.id && $0.names(name) }
    if let use = passed[address] {
      return passed.isOfStructures(address) ? nil : (use.role, stacks.isEmpty ? .call : .name, use.stack)
    }
    guard !stacks.isEmpty else { return nil }
    // Several stacks use the same names; the linked functions show which stack it is.
    let linked = stacks.filter { !symbols.functions.isDisjoint(with: $0.functions) }
    return (PayloadRole(name: name), .name, linked.count == 1 ? linked[0].id : nil)
  }

  private func offset(of address: UInt64) -> Int? {
    guard case .octets(_, let offset, _) = memory.contents(at: address, count: 1) else { return nil }
    return offset
  }
}
