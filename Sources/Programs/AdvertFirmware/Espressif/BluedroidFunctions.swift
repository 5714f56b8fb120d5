internal import AdvertisingData

/// The functions of Bluedroid that are recognised in a program without symbols. The functions that a program calls send
/// messages to a task of the host, all through one function. Messages with advertising data have the size of
/// `esp_ble_adv_data_t`, and a function that copies what they point to: it is run here, and shows which messages have
/// raw data, and which function allocates memory.
///
/// Source: ESP-IDF, components/bt/host/bluedroid: btc/include/btc/btc_task.h, btc/profile/std/include/btc_gap_ble.h,
/// btc/profile/std/gap/btc_gap_ble.c, api/esp_gap_ble_api.c.
struct BluedroidFunctions<Code: Processor> {
  private let code: CalledCode
  private let isCode: (UInt32) -> Bool
  /// A run with octets that can be copied, their address, and the functions that are answered.
  private let trial: ProgramTrial<Code>
  private let text: UInt32
  private let known: [UInt32: String]

  /// The fewest calls that send messages.
  private static var leastCalls: Int { 8 }
  /// The most functions that could send messages, and that a function calls.
  private static var maximumSenders: Int { 4 }
  private static var maximumCalled: Int { 16 }
  private static var malloc: String { "malloc" }
  private static var profiles: Range<UInt32> { 1..<32 }
  private static var actions: Range<UInt8> { 1..<64 }
  /// Octets to copy. They are no text: a copy of a name would end at the zero.
  private static var octets: [UInt8] { (0x61..<0x70).map { $0 } + [0] + (0x70..<0x7B).map { $0 } }
  /// The most instructions of a function that copies, and of all runs.
  private static var bound: Int { 2_000 }
  private static var allBound: Int { 1_000_000 }

  /// - Parameter known: functions of the ROM and others that are answered, by address.
  init(_ code: CalledCode, _ program: LoadedProgram, _ map: AddressMap, known: [UInt32: String]) {
    self.code = code
    self.known = known
    isCode = { address in program.code.contains { $0.contains(address) } }
    var trial = ProgramTrial<Code>(
      program, OutsideContents(seed: 0, map: map), notRunning: [:], canBeExtended: true,
      effort: RunEffort(Self.allBound))
    text = trial.place(Self.octets)
    self.trial = trial
  }

  /// Recognises the functions; `nil` where one of them is not certain.
  func host() -> EspressifHost? {
    var copying: [UInt32: Set<UInt32>] = [:]
    var counts: [UInt32: Int] = [:]
    for call in code.calls where isCode(call.target) {
      counts[call.target, default: 0] += 1
      if call.arguments[2] == UInt32(BluedroidData.size), let copy = call.arguments[3], isCode(copy) {
        copying[call.target, default: []].insert(copy)
      }
    }
    let sending = copying.filter { counts[$0.key] ?? 0 >= Self.leastCalls && $0.value.count == 1 }
    guard sending.count <= Self.maximumSenders else { return nil }
    let hosts = sending.compactMap { transfer, copies in copies.first.flatMap { host(transfer, $0) } }
    return hosts.count == 1 ? hosts.first : nil
  }

  /// Recognises the other functions.
  ///
  /// - Parameters:
  ///   - transfer: the function that sends messages.
  ///   - copy: the function that copies what messages with advertising data point to.
  private func host(_ transfer: UInt32, _ copy: UInt32) -> EspressifHost? {
    let setting = Set(code.calls.filter { $0.target == transfer && $0.arguments[3] == copy }.map { $0.function })
    let asked = Set(code.calls.filter { setting.contains($0.function) && code.begins($0.target) }.map { $0.target })
    let registers = registers(behind: asked, transfer)
    guard registers.count == 1, let (isEnabled, found) = registers.first, found.count == 1, let register = found.first,
      let (rawData, allocate) = rawData(copy)
    else { return nil }
    var names = [allocate: Self.malloc]
    for inner in called(by: allocate).prefix(Self.maximumCalled) where allocates(inner, for: allocate) {
      names[inner] = Self.malloc
    }
    names[isEnabled] = "esp_bluedroid_get_status"
    names[register] = BluedroidMessages.register
    names[transfer] = BluedroidMessages.transfer
    return EspressifHost(
      names: names, advertising: Set(setting.map(UInt64.init)),
      messages: BluedroidMessages(copy: copy, rawData: rawData))
  }

