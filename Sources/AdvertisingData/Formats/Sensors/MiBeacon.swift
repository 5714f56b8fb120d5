/// Xiaomi's MiBeacon (service data of 0xFE95): a header whose frame control says what follows, then measurements.
///
/// Source: the MiBeacon protocol as implemented by xiaomi-ble, and mible_beacon.c of Xiaomi's SDK; little-endian.
public struct MiBeacon: KnownFormat {
  public static let format = KnownPayload.Format("miBeacon", name: "MiBeacon", in: .services([0xFE95]), as: Self.self)
  public static func isFoundByData(_: [UInt8], of _: UInt16) -> Bool { true }

  /// Which fields follow and what the device is.
  public let header: Header
  /// The measurements, as far as they can be read.
  public let content: Content
  /// How the device joins a mesh, after the objects; `nil` when the frame does not say it.
  public let mesh: Mesh?
  /// Octets that the frame control does not announce, or an object that is cut off; empty when all is well.
  public let rest: [UInt8]

  /// The first two octets: what the frame has.
  public struct FrameControl: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// The device asks for the time.
    public static let timeRequest = Self(rawValue: 1 << 0)
    /// The objects are encrypted.
    public static let encrypted = Self(rawValue: 1 << 3)
    /// The address of the device is in the frame.
    public static let address = Self(rawValue: 1 << 4)
    /// The octet of capabilities is in the frame.
    public static let capability = Self(rawValue: 1 << 5)
    /// There are objects.
    public static let object = Self(rawValue: 1 << 6)
    /// The device is part of a mesh.
    public static let mesh = Self(rawValue: 1 << 7)
    /// The device is registered with an account.
    public static let registered = Self(rawValue: 1 << 8)
    /// The device asks to be registered.
    public static let solicited = Self(rawValue: 1 << 9)

    /// Bits 10 and 11.
    public var authenticationMode: UInt16 { rawValue >> 10 & 0b11 }
    /// Bits 12 to 15.
    public var version: UInt16 { rawValue >> 12 }

