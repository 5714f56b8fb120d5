public import AdvertisingData

/// What the capturing host itself put on the air, as its own commands say: reconstructed, not received.
///
/// A layout is given each time a set is enabled and each time an enabled set changes. Commands the controller refused
/// change nothing; a command whose completion is not in the capture counts as accepted.
public struct HostLayout: Hashable, Sendable {
  public var adapter: UInt16
  /// The address advertised with.
  ///
  /// Of type `unknown` when it was set before the capture began. With an own address type that lets the controller
  /// generate private addresses, the identity address.
  public var address: DeviceAddress
  /// The advertising handle of extended commands, or the instance of Android's; `nil` with legacy commands, which know
  /// one set only.
  public var advertisingHandle: UInt8?
  /// 0 to 15; `nil` unless extended PDUs are sent.
  public var advertisingSID: UInt8?
  /// What goes on the air. Its kind and its advertising data are `nil`, and its scan response not observed, when they
  /// were set before the capture began.
  public var layout: Layout
  /// The advertising interval the host allows, in units of 0.625 ms; `nil` when unknown, and with high duty directed
  /// advertising, which has none.
  public var interval: ClosedRange<UInt32>?
  /// The primary channels it is sent on; `nil` when unknown.
  public var channels: PrimaryChannels?
  /// When it went on the air; `nil` when the capture has no times.
  public var time: Timestamp?
  /// The record with the command that put it on the air, counting from 1.
  public var record: Int
  /// Where the advertising data are; `nil` when no command in the capture set them, and when they do not go on the air.
  public var advertisingSource: DataSource?
  /// Where the scan response data are; `nil` when no command in the capture set them, and when they do not go on the
  /// air.
  public var scanResponseSource: DataSource?

  /// Where in a capture the data of a block are.
  public struct DataSource: Hashable, Sendable {
    /// The record with the command (for joined pieces, the last one), counting from 1.
    public let record: Int
    /// Offset in the input of the first data octet; `nil` when the data were joined from several pieces.
    public let fileOffset: Int?

    public init(record: Int, fileOffset: Int?) {
      self.record = record
      self.fileOffset = fileOffset
    }
  }
}

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