  /// Returns the functions that note which function of the program receives the events of a profile, by the question
  /// that is asked before: whether the host is enabled. A function that calls both does nothing else.
  private func registers(behind asked: Set<UInt32>, _ transfer: UInt32) -> [UInt32: Set<UInt32>] {
    var registers: [UInt32: Set<UInt32>] = [:]
    var start = 0
    while start < code.calls.count {
      let own = code.calls[start...].prefix { $0.function == code.calls[start].function }
      if own.count == 2, asked.contains(own[start].target), own[start + 1].target != transfer,
        known[own[start + 1].target] == nil, let profile = own[start + 1].arguments[0], Self.profiles.contains(profile)
      {
        registers[own[start].target, default: []].insert(own[start + 1].target)
      }
      start += own.count
    }
    return registers
  }

  /// Returns the functions that a function calls and that could allocate memory.
  private func called(by function: UInt32) -> [UInt32] {
    let end = code.starts.indices.partitioningIndex { code.starts[$0] > function }
    let own = code.calls.filter { $0.site >= function && (end == code.starts.count || $0.site < code.starts[end]) }
    return Set(own.map { $0.target }).filter { known[$0] == nil || known[$0] == Self.malloc }.sorted()
  }

  /// Returns a run in which one function allocates memory.
  private func run(allocating allocate: UInt32) -> ProgramTrial<Code> {
    var run = trial
    run.program.caught = [allocate: Self.malloc].adding(known)
    return run
  }

  /// Returns the number of the action that sets raw advertising data, and the function that allocates memory for the
  /// copy. The next action sets raw scan response data.
  private func rawData(_ copy: UInt32) -> (action: UInt8, allocate: UInt32)? {
    for allocate in called(by: copy).prefix(Self.maximumCalled) where !trial.program.effort.isSpent {
      let run = run(allocating: allocate)
      let found = Self.actions.filter { copies(run, copy, $0) }
      if found.count == 2, found[0] + 1 == found[1] { return (found[0], allocate) }
    }
    return nil
  }

  /// Whether a function copies what a message with an address and a number of octets points to.
  private func copies(_ run: ProgramTrial<Code>, _ copy: UInt32, _ action: UInt8) -> Bool {
    var run = run
    let words = [text, UInt32(Self.octets.count)]
    let data =
      words.flatMap { OctetOrder.littleEndian.octets(of: $0, count: 4) } + [UInt8](repeating: 0, count: 64)
    let message = run.place([0, 0, 0, action] + [UInt8](repeating: 0, count: 28))
    let (source, target) = (run.place(data), run.place(data))
    run.run(copy, bound: Self.bound, arguments: [message, target, source, 0])
    guard run.program.hasReturned else { return false }
    return run.program.withMemory { memory in
      guard let place = memory.load(target, size: 4), place != text else { return false }
      return memory.octets(at: place, count: Self.octets.count) == Self.octets
        && memory.load(target &+ 4, size: 4) == UInt32(Self.octets.count)
    }
  }

  /// Whether a function returns the memory that one of the functions that it calls allocates for it.
  private func allocates(_ inner: UInt32, for allocate: UInt32) -> Bool {
    var run = run(allocating: inner)
    var expected = run.host
    let place = expected.allocate(UInt32(Self.octets.count))
    run.run(allocate, bound: Self.bound, arguments: [UInt32(Self.octets.count), 0, 0, 0])
    return run.program.hasReturned && run.program.processor.result == place
      && run.host.allocate(1) == expected.allocate(1)
  }
}

extension ProgramTrial {
  /// Puts octets into memory that no other data use, and returns their address.
  fileprivate mutating func place(_ octets: [UInt8]) -> UInt32 {
    let address = host.allocate(UInt32(octets.count))
    program.withMemory { $0.write(octets, at: address) }
    return address
  }
}
