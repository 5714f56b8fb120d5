internal import AdvertisingData

/// What makes a finding the same one in the next run, in another capture, on another machine: the rule, the device and
/// the payload, never where in a file it was met or how its message reads.
///
/// Written as 16 hex digits: FNV-1a, 64 bits, over the fields below, each after its length.
///
/// - The rule's id.
/// - The device: the name of a declared layout; an address that does not change, be it public, random static or an
///   identity. Nothing for private addresses, which rotate, so that a phone is known under its next address too.
/// - The payload in its normal form (`NormalPayload`), and in it the place of the bytes flagged.
/// - For what concerns an input as a whole, what is expected of it, or else the file's name without its folders. For what
///   was not read or not judged, also what and where, and the mark of the file's content: a name says nothing of that.
public struct Fingerprint: Hashable, Sendable {
  private let bits: UInt64

  init(_ hash: FieldHash) {
    bits = hash.bits
  }

  /// A finding on an input, or on a whole run.
  init(of flag: Report.Flag, rule: Rule, path: String) {
    var hash = FieldHash()
    hash.add(rule.id)
    if let expectation = flag.input?.expectation {
      hash.add(expectation)
    } else {
      hash.add(path.split(separator: "/").last.map(String.init) ?? path)
    }
    for fact in flag.input?.facts ?? [] { hash.add(fact) }
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
    HexDigits.text(bits, digits: 16)
  }
}

/// FNV-1a over fields: each is preceded by its length, so that no two lists of fields are the same octets.
struct FieldHash {
  private var hash = FNVHash()
  var bits: UInt64 { hash.bits }

  mutating func add(_ field: String) {
    addLength(field.utf8.count)
    hash.add(field)
  }

  mutating func add(_ field: [UInt8]) {
    addLength(field.count)
    hash.add(field)
  }

  private mutating func addLength(_ count: Int) {
    for shift in 0..<4 { hash.add(UInt8(truncatingIfNeeded: count >> (8 * shift))) }
  }
}
