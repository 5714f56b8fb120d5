internal import AdvertReading
import AdvertisingData

/// Classic pcap in all its variants: a header of 24 octets, then records.
enum Pcap: CaptureFormat {
  static let name = "pcap"

  static let headLength = 24

  static func recognises(_ input: inout InputWindow) -> Bool {
    _ = input.fill(atLeast: 4)
    return PcapVariant(input.bytes) != nil
  }

  /// Returns whether a file that can be read begins with these octets, at least 12.
  static func isMark(_ octets: Span<UInt8>) -> Bool {
    PcapVariant(octets).map { isKnown($0.version(octets)) } ?? false
  }

  @_specialize(where Consumer == Dissection)
  static func read<Consumer: RecordConsumer & ~Copyable>(
    _ input: inout InputWindow, into consumer: inout Consumer
  ) throws(CaptureError) {
    let start = input.offset
    guard input.fill(atLeast: headLength), let variant = PcapVariant(input.bytes) else {
      if let failure = input.failure { throw .unreadable(reason: failure.reason) }
      throw .unsupported(
        fileOffset: start, expected: "a pcap header of \(headLength) bytes", found: "\(input.bytes.count) bytes")
    }
    let version = variant.version(input.bytes)
    guard isKnown(version) else {
      throw .unsupported(
        fileOffset: start + 4, expected: "pcap version 2.4", found: "version \(version.major).\(version.minor)")
    }
    // The upper bits contain the length of the checksums of frames.
    let linkType = LinkType(number: Int(input.bytes.integer32(at: 20, variant.order) & 0x03FF_FFFF))
    let longestKept = variant.longestKept(input.bytes)
    input.consume(headLength)
    if variant.recordHeaderLength == 16 {
      let form = PcapRecords(linkType: linkType, longestKept: longestKept, variant: variant)
      input.lastRecord = read(form, of: &input, into: &consumer)
    } else {
      let form = PcapRecordsOfKuznetzov(
        base: PcapRecords(linkType: linkType, longestKept: longestKept, variant: variant))
      input.lastRecord = read(form, of: &input, into: &consumer)
    }
  }

  @inline(__always)
  private static func read<Form: RecordForm, Consumer: RecordConsumer & ~Copyable>(
    _ form: Form, of input: inout InputWindow, into consumer: inout Consumer
  ) -> Int {
    var reader = RecordReader(form, after: input.lastRecord)
    reader.read(&input, into: &consumer)
    return reader.number
  }

  private static func isKnown(_ version: (major: UInt16, minor: UInt16)) -> Bool { version == (2, 4) }
}

/// The form of the records of a capture, by its mark: with microseconds, with nanoseconds, and Kuznetzov's with longer
/// headers, each in both byte orders.
struct PcapVariant {
  let order: OctetOrder
  var recordHeaderLength = 16
  var hasNanoseconds = false

  init?(_ head: Span<UInt8>) {
    guard head.count >= 4 else { return nil }
    switch head.bigEndian32(at: 0) {
    case 0xD4C3_B2A1: order = .littleEndian
    case 0xA1B2_C3D4: order = .bigEndian
    case 0x4D3C_B2A1: (order, hasNanoseconds) = (.littleEndian, true)
    case 0xA1B2_3C4D: (order, hasNanoseconds) = (.bigEndian, true)
    case 0x34CD_B2A1: (order, recordHeaderLength) = (.littleEndian, 24)
    case 0xA1B2_CD34: (order, recordHeaderLength) = (.bigEndian, 24)
    default: return nil
    }
  }

  /// `header` has at least 12 octets.
  func version(_ header: Span<UInt8>) -> (major: UInt16, minor: UInt16) {
    (header.integer16(at: 4, order), header.integer16(at: 6, order))
  }

  /// Returns the longest packet that the file declares; longer packets are cut.
  func longestKept(_ header: Span<UInt8>) -> Int {
    let longest = UInt32(InputWindow.longestRecord)
    let declared = header.integer32(at: 16, order)
    return Int(declared == 0 || declared > UInt32(Int32.max) ? longest : min(declared, longest))
  }
}

/// The records of a pcap file: seconds, fraction, included length and original length in 16 octets.
struct PcapRecords: RecordForm {
  static let headerLength = 16
  static let longestPacket = InputWindow.longestRecord
  static let hasLooseTimes = true

  let linkType: LinkType
  let longestKept: Int
  let variant: PcapVariant

  @inline(__always)
  func header(_ bytes: Span<UInt8>) -> RecordHeader {
    let fraction = number(bytes, at: 4)
    let microseconds = variant.hasNanoseconds ? fraction / 1000 : fraction
    return RecordHeader(
      length: Int(clamping: bytes.integer32(at: 8, variant.order)),
      originalLength: Int(clamping: bytes.integer32(at: 12, variant.order)),
      time: Timestamp(microseconds: number(bytes, at: 0) * 1_000_000 + microseconds),
      nanoseconds: variant.hasNanoseconds
        ? UInt16((fraction % 1000).magnitude) : CaptureRecord.countsMicroseconds,
      isUsual: 0..<1_000_000 ~= microseconds)
  }

  /// Returns a part of a time. It has a sign in the usual byte order (little-endian), as in libpcap.
  @inline(__always)
  private func number(_ bytes: Span<UInt8>, at offset: Int) -> Int64 {
    let value = bytes.integer32(at: offset, variant.order)
    return variant.order == .littleEndian ? Int64(Int32(bitPattern: value)) : Int64(value)
  }

  func mayBegin(_ bytes: Span<UInt8>) -> Bool {
    let high = variant.order == .littleEndian ? 3 : 0
    return bytes[8 + high] == 0 && bytes[12 + high] == 0
  }
}

/// The same with eight further octets in each header: interface, protocol, packet type and padding.
struct PcapRecordsOfKuznetzov: RecordForm {
  static let headerLength = 24
  static let longestPacket = PcapRecords.longestPacket
  static let hasLooseTimes = true

  let base: PcapRecords
  var linkType: LinkType { base.linkType }
  var longestKept: Int { base.longestKept }

  @inline(__always)
  func header(_ bytes: Span<UInt8>) -> RecordHeader { base.header(bytes) }

  func mayBegin(_ bytes: Span<UInt8>) -> Bool { base.mayBegin(bytes) }
}
