/// Xiaomi's MiBeacon (service data of 0xFE95): a header whose frame control says what follows, then measurements.
///
/// Source: the MiBeacon protocol as implemented by xiaomi-ble, and mible_beacon.c of Xiaomi's SDK; little-endian.
package enum MiBeacon {
  package static let format = KnownPayload.Format(
    "miBeacon", name: "MiBeacon", in: .services([0xFE95]),
    fields: [.string("data")] + Header.declaredFields + DecryptionResult.declaredFields + [
      Object.declaredField, .string("rest"), .string("counterExtension"), .string("check"),
    ] + mesh.declared,
    beginning: { octets in
      // What is missing has no place, whatever it is. The header has 16 octets at most.
      Header(of: octets + [UInt8](repeating: 0, count: 16))?.fields ?? []
    }, isFoundByData: { _, _ in true },
    encryption: KnownPayload.Encryption(
      address: { Frame(of: $0)?.header.address }, sealed: { octets, _, sender in Frame(of: octets)?.sealed(sender) },
      fields: { octets, _, opening in Frame(of: octets)?.fields(opening) }),
    read: { octets, _ throws(Malformation) in
      let frame = try Frame(decoding: octets)
      return KnownPayload.Reading(fields: frame.fields(.unknown), problems: frame.problems)
    })

  /// Whether decrypted octets of versions 2 and 3 are whole objects, with numbers as those versions have. Of wrong keys one
  /// in 32,768 gives such octets.
  static func hasMeaning(_ plaintext: [UInt8]) -> Bool {
    let (objects, end) = Object.all(in: plaintext)
    return end == plaintext.count && !objects.isEmpty && objects.allSatisfy { [0x00, 0x10].contains($0.id >> 8) }
  }

  /// How the device joins a mesh, in the last two octets. The second is reserved.
  private static let mesh: [FixedFormat.Column] = [
    .flag("provisionsByAdvertising", at: 0, mask: 0x01, whenTrue: "PB-ADV", role: .structure),
    .flag("provisionsByGATT", at: 0, mask: 0x02, whenTrue: "PB-GATT", role: .structure),
    .integer("meshState", at: 0, mask: 0x0C, label: "mesh state", role: .structure),
    .integer("meshVersion", at: 0, mask: 0xF0, label: "mesh version", role: .structure), .structure(at: 1..<2),
  ]
}

extension MiBeacon {
  /// What the first two octets say.
  private struct FrameControl {
    let bits: UInt16

    /// The objects are encrypted.
    var isEncrypted: Bool { bits & 0x08 != 0 }
    var hasAddress: Bool { bits & 0x10 != 0 }
    var hasCapability: Bool { bits & 0x20 != 0 }
    var hasObjects: Bool { bits & 0x40 != 0 }
    /// The device is part of a mesh.
    var isOfMesh: Bool { bits & 0x80 != 0 }
    var version: UInt16 { bits >> 12 }

    /// What the check of encrypted objects takes; `nil` when the version is not known here. Before version 4 it is not known
    /// how it is made.
    var checkOctets: Int? {
      switch version {
      case 2...3: 1
      case 4...5: 4
      default: nil
      }
    }
  }

  /// Which fields follow and what the device is.
  private struct Header {
    let octets: [UInt8]
    let control: FrameControl
    /// As printed, 6 octets; `nil` when the frame leaves it out.
    let address: [UInt8]?
    /// `nil` when the frame leaves it out. Bits 3 and 4 announce two octets of the address of a device that has Wi-Fi, too,
    /// when both are set, and bit 5 how the device can be confirmed when it is registered.
    private let capability: UInt8?
    /// Octets of the header.
    let count: Int

    private var hasWiFi: Bool { (capability ?? 0) & 0x18 == 0x18 }
    private var hasIO: Bool { (capability ?? 0) & 0x20 != 0 }

    init(decoding octets: [UInt8]) throws(Malformation) {
      try octets.require(5)
      self.octets = octets
      control = FrameControl(bits: UInt16(littleEndian: octets, at: 0))
      var position = 5
      if control.hasAddress {
        try octets.require(position + 6)
        address = octets[position..<position + 6].reversed()
        position += 6
      } else {
        address = nil
      }
      if control.hasCapability {
        try octets.require(position + 1)
        let announced = octets[position]
        capability = announced
        position += 1
        if announced & 0x18 == 0x18 { position += 2 }
        try octets.require(position)
        if announced & 0x20 != 0 { position += 2 }
        try octets.require(position)
      } else {
        capability = nil
      }
      count = position
    }

