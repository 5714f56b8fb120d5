/// How a program advertises, as far as its image shows it.
public struct AdvertisingParameters: Hashable, Sendable {
  /// Whether others may connect.
  public var isConnectable: Bool
  /// Whether scanners may ask for scan response data.
  public var isScannable: Bool
  /// Whether it is extended advertising.
  public var isExtended = false
  /// Whether it is for one other device.
  public var isDirected = false
  /// From the shortest to the longest interval that the program asks for, in microseconds; `nil` when it leaves that to
  /// the stack, or the image does not show it.
  public var interval: ClosedRange<Int64>?
  /// Whether the host adds the device's name to the payload.
  public var addsName = false
  /// Whether it adds it to the advertising data where it would otherwise add it to the scan response data.
  public var addsNameToAdvertising = false
  /// Whether scan response data make advertising scannable that is not connectable.
  var isScannableWithResponse = false
  /// Where the image shows it.
  public var evidence: Evidence = .variable("")

  /// Where an image shows parameters.
  public enum Evidence: Hashable, Sendable {
    /// A variable with a type that says what it is.
    case variable(String)
    /// A call of a function of the stack, in a function of the program.
    case call(String, in: String)
  }

  init(isConnectable: Bool, isScannable: Bool) {
    self.isConnectable = isConnectable
    self.isScannable = isScannable
  }

  /// From the properties of an advertising event (Core Vol 4 Part E 7.8.53), as most stacks have them for extended
  /// advertising.
  init(properties: UInt64, intervalUnits: (UInt64, UInt64)) {
    self.init(isConnectable: properties & 1 != 0, isScannable: properties & 2 != 0)
    isExtended = properties & 0x10 == 0
    isDirected = properties & 4 != 0
    interval = Self.interval(intervalUnits)
  }

  /// From the type of legacy advertising (Core Vol 4 Part E 7.8.5). `nil` for a number that is reserved.
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

  /// An interval in microseconds, from units of 0.625 ms; `nil` when it is none.
  static func interval(_ units: (least: UInt64, most: UInt64)) -> ClosedRange<Int64>? {
    guard 0x20...0xFF_FFFF ~= units.least, units.least...0xFF_FFFF ~= units.most else { return nil }
    return Int64(units.least) * 625...Int64(units.most) * 625
  }
}
