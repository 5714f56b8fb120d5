internal import AdvertisingData

/// The calls of Nordic's SoftDevice that affect a program's payload: it stores and returns names, UUIDs, appearance and
/// address, and advertising data are caught. Programs use supervisor calls, which it answers with success.
///
/// Source: nRF5 SDK 11 to 17, `ble.h` and `ble_gap.h` (numbers of calls, structures).
enum SoftDevice {
  static let stack = "nrf5"

  /// Numbers of supervisor calls that are the same in all versions. Those for UUIDs moved by one between versions, and
  /// are distinguished by their arguments.
  private enum Call {
    static let enable: UInt8 = 0x10
    static let erasePage: UInt8 = 0x28
    static let writeFlash: UInt8 = 0x29
    /// Before SoftDevice S132, whose programs enable interrupts themselves.
    static let enableInterrupt: UInt8 = 0x2E
    static let event: UInt8 = 0x61
    static let uuids: ClosedRange<UInt8> = 0x62...0x65
    static let advertisingData: UInt8 = 0x72
    static let start: UInt8 = 0x73
    static let stop: UInt8 = 0x74
    static let setAppearance: UInt8 = 0x78
    static let appearance: UInt8 = 0x79
    static let setDeviceName: UInt8 = 0x7C
    static let deviceName: UInt8 = 0x7D
    static let setAddress: UInt8 = 0x6C
    static let newAddress: UInt8 = 0x6D
    static let addresses: Set<UInt8> = [newAddress, 0x71]
    /// Sets the address before version 3, and the privacy from then on.
    static let setPrivacy: UInt8 = 0x70
  }

  /// The instruction with which a program sets its advertising data.
  static let advertisingCall: UInt32 = 0xDF00 | UInt32(Call.advertisingData)

  /// The first number of a supervisor call of the SoftDevice. Those before it are for the program, whose operating
  /// system starts its first task with one (S132 SoftDevice Specification, 4.2).
  static let firstCall: UInt8 = 0x10

  /// The names of the call that sets data: in older versions, and from SoftDevice 6 on.
  private static let oldFunction = "sd_ble_gap_adv_data_set"
  private static let function = "sd_ble_gap_adv_set_configure"
  /// `NRF_ERROR_NOT_FOUND`.
  private static let notFound: UInt32 = 5
  /// `NRF_ERROR_INVALID_PARAM`.
  private static let invalidParameter: UInt32 = 7

  /// The priority of the interrupt with which a SoftDevice tells of its events (22, SWI2), and its lowest value. The
  /// SoftDevice sets it before the program enables that interrupt, which fails otherwise (nRF5 SDK 17, `nrf_sdh.c`,
  /// `nrf_nvic.h`).
  private static let eventPriority: (address: UInt32, value: UInt32) = (0xE000_E400 + 22, 0xC0)

  /// Returns the function of a supervisor call, if all versions have it.
  static func name(of number: UInt8) -> String? {
    switch number {
    case Call.enable: "sd_softdevice_enable"
    case 0x60: "sd_ble_enable"
    case Call.event: "sd_ble_evt_get"
    case Call.advertisingData: "sd_ble_gap_adv_set_configure or sd_ble_gap_adv_data_set"
    case Call.start: "sd_ble_gap_adv_start"
    case Call.stop: "sd_ble_gap_adv_stop"
    case Call.setAppearance: "sd_ble_gap_appearance_set"
    case Call.appearance: "sd_ble_gap_appearance_get"
    case 0x7A: "sd_ble_gap_ppcp_set"
    case Call.setDeviceName: "sd_ble_gap_device_name_set"
    case Call.deviceName: "sd_ble_gap_device_name_get"
    default: nil
    }
  }

