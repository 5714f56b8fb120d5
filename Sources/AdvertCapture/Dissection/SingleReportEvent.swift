/// An HCI event with one advertising report and nothing else, as far as its first octets tell: the kind that nearly every
/// record of a capture is.
struct SingleReportEvent: ~Escapable, BitwiseCopyable {
  let octets: Span<UInt8>
  let adapter: UInt16
  /// Offset in the input of the first of `octets`.
  let fileOffset: Int
  /// Where the data start, after one octet with their length.
  let dataOffset: Int
  /// Where the RSSI is: in itself it makes no other event.
  private let rssiOffset: Int
  /// Of octets that tell advertisers and most payloads apart; not of the RSSI.
  let hash: UInt64

  /// Event code, parameter length, subevent code, number of reports.
  static let headerLength = 4
  private static let legacyReportLength = 10
  private static let extendedReportLength = 24
  private static let rssiOffsetInExtendedReport = 13

  /// `nil` for events of another kind, for longer ones than are remembered, and for those whose length fields do not
  /// agree with each other.
  @inline(__always)
  @_lifetime(copy packet)
  init?(_ packet: borrowing HCIPacket) {
    let event = packet.octets
    guard event.count >= Self.headerLength + Self.legacyReportLength, event.count <= EventMemory.longestEvent else {
      return nil
    }
    let header = event.extracting(..<Self.headerLength)
    guard header[0] == 0x3E, Int(header[1]) == event.count - 2, header[3] == 1 else { return nil }
    switch header[2] {
    case 0x02:
      dataOffset = Self.headerLength + Self.legacyReportLength - 1
      rssiOffset = event.count - 1
    case 0x0D:
      guard event.count >= Self.headerLength + Self.extendedReportLength else { return nil }
      dataOffset = Self.headerLength + Self.extendedReportLength
      rssiOffset = Self.headerLength + Self.rssiOffsetInExtendedReport
    default: return nil
    }
    octets = event
    adapter = packet.adapter
    fileOffset = packet.fileOffset
    // The address, and the end of the data.
    let start = event.eightOctets(at: Self.headerLength)
    let end = event.eightOctets(at: event.count - 1 - 8)
    let mixed = ((start ^ UInt64(event.count)) &* 0x9E37_79B9_7F4A_7C15) ^ end
    hash = mixed &* 0xD6E8_FEB8_6659_FD93
  }

  /// In dBm; `nil` when it was not measured.
  var rssi: Int8? {
    let rssi = Int8(bitPattern: octets[rssiOffset])
    return rssi == 127 ? nil : rssi
  }

  /// Whether `others`, which are as many octets, differ in the RSSI at most.
  @inline(__always)
  func isRepeated(by others: Span<UInt8>) -> Bool {
    guard octets.extracting(..<rssiOffset).equals(others.extracting(..<rssiOffset)) else { return false }
    let tail = (rssiOffset + 1)..<octets.count
    return tail.isEmpty || octets.extracting(tail).equals(others.extracting(tail))
  }
}

extension Span where Element == UInt8 {
  /// Compares with as many octets, eight or more: eight at a time, the last eight overlapping those before.
  @inline(__always)
  fileprivate func equals(_ other: Span<UInt8>) -> Bool {
    let last = count - 8
    var offset = 0
    while offset < last {
      guard eightOctets(at: offset) == other.eightOctets(at: offset) else { return false }
      offset &+= 8
    }
    return eightOctets(at: last) == other.eightOctets(at: last)
  }
}
