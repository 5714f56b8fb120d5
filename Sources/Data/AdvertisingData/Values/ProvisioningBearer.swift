extension ADType {
  /// AD type 0x29: ``ProvisioningBearer``.
  public static let pbADV = Self(rawValue: 0x29)
}

/// A PDU of the provisioning of a Bluetooth Mesh device (AD type 0x29, PB-ADV).
///
/// Source: Mesh Protocol, PB-ADV; BlueZ's mesh/pb-adv.c and mesh/provision.h for the types of PDUs. The numbers are
/// sent most significant octet first.
public struct ProvisioningBearer: Hashable, Sendable {
  /// The number of the provisioning link.
  public let link: UInt32
  /// The number of the transaction.
  public let transaction: UInt8
  /// The generic provisioning PDU, 1 to 24 octets.
  public let pdu: [UInt8]

  /// Creates the value; `nil` unless the PDU has 1 to 24 octets.
  public init?(link: UInt32, transaction: UInt8, pdu: [UInt8]) {
    guard (1...24).contains(pdu.count) else { return nil }
    self.link = link
    self.transaction = transaction
    self.pdu = pdu
  }

  /// Throws unless there are 6 to 29 octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count >= 6 else { throw .tooShort(minimum: 6, actual: value.count) }
    guard value.count <= 29 else { throw .tooLong(maximum: 29, actual: value.count) }
    link = UInt32(value.bigEndian(at: 0, count: 4))
    transaction = value[4]
    pdu = Array(copying: value.extracting(droppingFirst: 5))
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] { Array(bigEndian: link, count: 4) + [transaction] + pdu }
}

extension ProvisioningBearer {
  /// The message of a generic provisioning PDU, by its first octet.
  public enum Message: Hashable, Sendable {
    /// The first part of a provisioning PDU: the number of parts that follow it, the length and the checksum of the
    /// whole.
    case start(following: UInt8, length: UInt16, checksum: UInt8, [UInt8])
    /// The transaction was received.
    case acknowledgement
    /// Another part of a provisioning PDU.
    case continuation(part: UInt8, [UInt8])
    /// The provisioner opens a link to the device with this UUID.
    case linkOpen(BluetoothUUID)
    /// The device accepts the link.
    case linkAcknowledgement
    /// The link is closed: 0 success, 1 timeout, 2 failure.
    case linkClose(reason: UInt8)
    /// Another number of link control, or too few octets.
    case other
  }

  /// The PDU taken apart.
  public var message: Message {
    let upper = pdu[0] >> 2
    switch (pdu[0] & 0x03, upper) {
    case (0, _) where pdu.count >= 4:
      return .start(following: upper, length: UInt16(bigEndian: pdu, at: 1), checksum: pdu[3], Array(pdu[4...]))
    case (1, 0): return .acknowledgement
    case (2, _): return .continuation(part: upper, Array(pdu[1...]))
    case (3, 0) where pdu.count >= 17:
      return .linkOpen(BluetoothUUID(high: UInt64(bigEndian: pdu, at: 1), low: UInt64(bigEndian: pdu, at: 9)))
    case (3, 1): return .linkAcknowledgement
    case (3, 2) where pdu.count >= 2: return .linkClose(reason: pdu[1])
    default: return .other
    }
  }

  private static let reasons = ["success", "timeout", "failure"]
  /// The types of provisioning PDUs, from 0 on.
  private static let types = [
    "invite", "capabilities", "start", "public key", "input complete", "confirmation", "random", "data", "complete",
    "failed",
  ]

  /// Fields with the meaning of octets of the PDU, whose place and role are those of the PDU.
  fileprivate var messageFields: [Field] {
    func kind(_ name: String, _ words: String) -> Field { Field("message", .text(name), wording: .phrase(words)) }
    switch message {
    case .start(let following, let length, let checksum, let data):
      let type = data.first.flatMap { Int($0) < Self.types.count ? Self.types[Int($0)] : nil }
      return [
        kind("start", "start of a transaction"),
        Field("provisioningPDU", type.map { .text($0) } ?? .null, label: type == nil ? "" : "provisioning"),
        Field("length", length, unit: length == 1 ? "byte" : "bytes"),
        Field("following", following, label: "parts that follow:", wording: following == 0 ? .hidden : .value),
        Field("checksum", .hexNumber(UInt64(checksum), octets: 1), label: "FCS"),
      ]
    case .acknowledgement: return [kind("acknowledgement", "acknowledgement")]
    case .continuation(let part, _): return [kind("continuation", "continuation"), Field("part", part, label: "part")]
    case .linkOpen(let device):
      return [
        kind("linkOpen", "opens a link"),
        Field("device", .text(device.description), label: "to device", separator: " "),
      ]
    case .linkAcknowledgement: return [kind("linkAcknowledgement", "accepts the link")]
    case .linkClose(let reason):
      let name = Int(reason) < Self.reasons.count ? Self.reasons[Int(reason)] : nil
      return [
        kind("linkClose", "closes the link"), Field("reason", reason),
        Field("reasonName", name.map { .text($0) } ?? .null, wording: .phrase(name ?? "reason \(reason)")),
      ]
    case .other: return [Field("message", .null)]
    }
  }
}

extension ProvisioningBearer: SingleTypeCodec {
  static var assignedType: ADType { .pbADV }
  static var allowances: Allowances { Allowances(scanResponse: .notAllowed) }
  var adValue: ADValue { .provisioningBearer(self) }

  static let declaredFields: [DeclaredField] = [
    .integer("link"), .integer("transaction"), .string("pdu"), .string("message", orNull: true),
    .string("provisioningPDU", orNull: true), .integer("length"), .integer("following"), .integer("checksum"),
    .integer("part"), .string("device"), .integer("reason"), .string("reasonName", orNull: true),
  ]

  var fields: [Field] {
    [
      .title("PB-ADV:"),
      Field("link", .hexNumber(UInt64(link), octets: 4), label: "link", at: 0..<4),
      Field("transaction", transaction, label: "transaction", at: 4..<5),
      Field("pdu", .octets(pdu), label: "PDU", at: 5..<5 + pdu.count),
    ] + messageFields
  }
}