  /// Executes a supervisor call, and returns its result: 0 where it worked.
  static func answer(
    _ number: UInt8, _ arguments: CallArguments, callers: [UInt32], _ host: inout RunningHost,
    _ memory: inout ProgramMemory
  ) -> UInt32 {
    let function = number == Call.advertisingData && isOld(arguments) ? oldFunction : Self.function
    host.begin(CaughtCall(function: function, callers: callers), stack: stack)
    host.hasAsked = true
    switch number {
    case Call.enable: _ = memory.store(eventPriority.value, at: eventPriority.address, size: 1)
    // There are no events yet.
    case Call.event: return notFound
    case Call.enableInterrupt where !arguments.isAddress(0): memory.interrupts.enable(arguments[0])
    case Call.erasePage: host.flash.erase(page: arguments[0], host.outside, &memory)
    case Call.writeFlash:
      host.flash.write(at: arguments[0], from: arguments[1], words: arguments[2], &memory)
    case _ where FlashOperations.eventCalls ~= number && host.flash.isTelling && arguments.isAddress(0):
      guard let event = host.flash.nextEvent() else { return notFound }
      _ = memory.store(event, at: arguments[0], size: 4)
    case Call.uuids: return answerUUID(number, arguments, &host, &memory)
    case Call.advertisingData: take(arguments, &host, &memory)
    case Call.start: start(arguments, &host, &memory)
    case Call.stop: host.stop()
    case Call.setAppearance: host.appearance = arguments[0] & 0xFFFF
    case Call.appearance: _ = memory.store(host.appearance, at: arguments[0], size: 2)
    case Call.setDeviceName:
      host.deviceName = memory.octets(at: arguments[1], count: min(arguments.halfword(2), RunningHost.longestName))
    case Call.deviceName: giveName(arguments, host, &memory)
    case _ where Call.addresses.contains(number) && arguments.isAddress(0):
      // Newer versions have the type in the upper seven bits.
      let type: UInt32 = host.addressKind == .publicAddress ? 0 : 1
      _ = memory.store(number == Call.newAddress ? type << 1 : type, at: arguments[0], size: 1)
      memory.write(host.address, at: arguments[0] &+ 1)
    case Call.setAddress: setAddress(at: arguments[0], isNew: true, &host, &memory)
    case Call.setPrivacy where !arguments.isAddress(0): setAddress(at: arguments[1], isNew: false, &host, &memory)
    case Call.setPrivacy:
      if let mode = memory.load(arguments[0], size: 1), let kind = memory.load(arguments[0] &+ 1, size: 1) {
        host.addressKind = mode == 1 ? addressKind(kind) : nil
      }
    default: break
    }
    return 0
  }

  /// Sets the address from its type and six octets. In newer versions, the type is in the upper seven bits.
  private static func setAddress(
    at place: UInt32, isNew: Bool, _ host: inout RunningHost, _ memory: inout ProgramMemory
  ) {
    guard place >= 0x1000, let octets = memory.octets(at: place, count: 7) else { return }
    let kind = UInt32(isNew ? octets[0] >> 1 : octets[0])
    host.addressKind = addressKind(kind)
    // The stack makes private addresses itself.
    if kind < 2 { host.setAddress = Array(octets[1...]) }
  }

  /// Returns the kind of an address by its number (`BLE_GAP_ADDR_TYPES`).
  private static func addressKind(_ number: UInt32) -> AdvertisingParameters.OwnAddress? {
    switch number {
    case 0: .publicAddress
    case 1: .random
    case 2: .resolvable
    case 3: .nonResolvable
    default: nil
    }
  }

  /// Writes the name to the memory of the program. If the program did not set it, neither its octets nor its length are known.
  private static func giveName(_ arguments: CallArguments, _ host: RunningHost, _ memory: inout ProgramMemory) {
    guard let room = memory.load(arguments[1], size: 2) else { return }
    let name = host.deviceName ?? host.outside.text(at: 0x1000_0000)
    if arguments[0] != 0 { memory.write(name.prefix(Int(room)), at: arguments[0]) }
    _ = memory.store(UInt32(name.count), at: arguments[1], size: 2)
  }

  // MARK: UUIDs

  private static func answerUUID(
    _ number: UInt8, _ arguments: CallArguments, _ host: inout RunningHost, _ memory: inout ProgramMemory
  ) -> UInt32 {
    // Decoding takes a length first; it does not affect the payloads.
    guard arguments.isAddress(0), arguments.isAddress(1) else { return 0 }
    host.hasLaterNumbers = number % 2 == 0
    if number <= 0x63 {
      guard let base = memory.octets(at: arguments[0], count: 16), let place = host.addBase(base) else { return 0 }
      // 1 means an assigned UUID of 16 bits.
      _ = memory.store(UInt32(place + 2), at: arguments[1], size: 1)
      return 0
    }
    guard let short = memory.octets(at: arguments[0], count: 3) else { return 0 }
    var octets = Array(short[..<2])
    if short[2] != 1 {
      // The stack refuses a UUID whose 128 bits were never added.
      guard Int(short[2]) >= 2, Int(short[2]) - 2 < host.uuidBases.count else { return invalidParameter }
      let base = host.uuidBases[Int(short[2]) - 2]
      octets = base[..<12] + octets + base[14...]
    }
    _ = memory.store(UInt32(octets.count), at: arguments[1], size: 1)
    if arguments[2] != 0 { memory.write(octets, at: arguments[2]) }
    return 0
  }

  // MARK: Advertising

  private static func isOld(_ arguments: CallArguments) -> Bool {
    arguments[1] <= 0xFF && (arguments[1] > 0 || !arguments.isAddress(2))
  }

