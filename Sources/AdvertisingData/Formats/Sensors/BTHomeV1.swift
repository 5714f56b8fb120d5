/// BTHome version 1 (service data of 0x181C, encrypted of 0x181E): objects that say their length themselves. Both numbers
/// are assigned to other services, so the data are known by their shape.
///
/// Source: bthome-ble and ble_monitor. The object ids mean what they mean in version 2.
public struct BTHomeV1: KnownFormat {
  public static let format = KnownPayload.Format(
    "btHomeV1", name: "BTHome 1", in: .services([plain, encrypted]), as: Self.self)
  public static func isFoundByData(_: [UInt8], of _: UInt16) -> Bool { true }

  private static let plain: UInt16 = 0x181C
  private static let encrypted: UInt16 = 0x181E

  /// What was sent.
  public let content: Content

  /// The objects, or what hides them.
  public enum Content: Hashable, Sendable {
    /// Measurements, in the order sent.
    case objects([Object])
    /// The objects encrypted, the counter and four octets of integrity check.
    case encrypted([UInt8], counter: UInt32, check: [UInt8])
  }

  /// One measurement.
  public struct Object: Hashable, Sendable, DataObject {
    /// How the value is written: the upper three bits of the first octet.
    public let form: UInt8
    /// What is measured.
    public let id: UInt8
    /// As sent, at most 30 octets.
    public let value: [UInt8]
  }

  /// Data of the plain service are of BTHome when they are whole objects with known ids, from the first octet to the last.
  public static func recognises(_ octets: [UInt8], of owner: UInt16) -> Bool {
    owner == encrypted ? octets.count >= 11 : !(objects(in: octets) ?? []).isEmpty
  }

  /// Throws when the octets are not whole objects, or too few for what encryption adds.
  public init(decoding octets: [UInt8], of owner: UInt16) throws(Malformation) {
    if owner == Self.encrypted {
      try octets.require(8)
      let end = octets.count - 8
      content = .encrypted(
        Array(octets[..<end]), counter: UInt32(littleEndian: octets, at: end), check: Array(octets[(end + 4)...]))
    } else {
      guard let objects = Self.objects(in: octets) else {
        throw .tooShort(minimum: octets.count + 1, actual: octets.count)
      }
      content = .objects(objects)
    }
  }

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

  public var octets: [UInt8] {
    switch content {
    case .objects(let objects): objects.flatMap { $0.octets }
    case .encrypted(let octets, let counter, let check): octets + counter.littleEndianOctets + check
    }
  }

  public var title: String { "probably BTHome 1:" }

  public var fields: [Field] { fields(.unknown) }

  /// The fields, with what a key tells of encrypted ones.
  func fields(_ opening: DataOpening) -> [Field] {
    switch content {
    case .objects(let objects): return [Field("encrypted", false), Field.objects(objects, from: 0).field]
    case .encrypted(let octets, let counter, let check):
      let end = octets.count
      return opening.fields(of: octets, at: 0, markedBy: nil) { plaintext in
        [
          Self.objects(in: plaintext).map { Field.objects($0, from: 0).field }
            ?? Field("rest", .octets(plaintext), label: "not decoded", at: 0..<end)
        ]
      } + [
        Field("counter", counter, label: "counter", at: end..<end + 4),
        Field("check", .octets(check), label: "check", at: end + 4..<end + 8),
      ]
    }
  }

  /// The encrypted part, `nil` when nothing is encrypted.
  func sealed(sentFrom sender: [UInt8]) -> SealedData? {
    guard case .encrypted(let ciphertext, let counter, let check) = content else { return nil }
    return SealedData(
      nonce: sender + Self.encrypted.littleEndianOctets + counter.littleEndianOctets, associatedData: [0x11],
      ciphertext: ciphertext, proof: .check(check))
  }
}

extension BTHomeV1.Object {
  var octets: [UInt8] { [form << 5 | UInt8(truncatingIfNeeded: value.count + 1), id] + value }

  /// The number, when the value is an integer or a floating-point number that can be measured.
  public var number: DecimalNumber? {
    guard form <= 2, (1...8).contains(value.count), case .number(_, _, let factor, let decimals)? = kind?.form else {
      return nil
    }
    let bits = value.span.littleEndian(at: 0, count: value.count)
    guard form < 2 else {
      // Two decimals more than the integer has, as far as the float does.
      return Self.float(bits, octets: value.count).flatMap { float in
        let number = float * Double(factor)
        guard number.magnitude < 1e12 else { return nil }
        return DecimalNumber(Int64((number * 100).rounded()), decimals: decimals + 2)
      }
    }
    let number = form == 1 ? Int64(signed: bits, width: 8 * value.count) : Int64(truncatingIfNeeded: bits)
    return DecimalNumber(number &* factor, decimals: decimals)
  }

  /// An IEEE 754 number of two, four or eight octets; `nil` for another length, and for what is no number.
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
    let said =
      if let number { Field(measured: "value", number, label: name, unit: unit, sent: value, at: place) } else {
        Field(
          "value", kind?.form == .binary ? .truth(value != [0]) : form == 3 ? .foreignText(value) : .octets(value),
          label: name, unit: unit, whenEmpty: "", at: place, role: form == 3 ? .text : .data)
      }
    return [
      .structure(at: start..<start + 1),
      Field("id", id, at: start + 1..<start + 2, role: .structure),
      Field("name", .text(name)),
      said,
      Field("unit", unit.isEmpty ? .null : .text(unit)),
    ]
  }
}
