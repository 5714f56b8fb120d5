public import AdvertisingData

/// The capturing host's own advertising, reconstructed from its commands.
///
/// Each time a set is enabled, and each time an enabled set changes, there is a layout. Commands that the controller
/// refused change nothing. A command without a completion in the capture counts as accepted.
public struct HostLayout: Hashable, Sendable {
  /// The Bluetooth controller that advertises.
  public var adapter: UInt16
  /// The advertising address.
  ///
  /// Of type `unknown` when it was set before the capture began. The identity address when the controller generates
  /// private addresses.
  public var address: DeviceAddress
  /// The advertising handle of extended commands, or the instance of Android's command; `nil` for legacy commands,
  /// which have only one set.
  public var advertisingHandle: UInt8?
  /// The advertising SID, 0 to 15; `nil` unless extended PDUs are sent.
  public var advertisingSID: UInt8?
  /// The layout. Kind and advertising data are `nil`, and the scan response is not observed, when they were set before
  /// the capture began.
  public var layout: Layout
  /// The advertising interval that the host allows, in units of 0.625 ms; `nil` when unknown, and for high duty
  /// directed advertising, which has none.
  public var interval: ClosedRange<UInt32>?
  /// The primary channels; `nil` when unknown.
  public var channels: PrimaryChannels?
  /// The time at which it went on the air; `nil` when the capture has no times.
  public var time: Timestamp?
  /// The record with the command that put it on the air, counting from 1.
  public var record: Int
  /// The place of the advertising data; `nil` when no command in the capture set them, and when they are not sent.
  public var advertisingSource: DataSource?
  /// The place of the scan response data; `nil` when no command in the capture set them, and when they are not sent.
  public var scanResponseSource: DataSource?

  /// The place of data in a capture.
  public struct DataSource: Hashable, Sendable {
    /// The record with the command, counting from 1. For data joined from fragments, the last record.
    public let record: Int
    /// Offset in the input of the first data octet; `nil` when the data were joined from several fragments.
    public let fileOffset: Int?

    /// A place in the input.
    public init(record: Int, fileOffset: Int?) {
      self.record = record
      self.fileOffset = fileOffset.flatMap(CaptureRecord.inFile)
    }
  }
}

/// The primary advertising channels that a host lets its controller use.
///
/// Source: Core Specification Vol 4 Part E 7.8.5, Advertising_Channel_Map.
public struct PrimaryChannels: OptionSet, Hashable, Sendable {
  /// The bits of the channel map. The bits above the third are reserved.
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Channel 37, at 2402 MHz.
  public static let channel37 = Self(rawValue: 0x01)
  /// Channel 38, at 2426 MHz.
  public static let channel38 = Self(rawValue: 0x02)
  /// Channel 39, at 2480 MHz.
  public static let channel39 = Self(rawValue: 0x04)
  /// All three, which is usual.
  public static let all: Self = [.channel37, .channel38, .channel39]

  /// The channel indices, 37 to 39.
  public var indices: [Int] {
    (0..<3).filter { rawValue >> $0 & 1 == 1 }.map { 37 + $0 }
  }
}
