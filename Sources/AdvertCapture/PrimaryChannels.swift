/// Which of the three primary advertising channels a host lets its controller use.
///
/// Source: Core Specification Vol 4 Part E 7.8.5, Advertising_Channel_Map.
public struct PrimaryChannels: OptionSet, Hashable, Sendable {
  /// The bits above the third are reserved.
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let channel37 = Self(rawValue: 0x01)
  public static let channel38 = Self(rawValue: 0x02)
  public static let channel39 = Self(rawValue: 0x04)
  public static let all: Self = [.channel37, .channel38, .channel39]

  /// The channel indices, 37 to 39.
  public var indices: [Int] {
    (0..<3).filter { rawValue >> $0 & 1 == 1 }.map { 37 + $0 }
  }
}
