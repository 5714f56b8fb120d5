package import AdvertisingData

/// Parameters of advertising as a command sets them.
package struct CommandParameters: Hashable, Sendable {
  package let pdu: AdvertisingPDU
  package let isDirected: Bool
  /// Whether the advertising is directed with a high duty cycle, which has no interval.
  private let hasHighDuty: Bool
  package let isAnonymous: Bool
  /// Own_Address_Type (Core Vol 4 Part E 7.8.5).
  package let ownAddressType: UInt8
  /// The shortest interval in units of 0.625 ms.
  package let leastInterval: UInt32
  /// The longest interval in units of 0.625 ms.
  package let mostInterval: UInt32
  /// Advertising_Channel_Map (Core Vol 4 Part E 7.8.5).
  package let channelMap: UInt8
  /// The advertising SID, 0 to 15; `nil` unless extended PDUs are sent.
  package let advertisingSID: UInt8?
  /// The PHYs of extended PDUs; none are known of others.
  package let phys: AdvertisingPHYs

  /// The range of intervals in units of 0.625 ms, also when the host swapped its ends; `nil` for a high duty cycle.
  package var interval: ClosedRange<UInt32>? {
    hasHighDuty ? nil : min(leastInterval, mostInterval)...max(leastInterval, mostInterval)
  }

  /// The parameters that the host has not set since the reset (Core Vol 4 Part E 7.8.5).
  static let afterReset = CommandParameters()

  private init() {
    (pdu, isDirected, hasHighDuty, isAnonymous) = (.advInd, false, false, false)
    (leastInterval, mostInterval) = (0x800, 0x800)
    (ownAddressType, channelMap, advertisingSID) = (0, 7, nil)
    phys = AdvertisingPHYs()
  }

  /// Reads the shortest and the longest interval, the type and the type of the own address from `offset` on, and the
  /// channels.
  init(legacy parameters: [UInt8], at offset: Int, channelsAt: Int) throws(CommandFault) {
    let type = parameters[offset + 4]
    switch type {
    case 0: pdu = .advInd
    case 1, 4: pdu = .advDirectInd
    case 2: pdu = .advScanInd
    case 3: pdu = .advNonconnInd
    default: throw CommandFault(offset: offset + 4, expected: "advertising type 0 to 4", found: "\(type)")
    }
    (isDirected, hasHighDuty, isAnonymous) = (pdu == .advDirectInd, type == 1, false)
    leastInterval = UInt32(parameters.span.littleEndian(at: offset, count: 2))
    mostInterval = UInt32(parameters.span.littleEndian(at: offset + 2, count: 2))
    (ownAddressType, channelMap, advertisingSID) = (parameters[offset + 5], parameters[channelsAt], nil)
    phys = AdvertisingPHYs()
  }

  /// Reads handle, properties, shortest and longest interval of three octets, channels, own address type, peer, filter
  /// policy, power, primary PHY, maximum skip, secondary PHY, SID, and whether scan requests are reported.
  init(extended parameters: [UInt8]) throws(CommandFault) {
    let properties = UInt32(parameters.span.littleEndian(at: 1, count: 2))
    guard let pdu = AdvertisingPDU(properties: properties) else {
      throw CommandFault(
        offset: 1, expected: "advertising properties that go together", found: "0x\(String(properties, radix: 16))")
    }
    self.pdu = pdu
    (isDirected, hasHighDuty, isAnonymous) = (properties & 0x04 != 0, properties & 0x08 != 0, properties & 0x20 != 0)
    leastInterval = UInt32(parameters.span.littleEndian(at: 3, count: 3))
    mostInterval = UInt32(parameters.span.littleEndian(at: 6, count: 3))
    (ownAddressType, channelMap) = (parameters[10], parameters[9])
    advertisingSID = pdu.isExtended && parameters[23] <= 15 ? parameters[23] : nil
    phys =
      pdu.isExtended
      ? AdvertisingPHYs(primary: PHY(rawValue: parameters[20]), secondary: PHY(rawValue: parameters[22]))
      : AdvertisingPHYs()
  }
}

extension AdvertisingPDU {
  /// The kind from advertising event properties (Core Vol 4 Part E 7.8.53); `nil` for undefined combinations.
  fileprivate init?(properties: UInt32) {
    let isConnectable = properties & 0x01 != 0
    let isScannable = properties & 0x02 != 0
    if properties & 0x10 != 0 {
      switch properties & 0x1F {
      case 0x13: self = .advInd
      case 0x15, 0x1D: self = .advDirectInd
      case 0x12: self = .advScanInd
      case 0x10: self = .advNonconnInd
      default: return nil
      }
    } else if isConnectable {
      guard !isScannable else { return nil }
      self = .extendedConnectable
    } else {
      self = isScannable ? .extendedScannable : .extendedNonconnectable
    }
  }
}
