internal import AdvertReading
import AdvertisingData

/// A file format with records. A format is one file, and one line in ``CaptureFormats/all``.
protocol CaptureFormat: Sendable {
  /// The name in text and JSON.
  static var name: String { get }

  /// Returns whether the first octets of an input are of this format; file names never matter. Consumes nothing.
  static func recognises(_ input: inout InputWindow) -> Bool

  /// Delivers every record, and reports octets that are none. Reading ends early at damage after which the format has no
  /// other records, and where another file begins in the input. Calls go through this protocol, so formats of large
  /// captures have an implementation specialised for `Dissection`.
  static func read(_ input: inout InputWindow, into consumer: inout some RecordConsumer & ~Copyable)
    throws(CaptureError)
}

/// A format in a list: Embedded Swift has no lists of types.
struct ListedFormat: Sendable {
  let name: String
  let recognises: @Sendable (_ input: inout InputWindow) -> Bool
  let read: @Sendable (_ input: inout InputWindow, _ dissection: inout Dissection) throws(CaptureError) -> Void
  #if !hasFeature(Embedded)
    /// The same, but without a search for advertising.
    let copy: @Sendable (_ input: inout InputWindow, _ copying: inout RecordCopying) throws(CaptureError) -> Void
  #endif

  init<Format: CaptureFormat>(_ format: Format.Type) {
    name = Format.name
    recognises = { input in Format.recognises(&input) }
    read = { input, dissection throws(CaptureError) in try Format.read(&input, into: &dissection) }
    #if !hasFeature(Embedded)
      copy = { input, copying throws(CaptureError) in try Format.read(&input, into: &copying) }
    #endif
  }
}

enum CaptureFormats {
  private static let btsnooz = ListedFormat(Btsnooz.self)
  private static let monitorStream = ListedFormat(MonitorStream.self)
  private static let log = ListedFormat(Log.self)

  /// The formats in the order in which they are tried: those with a mark first. Logs come after all of them.
  static let all = [
    btsnooz, ListedFormat(Btsnoop.self), ListedFormat(Pcap.self), ListedFormat(Pcapng.self),
    ListedFormat(SmartRF.self), ListedFormat(Frontline.self), monitorStream, ListedFormat(PacketLogger.self),
  ]

  /// Returns whether files of a format are nothing but records, so that everything else in them is unread.
  static func areRecordsAlone(_ name: String) -> Bool {
    [Btsnoop.name, Pcap.name, Pcapng.name, SmartRF.name, Frontline.name, PacketLogger.name].contains(name)
  }

  static var names: String { (all + [log]).map { $0.name }.joined(separator: ", ") }

  /// - Parameters:
  ///   - readsLogs: whether a text may be a log with advertising data in its lines.
  ///   - apps: the scans of apps that a phone reports before the capture.
  static func format(
    of input: inout InputWindow, readsLogs: Bool, apps: inout [PhoneApp]
  ) throws(CaptureError) -> ListedFormat {
    for format in all where format.recognises(&input) { return format }
    if let failure = input.failure { throw .unreadable(reason: failure.reason) }
    guard !input.bytes.isEmpty else { throw .empty }
    let head = Array(copying: input.bytes.extracting(first: 16))
    if MonitorStream.beginsSoon(&input) { return monitorStream }
    if readsLogs, Log.recognises(&input) { return log }
    // In a bug report the log can come after many megabytes of other text.
    _ = input.fill(atLeast: PlainText.headLength)
    if PlainText.isPlausible(input.bytes), Btsnooz.findLog(in: &input, apps: &apps) { return btsnooz }
    if let failure = input.failure { throw .unreadable(reason: failure.reason) }
    throw .notRecognised(head: head)
  }
}

