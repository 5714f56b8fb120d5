/// Xiaomi's MiBeacon (service data of 0xFE95): a header whose frame control announces the parts that follow, then
/// measurements.
///
/// Source: the MiBeacon protocol as implemented by xiaomi-ble, and mible_beacon.c of Xiaomi's SDK; little-endian.
package enum MiBeacon {
  package static let format = KnownPayload.Format(
    "miBeacon", name: "MiBeacon", in: .services([0xFE95]),
    fields: [.string("data")] + Header.declaredFields + DecryptionResult.declaredFields + [
      Object.declaredField, .string("rest"), .string("counterExtension"), .string("check"),
    ] + mesh.declared,
    beginning: { octets in
      // Missing octets have no place. The header has 16 octets at most.
      (try? Header(decoding: octets + [UInt8](repeating: 0, count: 16)))?.fields ?? []
    }, isFoundByData: { _, _ in true },
    encryption: KnownPayload.Encryption(
      address: { (try? Frame(decoding: $0))?.header.address },
      sealed: { octets, _, sender in (try? Frame(decoding: octets))?.sealed(sender) },
      fields: { octets, _, opening in (try? Frame(decoding: octets))?.fields(opening) }),
    read: { octets, _ throws(Malformation) in
      let frame = try Frame(decoding: octets)
      return KnownPayload.Reading(fields: frame.fields(.unknown), problems: frame.problems)
    })

  /// Returns whether decrypted octets of versions 2 and 3 are whole objects with numbers of those versions. One in
  /// 32,768 wrong keys gives such octets.
  static func hasMeaning(_ plaintext: [UInt8]) -> Bool {
    let (objects, end) = Object.all(in: plaintext)
    return end == plaintext.count && !objects.isEmpty && objects.allSatisfy { [0x00, 0x10].contains($0.id >> 8) }
  }

  /// The ways in which the device joins a mesh, in the last two octets. The second is reserved.
  private static let mesh: [FixedFormat.Column] = [
    .flag("provisionsByAdvertising", at: 0, mask: 0x01, whenTrue: "PB-ADV", role: .structure),
    .flag("provisionsByGATT", at: 0, mask: 0x02, whenTrue: "PB-GATT", role: .structure),
    .integer("meshState", at: 0, mask: 0x0C, label: "mesh state", role: .structure),
    .integer("meshVersion", at: 0, mask: 0xF0, label: "mesh version", role: .structure), .structure(at: 1..<2),
  ]
}

extension MiBeacon {
  /// The first two octets.
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

    /// The number of octets of the check of encrypted objects; `nil` when the version is not known here. Before version
    /// 4 the method of the check is not known.
    var checkOctets: Int? {
      switch version {
      case 2...3: 1
      case 4...5: 4
      default: nil
      }
    }
  }

  /// The header, with the fields that the frame control announces.
  private struct Header {
    let octets: [UInt8]
    let control: FrameControl
    /// The address as printed, 6 octets; `nil` when the frame leaves it out.
    let address: [UInt8]?
    /// The capability octet; `nil` when the frame leaves it out. When bits 3 and 4 are both set, two octets follow from
    /// the address of a device that also has Wi-Fi. Bit 5 shows how the device can be confirmed when it is registered.
    private let capability: UInt8?
    /// The number of octets of the header.
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
        // Bit 0: by digits that are entered; bit 4: by digits that it shows; bit 7: by a picture.
        Field(
          "ioCapability", hasIO ? UInt16(littleEndian: octets, at: io.lowerBound) : nil, at: hasIO ? io : nil,
          role: .structure),
      ]
    }
  }

  /// A header and the octets after it.
  private struct Frame {
    let octets: [UInt8]
    let header: Header
    /// The octets between the header and the mesh octets at the end.
    private let body: Range<Int>
    /// The offset of the three octets that extend the counter, and the check after them; `nil` when no part is
    /// encrypted in a known layout.
    private let ciphertextEnd: Int?

    private var control: FrameControl { header.control }

    /// Throws when there are fewer octets than the frame control announces.
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

    /// The octets that the frame control does not announce, or an incomplete object; `nil` when it is not known how
    /// objects are encrypted.
    private var rest: Range<Int> {
      if !control.hasObjects { return body }
      if control.isEncrypted { return body.upperBound..<body.upperBound }
      return body.lowerBound + Object.all(in: Array(octets[body])).end..<body.upperBound
    }

    var problems: [KnownPayload.Problem] {
      let rest = rest
      // An object begins that needs more octets than follow.
      let isCut = rest.count >= 3 && control.hasObjects
      // The octets that older versions send after the objects are not known: devices on sale send one octet there.
      guard !rest.isEmpty, control.version >= 4 || isCut else { return [] }
      return control.hasObjects
        ? [.cut(offset: rest.lowerBound)]
        : KnownPayload.Problem.surplus(Array(octets[rest]), at: rest.lowerBound)
    }

    func fields(_ opening: DecryptionResult) -> [Field] {
      let rest = rest
      // The rest of decrypted objects is among their fields.
      let isOpened = if case .opened = opening { true } else { false }
      let isPlain = !control.hasObjects || !control.isEncrypted
      // The length of an incomplete object.
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
      // Other versions have a layout that is not known here; before version 4, so have data that are too short.
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

    /// Returns the encrypted part; `nil` when no part is encrypted, or in a version not known here. An address in the
    /// data takes precedence over that of the sender.
    ///
    /// Source: xiaomi-ble, also for versions 2 and 3, whose check it does not read.
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
    /// The id of the measurement or event.
    let id: UInt16
    /// The value, at most 255 octets.
    let value: [UInt8]

    /// Returns the whole objects at the start of the octets, and the offset where they end.
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
      // The measurements express the same in words.
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
