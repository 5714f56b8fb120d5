/// BTHome version 1 (service data of 0x181C, encrypted of 0x181E): objects with a length of their own. Both numbers are
/// assigned to other services, so the form of the data identifies them.
///
/// Source: bthome-ble and ble_monitor. The object ids have the same meaning as in version 2.
enum BTHomeV1 {
  /// Data of the plain service are BTHome when they are whole objects with known ids, from the first octet to the last.
  static let format = KnownPayload.Format(
    "btHomeV1", name: "BTHome 1", in: .services([plain, encrypted]),
    fields: DecryptionResult.declaredFields + [
      BTHome.Object.declaredField, .string("rest"), .integer("counter"), .string("check"),
    ], isFoundByData: { _, _ in true },
    encryption: KnownPayload.Encryption(
      sealed: { octets, owner, sender in owner == encrypted ? sealed(octets, sentFrom: sender) : nil },
      fields: { octets, owner, opening in fields(of: octets, owner, opening) }),
    where: { octets, owner in
      owner == encrypted ? octets.count >= 11 : !(objects(in: octets) ?? []).isEmpty
    },
    read: { octets, owner in
      KnownPayload.Reading(title: "probably BTHome 1:", fields: fields(of: octets, owner, .unknown))
    })

  private static let plain: UInt16 = 0x181C
  private static let encrypted: UInt16 = 0x181E

  /// Returns the encrypted objects; a counter and four octets of integrity check follow them.
  private static func sealed(_ octets: [UInt8], sentFrom sender: [UInt8]) -> EncryptedPayload {
    let end = octets.count - 8
    return EncryptedPayload(
      nonce: sender + encrypted.littleEndianOctets + octets[end..<end + 4], associatedData: [0x11],
      ciphertext: Array(octets[..<end]), proof: .check(Array(octets[(end + 4)...])))
  }

  private static func fields(of octets: [UInt8], _ owner: UInt16, _ opening: DecryptionResult) -> [Field] {
    guard owner == encrypted else {
      return [Field("encrypted", false), Field.objects(objects(in: octets) ?? [], from: 0).field]
    }
    let end = octets.count - 8
    return opening.fields(of: Array(octets[..<end]), at: 0, markedBy: nil) { plaintext in
      [
        objects(in: plaintext).map { Field.objects($0, from: 0).field }
          ?? Field("rest", .octets(plaintext), label: "not decoded", at: 0..<end)
      ]
    } + FixedFormat.Column.counterAndCheck.fields(of: Array(octets[end...]), from: end)
  }

  /// One measurement.
  fileprivate struct Object: DataObject {
    /// The form of the value: the upper three bits of the first octet.
    let form: UInt8
    /// The object id.
    let id: UInt8
    /// The value as sent, at most 30 octets.
    let value: [UInt8]
  }

  /// Returns the objects; `nil` when the octets are not whole objects with known ids.
  private static func objects(in octets: [UInt8]) -> [Object]? {
    var objects: [Object] = []
    var position = 0
    while position < octets.count {
      let length = Int(octets[position] & 0x1F)
      let end = position + 1 + length
      guard length >= 2, end <= octets.count, octets[position] >> 5 <= 4,
        BTHome.Object.Kind(id: octets[position + 1]) != nil
      else { return nil }
      objects.append(
        Object(
          form: octets[position] >> 5, id: octets[position + 1], value: Array(octets[position + 2..<end])))
      position = end
    }
    return objects
  }
}

extension BTHomeV1.Object {
  var octets: [UInt8] { [form << 5 | UInt8(truncatingIfNeeded: value.count + 1), id] + value }

  /// The number, when the value is an integer or a floating-point number that can be measured.
  private var number: DecimalNumber? {
    guard form <= 2, (1...8).contains(value.count), case .number(_, _, let factor, let decimals)? = kind?.form else {
      return nil
    }
    let bits = value.span.littleEndian(at: 0, count: value.count)
    guard form < 2 else {
      // Two decimals more than the integer has, as far as the float has them.
      return Self.float(bits, octets: value.count).flatMap { float in
        let number = float * Double(factor)
        guard number.magnitude < 1e12 else { return nil }
        return DecimalNumber(Int64((number * 100).rounded()), decimals: decimals + 2)
      }
    }
    let number = form == 1 ? Int64(signed: bits, width: 8 * value.count) : Int64(truncatingIfNeeded: bits)
    return DecimalNumber(number &* factor, decimals: decimals)
  }

  /// Returns an IEEE 754 number of two, four or eight octets; `nil` for another length, and for a number that is not
  /// finite.
  private static func float(_ bits: UInt64, octets count: Int) -> Double? {
    let number: Double
    switch count {
    case 2:
      // Not every processor has numbers of this precision.
      let exponent = bits >> 10 & 0x1F
      guard exponent < 31 else { return nil }
      let magnitude =
        exponent == 0
        ? Float(bits & 0x3FF) / 16_777_216
        : Float(bitPattern: UInt32(truncatingIfNeeded: (exponent + 112) << 23 | (bits & 0x3FF) << 13))
      number = Double(bits & 0x8000 == 0 ? magnitude : -magnitude)
    case 4: number = Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 8: number = Double(bitPattern: bits)
    default: return nil
    }
    return number.isFinite ? number : nil
  }

  private var kind: BTHome.Object.Kind? { BTHome.Object.Kind(id: id) }

  func fields(from start: Int) -> [Field] {
    let unit = kind?.unit ?? ""
    let place = start + 2..<start + 2 + value.count
    let name = kind?.name ?? ""
    let meaning =
      if let number { Field(measured: "value", number, label: name, unit: unit, sent: value, at: place) } else {
        Field(
          "value", kind?.form == .binary ? .truth(value != [0]) : form == 3 ? .foreignText(value) : .octets(value),
          label: name, unit: unit, whenEmpty: "", at: place, role: form == 3 ? .text : .data)
      }
    return [
      .structure(at: start..<start + 1),
      Field("id", id, at: start + 1..<start + 2, role: .structure),
      Field("name", .text(name)),
      meaning,
      Field("unit", unit.isEmpty ? .null : .text(unit)),
    ]
  }
}
