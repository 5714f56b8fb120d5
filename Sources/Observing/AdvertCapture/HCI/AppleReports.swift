internal import AdvertReading
import AdvertisingData

/// The vendor's events in which iPhones report advertising. Their PacketLogger files have no LE Meta reports.
///
/// Apple does not describe them. Each holds one report with the fields of an LE Extended Advertising Report (Core Vol 4
/// Part E 7.7.65.13) in the same order, some with further bits, and twelve octets that begin with the identity address.
/// `EF 0A` has those octets before the length of the data, and the newer `0E 0A` has them after the data. Only events
/// in which all lengths agree are decoded. Docs/Captures.md explains how this reading was checked.
struct AppleReports {
  /// The octets from event type to direct address: an extended report without the data and their length.
  private static let commonLength = 23
  /// The octets of identity address with its type, strength at each antenna, and unknown fields.
  private static let furtherLength = 12

  // Offsets in the common fields.
  private static let addressTypeOffset = 2
  private static let sidOffset = 11
  private static let rssiOffset = 13

  /// The number of events with consistent lengths.
  private var decoded = 0
  private var firstDecoded: CaptureProblem?
  /// The number of events with the same beginning, but inconsistent lengths.
  private var undecoded = 0
  private var firstUndecoded: CaptureProblem?

  /// The places of a report's parts in its event, from the event code on.
  private struct Parts {
    let common: Int
    let further: Int
    let data: Range<Int>
  }

  /// Returns whether a packet, from its event code on, begins like such an event.
  static func begins(_ event: Span<UInt8>) -> Bool {
    event.count >= 4 && event[0] == 0xFF && event[3] == 0x0A && (event[2] == 0xEF || event[2] == 0x0E)
  }

  /// Decodes an event that begins like one of Apple's; returns `false` when its lengths are inconsistent.
  mutating func dissect(
    _ event: Span<UInt8>, of packet: borrowing HCIPacket, assembler: inout FragmentAssembler,
    into sink: inout BatchingSink,
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
    assembler.add(
      AdvertisingReport(
        source: .vendor, kind: kind, address: address, adapter: packet.adapter,
        advertisingSID: isInSet ? sid : nil, rssi: event.rssi(at: parts.common + Self.rssiOffset), time: packet.time,
        record: packet.record, dataFileOffset: packet.fileOffset + parts.data.lowerBound, isComplete: true,
        data: event.extracting(parts.data), identity: Self.identity(in: event, at: parts.further)),
      status: DataStatus(eventType: eventType), into: &sink, problems: &problems)
    return true
  }

  /// Notes that the events were read by inference, and the events that were not read. Without an event with consistent
  /// lengths, they are another vendor's.
  func finish(problems: inout ProblemLog) {
    guard var inferred = firstDecoded else { return }
    inferred.count = decoded
    problems.note(inferred)
    guard var unread = firstUndecoded else { return }
    unread.count = undecoded
    problems.note(unread)
  }

  /// Returns the parts of an event with one report, which begins like one of Apple's; `nil` when the lengths are
  /// inconsistent.
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

  /// Returns the identity address; `nil` when the address was not resolved, which is written as an anonymous address.
  private static func identity(in event: Span<UInt8>, at offset: Int) -> DeviceAddress? {
    let identity = address(in: event, at: offset)
    return identity?.type == .anonymous ? nil : identity
  }

  /// Returns an address after its type; `nil` when the type is not defined.
  private static func address(in event: Span<UInt8>, at offset: Int) -> DeviceAddress? {
    guard let type = DeviceAddress.AddressType(rawValue: event[offset]) else { return nil }
    return type == .anonymous
      ? DeviceAddress.anonymous : DeviceAddress(littleEndian: event, at: offset + 1, type: type)
  }
}

extension PDUKind {
  /// The kind from the event type of Apple's events. The newer event gives all scan responses 0x18, without a parent.
  fileprivate init?(appleEventType: UInt16) {
    if appleEventType & 0x1F == 0x18 { self.init(.scanRsp, nil) } else { self.init(extendedEventType: appleEventType) }
  }
}