  /// `sd_ble_gap_adv_data_set(data, length, response, length)`, and from SoftDevice 6 on
  /// `sd_ble_gap_adv_set_configure(handle, data, parameters)`, whose second argument is an address.
  private static func take(_ arguments: CallArguments, _ host: inout RunningHost, _ memory: inout ProgramMemory) {
    guard !isOld(arguments) else {
      set(.advertising, at: arguments[0], count: arguments.octet(1), &host, &memory)
      set(.scanResponse, at: arguments[2], count: arguments.octet(3), &host, &memory)
      return
    }
    _ = memory.store(0, at: arguments[0], size: 1)
    if arguments[1] != 0 {
      host.removeData()
      for (role, offset) in [(PayloadRole.advertising, UInt32(0)), (.scanResponse, 8)] {
        guard let place = memory.load(arguments[1] &+ offset, size: 4),
          let count = memory.load(arguments[1] &+ offset &+ 4, size: 2), count <= RunningHost.longestData
        else { continue }
        set(role, at: place, count: Int(count), &host, &memory)
      }
    }
    if arguments.isAddress(2), let kind = memory.load(arguments[2], size: 1),
      let interval = memory.load(arguments[2] &+ 8, size: 4)
    {
      // The mask begins 15 octets after the start, and has a bit for each channel that is not used.
      let mask = memory.load(arguments[2] &+ 19, size: 1).map { ~UInt64($0) >> 5 & 7 }
      var parameters = parameters(kind: kind, interval: UInt64(interval))
      if parameters?.isExtended ?? false {
        let primary = phy(memory.load(arguments[2] &+ 21, size: 1))
        // The stack refuses LE 2M there.
        parameters?.phys.primary = primary == .twoMegabit ? nil : primary
        parameters?.phys.secondary = phy(memory.load(arguments[2] &+ 22, size: 1))
      }
      configure(parameters, channels: mask, &host)
    }
  }

  /// Converts the number of a PHY, of which 0 lets the stack choose LE 1M; `nil` for others.
  private static func phy(_ number: UInt32?) -> PHY? {
    switch number {
    case 0, 1: .oneMegabit
    case 2: .twoMegabit
    case 4: .coded
    default: nil
    }
  }

  /// Converts the type of advertising of SoftDevice 6 and later (`BLE_GAP_ADV_TYPES`).
  private static func parameters(kind: UInt32, interval: UInt64) -> AdvertisingParameters? {
    guard 1...11 ~= kind else { return nil }
    var parameters = AdvertisingParameters(
      isConnectable: [1, 2, 3, 6, 7].contains(kind), isScannable: [1, 4, 8, 9].contains(kind))
    parameters.isDirected = [2, 3, 7, 9, 11].contains(kind)
    parameters.isExtended = kind >= 6
    parameters.interval = AdvertisingParameters.interval((interval, interval))
    return parameters
  }

  /// Sets the parameters. Without a call for it, the stack has a random static address.
  private static func configure(
    _ parameters: AdvertisingParameters?, channels map: UInt64?, _ host: inout RunningHost
  ) {
    var parameters = parameters?.sent(onChannels: map)
    parameters?.address = host.addressKind ?? .random
    host.configure(parameters)
  }

  /// Answers `sd_ble_gap_adv_start`: older versions have the parameters, which begin with the type; newer ones have the
  /// handle. Before version 3, the parameters have one more pointer; where the numbers of other calls show version 5,
  /// the places of interval and channels are certain.
  private static func start(_ arguments: CallArguments, _ host: inout RunningHost, _ memory: inout ProgramMemory) {
    if arguments.isAddress(0), host[0]?.call?.function == oldFunction, let kind = memory.load(arguments[0], size: 1) {
      func number(_ offset: UInt32, _ size: Int) -> UInt64? {
        host.hasLaterNumbers ? memory.load(arguments[0] &+ offset, size: size).map(UInt64.init) : nil
      }
      let interval = number(10, 2) ?? 0
      // The bits of channels that are not used.
      let mask = number(14, 1).map { ~$0 & 7 }
      configure(
        AdvertisingParameters(legacyType: UInt64(kind), intervalUnits: (interval, interval)), channels: mask, &host)
    }
    host.start()
  }

  private static func set(
    _ role: PayloadRole, at address: UInt32, count: Int, _ host: inout RunningHost, _ memory: inout ProgramMemory
  ) {
    // Without an address, the earlier data stay.
    guard address >= 0x1000, let octets = memory.octets(at: address, count: count) else { return }
    host.set(role, octets, writers: memory.writers(at: address, count: count))
  }
}
