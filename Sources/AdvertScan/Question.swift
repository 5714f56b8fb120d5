public import AdvertisingData

/// What somebody wants to know about a device and a scanner.
public enum Question: Hashable, Sendable {
  /// Does a filter for this service find it?
  case service(BluetoothUUID)
  /// Is this local name among what is delivered of it? Any local name when it is `nil`.
  case name(String?)
  /// Is anything of it delivered to an app that asks for nothing in particular?
  case presence
}

extension Question: CustomStringConvertible {
  /// `service 180f`, `name "Helmet"`, `any name`, `presence`.
  public var description: String {
    switch self {
    case .service(let uuid): "service \(uuid)"
    case .name(let name?): "name \"\(name)\""
    case .name(nil): "any name"
    case .presence: "presence"
    }
  }
}
