/// Builds a classic pcap capture in any of its variants, octet by octet as the format's description has it.
public struct PcapFile: Sendable {
  public private(set) var octets: [UInt8] = []
  /// Offset in the file of every record's header.
  public private(set) var recordOffsets: [Int] = []
  public let variant: Variant

  public static let headerLength = 24

  public struct Variant: Sendable, CustomStringConvertible {
    public let order: ByteOrder
    public let mark: Mark

    public init(_ order: ByteOrder, _ mark: Mark) {
      self.order = order
      self.mark = mark
    }

    public static let all = ByteOrder.allCases.flatMap { order in Mark.allCases.map { Variant(order, $0) } }

    public var recordHeaderLength: Int { mark == .kuznetzov ? 24 : 16 }
    public var description: String { "\(mark), \(order)-endian" }
  }

  public enum Mark: UInt32, Sendable, CaseIterable {
    case microseconds = 0xA1B2_C3D4
    case nanoseconds = 0xA1B2_3C4D
    case kuznetzov = 0xA1B2_CD34
  }

  public init(linkType: UInt32, variant: Variant = Variant(.little, .microseconds), snapshotLength: UInt32 = 65_535) {
    self.variant = variant
    octets.append(variant.mark.rawValue, order: variant.order)
    octets.append(UInt16(2), order: variant.order)
    octets.append(UInt16(4), order: variant.order)
    octets.append(UInt64(0), order: variant.order)
    octets.append(snapshotLength, order: variant.order)
    octets.append(linkType, order: variant.order)
  }

  /// The lengths follow from the packet unless they are to lie.
  public mutating func add(
    _ packet: [UInt8], seconds: UInt32 = 1_700_000_000, microseconds: UInt32 = 0, originalLength: UInt32? = nil,
    capturedLength: UInt32? = nil
  ) {
    recordOffsets.append(octets.count)
    octets.append(seconds, order: variant.order)
    octets.append(variant.mark == .nanoseconds ? microseconds * 1000 : microseconds, order: variant.order)
    octets.append(capturedLength ?? UInt32(packet.count), order: variant.order)
    octets.append(originalLength ?? UInt32(packet.count), order: variant.order)
    octets += Array(repeating: 0, count: variant.recordHeaderLength - 16)
    octets += packet
  }

  /// Offset in the file of a record's first packet octet; records count from 0 here.
  public func packetOffset(_ record: Int) -> Int {
    recordOffsets[record] + variant.recordHeaderLength
  }
}
