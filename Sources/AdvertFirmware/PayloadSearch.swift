internal import AdvertisingData

/// Finds the payloads of one ELF file: by type where the debug information has it, and by name otherwise.
struct PayloadSearch {
  let memory: ImageMemory
  let symbols: Symbols
  let member: String?
  let wanted: [FirmwareImage.Wanted]

  /// The arrays that are passed in calls, by their addresses.
  private let passed: [UInt64: Passed]

  /// The use of an array in calls.
  private struct Passed {
    var role: PayloadRole
    var function: String
    /// The number of octets or elements that each call sends, as far as it is known; `nil` for all of it.
    var counts: [Int?]
  }

  /// Variables with the parameters of the program's advertising.
  private(set) var parameters: [FirmwareProgram.Variable] = []
  private(set) var arrays: [FirmwareImage.PayloadArray] = []
  private(set) var unread: [FirmwareImage.UnreadArray] = []
  /// Addresses whose arrays are already found.
  private var taken: Set<UInt64> = []

  init(
    memory: ImageMemory, symbols: Symbols, member: String?, wanted: [FirmwareImage.Wanted], calls: [AdvertisingCall]
  ) {
    self.memory = memory
    self.symbols = symbols
    self.member = member
    self.wanted = wanted
    var passed: [UInt64: Passed] = [:]
    for call in calls {
      for (role, payload) in call.payloads {
        guard case .at(let address, let count) = payload else { continue }
        // Periodic data do not help to discover a device: another role of the same array is preferred.
        if passed[address].map({ $0.role == .periodic && role != .periodic }) ?? true {
          passed[address] = Passed(role: role, function: call.function, counts: passed[address]?.counts ?? [])
        }
        if !(passed[address]?.counts.contains(count) ?? true) { passed[address]?.counts.append(count) }
      }
    }
    self.passed = passed
  }

  /// - Parameter debug: the debug information; `nil` when there is none.
  mutating func run(_ debug: DebugInformation?) {
    let names = NameFilter(Stack.all.flatMap { $0.arrays } + wanted.map { $0.symbol })
    let variables =
      debug?.staticVariables(named: names, at: Set(passed.keys)) { name, address, type in
        switch type {
        case .octets: role(ofOctets: name, at: address) != nil
        case .structures(let structure, _): structure == ZephyrData.structureName || passed[address] != nil
        case .structure(let names), .pointer(let names):
          passed[address] != nil
            || names.contains { $0 == BluedroidData.structureName || !ParameterStructure.named($0).isEmpty }
        }
      } ?? []
    let objects = symbols.objects(named: names, at: Set(passed.keys).union(variables.map { $0.address }))
    let sizes = Dictionary(firstOf: objects.map { ($0.address, $0.size) })
    for variable in variables { take(variable, size: sizes[variable.address]) }
    // Arrays of units that were compiled without debug information, and of images without any.
    for object in objects where !taken.contains(object.address) { take(object) }
    for (address, use) in passed.sorted(by: { $0.key < $1.key }) where !taken.contains(address) {
      takeNameless(at: address, use)
    }
    noteChangingValues()
    arrays.sort { $0.place.comesBefore($1.place) }
    unread.sort { $0.place.comesBefore($1.place) }
  }

  /// Values of elements in memory that the program can change, by their address: the array, and the range in it.
  private var valuesInRAM: [UInt64: [(array: Int, range: Range<Int>)]] = [:]

  /// Notes the values that the program can change. A value without its own name is a literal, which no other code of
  /// the program can change.
  private mutating func noteChangingValues() {
    guard !valuesInRAM.isEmpty else { return }
    let named = symbols.objects(named: NameFilter([]), at: Set(valuesInRAM.keys))
    let literals = Set(named.filter { $0.name.hasPart("compound") && $0.name.hasPart("literal") }.map { $0.address })
    for (address, places) in valuesInRAM where !literals.contains(address) {
      for (array, range) in places { arrays[array].changing.append(range) }
    }
  }

  // MARK: By type

