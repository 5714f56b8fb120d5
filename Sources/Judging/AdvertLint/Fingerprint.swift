internal import AdvertisingData

/// Identifies a finding in later runs, in other captures, on other machines: by the rule, the device and the payload,
/// never by the place in a file or the wording of its message.
///
/// Written as 16 hex digits: FNV-1a, 64 bits, over the fields below, each after its length.
///
/// - The rule's id.
/// - The device: the name of a declared layout; an address that does not change, be it public, random static or an
///   identity. Empty for private addresses, which rotate, so that a phone keeps its fingerprints under its next
///   address.
/// - The payload in its normal form (`NormalPayload`), and in it the place of the bytes flagged.
/// - For a finding on an input as a whole: the expectation, or else the file's name without its folders. For parts that
///   were not read or not judged, also which parts and where, and the mark of the file's content, because a name does
///   not identify the content. A file in an archive has the mark that it has alone, whatever else is in the archive.
public struct Fingerprint: Hashable, Sendable {
  private let bits: UInt64

  init(_ hash: FieldHash) {
    bits = hash.bits
  }

  /// The fingerprint of a finding on an input, or on a whole run.
  init(of flag: Flag, rule: Rule, path: String) {
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

  /// Returns the fingerprint of another finding of the rule at the same place of the same payload, the `count`th after
  /// the first.
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
