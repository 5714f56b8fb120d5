/// The parameters of a program's advertising, as far as its image shows them.
public struct AdvertisingParameters: Hashable, Sendable {
  /// Whether others may connect.
  public var isConnectable: Bool
  /// Whether scanners may ask for scan response data.
  public var isScannable: Bool
  /// Whether extended advertising is used.
  public var isExtended = false
  /// Whether the advertising is directed at one other device.
  public var isDirected = false
  /// The range of intervals that the program asks for, in microseconds; `nil` when it leaves the choice to the stack,
  /// or the image does not show the interval.
  public var interval: ClosedRange<Int64>?
  /// Whether the host adds the device's name to the payload.
  public var addsName = false
  /// Whether the host adds the name to the advertising data instead of the scan response data.
  public var addsNameToAdvertising = false
  /// Whether scan response data make non-connectable advertising scannable.
  var isScannableWithResponse = false
  /// The part of the image that shows the parameters.
  public var evidence: Evidence = .variable("")

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

  /// Converts an interval from units of 0.625 ms to microseconds; `nil` when it is not valid.
  static func interval(_ units: (least: UInt64, most: UInt64)) -> ClosedRange<Int64>? {
    guard 0x20...0xFF_FFFF ~= units.least, units.least...0xFF_FFFF ~= units.most else { return nil }
    return Int64(units.least) * 625...Int64(units.most) * 625
  }
}
