/// Something an Apple device offers to do with one nearby, such as sharing a Wi-Fi password (Continuity type 0x0F).
public struct NearbyAction: Hashable, Sendable {
  public let flags: UInt8
  public let actionType: UInt8
  /// Three octets that change; empty when bit 7 of the flags is not set.
  public let authenticationTag: [UInt8]
  /// Of the action, as sent.
  public let parameters: [UInt8]

  /// `nil` when there is no room for flags and type.
  init?(_ value: [UInt8]) {
    guard value.count >= 2 else { return nil }
    flags = value[0]
    actionType = value[1]
    let end = flags & 0x80 == 0 ? 2 : min(5, value.count)
    authenticationTag = Array(value[2..<end])
    parameters = Array(value[end...])
  }

  var octets: [UInt8] { [flags, actionType] + authenticationTag + parameters }

  /// `nil` for types that are not known.
  public var actionName: String? { actionType == 0x08 ? "Wi-Fi password" : nil }
}
