internal import AdvertisingData

/// What is done with each octet of a structure's value.
struct ValueTreatment {
  /// Who defines what the data mean.
  let owner: DataPseudonyms.Owner
  private(set) var octets: [OctetTreatment]
  private(set) var addresses: [AddressPlace] = []
  /// Where vendors' data start that are in no format known here; `nil` for other values.
  var unknownFormatStart: Int?

  enum OctetTreatment: Hashable {
    /// It says what the other octets are or how the device works, not which device it is.
    case kept
    /// The bits given stay.
    case replaced(keeping: UInt8)
    case text
  }

  /// Six octets that are an address.
  struct AddressPlace: Hashable {
    let offset: Int
    /// `nil` for either.
    let isLittleEndian: Bool?
  }

  /// Every octet is replaced.
  init(_ owner: DataPseudonyms.Owner, count: Int) {
    self.owner = owner
    octets = Array(repeating: .replaced(keeping: 0), count: count)
  }

  /// Keeps those of these octets that exist.
  mutating func keep(_ range: Range<Int>) { mark(range, .kept) }

  mutating func keep(_ offset: Int) { keep(offset..<offset + 1) }

  /// Keeps some bits of an octet, if it exists.
  mutating func keep(bits: UInt8, at offset: Int) { mark(offset..<offset + 1, .replaced(keeping: bits)) }

  mutating func readAsText(_ range: Range<Int>) { mark(range, .text) }

  /// Reads six octets as an address, if they exist.
  mutating func readAsAddress(at offset: Int, isLittleEndian: Bool?) {
    guard offset + 6 <= octets.count else { return }
    addresses.append(AddressPlace(offset: offset, isLittleEndian: isLittleEndian))
  }

  /// The runs of octets that are text.
  var texts: [Range<Int>] {
    var texts: [Range<Int>] = []
    for offset in octets.indices where octets[offset] == .text {
      if let last = texts.last, last.upperBound == offset {
        texts[texts.count - 1] = last.lowerBound..<offset + 1
      } else {
        texts.append(offset..<offset + 1)
      }
    }
    return texts
  }

  private mutating func mark(_ range: Range<Int>, _ treatment: OctetTreatment) {
    for offset in range.clamped(to: octets.indices) { octets[offset] = treatment }
  }
}

extension ValueTreatment {
  /// By the type of the structure. What a type does not define is replaced: octets beyond its length, and whole values of
  /// types that are not assigned.
  init(type: ADType, value: [UInt8]) {
    switch type {
    case .manufacturerData:
      self.init(manufacturerData: value, type: type)
      return
    case .serviceData16, .serviceData32, .serviceData128:
      self.init(serviceData: value, type: type)
      return
    default: self.init(.type(type), count: value.count)
    }
    let count = value.count
    switch type {
    case .incompleteServiceUUIDs16, .completeServiceUUIDs16, .incompleteServiceUUIDs32, .completeServiceUUIDs32,
      .incompleteServiceUUIDs128, .completeServiceUUIDs128, .solicitationUUIDs16, .solicitationUUIDs32,
      .solicitationUUIDs128:
      keep(0..<count)
    case .shortenedLocalName, .completeLocalName, .broadcastName: readAsText(0..<count)
    case .flags, .txPowerLevel, .securityManagerFlags, .leRole: keep(0)
    case .appearance, .advertisingInterval, .threeDInformation: keep(0..<2)
    case .classOfDevice: keep(0..<3)
    case .peripheralConnectionIntervalRange, .advertisingIntervalLong: keep(0..<4)
    case .channelMapUpdate where count == 7: keep(0..<7)
    // Out of band 16 octets of this type are a key.
    case .deviceID where count == 8: keep(0..<8)
    case .leSupportedFeatures: keep(0..<16)
    case .publicTargetAddress, .randomTargetAddress:
      for offset in stride(from: 0, to: count, by: 6) { readAsAddress(at: offset, isLittleEndian: true) }
    case .leDeviceAddress:
      readAsAddress(at: 0, isLittleEndian: true)
      keep(6)
    case .uri: readAsURI(value)
    case .indoorPositioning, .meshBeacon: keep(0)
    case .transportDiscovery: keepTransports(value)
    case .bigInfo where count == 33 || count == 57:
      keep(0..<33)
      // The access addresses are made of the seed, the payload count tells since when.
      for offset in [13, 14, 15, 16, 21, 22, 28, 29, 30, 31] { keep(bits: 0, at: offset) }
    // The highest bits of the random part are 01.
    case .resolvableSetIdentifier: keep(bits: 0xC0, at: 5)
    case .periodicResponseTiming where count == 8: keep(4..<8)
    default: break
    }
  }

  /// The scheme stays, also one written out.
  private mutating func readAsURI(_ value: [UInt8]) {
    readAsText(0..<value.count)
    guard let first = value.first else { return }
    let start = first == UInt8(truncatingIfNeeded: AdvertisedURI.emptyScheme) ? 1 : 0
    if let prefix = ["https:", "http:"].first(where: { value[start...].starts(with: $0.utf8) }) {
      keep(0..<start + prefix.utf8.count)
      return
    }
    // The scheme is one character.
    let width = first < 0x80 ? 1 : 1 + value.dropFirst().prefix(3).prefix { 0x80...0xBF ~= $0 }.count
    keep(0..<width)
  }

  /// Organization, flags and length of each block.
  private mutating func keepTransports(_ value: [UInt8]) {
    var offset = 0
    while offset < value.count {
      keep(offset..<offset + 3)
      guard offset + 2 < value.count else { return }
      offset += 3 + Int(value[offset + 2])
    }
  }
}

extension ValueTreatment {
  /// The company stays, and what a well-known format needs to be recognised and taken apart.
  init(manufacturerData value: [UInt8], type: ADType) {
    guard value.count >= 2 else {
      self.init(.type(type), count: value.count)
      return
    }
    let company = UInt16(value[0]) | UInt16(value[1]) << 8
    self.init(.company(company), count: value.count)
    keep(0..<2)
    let data = ManufacturerData(company: company, data: Array(value[2...]))
    treat(KnownPayload.recognised(in: data), from: 2)
  }

  /// The same of a service's data.
  init(serviceData value: [UInt8], type: ADType) {
    guard let width = ServiceData.width(of: type),
      let uuid = BluetoothUUID(littleEndian: value.span, at: 0, width: width),
      let data = ServiceData(uuid, width: width, data: Array(value[width.octets...]))
    else {
      self.init(.type(type), count: value.count)
      return
    }
    self.init(.service(uuid), count: value.count)
    keep(0..<width.octets)
    treat(KnownPayload.recognised(in: data), from: width.octets)
  }

  /// The octets of a well-known format; `start` is the offset of the first in the value.
  private mutating func treat(_ payload: KnownPayload?, from start: Int) {
    guard let payload else {
      unknownFormatStart = start
      return
    }
    for field in payload.reading.fields.flattened {
      guard let place = field.range else { continue }
      let range = place.lowerBound + start..<place.upperBound + start
      switch field.role {
      case .data: break
      case .structure: keep(range)
      case .bits(let bits): keep(bits: bits, at: range.lowerBound)
      case .text: readAsText(range)
      case .address(let isLittleEndian, _): readAsAddress(at: range.lowerBound, isLittleEndian: isLittleEndian)
      }
    }
  }
}
