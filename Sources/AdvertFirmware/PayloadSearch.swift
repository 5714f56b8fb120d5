internal import AdvertisingData

/// Finds the payloads of one ELF file: by type where the debug information has it, and by name where not.
struct PayloadSearch {
  let memory: ImageMemory
  let symbols: Symbols
  let member: String?
  let wanted: [FirmwareImage.Wanted]

  /// The functions that are given an array, by its address, with what it is for them.
  private let passed: [UInt64: (role: PayloadRole, function: String)]

  /// Variables that say how the program advertises.
  private(set) var parameters: [FirmwareProgram.Variable] = []
  private(set) var arrays: [FirmwareImage.PayloadArray] = []
  private(set) var unread: [FirmwareImage.UnreadArray] = []
  /// Addresses that are told already.
  private var taken: Set<UInt64> = []

  init(
    memory: ImageMemory, symbols: Symbols, member: String?, wanted: [FirmwareImage.Wanted], calls: [AdvertisingCall]
  ) {
    self.memory = memory
    self.symbols = symbols
    self.member = member
    self.wanted = wanted
    passed = Dictionary(
      calls.flatMap { call in
        call.arrays.compactMap { role, array in
          if case .at(let address) = array { (address, (role, call.function)) } else { nil }
        }
      }
    ) { first, other in first.0 == .periodic ? other : first }
  }

  /// - Parameter debug: the debug information; `nil` when there is none.
  mutating func run(_ debug: DebugInformation?) {
    let names = NameFilter(Stack.all.flatMap(\.arrays) + wanted.map(\.symbol))
    let variables =
      debug?.staticVariables(named: names, at: Set(passed.keys)) { name, address, type in
        switch type {
        case .octets: role(ofOctets: name, at: address) != nil
        case .structures(let structure, _): structure == ZephyrData.structureName
        case .structure(let names), .pointer(let names):
          names.contains { $0 == BluedroidData.structureName || ParameterStructure.named($0) != nil }
        }
      } ?? []
    let objects = symbols.objects(named: names, at: Set(passed.keys).union(variables.map(\.address)))
    let sizes = Dictionary(objects.map { ($0.address, $0.size) }) { first, _ in first }
    for variable in variables { take(variable, size: sizes[variable.address]) }
    // Units compiled without debug information, and images without any.
    for object in objects where !taken.contains(object.address) { take(object) }
    arrays.sort { $0.place.comesBefore($1.place) }
    unread.sort { $0.place.comesBefore($1.place) }
  }

  // MARK: By type

  private mutating func take(_ variable: StaticVariable, size: UInt64?) {
    let place = ImagePlace(
      file: variable.file, line: variable.line, address: memory.file.isRelocatable ? nil : variable.address,
      fileOffset: offset(of: variable.address), unit: String(variable.unit), member: member)
    switch variable.type {
    case .structures(ZephyrData.structureName, let count):
      let zephyr = ZephyrData(memory: memory)
      guard let count = count ?? size.map({ Int($0 / zephyr.elementSize) }), count > 0 else { return }
      guard taken.insert(variable.address).inserted else { return }
      takeZephyr(zephyr, variable.name, at: variable.address, count: count, place, .type)
    case .structure(let names), .pointer(let names):
      if let structure = names.lazy.compactMap(ParameterStructure.named).first {
        takeParameters(structure, variable)
      }
      guard case .structure = variable.type, names.contains(BluedroidData.structureName) else { return }
      guard taken.insert(variable.address).inserted else { return }
      takeBluedroid(variable.name, at: variable.address, place)
    case .octets(let count):
      guard let role = role(ofOctets: variable.name, at: variable.address),
        let count = count ?? size.map({ Int(clamping: $0) }), count > 0,
        taken.insert(variable.address).inserted
      else { return }
      takeOctets(variable.name, at: variable.address, count: count, place, role)
    default: return
    }
  }

  private mutating func takeParameters(_ structure: ParameterStructure, _ variable: StaticVariable) {
    var address = variable.address
    if case .pointer = variable.type {
      guard let target = memory.pointer(at: address) else { return }
      address = target
    }
    guard case .octets(let octets, _, _) = memory.contents(at: address, count: UInt64(structure.size)),
      var parameters = structure.parameters(
        .init(octets: octets, order: memory.file.order, canBeExtended: symbols.canBeExtended))
    else { return }
    parameters.evidence = .variable(variable.name)
    self.parameters.append(.init(unit: String(variable.unit), parameters: parameters))
  }

  private mutating func takeZephyr(
    _ zephyr: ZephyrData, _ name: String, at address: UInt64, count: Int, _ place: ImagePlace,
    _ evidence: FirmwareImage.Evidence
  ) {
    let role = passed[address]?.role ?? PayloadRole(name: name)
    func leave(_ reason: FirmwareImage.UnreadArray.Reason) {
      unread.append(.init(name: name, role: role, place: place, reason: reason, memoryAddress: address))
    }
    switch zephyr.payload(at: address, count: count) {
    case .payload(let octets, let isWritable):
      var place = place
      place.fileOffset = nil
      add(
        name, octets, at: address, role: role, evidence, stack: Stack.zephyr.id, place, isWritable: isWritable)
    case .atRunTime: leave(.filledAtRunTime)
    case .malformed(let element, let reason): leave(.noPayload("element \(element): \(reason)"))
    }
  }

