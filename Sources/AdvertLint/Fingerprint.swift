internal import AdvertisingData

/// What makes a finding the same one in the next run, in another capture, on another machine: the rule, the device and
/// the payload, never where in a file it was met or how its message reads.
///
/// Written as 16 hex digits: FNV-1a, 64 bits, over the fields below, each after its length.
///
/// - The rule's id.
/// - The device: the name of a declared layout; an address that does not change, be it public, random static or an
///   identity. Nothing for private addresses, which rotate, so that a phone is known under its next address too.
/// - The payload in its normal form (``NormalPayload``), and in it the place of the bytes flagged.
/// - For what concerns an input as a whole, what is expected of it, or else the file's name without its folders.
public struct Fingerprint: Hashable, Sendable {
  private let bits: UInt64

  private init(_ hash: FieldHash) {
    bits = hash.bits
  }

  /// The finding a flag becomes.
  init(of flag: Report.Flag, rule: Rule, in subject: Subject) {
    var hash = FieldHash()
    hash.add(rule.id)
    hash.add(subject.stableIdentity ?? "")
    if let position = flag.location.payload, let payload = subject.payload(at: flag.location) {
      let normal = NormalPayload(payload)
      hash.add(position.block.rawValue)
      hash.add(normal.octets)
      let start = flag.offset ?? 0
      hash.add(normal.place(of: start..<start + (flag.length ?? 0)))
    } else if let layout = flag.location.layout.map({ subject.layouts[$0] })
      ?? (subject.stableIdentity == nil ? subject.layouts.first : nil)
    {
      for (position, payload) in layout.payloads {
        hash.add(position.block.rawValue)
        hash.add(NormalPayload(payload.payload).octets)
      }
    }
    self.init(hash)
  }

  /// A finding on an input, or on a whole run.
  init(of flag: Report.Flag, rule: Rule, path: String) {
    var hash = FieldHash()
    hash.add(rule.id)
    if let expectation = flag.expectation {
      hash.add(expectation)
    } else {
      hash.add(path.split(separator: "/").last.map(String.init) ?? path)
    }
    self.init(hash)
  }

  /// That of another finding of the rule at the same place of the same payload, the `count`th after the first.
  func repeated(_ count: Int) -> Fingerprint {
    guard count > 0 else { return self }
    var hash = FieldHash()
    hash.add(description)
    hash.add([UInt8(truncatingIfNeeded: count)])
    return Fingerprint(hash)
  }
}

extension Fingerprint: CustomStringConvertible {
  public var description: String {
    HexText.compact((0..<8).reversed().map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) })
  }
}

/// FNV-1a over fields: each is preceded by its length, so that no two lists of fields are the same octets.
private struct FieldHash {
  private(set) var bits: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ field: String) {
    add(Array(field.utf8))
  }

  mutating func add(_ field: [UInt8]) {
    for shift in 0..<4 { mix(UInt8(truncatingIfNeeded: field.count >> (8 * shift))) }
    for octet in field { mix(octet) }
  }

  private mutating func mix(_ octet: UInt8) {
    bits = (bits ^ UInt64(octet)) &* 0x100_0000_01B3
  }
}
