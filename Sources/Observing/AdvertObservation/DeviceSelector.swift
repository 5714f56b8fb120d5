public import AdvertReading
public import AdvertisingData
internal import AssignedNumbers

/// Chooses devices by a pattern, as users write it on the command line and in manifests.
///
/// | pattern | chooses |
/// | --- | --- |
/// | `F0:F1:F2:F3:F4:F5` | the device with this address; any case, with colons, hyphens or nothing between octets |
/// | `F0:F1:` | devices whose address begins like this; at least one colon or hyphen |
/// | `SHS-2071` | devices with this name, even when zeros fill it up |
/// | `SHS-*`, `SHS-20?1` | devices with such a name: `*` matches any characters, `?` one |
/// | `company:Apple`, `company:0x004c` | devices with manufacturer data of this company |
/// | `anonymous` | devices whose packets have no address |
/// | `format:iBeacon` | devices that send a payload in this known format; case and hyphens do not matter |
public struct DeviceSelector: Hashable, Sendable {
  /// As the user wrote it.
  public let text: String
  let address: AddressPattern?
  let content: Content

  /// The content that payloads must have.
  enum Content: Hashable, Sendable {
    case name
    case nameLike([Character])
    case company(UInt16)
    /// The name of a company, in lower case.
    case companyCalled(String)
    /// The id of a format, in lower case, without hyphens.
    case format(String)
  }

  /// The most significant bits of an address.
  struct AddressPattern: Hashable, Sendable {
    let bits: UInt64
    let mask: UInt64
  }

  /// The devices that a pattern chooses. Any text is a pattern: a text of no other form is a name.
  public init(_ text: String) {
    self.text = text
    address = Self.address(text)
    content = Self.content(text)
  }

  /// Whether the selector chooses a single device: an address or a name in full.
  public var isExact: Bool { content == .name && address?.mask ?? Self.addressMask == Self.addressMask }

  /// Whether the selector can be an address or the beginning of one.
  public var isAddress: Bool { address != nil }

  /// Whether the selector chooses devices by their data, so that a device is not known before it has sent them.
  public var choosesByData: Bool { address?.mask != Self.addressMask }

  /// Whether the selector has only values that redaction keeps: a company or a format.
  public var isKeptByRedaction: Bool {
    switch content {
    case .company, .companyCalled, .format: true
    case .name, .nameLike: false
    }
  }

  /// Returns whether it chooses an advertiser, by one of its addresses or payloads.
  public func matches(_ advertiser: Advertiser) -> Bool {
    matches(advertiser.address) || advertiser.otherAddresses.contains(where: matches)
      || advertiser.layouts.contains { matches($0.layout) }
  }

  /// Returns whether it chooses the device with this address and this payload.
  public func matches(_ address: DeviceAddress, payload: Payload) -> Bool {
    matches(address) || matches(payload)
  }

  /// Returns whether it chooses a device by a payload.
  public func matches(_ payload: Payload) -> Bool { matchesOne(of: [payload]) }

  private func matches(_ layout: Layout) -> Bool { matchesOne(of: layout.blocks.map { $0.payload }) }

  /// - Parameter payloads: those of one layout.
  private func matchesOne(of payloads: [Payload]) -> Bool {
    if case .format(let format) = content {
      let signs = DeviceHints(payloads)
      return payloads.contains { Self.formats(in: $0, beside: signs).contains(format) }
    }
    return payloads.contains(where: hasNameOrCompany)
  }

  private func hasNameOrCompany(_ payload: Payload) -> Bool {
    switch content {
    case .name, .nameLike: payload.localName.map { matches(name: $0.text) } ?? false
    case .company(let company): Self.manufacturerData(in: payload).contains { $0.company == company }
    case .companyCalled(let name): Self.manufacturerData(in: payload).contains { Self.isCalled(name, $0.company) }
    case .format: false
    }
  }

  /// Returns whether it chooses a declared layout by its name, or by its data.
  public func matches(_ declared: DeclaredLayout) -> Bool {
    guard let name = declared.name else { return matchesOne(of: declared.payloads) }
    // The values of a device in a log have its address as a name.
    let address = declared.merged == nil ? nil : DeviceAddress(text: name, type: .unstated)
    return matches(name: name) || address.map { matches($0) } ?? false || matchesOne(of: declared.payloads)
  }

