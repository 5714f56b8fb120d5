public import AdvertisingData

/// A question about a device and a scanner.
public enum Question: Hashable, Sendable {
  /// Does a filter for this service find it?
  case service(BluetoothUUID)
  /// Does a filter for this service of its own find it, whatever the values of the UUID's octets that vary?
  case openService(OpenService)
  /// Is this local name among what is delivered of it? Any local name when it is `nil`.
  case name(String?)
  /// Does it send data like these?
  case data(DataQuestion)
  /// Is any of its data delivered to an app that asks for nothing in particular?
  case presence
}

extension Question: CustomStringConvertible {
  /// `service 180f`, `name "Helmet"`, `any name`, `presence`.
  public var description: String {
    switch self {
    case .service(let uuid): "service \(uuid)"
    case .openService(let service): "service \(service.pattern)"
    case .name(let name?): "name \"\(name)\""
    case .name(nil): "any name"
    case .data(let question): question.description
    case .presence: "presence"
    }
  }
}

extension Question {
  /// Whether the question is about a service filter.
  public var isAboutService: Bool {
    switch self {
    case .service, .openService: true
    case .name, .data, .presence: false
    }
  }

  /// Whether the question is about a local name.
  var isAboutName: Bool {
    switch self {
    case .name: true
    case .data(let question): if case .name = question.subject { true } else { false }
    case .service, .openService, .presence: false
    }
  }

  /// The verb for data that answer the question: they mention a service, a company or any name, and match a value that
  /// other data of the same kind do not have.
  package var matchVerb: String {
    switch self {
    case .name(.some): "matches"
    case .data(let question):
      switch question.subject {
      case .name: "matches"
      case .manufacturer, .service: question.beginning.isEmpty ? "mentions" : "matches"
      case .listedService, .solicitedService: "mentions"
      }
    case .service, .openService, .name(nil), .presence: "mentions"
    }
  }

  /// The service that a filter asks for, with the values shown for octets that vary; `nil` for other questions.
  package var service: BluetoothUUID? {
    switch self {
    case .service(let uuid): uuid
    case .openService(let service): service.shown
    case .name, .data, .presence: nil
    }
  }

  /// Whether the answer may depend on the values of octets that vary.
  var mayDependOnValues: Bool { if case .openService = self { false } else { true } }
}

extension BluetoothUUID {
  /// The reason why hardly any device advertises the UUID; `nil` for those that devices advertise.
  package var advertisingHabit: String? {
    if isRarelyAdvertised { return "devices rarely advertise this GATT service, and apps read it after connecting" }
    // The numbers of declarations, descriptors and characteristics.
    guard let number = assignedNumber16, 0x2800...0x2CFF ~= number else { return nil }
    return 0x2A00 <= number
      ? "this is a characteristic, and devices advertise services: ask for the service that has it"
      : "this is a type of GATT attribute, and devices advertise services"
  }
}