    /// What the check of encrypted objects takes; `nil` when the version is not known here.
    fileprivate var checkOctets: Int? {
      switch version {
      case 2...3: 1
      case 4...5: 4
      default: nil
      }
    }
  }

  /// The objects of a frame.
  public enum Content: Hashable, Sendable {
    /// Whole objects, in the order sent; empty when the frame has none.
    case objects([Object])
    /// The objects encrypted, three octets that extend the counter, and a check: four octets in versions 4 and 5, one
    /// before, of which it is not known how it is made.
    case encrypted([UInt8], counterExtension: [UInt8], check: [UInt8])
    /// Encrypted in another version, in a layout not known here, or too short for the one before version 4.
    case opaque([UInt8])
  }

  /// Throws when the octets are too few for what the frame control announces.
  public init(decoding octets: [UInt8], of _: UInt16) throws(Malformation) {
    header = try Header(decoding: octets)
    let control = header.frameControl
    let position = header.octets.count
    // Before version 4 this bit announced other data.
    let hasMesh = control.contains(.mesh) && control.version >= 4 && octets.count >= position + 2
    mesh = hasMesh ? Mesh(octets: Array(octets.suffix(2))) : nil
    let body = Array(octets[position..<octets.count - (hasMesh ? 2 : 0)])
    guard control.contains(.object) else {
      content = .objects([])
      rest = body
      return
    }
    if !control.contains(.encrypted) {
      let (objects, objectsEnd) = Object.all(in: body)
      content = .objects(objects)
      rest = Array(body[objectsEnd...])
    } else if let checkOctets = control.checkOctets, control.version >= 4 || body.count >= 7 {
      try octets.require(position + 3 + checkOctets + (hasMesh ? 2 : 0))
      let end = body.count - 3 - checkOctets
      content = .encrypted(
        Array(body[..<end]), counterExtension: Array(body[end..<end + 3]), check: Array(body[(end + 3)...]))
      rest = []
    } else {
      content = .opaque(body)
      rest = []
    }
  }

  public var octets: [UInt8] {
    let body =
      switch content {
      case .objects(let objects): objects.flatMap { $0.octets }
      case .encrypted(let octets, let counterExtension, let check): octets + counterExtension + check
      case .opaque(let octets): octets
      }
    return header.octets + body + rest + (mesh?.octets ?? [])
  }

  /// Where ``rest`` begins.
  private var restStart: Int { octets.count - rest.count - (mesh?.octets.count ?? 0) }

  public var problems: [KnownPayload.Problem] {
    // What older versions have behind the objects is not known: devices on sale send an octet there.
    guard !rest.isEmpty, header.frameControl.version >= 4 || isCut else { return [] }
    let offset = restStart
    return header.frameControl.contains(.object)
      ? [.cut(offset: offset)] : KnownPayload.Problem.surplus(rest, at: offset)
  }

  public var fields: [Field] { fields(.unknown) }

  /// The fields, with what a key tells of encrypted ones.
  func fields(_ opening: DataOpening) -> [Field] {
    let rest = Field("rest", .octets(rest), label: "not decoded", at: restStart..<restStart + rest.count)
    // Of decrypted objects the rest is among their fields.
    let isOpened = if case .opened = opening { true } else { false }
    return header.fields + contentFields(opening) + (isOpened ? [] : [rest]) + cutObject
      + (mesh.map { $0.fields(at: octets.count - 2) } ?? [])
  }

  private func contentFields(_ opening: DataOpening) -> [Field] {
    let start = header.octets.count
    switch content {
    case .objects(let objects):
      return [
        Field("encrypted", false, at: 0..<2, role: .structure), Field.objects(objects, from: start).field,
      ]
    case .encrypted(let octets, let counterExtension, let check):
      let end = start + octets.count
      return opening.fields(of: octets, at: start, markedBy: 0..<2) { plaintext in
        let (objects, objectsEnd) = Object.all(in: plaintext)
        return Field.objects(objects, rest: plaintext[objectsEnd...], from: start)
      } + [
        Field("counterExtension", .octets(counterExtension), label: "counter extension", at: end..<end + 3),
        Field("check", .octets(check), label: "check", at: end + 3..<end + 3 + check.count),
      ]
    case .opaque(let octets):
      return [
        Field("encrypted", true, whenTrue: "encrypted", at: 0..<2, role: .structure),
        Field("ciphertext", .octets(octets), label: "data", at: start..<start + octets.count),
      ]
    }
  }

  /// Whether an object has begun that needs more octets than follow.
  private var isCut: Bool { rest.count >= 3 && header.frameControl.contains(.object) }

  /// The length of an object that is cut off.
  private var cutObject: [Field] {
    guard case .objects = content, header.frameControl.contains(.object), !rest.isEmpty else { return [] }
    return [.structure(at: restStart + 2..<restStart + 3)]
  }

  /// The address in the frame, as printed.
  var address: [UInt8]? { header.address }

  /// The encrypted part; `nil` when nothing is encrypted, or in a version not known here. An address in the data counts more
  /// than that of the sender.
  ///
  /// Source: xiaomi-ble, also for versions 2 and 3, of which it leaves the check unread.
  func sealed(sentFrom sender: [UInt8]) -> SealedData? {
    guard case .encrypted(let ciphertext, let counterExtension, let check) = content else { return nil }
    let address = Array((header.address ?? sender).reversed())
    guard header.frameControl.version >= 4 else {
      return SealedData(
        nonce: Array(header.octets.prefix(5)) + counterExtension + address.prefix(5), associatedData: [],
        ciphertext: ciphertext, proof: .meaning)
    }
    return SealedData(
      nonce: address + header.product.littleEndianOctets + [header.frameCounter] + counterExtension,
      associatedData: [0x11], ciphertext: ciphertext, proof: .check(check))
  }

  /// Whether decrypted octets of versions 2 and 3 are whole objects, with numbers as those versions have. Of wrong keys one
  /// in 32,768 gives such octets.
  static func hasMeaning(_ plaintext: [UInt8]) -> Bool {
    let (objects, end) = Object.all(in: plaintext)
    return end == plaintext.count && !objects.isEmpty && objects.allSatisfy { [0x00, 0x10].contains($0.id >> 8) }
  }

  public static func beginning(of octets: [UInt8]) -> [Field] {
    // What is missing has no place, whatever it is. The header has 16 octets at most.
    do throws(Malformation) {
      return try Header(decoding: octets + [UInt8](repeating: 0, count: 16)).fields
    } catch {
      return []
    }
  }
}

extension MiBeacon {
  /// Which fields follow and what the device is.
  public struct Header: Hashable, Sendable {
    /// What the frame has.
    public let frameControl: FrameControl
    /// The maker's number of the product.
    public let product: UInt16
    /// Counts frames.
    public let frameCounter: UInt8
    /// The device's address as printed, 6 octets; `nil` when the frame leaves it out.
    public let address: [UInt8]?
    /// `nil` when the frame leaves it out.
    public let capability: UInt8?
    /// Two octets of the address of a device that has Wi-Fi, too. Bits 3 and 4 of ``capability`` announce them when both are
    /// set.
    public let wifiAddressEnd: [UInt8]?
    /// How the device can be confirmed when it is registered: bit 0 by digits that are entered, bit 4 by digits that it
    /// shows, bit 7 by a picture. Bit 5 of ``capability`` announces it.
    public let ioCapability: UInt16?

