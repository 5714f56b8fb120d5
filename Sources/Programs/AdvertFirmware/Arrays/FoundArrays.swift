internal import AdvertisingData

/// The payloads of one ELF file that are arrays in it: taken from the memory, in the form that each stack has.
struct FoundArrays {
  private let memory: ImageMemory
  private let symbols: Symbols
  private let member: String?
  private let passed: PassedArrays
  private(set) var arrays: [FirmwareImage.PayloadArray] = []
  private(set) var unread: [FirmwareImage.UnreadArray] = []
  /// Addresses whose arrays are already found.
  private var taken: Set<UInt64> = []

  init(memory: ImageMemory, symbols: Symbols, member: String?, passed: PassedArrays) {
    self.memory = memory
    self.symbols = symbols
    self.member = member
    self.passed = passed
  }

  func holds(_ address: UInt64) -> Bool { taken.contains(address) }

  /// Marks an address as taken; `false` where it already is.
  mutating func begin(_ address: UInt64) -> Bool { taken.insert(address).inserted }

  /// Ends the search: notes what the program can change, and puts all in their order.
  mutating func finish() {
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
      for (array, range) in places { arrays[array].addChanging(range) }
    }
  }

  // MARK: Forms

  mutating func takeZephyr(
    _ zephyr: ZephyrData, _ name: String, at address: UInt64, count: Int, _ place: ImagePlace,
    _ evidence: FirmwareImage.Evidence
  ) {
    let role = passed[address]?.role ?? PayloadRole(name: name)
    for part in passed.parts(of: name, at: address, count: count, "elements") {
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

  mutating func takeBluedroid(_ name: String, at address: UInt64, _ place: ImagePlace) {
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

  mutating func takeOctets(
    _ name: String, at address: UInt64, count: Int, _ place: ImagePlace,
    _ known: (role: PayloadRole, evidence: FirmwareImage.Evidence, stack: String?)
  ) {
    for part in passed.parts(of: name, at: address, count: count, "bytes") {
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
        } else if let flaw = Self.flaw(of: octets), known.evidence != .option {
          leave(.noPayload("its bytes are no AD structures: \(flaw)"))
        } else {
          add(
            part.name, octets, at: address, role: known.role, known.evidence, stack: known.stack, place,
            isWritable: isWritable, part: part)
        }
      }
    }
  }

  /// Whether octets are a sequence of AD structures, perhaps with zeros after them.
  static func isPayload(_ octets: [UInt8]) -> Bool { flaw(of: octets) == nil }

  /// Returns the first reason why octets are not a sequence of AD structures, in words; `nil` where they are.
  private static func flaw(of octets: [UInt8]) -> String? {
    guard octets.first ?? 0 != 0 else { return "there is none" }
    var position = 0
    while position < octets.count {
      let (length, left) = (Int(octets[position]), octets.count - position - 1)
      if length == 0 {
        return octets[position...].allSatisfy { $0 == 0 } ? nil : "others follow the end at byte \(position)"
      }
      guard length <= left else { return "the one at byte \(position) says \(length) bytes, and \(left) are left" }
      position += 1 + length
    }
    return nil
  }

  private mutating func add(
    _ name: String, _ octets: [UInt8], at address: UInt64, role: PayloadRole, _ evidence: FirmwareImage.Evidence,
    stack: String?, _ place: ImagePlace, isWritable: Bool, additions: [HostAddition] = [], losses: [String] = [],
    part: PassedArrays.Part? = nil
  ) {
    arrays.append(
      FirmwareImage.PayloadArray(
        name: Symbols.base(of: name), role: role, evidence: evidence, payload: Payload(octets), stack: stack,
        place: place, passedTo: passed[address]?.function,
        additions: additions + (Stack.all.first { $0.id == stack }?.adds ?? []), losses: losses,
        partSent: part?.remark, memoryAddress: address, limit: part?.limit))
    if isWritable { arrays[arrays.count - 1].addChanging(octets.indices) }
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
