/// How the last octet or two of vendor data follow from those before.
public struct Checksum: Hashable, Sendable {
  public let algorithm: Algorithm
  /// How two octets make a number; `nil` for one octet.
  public let order: OctetOrder?
  /// Whether the company identifier or service UUID in front, as on the air, is covered too.
  public let coversOwner: Bool

  public enum Algorithm: Hashable, Sendable {
    /// The exclusive or of all octets.
    case xor
    /// The sum of all octets modulo 256.
    case sum
    /// The sum with all bits inverted: sum and check make 0xFF.
    case invertedSum
    /// The sum negated: sum and check make 0.
    case negatedSum
    case crc(CyclicRedundancyCheck)

    /// 1 or 2.
    public var octetCount: Int {
      if case .crc(let crc) = self { crc.width / 8 } else { 1 }
    }

    /// The check of the octets.
    public func value(of octets: some Sequence<UInt8>) -> UInt16 {
      let octet: UInt8
      switch self {
      case .xor: octet = octets.reduce(0, ^)
      case .sum: octet = octets.reduce(0, &+)
      case .invertedSum: octet = ~octets.reduce(0, &+)
      case .negatedSum: octet = 0 &- octets.reduce(0, &+)
      case .crc(let crc): return crc.value(of: octets)
      }
      return UInt16(octet)
    }

    /// Whether an octet of the message goes into the check as it is, so that a message of one octet is its own check.
    fileprivate var copiesOctets: Bool {
      if case .crc = self { false } else { true }
    }
  }

  /// Octets that a check covers at least: fewer are copied rather than checked.
  private static let fewestCovered = 2
  /// How many values the check takes at least. Three agree by accident once in 16 million.
  private static let fewestValues = 3

  private static let algorithms: [Algorithm] =
    [.xor, .sum, .invertedSum, .negatedSum] + CyclicRedundancyCheck.all.map { .crc($0) }

  /// Every check that is right in all of the values, each of `headerCount` octets of an owner's identifier and then
  /// data of one length; two octets before one.
  ///
  /// All values must differ. Only what the values prove is claimed: the check must vary with what it covers, and be more
  /// than a copy of one octet.
  static func all(in values: [[UInt8]], headerCount: Int) -> [Checksum] {
    let holding = algorithms.flatMap { algorithm -> [Checksum] in
      let orders: [OctetOrder?] = algorithm.octetCount == 1 ? [nil] : [.littleEndian, .bigEndian]
      // A check that holds both with and without the owner says nothing about the owner.
      return orders.compactMap { order in
        [false, true].lazy.map { Checksum(algorithm: algorithm, order: order, coversOwner: $0) }
          .first { $0.isProven(by: values, headerCount: headerCount) }
      }
    }
    let double = holding.filter { $0.algorithm.octetCount == 2 }
    return double.isEmpty ? holding : double
  }

  private func isProven(by values: [[UInt8]], headerCount: Int) -> Bool {
    // The owner's identifier is constant: data must be there besides.
    guard let first = values.first, first.count - algorithm.octetCount - headerCount >= Self.fewestCovered
    else { return false }
    let covered = (coversOwner ? 0 : headerCount)..<first.count - algorithm.octetCount
    var checks: Set<UInt16> = []
    for value in values {
      let check = storedCheck(in: value)
      guard algorithm.value(of: value[covered]) == check else { return false }
      if checks.count < Self.fewestValues { checks.insert(check) }
    }
    return checks.count >= Self.fewestValues && !(algorithm.copiesOctets && isCopy(covered, of: values))
  }

  private func storedCheck(in value: [UInt8]) -> UInt16 {
    let last = UInt16(value[value.count - 1])
    switch order {
    case nil: return last
    case .littleEndian: return last << 8 | UInt16(value[value.count - 2])
    case .bigEndian: return UInt16(value[value.count - 2]) << 8 | last
    }
  }

  /// Whether a single octet varies and the constant ones cancel out: the check then just repeats that octet.
  private func isCopy(_ covered: Range<Int>, of values: [[UInt8]]) -> Bool {
    guard let first = values.first else { return true }
    let varying = covered.filter { position in values.contains { $0[position] != first[position] } }
    guard let position = varying.first, varying.count == 1 else { return varying.isEmpty }
    var constants = first
    constants[position] = 0
    return algorithm.value(of: constants[covered]) == algorithm.value(of: EmptyCollection())
  }
}
