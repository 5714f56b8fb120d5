internal import AdvertisingData

/// The octets of a well-known format that are not merely replaced: what is needed to recognise the format and take it
/// apart, and to judge it the same way; texts; addresses.
struct FormatFields {
  let data: [UInt8]
  private(set) var fields: [Field] = []

  struct Field: Hashable {
    /// Offsets from the first octet after the company identifier or service UUID; octets that are not there count too.
    let range: Range<Int>
    let content: Content
  }

  enum Content: Hashable {
    case structure
    /// Some bits of one octet.
    case bits(UInt8)
    case text
    /// `nil` for either order.
    case address(isLittleEndian: Bool?)
  }

  init(data: [UInt8]) {
    self.data = data
  }

  mutating func keep(_ range: Range<Int>) { fields.append(Field(range: range, content: .structure)) }
  mutating func keep(_ offsets: Int...) { for offset in offsets { keep(offset..<offset + 1) } }
  mutating func keep(bits: UInt8, at offset: Int) {
    fields.append(Field(range: offset..<offset + 1, content: .bits(bits)))
  }
  mutating func addText(_ range: Range<Int>) { fields.append(Field(range: range, content: .text)) }
  mutating func addAddress(at offset: Int, isLittleEndian: Bool?) {
    fields.append(Field(range: offset..<offset + 6, content: .address(isLittleEndian: isLittleEndian)))
  }

  mutating func add(_ payload: KnownPayload) {
    switch payload {
    // The power at 1 m is the model's.
    case .iBeacon, .altBeacon: keep(0, 1, 22)
    case .eddystone(let eddystone): add(eddystone)
    case .continuity(let continuity): add(continuity)
    case .swiftPair(let swiftPair): add(swiftPair)
    case .connectedDevices: keep(0..<4)
    case .fastPair(let fastPair): add(fastPair)
    case .exposureNotification, .tracker: break
    case .btHome(let btHome): add(btHome)
    case .matter:
      keep(0)
      // The version shares an octet with the discriminator.
      keep(bits: 0xF0, at: 2)
      // Vendor, product, flags.
      keep(3..<8)
    case .ruuviTag(let ruuviTag): add(ruuviTag)
    case .miBeacon(let miBeacon): add(miBeacon)
    case .remoteID(let remoteID): add(remoteID)
    case .malformed(let kind, _, _): add(malformed: kind)
    }
  }

  /// What the decoder had looked at when the octets turned out to be too few.
  private mutating func add(malformed kind: KnownPayload.Kind) {
    switch kind {
    case .iBeacon, .altBeacon, .eddystone, .swiftPair: keep(0, 1)
    case .connectedDevices, .btHome, .ruuviTag: keep(0)
    case .miBeacon: addMiBeaconHead()
    case .remoteID: keep(bits: 0xF0, at: 2)
    case .continuity, .fastPair, .exposureNotification, .matter, .tracker: break
    }
  }
}