  /// Returns whether it chooses a device by its name.
  public func matches(name: String) -> Bool {
    switch content {
    case .name: name == text || name.withoutPadding == text
    case .nameLike(let pattern): Self.matches(Array(name.withoutPadding), pattern[...])
    case .company, .companyCalled, .format: false
    }
  }

  /// The word that tables have in the place of an address.
  static let anonymous = "anonymous"

  private func matches(_ address: DeviceAddress) -> Bool {
    if address.type == .anonymous { return text == Self.anonymous }
    guard let pattern = self.address, address.type != .unknown else { return false }
    return address.bits & pattern.mask == pattern.bits
  }

  // MARK: Reading patterns

  private static let addressMask: UInt64 = 0xFFFF_FFFF_FFFF

  private static func address(_ text: String) -> AddressPattern? {
    if let octets = try? HexText.octets(of: text), octets.count == 6 {
      return AddressPattern(bits: OctetOrder.bigEndian.number(of: octets[...]), mask: addressMask)
    }
    let groups = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "-" }
    guard groups.count > 1, groups.count <= 6, groups.dropLast().allSatisfy({ $0.count == 2 }),
      let last = groups.last, last.count <= 2
    else { return nil }
    let digits = groups.joined()
    guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }), let number = UInt64(digits, radix: 16) else { return nil }
    let missing = UInt64(4 * (12 - digits.count))
    return AddressPattern(bits: number << missing, mask: addressMask & ~((1 << missing) - 1))
  }

  private static func content(_ text: String) -> Content {
    if text.hasPrefix("company:") {
      let company = text.dropFirst("company:".count)
      if company.lowercased().hasPrefix("0x"), let number = UInt16(company.dropFirst(2), radix: 16) {
        return .company(number)
      }
      return .companyCalled(company.lowercased())
    }
    if text.hasPrefix("format:") { return .format(folded(String(text.dropFirst("format:".count)))) }
    return text.contains { $0 == "*" || $0 == "?" } ? .nameLike(Array(text)) : .name
  }

  private static func folded(_ name: String) -> String { name.lowercased().filter { $0 != "-" } }

  // MARK: Matching

  static func manufacturerData(in payload: Payload) -> [ManufacturerData] {
    payload.decoded.elements.compactMap { if case .manufacturerData(let data) = $0.value { data } else { nil } }
  }

  /// Returns whether the assigned name of a company begins with these words: `apple` is Apple, Inc.
  private static func isCalled(_ name: String, _ company: UInt16) -> Bool {
    guard !name.isEmpty, let assigned = CompanyIdentifiers.name(of: company)?.lowercased(), assigned.hasPrefix(name)
    else { return false }
    let rest = assigned.dropFirst(name.count)
    return rest.first.map { !$0.isLetter && !$0.isNumber } ?? true
  }

  /// Returns the formats of a payload, beside the other payloads of its layout.
  static func formats(in payload: Payload, beside signs: DeviceHints) -> [String] {
    payload.decoded.elements.compactMap { element in
      KnownPayload.recognised(in: element.value, beside: signs).map { folded($0.format.id) }
    }
  }

  /// Takes time in proportion to the product of both lengths at most, for any content.
  private static func matches(_ name: [Character], _ pattern: ArraySlice<Character>) -> Bool {
    var (place, position) = (0, pattern.startIndex)
    // The latest star, and the place up to which it matches characters.
    var star: (position: Int, place: Int)?
    while place < name.count {
      if position < pattern.endIndex, pattern[position] == "*" {
        star = (position, place)
        position += 1
      } else if position < pattern.endIndex, pattern[position] == "?" || pattern[position] == name[place] {
        place += 1
        position += 1
      } else if let (starPosition, starPlace) = star {
        star = (starPosition, starPlace + 1)
        place = starPlace + 1
        position = starPosition + 1
      } else {
        return false
      }
    }
    return pattern[position...].allSatisfy { $0 == "*" }
  }
}

extension String {
  /// The name without the zeros with which some devices fill it up.
  package var withoutPadding: String {
    guard utf8.last == 0 else { return self }
    return String(decoding: utf8.prefix(utf8.count - utf8.reversed().prefix { $0 == 0 }.count), as: UTF8.self)
  }
}