/// The meaning of a record's octets: the headers before an HCI packet or a link-layer PDU.
public enum LinkType: Hashable, Sendable, BitwiseCopyable {
  /// HCI without packet indicator; the record's flags distinguish commands, events and data (btsnoop data link 1001).
  case hciUnencapsulated
  /// HCI with the H4 packet indicator (btsnoop 1002, LINKTYPE_BLUETOOTH_HCI_H4 187).
  case hciH4
  /// A four-octet direction, then H4 (LINKTYPE_BLUETOOTH_HCI_H4_WITH_PHDR 201).
  case hciH4WithDirection
  /// HCI of the Linux monitor; adapter and opcode are in the record's flags (btsnoop 2001).
  case linuxMonitorFlags
  /// HCI of the Linux monitor after a four-octet header (LINKTYPE_BLUETOOTH_LINUX_MONITOR 254).
  case linuxMonitor
  /// A link-layer packet from its access address on (LINKTYPE_BLUETOOTH_LE_LL 251).
  case linkLayer
  /// A link-layer packet after ten octets about its reception (LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR 256).
  case linkLayerWithPseudoheader
  /// A link-layer packet after the headers of Nordic's nRF Sniffer (LINKTYPE_NORDIC_BLE 272).
  case nordicSniffer
  /// Per-Packet Information with a link-layer packet inside (LINKTYPE_PPI 192).
  case perPacketInformation
  /// HCI without packet indicator; the record's flags contain PacketLogger's type.
  case packetLogger
  /// Transfers of USB behind 48 octets of Linux (LINKTYPE_USB_LINUX 189): HCI of a controller at USB.
  case usbmon
  /// The same behind 64 octets (LINKTYPE_USB_LINUX_MMAPPED 220).
  case usbmonMapped
  /// Transfers of USB behind a header of USBPcap in Windows (LINKTYPE_USBPCAP 249).
  case usbPcap
  /// A link-layer packet before two octets about its reception, in records of TI's SmartRF Packet Sniffer.
  case smartRF
  /// A link type without LE advertising, or unknown here, by its LINKTYPE number.
  case unsupported(Int)

  /// The link type of a LINKTYPE_ number, as in pcap and pcapng files.
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
      case 189: .usbmon
      case 220: .usbmonMapped
      case 249: .usbPcap
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
    case .usbmon: 189
    case .usbmonMapped: 220
    case .usbPcap: 249
    case .packetLogger, .smartRF: 0
    case .unsupported(let number): number
    }
  }

  /// Whether packets are as a receiver heard them on the air, not as a host got them from its controller.
  package var isLinkLayer: Bool {
    switch self {
    case .linkLayer, .linkLayerWithPseudoheader, .nordicSniffer, .perPacketInformation, .smartRF: true
    case .hciUnencapsulated, .hciH4, .hciH4WithDirection, .linuxMonitorFlags, .linuxMonitor, .packetLogger,
      .usbmon, .usbmonMapped, .usbPcap, .unsupported:
      false
    }
  }

  /// Returns the place of a record's HCI command or event; `nil` for data packets, for link types without HCI, and for USB,
  /// where one record does not show it.
  @inline(__always)
  func hciPlace(in octets: Span<UInt8>, flags: UInt32) -> HCIPacket.Place? {
    switch self {
    case .hciH4: .h4(octets)
    case .hciH4WithDirection: .h4WithDirection(octets)
    case .hciUnencapsulated: .unencapsulated(flags: flags)
    case .linuxMonitorFlags: .linuxMonitorFlags(flags: flags)
    case .linuxMonitor: .linuxMonitor(octets)
    case .packetLogger: .packetLogger(flags: flags)
    case .linkLayer, .linkLayerWithPseudoheader, .nordicSniffer, .perPacketInformation, .smartRF, .usbmon,
      .usbmonMapped, .usbPcap, .unsupported:
      nil
    }
  }
}

/// The metadata of one packet in a capture file. The packet's octets are passed beside it: a value with the view could
/// not stay in registers.
struct CaptureRecord: Sendable, BitwiseCopyable {
  /// The number, counting from 1 like Wireshark's frame numbers. In a log in text, the number of the line.
  let number: Int
  /// Offset in the input of the packet's first octet; ``noFileOffset`` when the input has its octets in another form.
  let fileOffset: Int
  /// The time; `nil` when the format has no times.
  let time: Timestamp?
  /// The length of the packet before the capture cut it; at least the number of octets in the record.
  let originalLength: Int
  let linkType: LinkType
  /// The format's further data about the packet. The meaning depends on the link type.
  let flags: UInt32
  /// The nanoseconds after ``time``, below 1000; ``countsMicroseconds`` when the format has none.
  var nanoseconds = Self.countsMicroseconds

