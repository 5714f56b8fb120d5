internal import AdvertisingData

extension AdvertisingController {
  /// Returns the reason why a controller refuses a command, or may refuse it, without a full stop; `nil` when every
  /// controller takes it.
  package func refusal(of command: AdvertisingCommand, _ parameters: [UInt8]) -> String? {
    guard command == .reset || isExtended ?? command.isExtended == command.isExtended else {
      return "commands of legacy and of extended advertising, of which a controller refuses one"
    }
    if let reason = command.wrongLength(parameters) { return reason }
    let action: AdvertisingAction
    do throws(CommandFault) {
      action = try AdvertisingAction(command, parameters)
    } catch {
      return "an HCI command that a controller refuses: expected \(error.expected), found \(error.found)"
    }
    guard case .setParameters(let handle, let asked, _) = action else { return nil }
    if let reason = asked.wrongInterval(for: command) { return reason }
    if command.isExtended, !CommandParameters.goTogether(parameters) {
      return "advertising properties that a controller refuses"
    }
    let set = self[handle]
    guard set.isEnabled == true, set.parameters != asked else { return nil }
    return "a kind of advertising that is set while it is on, which a controller refuses"
  }
}

extension AdvertisingCommand {
  fileprivate func wrongLength(_ parameters: [UInt8]) -> String? {
    switch self {
    case .enableSets where parameters.count < 2 || parameters.count != 2 + 4 * Int(parameters[1]):
      return "an HCI command whose length is not that of its advertising sets"
    case .setExtendedData where parameters.count < 4 || parameters.count != 4 + Int(parameters[3]),
      .setExtendedScanResponse where parameters.count < 4 || parameters.count != 4 + Int(parameters[3]):
      return "an HCI command with \(max(parameters.count - 4, 0)) bytes of data, and another length"
    default:
      var faults = wrongCount(parameters).map { [$0] } ?? []
      let expected = parameterCount ?? max(fewestParameters, parameters.count)
      if parameters.count != expected {
        let fill = hasData && parameters.count < expected ? ": fill it up with 00" : ""
        faults.append("it has \(parameters.count) bytes in the place of \(expected)\(fill)")
      }
      return faults.isEmpty
        ? nil : "an HCI command that a controller may refuse: " + faults.joined(separator: "; ")
    }
  }

  /// Describes a wrong length before the data of legacy advertising, with the right one; `nil` for one that fits.
  private func wrongCount(_ parameters: [UInt8]) -> String? {
    guard self == .setData || self == .setScanResponse, let length = parameters.first else { return nil }
    let room = 31
    // The zeros behind the last structure are no data.
    var used = 1
    while used < parameters.count, parameters[used] > 0, used + Int(parameters[used]) < parameters.count {
      used += Int(parameters[used]) + 1
    }
    let follow = used == parameters.count || parameters[used] == 0 ? used - 1 : parameters.count - 1
    guard Int(length) > min(room, parameters.count - 1) else { return nil }
    let declared = "its first byte declares \(length) bytes of data, "
    return 1...room ~= follow
      ? declared + "and the AD structures have \(follow): it must be 0x\(HexText.compact([UInt8(follow)]))"
      : declared + "the AD structures have \(follow), and at most \(room) fit"
  }
}

extension CommandParameters {
  fileprivate func wrongInterval(for command: AdvertisingCommand) -> String? {
    guard interval != nil else { return nil }
    let refused = "an interval that a controller refuses: "
    guard leastInterval >= 0x20 else { return refused + "0x0020 is the shortest, which is 20 ms" }
    guard leastInterval <= mostInterval else {
      return refused + "the minimum of \(leastInterval) units is above the maximum of \(mostInterval)"
    }
    guard !command.isExtended else { return nil }
    guard mostInterval <= 0x4000 else { return refused + "\(0x4000) units is the longest" }
    guard pdu.isConnectable || leastInterval >= 0xA0 else {
      return "an interval of less than 100 ms, which controllers before Bluetooth 5 refuse for \(pdu.rawValue)"
    }
    return nil
  }

  /// Whether the properties of an extended command have no reserved bits, a high duty cycle only for directed
  /// advertising, and in legacy PDUs neither a missing address nor the TX power.
  fileprivate static func goTogether(_ parameters: [UInt8]) -> Bool {
    let (low, high) = (parameters[1], parameters[2])
    return high == 0 && low & 0x80 == 0 && low & 0x0C != 0x08 && (low & 0x10 == 0 || low & 0x60 == 0)
  }
}
