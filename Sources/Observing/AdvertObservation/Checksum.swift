package import AdvertisingData

/// A checksum in the last octet or two of vendor data.
package struct Checksum: Hashable, Sendable {
  package let algorithm: Algorithm
  /// The byte order of two octets; `nil` for one octet.
  package let order: OctetOrder?
  /// Whether the checksum also covers the company identifier or service UUID before the data.
  package let coversOwner: Bool

  /// The checksums that are tried.
  package enum Algorithm: Hashable, Sendable {
    /// The exclusive or of all octets.
    case xor
    /// The sum of all octets modulo 256.
    case sum
    /// The sum with all bits inverted: sum and checksum add up to 0xFF.
    case invertedSum
    /// The sum negated: sum and checksum add up to 0.
    case negatedSum
    /// A cyclic redundancy check.
    case crc(CyclicRedundancyCheck)

    /// The number of octets: 1 or 2.
    package var octetCount: Int {
      if case .crc(let crc) = self { crc.width / 8 } else { 1 }
    }

    /// Returns the checksum of the octets.
    package func value(of octets: some Sequence<UInt8>) -> UInt16 {
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

    /// Whether the checksum of a message of one octet is that octet itself.
    fileprivate var copiesOctets: Bool {
      if case .crc = self { false } else { true }
    }
  }

  /// The fewest octets that a checksum covers: a checksum of one octet would be a copy.
  private static let fewestCovered = 2
  /// The fewest different values of the checksum. Three agree by accident once in 16 million.
  private static let fewestValues = 3

  private static let algorithms: [Algorithm] =
    [.xor, .sum, .invertedSum, .negatedSum] + CyclicRedundancyCheck.all.map { .crc($0) }

  /// Returns every checksum that is right in all values. Each value has `headerCount` octets of an owner's identifier,
  /// then data of one length. Checksums of two octets come before those of one.
  ///
  /// All values must differ. The checksum must vary with the octets it covers, and be more than a copy of one octet.
  static func all(in values: [[UInt8]], headerCount: Int) -> [Checksum] {
    let holding = algorithms.flatMap { algorithm -> [Checksum] in
      let orders: [OctetOrder?] = algorithm.octetCount == 1 ? [nil] : [.littleEndian, .bigEndian]
      // A checksum that is right with and without the owner proves nothing about the owner.
      return orders.compactMap { order in
        [false, true].lazy.map { Checksum(algorithm: algorithm, order: order, coversOwner: $0) }
          .first { $0.isProven(by: values, headerCount: headerCount) }
      }
    }
    let double = holding.filter { $0.algorithm.octetCount == 2 }
    return double.isEmpty ? holding : double
  }

  private func isProven(by values: [[UInt8]], headerCount: Int) -> Bool {
    // The owner's identifier is constant, so it does not count.
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
    UInt16(truncatingIfNeeded: (order ?? .littleEndian).number(of: value.suffix(algorithm.octetCount)))
  }

  /// Returns whether a single octet varies and the constant ones cancel out: then the checksum repeats that octet.
  private func isCopy(_ covered: Range<Int>, of values: [[UInt8]]) -> Bool {
    guard let first = values.first else { return true }
    let varying = covered.filter { position in values.contains { $0[position] != first[position] } }
    guard let position = varying.first, varying.count == 1 else { return varying.isEmpty }
    var constants = first
    constants[position] = 0
    return algorithm.value(of: constants[covered]) == algorithm.value(of: EmptyCollection())
  }
}

/// A cyclic redundancy check of 8 or 16 bits, described by the customary five parameters.
package struct CyclicRedundancyCheck: Hashable, Sendable {
  /// The name in catalogues of such checks.
  package let name: String
  /// The number of bits: 8 or 16.
  package let width: Int
  /// The polynomial without its highest term, with the term of x⁰ in the lowest bit.
  package let polynomial: UInt16
  /// The initial value of the register.
  package let initial: UInt16
  /// Whether octets and the result are least significant bit first.
  package let isReflected: Bool
  /// The value that is combined with the result at the end.
  package let finalXOR: UInt16

  private init(
    _ width: Int, _ name: String, _ polynomial: UInt16, initial: UInt16 = 0, isReflected: Bool = false,
    finalXOR: UInt16 = 0
  ) {
    self.name = "CRC-\(width)/\(name)"
    self.width = width
    self.polynomial = polynomial
    self.initial = initial
    self.isReflected = isReflected
    self.finalXOR = finalXOR
  }

  /// Returns the check of the octets, in the lowest `width` bits.
  package func value(of octets: some Sequence<UInt8>) -> UInt16 {
    isReflected ? reflectedValue(of: octets) : plainValue(of: octets)
  }

  private func plainValue(of octets: some Sequence<UInt8>) -> UInt16 {
    // In the highest bits, so that the same bit decides for both widths.
    let shift = UInt16(16 - width)
    var register = initial << shift
    for octet in octets {
      register ^= UInt16(octet) << 8
      for _ in 0..<8 {
        register = register & 0x8000 == 0 ? register << 1 : register << 1 ^ polynomial << shift
      }
    }
    return register >> shift ^ finalXOR
  }

  private func reflectedValue(of octets: some Sequence<UInt8>) -> UInt16 {
    let reflected = Self.reflection(of: polynomial, width: width)
    var register = Self.reflection(of: initial, width: width)
    for octet in octets {
      register ^= UInt16(octet)
      for _ in 0..<8 {
        register = register & 1 == 0 ? register >> 1 : register >> 1 ^ reflected
      }
    }
    return register ^ finalXOR
  }

  private static func reflection(of number: UInt16, width: Int) -> UInt16 {
    var reflected: UInt16 = 0
    for bit in 0..<width where number >> UInt16(bit) & 1 == 1 {
      reflected |= 1 << UInt16(width - 1 - bit)
    }
    return reflected
  }
}

extension CyclicRedundancyCheck {
  /// The checks that are tried, those of each width from common to rare.
  package static let all: [CyclicRedundancyCheck] = [
    Self(8, "SMBUS", 0x07),
    Self(8, "MAXIM-DOW", 0x31, isReflected: true),
    Self(8, "SAE-J1850", 0x1D, initial: 0xFF, finalXOR: 0xFF),
    Self(8, "NRSC-5", 0x31, initial: 0xFF),
    Self(8, "GSM-A", 0x1D),
    Self(8, "I-432-1", 0x07, finalXOR: 0x55),
    Self(8, "ROHC", 0x07, initial: 0xFF, isReflected: true),
    Self(8, "AUTOSAR", 0x2F, initial: 0xFF, finalXOR: 0xFF),
    Self(8, "DVB-S2", 0xD5),
    Self(8, "CDMA2000", 0x9B, initial: 0xFF),
    Self(8, "WCDMA", 0x9B, isReflected: true),
    Self(8, "LTE", 0x9B),
    Self(8, "DARC", 0x39, isReflected: true),
    Self(8, "TECH-3250", 0x1D, initial: 0xFF, isReflected: true),
    Self(8, "I-CODE", 0x1D, initial: 0xFD),
    Self(8, "HITAG", 0x1D, initial: 0xFF),
    Self(8, "BLUETOOTH", 0xA7, isReflected: true),
    Self(8, "OPENSAFETY", 0x2F),
    Self(8, "GSM-B", 0x49, finalXOR: 0xFF),
    Self(16, "MODBUS", 0x8005, initial: 0xFFFF, isReflected: true),
    Self(16, "IBM-3740 (CCITT-FALSE)", 0x1021, initial: 0xFFFF),
    Self(16, "XMODEM (CCITT, initial 0)", 0x1021),
    Self(16, "KERMIT (CCITT, reflected)", 0x1021, isReflected: true),
    Self(16, "IBM-SDLC (X-25)", 0x1021, initial: 0xFFFF, isReflected: true, finalXOR: 0xFFFF),
    Self(16, "ARC", 0x8005, isReflected: true),
    Self(16, "SPI-FUJITSU (AUG-CCITT)", 0x1021, initial: 0x1D0F),
    Self(16, "GENIBUS", 0x1021, initial: 0xFFFF, finalXOR: 0xFFFF),
    Self(16, "GSM", 0x1021, finalXOR: 0xFFFF),
    Self(16, "MCRF4XX", 0x1021, initial: 0xFFFF, isReflected: true),
    Self(16, "UMTS (BUYPASS)", 0x8005),
    Self(16, "CMS", 0x8005, initial: 0xFFFF),
    Self(16, "USB", 0x8005, initial: 0xFFFF, isReflected: true, finalXOR: 0xFFFF),
    Self(16, "MAXIM-DOW", 0x8005, isReflected: true, finalXOR: 0xFFFF),
    Self(16, "DNP", 0x3D65, isReflected: true, finalXOR: 0xFFFF),
    Self(16, "T10-DIF", 0x8BB7),
  ]
}
