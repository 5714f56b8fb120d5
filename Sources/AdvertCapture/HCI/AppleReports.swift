import AdvertisingData

/// The vendor's events in which iPhones report advertising. Their PacketLogger files have no LE Meta reports.
///
/// Apple does not describe them. Each holds one report with the fields of an LE Extended Advertising Report (Core Vol 4
/// Part E 7.7.65.13) in the same order, some with further bits, and twelve octets that begin with the identity address.
/// `EF 0A` has those octets before the length of the data, and the newer `0E 0A` has them after the data. Only events in
/// which all lengths agree are decoded. Docs/Captures.md says how this reading was checked.
struct AppleReports {
  /// Event type to direct address: an extended report without the length of the data and the data.
  private static let commonLength = 23
  /// Identity address with its type, strength at each antenna, and what is not known.
  private static let furtherLength = 12

  // Offsets in the common fields.
  private static let addressTypeOffset = 2
  private static let sidOffset = 11
  private static let rssiOffset = 13

  /// Events of which the lengths agree.
  private var decoded = 0
  private var firstDecoded: CaptureProblem?
  /// Events with the same beginning of which they do not agree.
  private var undecoded = 0
  private var firstUndecoded: CaptureProblem?

  /// Where the parts of a report are in its event, from the event code on.
  private struct Parts {
    let common: Int
    let further: Int
    let data: Range<Int>
  }

  /// Whether a packet, from its event code on, begins like such an event.
  static func begins(_ event: Span<UInt8>) -> Bool {
    event.count >= 4 && event[0] == 0xFF && event[3] == 0x0A && (event[2] == 0xEF || event[2] == 0x0E)
  }

  /// Decodes an event that begins like one of Apple's; `false` when its lengths do not agree.
  mutating func dissect<Sink: AdvertisingSink>(
    _ event: Span<UInt8>, of packet: borrowing HCIPacket, assembler: inout FragmentAssembler, into sink: inout Sink,
    problems: inout ProblemLog
  ) -> Bool {
    guard let parts = Self.parts(of: event) else {
      undecoded += 1
      if firstUndecoded == nil {
        firstUndecoded = CaptureProblem(
          .vendorEventUnknown, fileOffset: packet.fileOffset, record: packet.record,
          expected: "Apple's event with one report whose lengths agree", found: "other lengths or another number")
      }
      return false
    }
    decoded += 1
    if firstDecoded == nil {
      firstDecoded = CaptureProblem(
        .formatInferred, fileOffset: packet.fileOffset, record: packet.record,
        detail: .refused(reason: "reports in Apple's vendor events, which Apple does not describe, read by inference"))
    }
    let eventType = event.littleEndian16(at: parts.common)
    guard let kind = PDUKind(appleEventType: eventType),
      let address = Self.address(in: event, at: parts.common + Self.addressTypeOffset)
    else {
      problems.note(
        .reportInvalid, fileOffset: packet.fileOffset + parts.common, record: packet.record,
        expected: "a defined event type and address type",
        found: "0x\(String(eventType, radix: 16)) and \(event[parts.common + Self.addressTypeOffset])")
      return true
    }
    let sid = event[parts.common + Self.sidOffset]
    let isInSet = kind.advertising?.isExtended ?? false && sid <= 15
    assembler.receive(
      AdvertisingReport(
        source: .vendor, kind: kind, address: address, adapter: packet.adapter,
        advertisingSID: isInSet ? sid : nil, rssi: event.rssi(at: parts.common + Self.rssiOffset), time: packet.time,
        record: packet.record, dataFileOffset: packet.fileOffset + parts.data.lowerBound, isComplete: true,
        data: event.extracting(parts.data), identity: Self.identity(in: event, at: parts.further)),
      status: DataStatus(eventType: eventType), into: &sink, problems: &problems)
    return true
  }

  /// Tells that the events were read by inference, and which of them were not. Without an event whose lengths agree, they
  /// are another vendor's.
  func finish(problems: inout ProblemLog) {
    guard var inferred = firstDecoded else { return }
    inferred.count = decoded
    problems.note(inferred)
    guard var unread = firstUndecoded else { return }
    unread.count = undecoded
    problems.note(unread)
  }

  /// The parts of an event with one report, which begins like one of Apple's; `nil` when the lengths do not agree.
  private static func parts(of event: Span<UInt8>) -> Parts? {
    let isNewer = event[2] == 0x0E
    let common = isNewer ? 6 : 8
    let further = common + commonLength
    let length = isNewer ? further : further + furtherLength
    let dataStart = length + 1
    guard event.count >= common + commonLength + furtherLength + 1, Int(event[1]) == event.count - 2,
      event[common - 1] == 1, !isNewer || event[4] == 3
    else { return nil }
    let dataEnd = dataStart + Int(event[length])
    guard dataEnd + (isNewer ? furtherLength : 0) == event.count else { return nil }
    return Parts(common: common, further: isNewer ? dataEnd : further, data: dataStart..<dataEnd)
  }

  /// The identity address; `nil` when the address was not resolved, which is written as an anonymous one.
  private static func identity(in event: Span<UInt8>, at offset: Int) -> DeviceAddress? {
    let identity = address(in: event, at: offset)
    return identity?.type == .anonymous ? nil : identity
  }

  /// An address behind its type; `nil` when the type is not defined.
  private static func address(in event: Span<UInt8>, at offset: Int) -> DeviceAddress? {
    guard let type = DeviceAddress.AddressType(rawValue: event[offset]) else { return nil }
    return type == .anonymous
      ? DeviceAddress(bits: 0, type: .anonymous) : DeviceAddress(littleEndian: event, at: offset + 1, type: type)
  }
}

extension PDUKind {
  /// From the event type of Apple's events. The newer one gives all scan responses 0x18, which names no parent.
  fileprivate init?(appleEventType: UInt16) {
    if appleEventType & 0x1F == 0x18 { self.init(.scanRsp, nil) } else { self.init(extendedEventType: appleEventType) }
  }
}
