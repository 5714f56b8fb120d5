internal import AdvertBuilders
public import AdvertisingData

/// The parameters of a program's advertising, as far as its image shows them.
public struct AdvertisingParameters: Hashable, Sendable {
  /// Whether others may connect.
  public var isConnectable: Bool
  /// Whether scanners may ask for scan response data.
  public var isScannable: Bool
  /// Whether extended advertising is used.
  public var isExtended = false
  /// The PHYs of extended advertising, as far as they are known.
  public var phys = AdvertisingPHYs()
  /// Whether the advertising is directed at one other device.
  public var isDirected = false
  /// The range of intervals that the program asks for, in microseconds; `nil` when it leaves the choice to the stack,
  /// or the image does not show the interval.
  public var interval: ClosedRange<Int64>?
  /// The primary channels that the device advertises on, in ascending order; `nil` when the image does not show them.
  public var channels: [Int]?
  /// The kind of address that the device advertises with; `nil` when the image does not show it.
  public var address: OwnAddress?
  /// Whether the host adds the device's name to the payload.
  public var addsName = false
  /// Whether the host adds the name to the advertising data instead of the scan response data.
  public var addsNameToAdvertising = false
  /// Whether scan response data make non-connectable advertising scannable.
  var isScannableWithResponse = false
  /// The part of the image that shows the parameters.
  public var evidence: Evidence = .variable("")

  /// The kind of address that a device advertises with.
  public enum OwnAddress: String, CaseIterable, Hashable, Sendable {
    /// The public address that the maker of the controller gave it.
    case publicAddress = "public"
    /// A random address that the program sets, or that the device was made with.
    case random
    /// A resolvable private address, where the device has a key for it.
    case resolvable
    /// A non-resolvable private address.
    case nonResolvable

    /// Reads the type of a command (Core Vol 4 Part E 7.8.5, Own_Address_Type); `nil` for a reserved number.
    init?(ownType: UInt64) {
      switch ownType {
      case 0: self = .publicAddress
      case 1: self = .random
      case 2, 3: self = .resolvable
      default: return nil
      }
    }
  }

  /// A part of an image that shows parameters.
  public enum Evidence: Hashable, Sendable {
    /// A variable whose type shows its purpose.
    case variable(String)
    /// A call of a function of the stack, in a function of the program.
    case call(String, in: String)
  }

  init(isConnectable: Bool, isScannable: Bool) {
    self.isConnectable = isConnectable
    self.isScannable = isScannable
  }

  /// The parameters of a command to a controller.
  init(_ command: CommandParameters) {
    self.init(isConnectable: command.pdu.isConnectable, isScannable: command.pdu.isScannable)
    isExtended = command.pdu.isExtended
    phys = command.phys
    isDirected = command.isDirected
    interval = Self.interval((UInt64(command.leastInterval), UInt64(command.mostInterval)))
    channels = Self.channels(UInt64(command.channelMap))
    address = OwnAddress(ownType: UInt64(command.ownAddressType))
  }

  /// Reads the properties of an advertising event (Core Vol 4 Part E 7.8.53). Most stacks use them for extended
  /// advertising.
  init(properties: UInt64, intervalUnits: (UInt64, UInt64)) {
    self.init(isConnectable: properties & 1 != 0, isScannable: properties & 2 != 0)
    isExtended = properties & 0x10 == 0
    isDirected = properties & 4 != 0
    interval = Self.interval(intervalUnits)
  }

  /// Reads the type of legacy advertising (Core Vol 4 Part E 7.8.5). `nil` for a reserved number.
  init?(legacyType: UInt64, intervalUnits: (UInt64, UInt64)) {
    switch legacyType {
    case 0: self.init(isConnectable: true, isScannable: true)
    case 1, 4:
      self.init(isConnectable: true, isScannable: false)
      isDirected = true
    case 2: self.init(isConnectable: false, isScannable: true)
    case 3: self.init(isConnectable: false, isScannable: false)
    default: return nil
    }
    interval = Self.interval(intervalUnits)
  }

  /// Returns the parameters with channels and an address.
  ///
  /// - Parameters:
  ///   - channelMap: a bit for each channel (Core Vol 4 Part E 7.8.5, Advertising_Channel_Map).
  ///   - ownType: the type of the address (the same, Own_Address_Type); `nil` when it is not known.
  func sent(onChannels channelMap: UInt64?, from ownType: UInt64? = nil) -> Self {
    var parameters = self
    if let channelMap { parameters.channels = Self.channels(channelMap) }
    if let ownType { parameters.address = OwnAddress(ownType: ownType) }
    return parameters
  }

  /// Returns the parameters with the PHYs of extended advertising, by the numbers of HCI. Numbers that a controller refuses
  /// leave them unknown.
  func sent(onPHYs primary: UInt32?, _ secondary: UInt32?) -> Self {
    guard isExtended else { return self }
    func phy(_ number: UInt32?) -> PHY? { number.flatMap { UInt8(exactly: $0) }.flatMap { PHY(rawValue: $0) } }
    var parameters = self
    parameters.phys = AdvertisingPHYs(primary: phy(primary), secondary: phy(secondary))
    if parameters.phys.primary == .twoMegabit { parameters.phys.primary = nil }
    return parameters
  }

  /// Returns the channels of a map with a bit for each; `nil` for no channels, and for reserved bits.
  static func channels(_ map: UInt64) -> [Int]? {
    1...7 ~= map ? [37, 38, 39].filter { map >> UInt64($0 - 37) & 1 == 1 } : nil
  }

  /// Whether other parameters have the same kind and interval, wherever they come from.
  func saysTheSame(as other: Self) -> Bool {
    var same = other
    (same.evidence, same.channels, same.address) = (evidence, channels, address)
    return self == same
  }

  /// Returns the parameters with the channels and the address that all others have, too; `nil` where the others have
  /// another kind or interval.
  func agreeing(with others: some Sequence<Self?>) -> Self? {
    var parameters = self
    for other in others {
      guard let other, saysTheSame(as: other) else { return nil }
      if other.channels != channels { parameters.channels = nil }
      if other.address != address { parameters.address = nil }
    }
    return parameters
  }

  /// Converts an interval from units of 0.625 ms to microseconds; `nil` when it is not valid.
  static func interval(_ units: (least: UInt64, most: UInt64)) -> ClosedRange<Int64>? {
    guard 0x20...0xFF_FFFF ~= units.least, units.least...0xFF_FFFF ~= units.most else { return nil }
    return Int64(units.least) * 625...Int64(units.most) * 625
  }
}
