/// The header of a block that holds a packet, in any of its three forms.
struct PcapngPacket {
  /// Number in the section.
  let interface: Int
  /// In the interface's units; `nil` when the form has no times.
  let time: UInt64?
  /// Octets in the block; `nil` when only the interface's snapshot length tells.
  let capturedLength: Int?
  let originalLength: Int

  /// Octets of a block of this type before the packet's first; `nil` when the type holds no packets.
  static func headerLength(ofType type: UInt32) -> Int? {
    switch type {
    case PcapngBlock.enhancedPacket, PcapngBlock.obsoletePacket: 28
    case PcapngBlock.simplePacket: 12
    default: nil
    }
  }

  /// Where a block of this type says how long its packet is: the captured length, or the original one if there is no
  /// other.
  static func lengthOffset(ofType type: UInt32) -> Int {
    type == PcapngBlock.simplePacket ? 8 : 20
  }

  /// `block` starts with the block's type and holds the header.
  init(_ block: Span<UInt8>, type: UInt32, order: OctetOrder) {
    guard type != PcapngBlock.simplePacket else {
      interface = 0
      time = nil
      capturedLength = nil
      originalLength = Int(block.integer32(at: 8, order))
      return
    }
    // The obsolete form has a count of drops where the other has the upper half of the interface number.
    interface =
      type == PcapngBlock.obsoletePacket ? Int(block.integer16(at: 8, order)) : Int(block.integer32(at: 8, order))
    time = UInt64(block.integer32(at: 12, order)) << 32 | UInt64(block.integer32(at: 16, order))
    capturedLength = Int(block.integer32(at: 20, order))
    originalLength = Int(block.integer32(at: 24, order))
  }
}

/// Types of blocks.
enum PcapngBlock {
  /// The same in both byte orders.
  static let sectionHeader: UInt32 = 0x0A0D_0D0A
  static let interfaceDescription: UInt32 = 1
  static let obsoletePacket: UInt32 = 2
  static let simplePacket: UInt32 = 3
  static let enhancedPacket: UInt32 = 6
  private static let journalExport: UInt32 = 9
  private static let custom: UInt32 = 0x0000_0BAD
  private static let customNotToBeCopied: UInt32 = 0x4000_0BAD

  /// Whether Wireshark shows a block of this type, which holds no packet, as a frame with a number of its own.
  static func isFrameWithoutPacket(_ type: UInt32) -> Bool {
    type == journalExport || type == custom || type == customNotToBeCopied
  }

  /// Type and length before the body, the length again after it.
  static let shortestLength = 12
  static let lengthLength = 4
}
