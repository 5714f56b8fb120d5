/// Which known formats data can be of, by the company or the service that they name: few of them are asked.
struct FormatsByVendor: Sendable {
  /// Of all known formats.
  static let all = FormatsByVendor(KnownPayload.formats.map { $0.carrier })

  /// Names by which formats are known, by their first octets: that of nearly all other names is that of few or none.
  private var names: [UInt8: [DeviceHints.Sign]] = [:]
  /// Services by which formats are known.
  private(set) var services: Set<BluetoothUUID> = []
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

  init(_ carriers: [KnownPayload.Discriminator]) {
    var companies: Set<UInt16> = []
    var signs: Set<DeviceHints.Sign> = []
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
    for sign in signs {
      switch sign {
      case .name(let name), .nameBeginning(let name):
        if let first = name.utf8.first { names[first, default: []].append(sign) }
      case .service(let service): services.insert(service)
      }
    }
    ofCompanies = Self.byCompany(carriers, companies, besideSigns: false)
    besideSigns = Self.byCompany(carriers, companies, besideSigns: true)
  }

  private static func byCompany(
    _ carriers: [KnownPayload.Discriminator], _ companies: Set<UInt16>, besideSigns: Bool
  ) -> ByCompany {
    func positions(of company: UInt16?) -> [Int] {
      carriers.indices.filter { carriers[$0].fits(company, besideSigns: besideSigns) }
    }
    var byCompany = ByCompany(others: positions(of: nil))
    for company in companies { byCompany.positions[company] = positions(of: company) }
    return byCompany
  }

  /// The formats that manufacturer data of a company can be of, as positions.
  func positions(company: UInt16, beside signs: DeviceHints) -> [Int] {
    let formats = hasOne(knownBy: signs) ? besideSigns : ofCompanies
    return formats.positions[company] ?? formats.others
  }

  /// Whether a format is known by one of them.
  func hasOne(knownBy signs: DeviceHints) -> Bool {
    !signs.services.isDisjoint(with: services)
      || signs.names.contains { name in
        name.first.flatMap { names[$0] }?.contains { $0.isName(name) } ?? false
      }
  }

  /// The formats that service data can be of, as positions.
  func positions(service: UInt16) -> [Int] { ofServices[service] ?? [] }
}

extension KnownPayload.Discriminator {
  /// Whether manufacturer data of a company can be of the format; of one that no format names when it is `nil`.
  fileprivate func fits(_ company: UInt16?, besideSigns: Bool) -> Bool {
    switch self {
    case .services: false
    case .company(let owner, _): owner == nil || owner == company
    case .devices(let beginnings, let signs):
      besideSigns && !signs.isEmpty
        || beginnings.contains { ManufacturerData.company($0, canBe: company) }
    }
  }
}

extension ManufacturerData {
  /// The company identifier that octets begin with.
  fileprivate static func company(in octets: [UInt8]) -> UInt16? {
    octets.count < 2 ? nil : UInt16(octets[0]) | UInt16(octets[1]) << 8
  }

  /// Whether data that begin with the octets can be of the company; of one that no format names when it is `nil`. One octet
  /// leaves the other of the identifier open.
  fileprivate static func company(_ beginning: [UInt8], canBe company: UInt16?) -> Bool {
    guard let company else { return beginning.count == 1 }
    guard let first = beginning.first else { return false }
    return beginning.count == 1
      ? first == UInt8(truncatingIfNeeded: company) : Self.company(in: beginning) == company
  }
}
