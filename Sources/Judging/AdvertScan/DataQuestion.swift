public import AdvertObservation
public import AdvertisingData

/// A question that an app asks about data, as in Android's ScanFilter and in the matchers of Home Assistant's
/// integrations.
public struct DataQuestion: Hashable, Sendable {
  /// The data that it looks at.
  public let subject: Subject
  /// The octets with which the data begin, after the company or the UUID; empty for any data.
  public let beginning: [UInt8]
  /// The bits of ``beginning`` that count; `nil` when all do.
  public let mask: [UInt8]?

  /// The data that a question looks at.
  public enum Subject: Hashable, Sendable {
    /// Manufacturer data of a company.
    case manufacturer(UInt16)
    /// Service data of a service.
    case service(BluetoothUUID)
    /// A local name, with `*` for any characters and `?` for one.
    case name(DeviceSelector)
    /// A service in a list: ``beginning`` is its UUID in the order of its text.
    case listedService
    /// A service in a list of solicited services: ``beginning`` is its UUID in the order of its text.
    case solicitedService
  }

  /// A question about data with this beginning; `nil` when the mask has another length.
  public init?(_ subject: Subject, beginning: [UInt8] = [], mask: [UInt8]? = nil) {
    guard mask.map({ $0.count == beginning.count }) ?? true else { return nil }
    self.subject = subject
    self.beginning = beginning
    self.mask = mask
  }

  /// A question about names that match a pattern.
  public init(nameLike pattern: String) {
    subject = .name(DeviceSelector(pattern))
    beginning = []
    mask = nil
  }

  /// A question about a service in a list.
  ///
  /// - Parameters:
  ///   - mask: the bits of the UUID that count; all when it is `nil`.
  ///   - isSolicited: whether the list is of services that the device looks for.
  package init(service uuid: BluetoothUUID, mask: BluetoothUUID? = nil, isSolicited: Bool = false) {
    subject = isSolicited ? .solicitedService : .listedService
    beginning = UUIDOrder.asWritten.octets(of: uuid)
    self.mask = mask.map { UUIDOrder.asWritten.octets(of: $0) }
  }

  /// The question about any service in a list.
  static let anyListedService: DataQuestion = {
    let none = UUIDOrder.asWritten.uuid(of: [UInt8](repeating: 0, count: 16)) ?? 0
    return DataQuestion(service: none, mask: none)
  }()

  /// The kind of filter that asks it.
  public var filterKind: FilterKind {
    switch subject {
    case .manufacturer: .manufacturerData
    case .service: .serviceData
    case .name: .namePattern
    case .listedService: .service
    case .solicitedService: .solicitedService
    }
  }

  /// The kind of mention that answers it.
  var kind: MentionKinds {
    switch subject {
    case .manufacturer: .manufacturerData
    case .service: .serviceData
    case .name: .localName
    case .listedService: .serviceList
    case .solicitedService: .solicitation
    }
  }

  /// Returns the place where a structure answers it: offset and length in the payload; `nil` when the structure does
  /// not.
  func place(in structure: ADStructure) -> (offset: Int, length: Int)? {
    let header: Int
    switch subject {
    case .manufacturer(let company):
      guard structure.type == .manufacturerData, structure.value.count >= 2,
        UInt16(structure.value[0]) | UInt16(structure.value[1]) << 8 == company
      else { return nil }
      header = 2
    case .service(let uuid):
      guard let width = ServiceData.width(of: structure.type),
        BluetoothUUID(littleEndian: structure.value, at: 0, width: width) == uuid
      else { return nil }
      header = width.octets
    case .name(let pattern):
      guard let name = LocalName(structure), pattern.matches(name: name.text) else { return nil }
      return (structure.valueOffset, structure.value.count)
    case .listedService: return place(inList: structure, of: ServiceUUIDList.width(of: structure.type))
    case .solicitedService: return place(inList: structure, of: SolicitationUUIDList.width(of: structure.type))
    }
    guard structure.value.count - header >= beginning.count else { return nil }
    for index in beginning.indices {
      let bits = mask?[index] ?? 0xFF
      guard structure.value[header + index] & bits == beginning[index] & bits else { return nil }
    }
    return (structure.valueOffset, header + beginning.count)
  }

