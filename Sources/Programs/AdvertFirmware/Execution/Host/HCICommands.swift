internal import AdvertBuilders
internal import AdvertisingData

/// Commands of the Host Controller Interface from a host in the image to its controller, at a lower level than the
/// functions of stacks.
enum HCICommands {
  /// Takes the data and parameters of advertising in a command. Other commands have no effect. Data and parameters that
  /// no controller takes become unknown.
  ///
  /// - Parameters:
  ///   - octets: the parameters of the command.
  ///   - writers: the writers of the octets; empty where they are not known.
  static func take(
    _ opcode: UInt16, _ octets: [UInt8], _ host: inout RunningHost, writers: [OctetWriter?] = []
  ) {
    guard let command = AdvertisingCommand(rawValue: opcode), command != .androidMultiAdvertising else { return }
    let action: AdvertisingAction
    do throws(CommandFault) {
      action = try AdvertisingAction(command, octets)
    } catch {
      return forget(command, of: command.isExtended ? octets.first.map { number(.number($0)) } ?? 0 : 0, &host)
    }
    switch action {
    case .setParameters(let handle, let parameters, _):
      host.configure(AdvertisingParameters(parameters), of: number(handle))
    case .setData(let handle, let block, let operation, let range):
      let known = writers.prefix(range.upperBound).dropFirst(range.lowerBound)
      set(PayloadRole(block), operation, Array(octets[range]), of: number(handle), Array(known), &host)
    case .enable(let handles, let isEnabled):
      for handle in handles { if isEnabled { host.start(number(handle)) } else { host.stop(number(handle)) } }
      if handles.isEmpty, !isEnabled { host.stopAll() }
    case .removeAll: host.stopAll()
    case .none, .reset, .setAddress, .remove: break
    }
  }

  private static func forget(_ command: AdvertisingCommand, of handle: UInt32, _ host: inout RunningHost) {
    switch command {
    case .setData, .setExtendedData: host.setUnknown(.advertising, of: handle)
    case .setScanResponse, .setExtendedScanResponse: host.setUnknown(.scanResponse, of: handle)
    case .setParameters, .setExtendedParameters, .setExtendedParametersV2: host.configure(nil, of: handle)
    default: break
    }
  }

  /// Returns the handle of a set; those of extended advertising are different from that of legacy advertising.
  static func number(_ handle: AdvertisingHandle) -> UInt32 { handle.number.map { 0x100 | UInt32($0) } ?? 0 }

  /// Sets data, or adds a fragment to those before.
  static func set(
    _ role: PayloadRole, _ operation: DataOperation, _ data: [UInt8], of handle: UInt32, _ writers: [OctetWriter?],
    _ host: inout RunningHost
  ) {
    switch operation {
    case .first, .complete: host.set(role, data, of: handle, writers: writers)
    case .intermediate, .last:
      let whole = host.octets(role, of: handle) + data
      if whole.count > RunningHost.longestData {
        host.setUnknown(role, of: handle)
      } else {
        let known = writers.count == data.count ? writers : data.map { _ in nil }
        host.set(role, whole, of: handle, writers: host.writers(role, of: handle) + known)
      }
    case .unchanged: break
    }
  }
}
