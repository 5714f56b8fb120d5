/// One link-layer packet, whatever capture header it came with. Its octets go beside it.
struct LinkLayerPacket {
  let time: Timestamp?
  let record: Int
  /// The access address with which all advertising is sent, except periodic advertising.
  static let advertisingAccessAddress: UInt32 = 0x8E89_BED6
  let accessAddress: UInt32
  /// What the capture's header says.
  let reception: Reception
  /// Whether the capture kept the packet's beginning only.
  let isSliced: Bool
  /// Offset in the input of its first octet.
  let fileOffset: Int
  /// Where it is in the record's octets, from the header of its PDU on: PDU and CRC.
  let place: Range<Int>

  /// What a capture's header says about a packet. Each link type knows some of it.
  struct Reception: Hashable {
    /// The channel index of the link layer, 0 to 39; 37 to 39 are the primary advertising channels.
    var channel: UInt8?
    /// In dBm.
    var rssi: Int8?
    /// The result of the receiver's own check; `unchecked` when it made none or does not say.
    var crc = AdvertisingReport.CRC.unchecked
    var phy: PHY?
    /// Which packet a PDU of type 7 is.
    var auxiliaryKind: AuxiliaryKind?
  }

  enum PHY: UInt8, Hashable {
    case oneMegabit
    case twoMegabit
    case coded
  }

  /// What a PDU of type 7 off the primary channels is: the PDU itself does not say. Numbered as in capture headers.
  enum AuxiliaryKind: UInt8, Hashable {
    /// Also what writers give that do not know.
    case advInd
    case chainInd
    case syncInd
    case scanRsp
  }

  /// Takes the access address off, and on LE Coded the coding indicator between it and the PDU.
  ///
  /// `nil`, with a problem noted, when that leaves no PDU header.
  @inline(__always)
  init?(
    of record: CaptureRecord, _ octets: Span<UInt8>, at start: Int, end: Int? = nil, reception: Reception,
    problems: inout ProblemLog
  ) {
    let end = end ?? octets.count
    let header = start + (reception.phy == .coded ? 5 : 4)
    guard end - header >= 2 else {
      problems.note(
        .packetCutShort, fileOffset: record.fileOffset + start, record: record.number,
        expected: "a link-layer packet of at least \(header + 2 - start) bytes", found: "\(max(end - start, 0))")
      return nil
    }
    time = record.time
    self.record = record.number
    // One check for the four octets of it.
    accessAddress = octets.extracting(start..<start &+ 4).littleEndian32(at: 0)
    self.reception = reception
    isSliced = record.originalLength > octets.count
    fileOffset = record.fileOffset + header
    place = header..<end
  }
}
