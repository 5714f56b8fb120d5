/// What an interface description block says about the packets of one interface.
struct PcapngInterface {
  let linkType: LinkType
  /// Octets after which packets were cut; `nil` when they were not.
  let snapLength: Int?
  private var resolution = Resolution.decimal(6)
  /// Seconds to add to every time.
  private var offset: Int64 = 0

  /// The part of a second that times count in.
  private enum Resolution {
    /// 10 to the power of minus this.
    case decimal(Int)
    /// 2 to the power of minus this.
    case binary(Int)
  }

  /// Octets of a block before its options.
  static let headerLength = 16

  /// `block` starts with the block's type and holds at least ``headerLength`` octets; of its options those that are not
  /// whole, or of a wrong length, count as absent.
  init(_ block: Span<UInt8>, order: OctetOrder) {
    linkType = LinkType(number: Int(block.integer16(at: 8, order)))
    let snapLength = Int(block.integer32(at: 12, order))
    self.snapLength = snapLength == 0 ? nil : snapLength
    var place = Self.headerLength
    while block.count - place >= 4 {
      let code = block.integer16(at: place, order)
      let length = Int(block.integer16(at: place + 2, order))
      let value = place + 4
      guard code != 0, block.count - value >= length else { return }
      switch (code, length) {
      case (9, 1):
        let exponent = Int(block[value] & 0x7F)
        resolution = block[value] & 0x80 == 0 ? .decimal(exponent) : .binary(exponent)
      case (14, 8): offset = Int64(bitPattern: block.integer64(at: value, order))
      default: break
      }
      // Options are padded to four octets.
      place = value + (length + 3) / 4 * 4
    }
  }

  /// The moment that `units` means, parts of a microsecond cut off; `nil` when it is out of reach of ``Timestamp``.
  func time(_ units: UInt64) -> Timestamp? {
    guard let sinceOffset = microseconds(units) else { return nil }
    let (offsetMicroseconds, isTooFar) = offset.multipliedReportingOverflow(by: 1_000_000)
    let (microseconds, isTooLate) = sinceOffset.addingReportingOverflow(offsetMicroseconds)
    return isTooFar || isTooLate ? nil : Timestamp(microseconds: microseconds)
  }

  private func microseconds(_ units: UInt64) -> Int64? {
    switch resolution {
    case .decimal(6): return Int64(exactly: units)
    case .decimal(let exponent) where exponent < 6:
      let (product, isTooLarge) = units.multipliedReportingOverflow(by: Self.powerOfTen(6 - exponent))
      return isTooLarge ? nil : Int64(exactly: product)
    case .decimal(let exponent):
      // No 64 bits are worth a microsecond in units that small.
      return exponent - 6 > 19 ? 0 : Int64(exactly: units / Self.powerOfTen(exponent - 6))
    case .binary(let exponent):
      let product = units.multipliedFullWidth(by: 1_000_000)
      if exponent >= 64 { return Int64(product.high >> UInt64(exponent - 64)) }
      guard product.high >> UInt64(exponent) == 0 else { return nil }
      // Shifting by 64 gives 0, which is what is left of the upper half when the exponent is 0.
      return Int64(exactly: product.high << UInt64(64 - exponent) | product.low >> UInt64(exponent))
    }
  }

  /// `exponent` is at most 19.
  private static func powerOfTen(_ exponent: Int) -> UInt64 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
