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

  /// Whether the question is about a service that devices have and rarely advertise.
  package var isAboutRareService: Bool { service?.isRarelyAdvertised ?? false }

  /// Whether the answer may depend on the values of octets that vary.
  var mayDependOnValues: Bool { if case .openService = self { false } else { true } }
}