    /// `nil` when there are too few octets.
    init?(of octets: [UInt8]) {
      do throws(Malformation) { try self.init(decoding: octets) } catch { return nil }
    }

    static let declaredFields: [DeclaredField] = [
      .integer("version"), .integer("product"), .integer("frameCounter"), .string("address", orNull: true),
      .boolean("mesh"), .integer("capability", orNull: true), .string("wifiAddressEnd", orNull: true),
      .integer("ioCapability", orNull: true),
    ]

    var fields: [Field] {
      let addressRole = Field.Role.address(isLittleEndian: true, name: "the address of a MiBeacon device")
      let capabilityStart = address == nil ? 5 : 11
      let wifi = capabilityStart + 1..<capabilityStart + 3
      let io = count - 2..<count
      let product = UInt16(littleEndian: octets, at: 2)
      return [
        Field("version", control.version, label: "version", at: 0..<2, role: .structure),
        Field("product", .hexNumber(UInt64(product), octets: 2), label: "product", at: 2..<4, role: .structure),
        Field("frameCounter", octets[4], label: "frame", at: 4..<5),
        Field(
          "address", address.map { .address($0) } ?? .null, at: address.map { _ in 5..<11 },
          role: address == nil ? .data : addressRole, wording: .value),
        Field("mesh", control.isOfMesh, whenTrue: "mesh", at: 0..<2, role: .structure),
        Field(
          "capability", capability, at: capability.map { _ in capabilityStart..<capabilityStart + 1 },
          role: .structure),
        Field(
          "wifiAddressEnd", hasWiFi ? .octets(Array(octets[wifi])) : .null, label: "part of the Wi-Fi address",
          at: hasWiFi ? wifi : nil),
        // Bit 0 by digits that are entered, bit 4 by digits that it shows, bit 7 by a picture.
        Field(
          "ioCapability", hasIO ? UInt16(littleEndian: octets, at: io.lowerBound) : nil, at: hasIO ? io : nil,
          role: .structure),
      ]
    }
  }

  /// A header and what follows it.
  private struct Frame {
    let octets: [UInt8]
    let header: Header
    /// Between the header and what the frame says of a mesh.
    private let body: Range<Int>
    /// Where three octets that extend the counter and the check begin; `nil` when nothing is encrypted in a layout known
    /// here.
    private let ciphertextEnd: Int?

    private var control: FrameControl { header.control }

    /// Throws when the octets are too few for what the frame control announces.
    init(decoding octets: [UInt8]) throws(Malformation) {
      self.octets = octets
      header = try Header(decoding: octets)
      let control = header.control
      // Before version 4 this bit announced other data.
      let hasMesh = control.isOfMesh && control.version >= 4 && octets.count >= header.count + 2
      body = header.count..<octets.count - (hasMesh ? 2 : 0)
      guard control.hasObjects, control.isEncrypted, let checkOctets = control.checkOctets,
        control.version >= 4 || body.count >= 7
      else {
        ciphertextEnd = nil
        return
      }
      try octets.require(header.count + 3 + checkOctets + (hasMesh ? 2 : 0))
      ciphertextEnd = body.upperBound - 3 - checkOctets
    }

    /// `nil` when there are too few octets.
    init?(of octets: [UInt8]) {
      do throws(Malformation) { try self.init(decoding: octets) } catch { return nil }
    }

    /// Where octets begin that the frame control does not announce, or an object that is cut off; `nil` when it is not known
    /// how objects are encrypted.
    private var rest: Range<Int> {
      if !control.hasObjects { return body }
      if control.isEncrypted { return body.upperBound..<body.upperBound }
      return body.lowerBound + Object.all(in: Array(octets[body])).end..<body.upperBound
    }

    var problems: [KnownPayload.Problem] {
      let rest = rest
      // An object has begun that needs more octets than follow.
      let isCut = rest.count >= 3 && control.hasObjects
      // What older versions have behind the objects is not known: devices on sale send an octet there.
      guard !rest.isEmpty, control.version >= 4 || isCut else { return [] }
      return control.hasObjects
        ? [.cut(offset: rest.lowerBound)]
        : KnownPayload.Problem.surplus(Array(octets[rest]), at: rest.lowerBound)
    }