  static let countsMicroseconds = UInt16.max

  /// Earlier times mean that the writer wrote milliseconds, or no time, in place of microseconds, or that nobody had set
  /// the clock.
  static let earliestPlausible = Timestamp(microseconds: 631_152_000_000_000)

  /// The offset of packets that are written in another form than octets. So low that it stays negative with any offset
  /// added: a number costs less than an optional for every packet of a capture.
  static let noFileOffset = Int.min / 2

  /// Returns an offset computed from that of a record; `nil` when the octets have no place in the input.
  @inline(__always)
  static func inFile(_ offset: Int) -> Int? { offset < 0 ? nil : offset }
}

/// Receives the records of a capture in their order, each with the octets of its packet.
protocol RecordConsumer: ~Copyable {
  mutating func consume(_ record: CaptureRecord, _ octets: Span<UInt8>)
  /// Takes a report that is not in a packet: only logs in text have them.
  mutating func consume(_ report: borrowing AdvertisingReport)
  /// Notes a problem of a kind. A capture can have millions, and most are only counted: so each is made on request.
  mutating func note(_ kind: CaptureProblem.Kind, _ problem: () -> CaptureProblem)
  /// Takes both blocks in one, which are not a record: only logs in text have them.
  mutating func consume(_ line: MergedLine)
  /// Takes values that a log has instead of bytes.
  mutating func consume(_ line: ValueLine)
  /// The present bytes are used up, and the reader may have to wait for more.
  mutating func inputMayPause()
  /// Takes note of octets that are no record, before the record with this number. What was waiting for more records does
  /// not get them.
  mutating func pass(_ damage: Damage, record: Int)
  /// Whether a record must be delivered before the reader waits for more input.
  var deliversAtOnce: Bool { get }
}

extension RecordConsumer where Self: ~Copyable {
  mutating func consume(_ report: borrowing AdvertisingReport) {}
  mutating func consume(_ line: MergedLine) {}
  mutating func consume(_ line: ValueLine) {}

  mutating func inputMayPause() {}
  mutating func pass(_ damage: Damage, record: Int) { note(damage.problem(record: record)) }
  var deliversAtOnce: Bool { false }
}

extension RecordConsumer where Self: ~Copyable {
  /// Notes that the input differs from its format.
  mutating func note(
    _ kind: CaptureProblem.Kind, fileOffset: Int, record: Int?, expected: @autoclosure () -> String,
    found: @autoclosure () -> String
  ) {
    note(kind) { CaptureProblem(kind, fileOffset: fileOffset, record: record, expected: expected(), found: found()) }
  }

  mutating func note(_ problem: CaptureProblem) {
    note(problem.kind) { problem }
  }

  /// Notes packets that were dropped before they were recorded.
  @inline(never)
  mutating func noteDrops(_ drops: UInt64, fileOffset: Int, record: Int?) {
    guard drops > 0 else { return }
    note(
      .packetsDropped, fileOffset: fileOffset, record: record, expected: "no dropped packets",
      found: "\(drops) that the capture says were dropped")
  }

  /// Notes that the input could not be read further.
  mutating func note(_ failure: InputFailure, fileOffset: Int, record: Int?) {
    note(
      CaptureProblem(
        .cutShort, fileOffset: fileOffset, record: record, detail: .readingFailed(reason: failure.reason)))
  }

  /// Notes that the input ended, or could not be read further, inside a part that starts at `fileOffset`.
  mutating func noteCutShort(
    _ input: borrowing InputWindow, at fileOffset: Int, record: Int?, expected: String, found: String
  ) {
    if let failure = input.failure {
      note(failure, fileOffset: fileOffset, record: record)
    } else {
      note(.cutShort, fileOffset: fileOffset, record: record, expected: expected, found: found)
    }
  }
}
