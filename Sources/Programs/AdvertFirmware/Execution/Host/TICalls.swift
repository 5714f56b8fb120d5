/// The role interface of TI's BLE-Stack, and of stacks with the same interface (WCH, Phyplus): parameters by number.
/// The numbers of the data differ between peripherals, broadcasters and WCH. The other parameters show which numbers
/// are in use.
///
/// Source: TI BLE-Stack, `peripheral.h` and `broadcaster.h`, SimpleLink SDK, `gap_advertiser.h`; WCH, `CH58xBLE_LIB.h`.
enum TICalls: StackFunctions {
  static let stack = "ti"

  static let functions: [AnsweredFunction] = [
    function("GAPRole_SetParameter", gives: both) { arguments, host, memory in
      let (number, count) = (arguments.halfword(0), arguments.octet(1))
      guard arguments.isAddress(2), count <= RunningHost.longestLegacyData, 0x300...0x310 ~= number,
        let octets = memory.octets(at: arguments[2], count: count)
      else { return .result(0) }
      host.roleParameters[number] = (octets, arguments[2], memory.writers(at: arguments[2], count: count))
      set(number, &host)
      return .result(0)
    },
    function("GAP_UpdateAdvertisingData", gives: both) { arguments, host, memory in
      // Task, whether it is advertising data, length, octets.
      host.set(
        arguments.octet(1) != 0 ? .advertising : .scanResponse, at: arguments[3], count: arguments.octet(2), &memory)
      return .result(0)
    },
    function("GapAdv_loadByHandle", gives: both) { arguments, host, memory in
      guard arguments[1] & 0xFF <= 1 else { return .result(0) }
      host.set(
        arguments.octet(1) == 0 ? .advertising : .scanResponse, at: arguments[3], count: arguments.halfword(2),
        of: 0x100 | UInt32(arguments.octet(0)), isExtended: true, &memory)
      return .result(0)
    },
  ]

  private static let both: Set<PayloadRole> = [.advertising, .scanResponse]

  /// Sets data when their numbers are known.
  private static func set(_ number: Int, _ host: inout RunningHost) {
    let parameters = host.roleParameters
    func isPayload(_ number: Int) -> Bool {
      parameters[number].map { $0.octets.count >= 3 && FoundArrays.isPayload($0.octets) } ?? false
    }
    let numbers: (advertising: Int, scanResponse: Int)
    if isPayload(0x306) {
      // WCH. At TI, a time of two octets has this number.
      numbers = (0x306, 0x307)
    } else if isPayload(0x308) || parameters[0x306]?.octets.count == 2 {
      numbers = (0x307, 0x308)
    } else if isPayload(0x304) || parameters[0x303]?.octets.count == 2 {
      // Broadcasters. Peripherals have an address at this number, which cannot be set.
      numbers = (0x304, 0x305)
    } else {
      return
    }
    for (role, number) in [(PayloadRole.advertising, numbers.advertising), (.scanResponse, numbers.scanResponse)] {
      guard let given = parameters[number], given.octets != host.octets(role) else { continue }
      host.set(role, given.octets, from: given.source, writers: given.writers)
    }
  }
}