    /// The fields, with what a key tells of encrypted ones.
    func fields(_ opening: DecryptionResult) -> [Field] {
      let rest = rest
      // Of decrypted objects the rest is among their fields.
      let isOpened = if case .opened = opening { true } else { false }
      let isPlain = !control.hasObjects || !control.isEncrypted
      // The length of an object that is cut off.
      let length = isPlain && control.hasObjects && !rest.isEmpty
      return header.fields + contents(opening)
        + (isOpened
          ? [] : [Field("rest", .octets(Array(octets[rest])), label: "not decoded", at: rest)])
        + (length ? [.structure(at: rest.lowerBound + 2..<rest.lowerBound + 3)] : [])
        + (body.upperBound < octets.count
          ? mesh.fields(of: Array(octets[body.upperBound...]), from: body.upperBound) : [])
    }

    private func contents(_ opening: DecryptionResult) -> [Field] {
      let start = body.lowerBound
      guard control.hasObjects, control.isEncrypted else {
        let objects = control.hasObjects ? Object.all(in: Array(octets[body])).objects : []
        return [Field("encrypted", false, at: 0..<2, role: .structure), Field.objects(objects, from: start).field]
      }
      // Another version has a layout that is not known here, and what is too short for the one before version 4 none.
      guard let end = ciphertextEnd else {
        return [
          Field("encrypted", true, whenTrue: "encrypted", at: 0..<2, role: .structure),
          Field("ciphertext", .octets(Array(octets[body])), label: "data", at: body),
        ]
      }
      return opening.fields(of: Array(octets[start..<end]), at: start, markedBy: 0..<2) { plaintext in
        let (objects, objectsEnd) = Object.all(in: plaintext)
        return Field.objects(objects, rest: plaintext[objectsEnd...], from: start)
      } + [
        Field(
          "counterExtension", .octets(Array(octets[end..<end + 3])), label: "counter extension", at: end..<end + 3),
        Field(
          "check", .octets(Array(octets[end + 3..<body.upperBound])), label: "check", at: end + 3..<body.upperBound),
      ]
    }

    /// The encrypted part; `nil` when nothing is encrypted, or in a version not known here. An address in the data counts
    /// more than that of the sender.
    ///
    /// Source: xiaomi-ble, also for versions 2 and 3, of which it leaves the check unread.
    func sealed(_ sender: [UInt8]) -> EncryptedPayload? {
      guard let end = ciphertextEnd else { return nil }
      let ciphertext = Array(octets[body.lowerBound..<end])
      let counterExtension = octets[end..<end + 3]
      let address: [UInt8] = (header.address ?? sender).reversed()
      guard control.version >= 4 else {
        return EncryptedPayload(
          nonce: Array(octets[..<5] + counterExtension + address[..<5]), associatedData: [], ciphertext: ciphertext,
          proof: .meaning)
      }
      // The product and the counter of frames.
      return EncryptedPayload(
        nonce: address + octets[2..<5] + counterExtension, associatedData: [0x11], ciphertext: ciphertext,
        proof: .check(Array(octets[end + 3..<body.upperBound])))
    }
  }

  /// One measurement or event in a MiBeacon.
  struct Object: DataObject {
    /// What is measured, or what happened.
    let id: UInt16
    /// At most 255 octets.
    let value: [UInt8]

    /// The whole objects at the start of the octets, and where they end.
    fileprivate static func all(in octets: [UInt8]) -> (objects: [Object], end: Int) {
      var objects: [Object] = []
      var position = 0
      while octets.count - position >= 3 {
        let end = position + 3 + Int(octets[position + 2])
        guard end <= octets.count else { break }
        objects.append(
          Object(id: UInt16(littleEndian: octets, at: position), value: Array(octets[(position + 3)..<end])))
        position = end
      }
      return (objects, position)
    }

    var octets: [UInt8] { id.littleEndianOctets + [UInt8(truncatingIfNeeded: value.count)] + value }

    static let declaredField = DeclaredField.objects(
      "objects", [.integer("id"), .string("value"), declaredMeasurements])

    func fields(from start: Int) -> [Field] {
      let measurements = measurements
      // The measurements say the same in words.
      let label = "object " + HexDigits.number(id, octets: 2)
      let wording: Field.Wording = !measurements.isEmpty ? .hidden : value.isEmpty ? .phrase(label) : .value
      return [
        Field("id", id, at: start..<start + 2, role: .structure),
        .structure(at: start + 2..<start + 3),
        Field("value", .octets(value), label: label, at: start + 3..<start + 3 + value.count, wording: wording),
        Field("measurements", .list(measurements), wording: .items(separator: ", ")),
      ]
    }
  }
}
