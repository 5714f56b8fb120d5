/// What the octets of a record are: which headers stand before an HCI packet or a link-layer PDU.
public enum LinkType: Hashable, Sendable, BitwiseCopyable {
  /// HCI without packet indicator; the record's flags tell command, event and data apart (btsnoop data link 1001).
  case hciUnencapsulated
  /// HCI with the H4 packet indicator (btsnoop 1002, LINKTYPE_BLUETOOTH_HCI_H4 187).
  case hciH4
  /// A four-octet direction, then H4 (LINKTYPE_BLUETOOTH_HCI_H4_WITH_PHDR 201).
  case hciH4WithDirection
  /// HCI of the Linux monitor; adapter and opcode are in the record's flags (btsnoop 2001).
  case linuxMonitorFlags
  /// HCI of the Linux monitor behind a four-octet header (LINKTYPE_BLUETOOTH_LINUX_MONITOR 254).
  case linuxMonitor
  /// A link-layer packet from its access address on (LINKTYPE_BLUETOOTH_LE_LL 251).
  case linkLayer
  /// A link-layer packet behind ten octets on its reception (LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR 256).
  case linkLayerWithPseudoheader
  /// A link-layer packet behind the headers of Nordic's nRF Sniffer (LINKTYPE_NORDIC_BLE 272).
  case nordicSniffer
  /// Per-Packet Information with a link-layer packet inside (LINKTYPE_PPI 192).
  case perPacketInformation
  /// HCI without packet indicator; the record's flags hold the type that PacketLogger gives it.
  case packetLogger
  /// A link type that carries no LE advertising this library knows, by its LINKTYPE number.
  case unsupported(Int)

  /// The link type of a LINKTYPE_ number as pcap and pcapng files use it.
  public init(number: Int) {
    self =
      switch number {
      case 187: .hciH4
      case 201: .hciH4WithDirection
      case 254: .linuxMonitor
      case 251: .linkLayer
      case 256: .linkLayerWithPseudoheader
      case 272: .nordicSniffer
      case 192: .perPacketInformation
      default: .unsupported(number)
      }
  }

  /// The data link code of btsnoop, or the LINKTYPE_ number; 0 where the format has neither.
  public var number: Int {
    switch self {
    case .hciUnencapsulated: 1001
    case .hciH4: 187
    case .hciH4WithDirection: 201
    case .linuxMonitorFlags: 2001
    case .linuxMonitor: 254
    case .linkLayer: 251
    case .linkLayerWithPseudoheader: 256
    case .nordicSniffer: 272
    case .perPacketInformation: 192
    case .packetLogger: 0
    case .unsupported(let number): number
    }
  }
}

/// What a capture file says of one packet. The packet's octets are passed beside it: a value that held the view could not
/// stay in registers.
struct CaptureRecord: Sendable, BitwiseCopyable {
  /// Counts from 1, as Wireshark's frame numbers do.
  let number: Int
  /// Offset in the input of the packet's first octet.
  let fileOffset: Int
  /// `nil` when the format has no times.
  let time: Timestamp?
  /// Octets the packet had before the capture cut it; at least as many as are there.
  let originalLength: Int
  let linkType: LinkType
  /// What the format says about the packet outside its octets; the link type knows what it means.
  let flags: UInt32
}

/// Takes the records of a capture as a format reads them, each with the octets of its packet.
protocol RecordConsumer: ~Copyable {
  mutating func consume(_ record: CaptureRecord, _ octets: Span<UInt8>)
  mutating func note(_ problem: CaptureProblem)
}