  private func place(
    inList structure: ADStructure, of width: BluetoothUUID.Width?
  ) -> (offset: Int, length: Int)? {
    guard let width else { return nil }
    var start = 0
    while let uuid = BluetoothUUID(littleEndian: structure.value, at: start, width: width) {
      if isAnswered(by: uuid) { return (structure.valueOffset + start, width.octets) }
      start += width.octets
    }
    return nil
  }

  /// Whether a UUID in a list is one that the question asks for.
  func isAnswered(by uuid: BluetoothUUID) -> Bool { isAnswered(by: UUIDOrder.asWritten.octets(of: uuid)) }

  /// Whether data, without company or UUID, begin as the question asks.
  func isAnswered(by data: [UInt8]?) -> Bool {
    guard let data, data.count >= beginning.count else { return false }
    return beginning.indices.allSatisfy { index in
      let bits = mask?[index] ?? 0xFF
      return data[index] & bits == beginning[index] & bits
    }
  }

  /// The UUID of a question about a list, and its mask; `nil` for other questions.
  package var listed: (uuid: BluetoothUUID, mask: BluetoothUUID?)? {
    switch subject {
    case .listedService, .solicitedService: break
    case .manufacturer, .service, .name: return nil
    }
    let order = UUIDOrder.asWritten
    return order.uuid(of: beginning).map { ($0, mask.flatMap { order.uuid(of: $0) }) }
  }
}

extension DataQuestion: CustomStringConvertible {
  /// `manufacturer data of 004c beginning 0215`, `service data of fcd2`, `name like "GVH5*"`.
  public var description: String {
    let masked = mask.map { "/" + HexText.compact($0) } ?? ""
    let start = beginning.isEmpty ? "" : " beginning \(HexText.compact(beginning))\(masked)"
    switch subject {
    case .manufacturer(let company):
      return "manufacturer data of \(HexDigits.number(company, octets: 2))\(start)"
    case .service(let uuid): return "service data of \(uuid)\(start)"
    case .name(let pattern): return "name like \"\(pattern.text)\""
    case .listedService, .solicitedService:
      let kind = if case .solicitedService = subject { "solicited service" } else { "service" }
      return "\(kind) \(listed?.uuid.description ?? "")" + (listed?.mask.map { " with mask \($0)" } ?? "")
    }
  }
}

extension Question {
  /// The question about data in this question; `nil` for other questions.
  var dataQuestion: DataQuestion? { if case .data(let question) = self { question } else { nil } }
}

/// The kinds of data that an app can filter for.
public enum FilterKind: String, Hashable, Sendable, CaseIterable {
  /// A service in a list.
  case service
  /// Service data.
  case serviceData
  /// Manufacturer data.
  case manufacturerData
  /// A name in full.
  case name
  /// A part of a name.
  case namePattern
  /// A service that the device looks for.
  case solicitedService
}

/// Where a platform evaluates the filters of apps.
public struct FilterEvaluation: Hashable, Sendable {
  /// The kinds that the controller can evaluate, so that the host sleeps meanwhile. Where it cannot, the platform's
  /// software does.
  public let controller: [FilterKind]
  /// The kinds that the platform's software evaluates before it calls the app.
  public let platform: [FilterKind]
  /// The kinds that only the app itself can evaluate, with the data that it is called for.
  public let app: [FilterKind]

  /// A kind in no list is not known.
  public init(controller: [FilterKind] = [], platform: [FilterKind] = [], app: [FilterKind] = []) {
    self.controller = controller
    self.platform = platform
    self.app = app
  }
}

extension DataQuestion {
  /// The kind in words.
  var thing: String {
    switch subject {
    case .manufacturer: "manufacturer data"
    case .service: "service data"
    case .name: "name"
    case .listedService: "service UUID"
    case .solicitedService: "solicited service"
    }
  }
}

extension MentionKinds {
  /// Whether the kind is data, which are grammatically plural.
  var isData: Bool { self == .serviceData || self == .manufacturerData }
}
