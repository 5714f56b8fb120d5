/// Which known formats data can be of, by the company or the service that they name: few of them are asked.
struct FormatsByOwner: Sendable {
  /// Of all known formats.
  static let all = FormatsByOwner(KnownPayload.formats.map { $0.carrier })

  /// What devices send beside their data by which formats are known.
  let signs: [DeviceSigns.Sign]
  /// What names among the signs begin with, and the services among them: few devices have either.
  private let firstOctets: Set<UInt8>
  let services: Set<BluetoothUUID>
  /// Positions among the formats, ascending.
  private var ofServices: [UInt16: [Int]] = [:]
  private let ofCompanies: ByCompany
  /// With those that are recognised by what the device sends beside its data.
  private let besideSigns: ByCompany

  private struct ByCompany {
    var positions: [UInt16: [Int]] = [:]
    /// Of a company that no format names.
    let others: [Int]
  }

  init(_ carriers: [KnownPayload.Carrier]) {
    var companies: Set<UInt16> = []
    var signs: Set<DeviceSigns.Sign> = []
    for (position, carrier) in carriers.enumerated() {
      switch carrier {
      case .services(let numbers):
        // One that is named twice is asked once.
        for number in Set(numbers) { ofServices[number, default: []].append(position) }
      case .company(let company, _): if let company { companies.insert(company) }
      case .devices(let beginnings, let telling):
        companies.formUnion(beginnings.compactMap { ManufacturerData.company(in: $0) })
        signs.formUnion(telling)
      }
    }
    self.signs = Array(signs)
    var firstOctets: Set<UInt8> = []
    var services: Set<BluetoothUUID> = []
    for sign in signs {
      switch sign {
      case .name(let name), .nameBeginning(let name): if let first = name.utf8.first { firstOctets.insert(first) }
      case .service(let service): services.insert(service)
      }
    }
    (self.firstOctets, self.services) = (firstOctets, services)
    ofCompanies = Self.byCompany(carriers, companies, besideSigns: false)
    besideSigns = Self.byCompany(carriers, companies, besideSigns: true)
  }

  private static func byCompany(
    _ carriers: [KnownPayload.Carrier], _ companies: Set<UInt16>, besideSigns: Bool
  ) -> ByCompany {
    func positions(of company: UInt16?) -> [Int] {
      carriers.indices.filter { carriers[$0].fits(company, besideSigns: besideSigns) }
    }
    var byCompany = ByCompany(others: positions(of: nil))
    for company in companies { byCompany.positions[company] = positions(of: company) }
    return byCompany
  }

  /// The formats that manufacturer data of a company can be of, as positions.
  func positions(company: UInt16, beside signs: DeviceSigns) -> [Int] {
    let formats = mayTell(signs) ? besideSigns : ofCompanies
    return formats.positions[company] ?? formats.others
  }

  /// Whether a format may be known by one of them: `false` where they begin otherwise than all that tell one.
  func mayTell(_ signs: DeviceSigns) -> Bool {
    signs.names.contains { $0.first.map(firstOctets.contains) ?? false } || !signs.services.isDisjoint(with: services)
  }

  /// The formats that service data can be of, as positions.
  func positions(service: UInt16) -> [Int] { ofServices[service] ?? [] }
}

extension KnownPayload.Carrier {
  /// Whether manufacturer data of a company can be of the format; of one that no format names when it is `nil`.
  fileprivate func fits(_ company: UInt16?, besideSigns: Bool) -> Bool {
    switch self {
    case .services: false
    case .company(let owner, _): owner == nil || owner == company
    case .devices(let beginnings, let signs):
      besideSigns && !signs.isEmpty
        || company.map { company in beginnings.contains { ManufacturerData.company(in: $0) == company } } ?? false
    }
  }
}

extension ManufacturerData {
  /// The company identifier that octets begin with.
  fileprivate static func company(in octets: [UInt8]) -> UInt16? {
    octets.count < 2 ? nil : UInt16(octets[0]) | UInt16(octets[1]) << 8
  }
}