  private mutating func takeBluedroid(_ name: String, at address: UInt64, _ place: ImagePlace) {
    guard let composed = BluedroidData(memory: memory).compose(at: address) else {
      unread.append(
        .init(
          name: name, role: PayloadRole(name: name), place: place, reason: .filledAtRunTime, memoryAddress: address))
      return
    }
    var place = place
    place.fileOffset = nil
    add(
      name, composed.octets, at: address, role: composed.isScanResponse ? .scanResponse : .advertising, .type,
      stack: "bluedroid", place, isWritable: false, additions: composed.additions, losses: composed.losses)
  }

  // MARK: By name

  private mutating func take(_ object: Symbols.Object) {
    let place = ImagePlace(
      address: memory.file.isRelocatable ? nil : object.address, fileOffset: offset(of: object.address),
      unit: object.unit, member: member)
    let zephyr = ZephyrData(memory: memory)
    if Stack.zephyr.names(object.name),
      object.size > 0, object.size % zephyr.elementSize == 0,
      case .payload(let octets, _) = zephyr.payload(at: object.address, count: Int(object.size / zephyr.elementSize)),
      Self.isPayload(octets)
    {
      taken.insert(object.address)
      takeZephyr(
        zephyr, object.name, at: object.address, count: Int(object.size / zephyr.elementSize), place, .name)
    } else if let role = role(ofOctets: object.name, at: object.address), 3...1650 ~= object.size {
      taken.insert(object.address)
      takeOctets(object.name, at: object.address, count: Int(object.size), place, role)
    }
  }

  /// What an array of octets is by a call or by its name; `nil` when no stack gives payloads such a name.
  private func role(
    ofOctets name: String, at address: UInt64
  ) -> (role: PayloadRole, evidence: FirmwareImage.Evidence, stack: String?)? {
    let name = Symbols.base(of: name)
    if let wanted = wanted.first(where: { $0.symbol == name }) { return (wanted.role, .option, nil) }
    let stacks = Stack.all.filter { $0.id != Stack.zephyr.id && $0.names(name) }
    if let (role, function) = passed[address] {
      return (role, stacks.isEmpty ? .call : .name, Stack.all.first { $0.arguments[function] != nil }?.id)
    }
    guard !stacks.isEmpty else { return nil }
    // Several stacks use the same names; what the image links says which it is.
    let linked = stacks.filter { !symbols.functions.isDisjoint(with: $0.functions) }
    return (PayloadRole(name: name), .name, linked.count == 1 ? linked[0].id : nil)
  }

  private mutating func takeOctets(
    _ name: String, at address: UInt64, count: Int, _ place: ImagePlace,
    _ known: (role: PayloadRole, evidence: FirmwareImage.Evidence, stack: String?)
  ) {
    func leave(_ reason: FirmwareImage.UnreadArray.Reason) {
      unread.append(.init(name: name, role: known.role, place: place, reason: reason, memoryAddress: address))
    }
    guard count <= 1650 else { return leave(.noPayload("\(count) bytes, more than any advertising has")) }
    switch memory.contents(at: address, count: UInt64(count)) {
    case .zeros: leave(.filledAtRunTime)
    case .unknown: leave(.noPayload("its memory is not in the file"))
    case .octets(let octets, _, let isWritable):
      if octets.allSatisfy({ $0 == 0 }) {
        leave(.filledAtRunTime)
      } else if !Self.isPayload(octets), known.evidence != .option {
        leave(.noPayload("its bytes are no AD structures"))
      } else {
        add(
          name, octets, at: address, role: known.role, known.evidence, stack: known.stack, place, isWritable: isWritable
        )
      }
    }
  }

  /// Whether octets are AD structures one after the other, perhaps with zeros behind them.
  static func isPayload(_ octets: [UInt8]) -> Bool {
    var position = 0
    var count = 0
    while position < octets.count {
      let length = Int(octets[position])
      if length == 0 { return count > 0 && octets[position...].allSatisfy { $0 == 0 } }
      guard position + 1 + length <= octets.count else { return false }
      count += 1
      position += 1 + length
    }
    return count > 0
  }

  private mutating func add(
    _ name: String, _ octets: [UInt8], at address: UInt64, role: PayloadRole, _ evidence: FirmwareImage.Evidence,
    stack: String?, _ place: ImagePlace, isWritable: Bool, additions: [HostAddition] = [], losses: [String] = []
  ) {
    arrays.append(
      FirmwareImage.PayloadArray(
        name: Symbols.base(of: name), role: role, evidence: evidence, payload: Payload(octets), stack: stack,
        place: place, isWritable: isWritable, passedTo: passed[address]?.function,
        additions: additions + (Stack.all.first { $0.id == stack }?.adds ?? []), losses: losses, memoryAddress: address)
    )
  }

  private func offset(of address: UInt64) -> Int? {
    guard case .octets(_, let offset, _) = memory.contents(at: address, count: 1) else { return nil }
    return offset
  }
}

extension ImagePlace {
  /// In the order of the source where it is known, else in that of the memory.
  fileprivate func comesBefore(_ other: ImagePlace) -> Bool {
    let (one, two) = ((member ?? "", file ?? "", line ?? 0), (other.member ?? "", other.file ?? "", other.line ?? 0))
    return one != two ? one < two : (address ?? 0, fileOffset ?? 0) < (other.address ?? 0, other.fileOffset ?? 0)
  }
}