    fileprivate init(decoding octets: [UInt8]) throws(Malformation) {
      try octets.require(5)
      frameControl = FrameControl(rawValue: UInt16(littleEndian: octets, at: 0))
      product = UInt16(littleEndian: octets, at: 2)
      frameCounter = octets[4]
      var position = 5
      var address: [UInt8]?
      var capability: UInt8?
      var wifiAddressEnd: [UInt8]?
      var ioCapability: UInt16?
      if frameControl.contains(.address) {
        try octets.require(position + 6)
        address = Array(octets[position..<position + 6].reversed())
        position += 6
      }
      if frameControl.contains(.capability) {
        try octets.require(position + 1)
        capability = octets[position]
        position += 1
        let announced = octets[position - 1]
        if announced & 0x18 == 0x18 {
          try octets.require(position + 2)
          wifiAddressEnd = Array(octets[position..<position + 2])
          position += 2
        }
        if announced & 0x20 != 0 {
          try octets.require(position + 2)
          ioCapability = UInt16(littleEndian: octets, at: position)
        }
      }
      self.address = address
      self.capability = capability
      self.wifiAddressEnd = wifiAddressEnd
      self.ioCapability = ioCapability
    }

    fileprivate var octets: [UInt8] {
      frameControl.rawValue.littleEndianOctets + product.littleEndianOctets + [frameCounter]
        + Array((address ?? []).reversed()) + (capability.map { [$0] } ?? []) + (wifiAddressEnd ?? [])
        + (ioCapability?.littleEndianOctets ?? [])
    }

    fileprivate var fields: [Field] {
      let addressRole = Field.Role.address(isLittleEndian: true, name: "the address of a MiBeacon device")
      let capabilityStart = address == nil ? 5 : 11
      let wifiStart = capabilityStart + 1
      let ioStart = wifiStart + (wifiAddressEnd == nil ? 0 : 2)
      return [
        Field("version", frameControl.version, label: "version", at: 0..<2, role: .structure),
        Field("product", .hexNumber(UInt64(product), octets: 2), label: "product", at: 2..<4, role: .structure),
        Field("frameCounter", frameCounter, label: "frame", at: 4..<5),
        Field(
          "address", address.map { .address($0) } ?? .null, at: address.map { _ in 5..<11 },
          role: address == nil ? .data : addressRole, wording: .value),
        Field("mesh", frameControl.contains(.mesh), whenTrue: "mesh", at: 0..<2, role: .structure),
        Field(
          "capability", capability, at: capability.map { _ in capabilityStart..<capabilityStart + 1 },
          role: .structure),
        Field(
          "wifiAddressEnd", wifiAddressEnd.map { .octets($0) } ?? .null, label: "part of the Wi-Fi address",
          at: wifiAddressEnd.map { _ in wifiStart..<wifiStart + 2 }),
        Field("ioCapability", ioCapability, at: ioCapability.map { _ in ioStart..<ioStart + 2 }, role: .structure),
      ]
    }
  }
}

extension MiBeacon {
  /// How a device joins a mesh.
  public struct Mesh: Hashable, Sendable {
    /// Two, of which the second is reserved.
    let octets: [UInt8]

    fileprivate func fields(at start: Int) -> [Field] {
      let place = start..<start + 1
      return [
        Field("provisionsByAdvertising", octets[0] & 0x01 != 0, whenTrue: "PB-ADV", at: place, role: .structure),
        Field("provisionsByGATT", octets[0] & 0x02 != 0, whenTrue: "PB-GATT", at: place, role: .structure),
        Field("meshState", octets[0] >> 2 & 0b11, label: "mesh state", at: place, role: .structure),
        Field("meshVersion", octets[0] >> 4, label: "mesh version", at: place, role: .structure),
        .structure(at: start + 1..<start + 2),
      ]
    }
  }

  /// One measurement or event in a MiBeacon.
  public struct Object: Hashable, Sendable, DataObject {
    /// What is measured, or what happened.
    public let id: UInt16
    /// At most 255 octets.
    public let value: [UInt8]

    /// `nil` when the value is longer than its length octet can say.
    public init?(id: UInt16, value: [UInt8]) {
      guard value.count <= 255 else { return nil }
      self.id = id
      self.value = value
    }

    /// The whole objects at the start of the octets, and where they end.
    fileprivate static func all(in octets: [UInt8]) -> (objects: [Object], end: Int) {
      var objects: [Object] = []
      var position = 0
      while octets.count - position >= 3 {
        let end = position + 3 + Int(octets[position + 2])
        guard end <= octets.count,
          let object = Object(
            id: UInt16(littleEndian: octets, at: position), value: Array(octets[(position + 3)..<end]))
        else { break }
        objects.append(object)
        position = end
      }
      return (objects, position)
    }

    var octets: [UInt8] { id.littleEndianOctets + [UInt8(truncatingIfNeeded: value.count)] + value }

    func fields(from start: Int) -> [Field] {
      let measurements = measurements ?? []
      // The measurements say the same in words.
      let label = "object " + HexDigits.number(id, octets: 2)
      let wording: Field.Wording = !measurements.isEmpty ? .hidden : value.isEmpty ? .phrase(label) : .value
      return [
        Field("id", id, at: start..<start + 2, role: .structure),
        .structure(at: start + 2..<start + 3),
        Field("value", .octets(value), label: label, at: start + 3..<start + 3 + value.count, wording: wording),
        Field("measurements", .list(measurements.map { .object($0.fields) }), wording: .items(separator: ", ")),
      ]
    }
  }
}
