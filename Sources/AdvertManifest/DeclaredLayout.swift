public import AdvertisingData

/// A layout that somebody wrote down, with where, and what else they said about it.
public struct DeclaredLayout: Hashable, Sendable {
  /// `nil` when it was given none.
  public let name: String?
  public let layout: Layout
  /// The kind of address it is sent with; `nil` when that was not said.
  public let addressKind: DeviceAddress.Kind?
  /// The advertising interval in microseconds; `nil` when that was not said.
  public let intervalMicroseconds: Int64?
  /// Services that must be in its advertising data.
  public let expectedServices: [BluetoothUUID]
  /// Where its file speaks of it first; `nil` for what was not read from a file.
  public let place: TextRange?
  /// Where the two blocks are written; `nil` for a block that is not.
  public let advertisingText: WrittenPayload?
  public let scanResponseText: WrittenPayload?
  /// The text that it is written in; `nil` for what was not read from a file.
  public let text: WrittenLayout?

  public init(
    name: String? = nil, layout: Layout, addressKind: DeviceAddress.Kind? = nil, intervalMicroseconds: Int64? = nil,
    expectedServices: [BluetoothUUID] = [], place: TextRange? = nil, advertisingText: WrittenPayload? = nil,
    scanResponseText: WrittenPayload? = nil, text: WrittenLayout? = nil
  ) {
    self.name = name
    self.layout = layout
    self.addressKind = addressKind
    self.intervalMicroseconds = intervalMicroseconds
    self.expectedServices = expectedServices
    self.place = place
    self.advertisingText = advertisingText
    self.scanResponseText = scanResponseText
    self.text = text
  }
}
