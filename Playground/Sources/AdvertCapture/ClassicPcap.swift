internal import AdvertReading

/// Reads classic pcap without libpcap, which all other platforms use.
enum Pcap: CaptureFormat {
  static let name = "pcap"

  private static let fileHeaderLength = 24
  /// The longest record. libpcap has the same limit.
  private static let longestRecord: UInt32 = 1 << 18

  /// The variant of the format that the mark of a file shows.
  private struct Variant {
    var isLittleEndian: Bool
    var recordHeaderLength = 16
    var hasNanoseconds = false

    init?(_ head: Span<UInt8>) {
      guard head.count >= 4 else { return nil }
      switch (head[0], head[1], head[2], head[3]) {
      case (0xD4, 0xC3, 0xB2, 0xA1): isLittleEndian = true
      case (0xA1, 0xB2, 0xC3, 0xD4): isLittleEndian = false
      case (0x4D, 0x3C, 0xB2, 0xA1): (isLittleEndian, hasNanoseconds) = (true, true)
      case (0xA1, 0xB2, 0x3C, 0x4D): (isLittleEndian, hasNanoseconds) = (false, true)
      case (0x34, 0xCD, 0xB2, 0xA1): (isLittleEndian, recordHeaderLength) = (true, 24)
      case (0xA1, 0xB2, 0xCD, 0x34): (isLittleEndian, recordHeaderLength) = (false, 24)
      default: return nil
      }
    }

    func number(_ octets: Span<UInt8>, at place: Int) -> UInt32 {
      var number: UInt32 = 0
      for index in 0..<4 {
        number |= UInt32(octets[place + index]) << UInt32(8 * (isLittleEndian ? index : 3 - index))
      }
      return number
    }

    /// Returns the longest packet that the file declares; longer packets are cut.
    func longestKept(_ header: Span<UInt8>) -> Int {
      let said = number(header, at: 16)
      return Int(said == 0 || said > UInt32(Int32.max) ? longestRecord : min(said, longestRecord))
    }

    /// Returns a part of a time in a record's header. As in libpcap, it has a sign if it is in the usual order of
    /// octets (little-endian).
    func time(_ header: Span<UInt8>, at place: Int) -> Int64 {
      let value = number(header, at: place)
      return isLittleEndian ? Int64(Int32(bitPattern: value)) : Int64(value)
    }
  }

  static func recognises(_ input: inout InputWindow) -> Bool {
    _ = input.fill(atLeast: 4)
    return Variant(input.bytes) != nil
  }

  static func read<Consumer: RecordConsumer & ~Copyable>(
    _ input: inout InputWindow, into consumer: inout Consumer
  ) throws(CaptureError) {
    guard input.fill(atLeast: fileHeaderLength), let variant = Variant(input.bytes) else {
      if let failure = input.failure { throw .unreadable(reason: failure.reason) }
      throw .unsupported(
        fileOffset: 0, expected: "a pcap header of \(fileHeaderLength) bytes", found: "\(input.bytes.count) bytes")
    }
    // The upper bits contain the length of the checksums of frames.
    let linkType = LinkType(number: Int(variant.number(input.bytes, at: 20) & 0x03FF_FFFF))
    let longestKept = variant.longestKept(input.bytes)
    input.consume(fileHeaderLength)
    var number = 0
    while input.fill(atLeast: 1) {
      let start = input.offset
      guard input.fill(atLeast: variant.recordHeaderLength) else {
        return consumer.noteCutShort(
          input, at: start, record: number + 1, expected: "a record header of \(variant.recordHeaderLength) bytes",
          found: "\(input.bytes.count) bytes")
      }
      let seconds = variant.time(input.bytes, at: 0)
      let fraction = variant.time(input.bytes, at: 4)
      let length = variant.number(input.bytes, at: 8)
      let original = variant.number(input.bytes, at: 12)
      guard length <= longestRecord else {
        return consumer.note(
          .recordInvalid, fileOffset: start, record: number + 1, expected: "at most \(longestRecord) bytes in a record",
          found: "\(length)")
      }
      input.consume(variant.recordHeaderLength)
      guard input.fill(atLeast: Int(length)) else {
        return consumer.noteCutShort(
          input, at: start, record: number + 1, expected: "\(length) bytes", found: "\(input.bytes.count)")
      }
      number += 1
      let kept = min(Int(length), longestKept)
      consumer.consume(
        CaptureRecord(
          number: number, fileOffset: input.offset,
          time: Timestamp(
            microseconds: seconds * 1_000_000 + (variant.hasNanoseconds ? fraction / 1000 : fraction)),
          originalLength: max(Int(clamping: original), kept), linkType: linkType, flags: 0),
        input.bytes.extracting(first: kept))
      input.consume(Int(length))
    }
    if let failure = input.failure { consumer.note(failure, fileOffset: input.offset, record: number + 1) }
  }
}
