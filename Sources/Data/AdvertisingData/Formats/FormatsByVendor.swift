/// The known formats by the company or the service of the data, so that few formats are tried.
struct FormatsByVendor: Sendable {
  /// The index of all known formats.
  static let all = FormatsByVendor(KnownPayload.formats.map { $0.carrier })

  /// Names that identify formats, by their first octets: nearly all other names share their first octet with few or
  /// none.
  private var names: [UInt8: [DeviceHints.Sign]] = [:]
  /// Services that identify formats.
  private(set) var services: Set<BluetoothUUID> = []
  /// Positions among the formats, ascending.
  private var ofServices: [UInt16: [Int]] = [:]
  private let ofCompanies: ByCompany
  /// The same, with the formats that other signs of the device identify.
  private let besideSigns: ByCompany

  private struct ByCompany {
    var positions: [UInt16: [Int]] = [:]
    /// The formats for a company that no format names.
    let others: [Int]
  }

  init(_ carriers: [KnownPayload.Discriminator]) {
    var companies: Set<UInt16> = []
    var signs: Set<DeviceHints.Sign> = []
    for (position, carrier) in carriers.enumerated() {
      switch carrier {
      case .services(let numbers):
        // A format with a number twice is tried once.
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

  /// Returns the positions of the formats that manufacturer data of a company can have.
  func positions(company: UInt16, beside signs: DeviceHints) -> [Int] {
    let formats = hasOne(knownBy: signs) ? besideSigns : ofCompanies
    return formats.positions[company] ?? formats.others
  }

  /// Returns whether one of the signs identifies a format.
  func hasOne(knownBy signs: DeviceHints) -> Bool {
    !signs.services.isDisjoint(with: services) || signs.names.contains(where: isName)
  }

  /// Returns whether the value of a structure has a sign that identifies a format.
  func isSign(_ value: ADValue) -> Bool {
    switch value {
    case .localName(let name): isName(name.octets)
    case .serviceUUIDs(let list): list.uuids.contains(where: services.contains)
    default: false
    }
  }

  private func isName(_ name: [UInt8]) -> Bool {
    name.first.flatMap { names[$0] }?.contains { $0.isName(name) } ?? false
  }

  /// Returns the positions of the formats that service data can have.
  func positions(service: UInt16) -> [Int] { ofServices[service] ?? [] }
}

extension KnownPayload.Discriminator {
  /// Returns whether manufacturer data of a company can have the format; `nil` means a company that no format names.
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
  /// Returns the company identifier at the start of octets.
  fileprivate static func company(in octets: [UInt8]) -> UInt16? {
    octets.count < 2 ? nil : UInt16(octets[0]) | UInt16(octets[1]) << 8
  }

  /// Returns whether data with this beginning can be of the company; `nil` means a company that no format names. One
  /// octet leaves the other octet of the identifier open.
  fileprivate static func company(_ beginning: [UInt8], canBe company: UInt16?) -> Bool {
    guard let company else { return beginning.count == 1 }
    guard let first = beginning.first else { return false }
    return beginning.count == 1
      ? first == UInt8(truncatingIfNeeded: company) : Self.company(in: beginning) == company
  }
}