  private mutating func take(_ variable: StaticVariable, size: UInt64?) {
    let place = ImagePlace(
      file: variable.file, line: variable.line, address: memory.file.isRelocatable ? nil : variable.address,
      fileOffset: offset(of: variable.address), unit: String(variable.unit), member: member)
    if isOfStructures(variable.address), !variable.type.isZephyr {
      // The array is wrapped in a type of C++, such as `std::array`.
      let zephyr = ZephyrData(memory: memory)
      guard let size, size >= zephyr.elementSize, taken.insert(variable.address).inserted else { return }
      return takeZephyr(
        zephyr, variable.name, at: variable.address, count: Int(clamping: size / zephyr.elementSize), place, .call)
    }
    switch variable.type {
    case .structures(ZephyrData.structureName, let count):
      let zephyr = ZephyrData(memory: memory)
      guard let count = count ?? size.map({ Int(clamping: $0 / zephyr.elementSize) }), count > 0 else { return }
      guard taken.insert(variable.address).inserted else { return }
      takeZephyr(zephyr, variable.name, at: variable.address, count: count, place, .type)
    case .structure(let names), .pointer(let names):
      if let forms = names.lazy.map(ParameterStructure.named).first(where: { !$0.isEmpty }) {
        takeParameters(forms, variable)
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

  private mutating func takeZephyr(
    _ zephyr: ZephyrData, _ name: String, at address: UInt64, count: Int, _ place: ImagePlace,
    _ evidence: FirmwareImage.Evidence
  ) {
    let role = passed[address]?.role ?? PayloadRole(name: name)
    for part in parts(of: name, at: address, count: count, "elements") {
      func leave(_ reason: FirmwareImage.UnreadArray.Reason) {
        unread.append(.init(name: part.name, role: role, place: place, reason: reason, memoryAddress: address))
      }
      switch zephyr.payload(at: address, count: part.count) {
      case .payload(let octets, let isWritable, let values):
        var place = place
        place.fileOffset = nil
        add(
          part.name, octets, at: address, role: role, evidence, stack: Stack.zephyr.id, place, isWritable: isWritable,
          part: part)
        for (range, address) in values { valuesInRAM[address, default: []].append((arrays.count - 1, range)) }
      case .atRunTime: leave(.filledAtRunTime)
      case .malformed(let element, let reason): leave(.noPayload("element \(element): \(reason)"))
      }
    }
  }

  /// The part of an array that calls send: all of it, or its beginning.
  private struct Part {
    var name: String
    var count: Int
    /// The limit; `nil` for all of it.
    var limit: Int?
    var remark: String?
  }

  private func parts(of name: String, at address: UInt64, count: Int, _ unit: String) -> [Part] {
    let counts = (passed[address]?.counts ?? [nil]).map { $0.flatMap { $0 < count ? $0 : nil } }
    let distinct = Set(counts).sorted { $0 ?? count > $1 ?? count }
    return distinct.map { limit in
      guard let limit else { return Part(name: name, count: count) }
      return Part(
        name: distinct.count == 1 ? name : "\(name) (\(limit) of \(count))", count: limit, limit: limit,
        remark: "the call sends \(limit) of its \(count) \(unit)")
    }
  }

  /// Whether a call reads elements of Zephyr's structure at an address.
  private func isOfStructures(_ address: UInt64) -> Bool {
    passed[address].map { Stack.takesStructures($0.function) } ?? false
  }

  /// Takes an array without a symbol, if a call shows its length.
  private mutating func takeNameless(at address: UInt64, _ use: Passed) {
    guard let count = use.counts.compactMap({ $0 }).max(), !use.counts.contains(nil), taken.insert(address).inserted
    else { return }
    let place = ImagePlace(
      address: memory.file.isRelocatable ? nil : address, fileOffset: offset(of: address), member: member)
    let name = "array at 0x\(String(address, radix: 16))"
    if isOfStructures(address) {
      takeZephyr(ZephyrData(memory: memory), name, at: address, count: count, place, .call)
    } else {
      takeOctets(name, at: address, count: count, place, (use.role, .call, stack(of: use)))
    }
  }

  private func stack(of use: Passed) -> String? { Stack.all.first { $0.arguments[use.function] != nil }?.id }

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
    if isOfStructures(object.address) {
      guard object.size >= zephyr.elementSize else { return }
      taken.insert(object.address)
      takeZephyr(
        zephyr, object.name, at: object.address, count: Int(clamping: object.size / zephyr.elementSize), place,
        Stack.zephyr.names(object.name) ? .name : .call)
    } else if Stack.zephyr.names(object.name),
      object.size > 0, object.size % zephyr.elementSize == 0,
      case .payload(let octets, _, _) = zephyr.payload(
        at: object.address, count: Int(clamping: object.size / zephyr.elementSize)),
      Self.isPayload(octets)
    {
      taken.insert(object.address)
      takeZephyr(
        zephyr, object.name, at: object.address, count: Int(clamping: object.size / zephyr.elementSize), place, .name)
    } else if let role = role(ofOctets: object.name, at: object.address), 3...1650 ~= object.size {
      taken.insert(object.address)
      takeOctets(object.name, at: object.address, count: Int(object.size), place, role)
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
      return isOfStructures(address) ? nil : (use.role, stacks.isEmpty ? .call : .name, stack(of: use))
    }
    guard !stacks.isEmpty else { return nil }
    // Several stacks use the same names; the linked functions show which stack it is.
    let linked = stacks.filter { !symbols.functions.isDisjoint(with: $0.functions) }
    return (PayloadRole(name: name), .name, linked.count == 1 ? linked[0].id : nil)
  }

  private mutating func takeOctets(
    _ name: String, at address: UInt64, count: Int, _ place: ImagePlace,
    _ known: (role: PayloadRole, evidence: FirmwareImage.Evidence, stack: String?)
  ) {
    for part in parts(of: name, at: address, count: count, "bytes") {
      func leave(_ reason: FirmwareImage.UnreadArray.Reason) {
        unread.append(.init(name: part.name, role: known.role, place: place, reason: reason, memoryAddress: address))
      }
      guard part.count <= 1650 else {
        leave(.noPayload("\(part.count) bytes, more than any advertising has"))
        continue
      }
      switch memory.contents(at: address, count: UInt64(part.count)) {
      case .zeros: leave(.filledAtRunTime)
      case .unknown: leave(.noPayload("its memory is not in the file"))
      case .octets(let octets, _, let isWritable):
        if octets.allSatisfy({ $0 == 0 }) {
          leave(.filledAtRunTime)
        } else if !Self.isPayload(octets), known.evidence != .option {
          leave(.noPayload("its bytes are no AD structures"))
        } else {
          add(
            part.name, octets, at: address, role: known.role, known.evidence, stack: known.stack, place,
            isWritable: isWritable, part: part)
        }
      }
    }
  }

  /// Whether octets are a sequence of AD structures, perhaps with zeros after them.
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
    stack: String?, _ place: ImagePlace, isWritable: Bool, additions: [HostAddition] = [], losses: [String] = [],
    part: Part? = nil
  ) {
    arrays.append(
      FirmwareImage.PayloadArray(
        name: Symbols.base(of: name), role: role, evidence: evidence, payload: Payload(octets), stack: stack,
        place: place, isWritable: isWritable, passedTo: passed[address]?.function,
        additions: additions + (Stack.all.first { $0.id == stack }?.adds ?? []), losses: losses,
        changing: isWritable ? [octets.indices] : [], partSent: part?.remark, memoryAddress: address, limit: part?.limit
      ))
  }

  private func offset(of address: UInt64) -> Int? {
    guard case .octets(_, let offset, _) = memory.contents(at: address, count: 1) else { return nil }
    return offset
  }
}

extension ImagePlace {
  /// Whether a place comes before another: in the order of the source where it is known, otherwise in the order of the
  /// memory.
  fileprivate func comesBefore(_ other: ImagePlace) -> Bool {
    let (one, two) = ((member ?? "", file ?? "", line ?? 0), (other.member ?? "", other.file ?? "", other.line ?? 0))
    return one != two ? one < two : (address ?? 0, fileOffset ?? 0) < (other.address ?? 0, other.fileOffset ?? 0)
  }
}
