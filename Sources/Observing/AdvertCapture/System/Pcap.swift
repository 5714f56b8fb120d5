internal import AdvertReading
import AdvertisingData
internal import CLibraries

/// Classic pcap in all its variants, read by libpcap.
///
/// libpcap takes its bytes from the input window, so a capture in a pipe or a compressed file is read like any other.
enum Pcap: CaptureFormat {
  static let name = "pcap"

  private static let fileHeaderLength = 24

  /// The form of the records of a capture, by its mark.
  private struct Variant {
    var recordHeaderLength = 16
    var hasNanoseconds = false

    /// Recognises the mark of a file; `nil` for other octets than the marks that libpcap knows: microseconds,
    /// nanoseconds and Kuznetzov's variant, in both byte orders.
    init?(_ head: Span<UInt8>) {
      guard head.count >= 4 else { return nil }
      switch [head[0], head[1], head[2], head[3]] {
      case [0xD4, 0xC3, 0xB2, 0xA1], [0xA1, 0xB2, 0xC3, 0xD4]: break
      case [0x4D, 0x3C, 0xB2, 0xA1], [0xA1, 0xB2, 0x3C, 0x4D]: hasNanoseconds = true
      case [0x34, 0xCD, 0xB2, 0xA1], [0xA1, 0xB2, 0xCD, 0x34]: recordHeaderLength = 24
      default: return nil
      }
    }
  }

  static func recognises(_ input: inout InputWindow) -> Bool {
    _ = input.fill(atLeast: 4)
    return Variant(input.bytes) != nil
  }

  @_specialize(where Consumer == Dissection)
  static func read<Consumer: RecordConsumer & ~Copyable>(
    _ input: inout InputWindow, into consumer: inout Consumer
  ) throws(CaptureError) {
    // libpcap reads the mark before the rest, and its error for a short header has a wrong number.
    guard input.fill(atLeast: fileHeaderLength) else {
      if let failure = input.failure { throw .unreadable(reason: failure.reason) }
      throw .unsupported(
        fileOffset: 0, expected: "a pcap header of \(fileHeaderLength) bytes", found: "\(input.bytes.count) bytes")
    }
    guard cpcap_load() else {
      throw .unsupported(
        fileOffset: 0,
        expected: "libpcap on this machine, which pcap files are read with (package libpcap0.8 on Debian and Ubuntu)",
        found: unsafe String(cString: cpcap_load_failure()))
    }
    let variant = Variant(input.bytes)
    let recordHeaderLength = variant?.recordHeaderLength ?? 16
    let hasNanoseconds = variant?.hasNanoseconds ?? false
    let ending = try unsafe withOpenCapture(of: &input, hasNanoseconds) { (capture: OpaquePointer) -> Ending in
      let linkType = LinkType(number: Int(unsafe cpcap_datalink(capture)))
      let snapshotLength = Int(unsafe cpcap_snapshot(capture))
      var header: UnsafeMutablePointer<pcap_pkthdr>?
      var octets: UnsafePointer<UInt8>?
      var fileOffset = fileHeaderLength
      var number = 0
      while true {
        let result = unsafe cpcap_next_ex(capture, &header, &octets)
        guard result == 1, let packet = unsafe header?.pointee, let octets = unsafe octets else {
          let damage = result == PCAP_ERROR_BREAK ? nil : unsafe String(cString: cpcap_geterr(capture))
          return Ending(damage: damage, fileOffset: fileOffset, record: number + 1)
        }
        number += 1
        let length = Int(packet.caplen)
        let seconds = Int64(packet.ts.tv_sec).multipliedReportingOverflow(by: 1_000_000).partialValue
        let fraction = Int64(packet.ts.tv_usec)
        unsafe consumer.consume(
          CaptureRecord(
            number: number, fileOffset: fileOffset + recordHeaderLength,
            time: Timestamp(microseconds: seconds &+ (hasNanoseconds ? fraction / 1000 : fraction)),
            originalLength: max(Int(packet.len), length), linkType: linkType, flags: 0,
            nanoseconds: hasNanoseconds ? UInt16((fraction % 1000).magnitude) : CaptureRecord.countsMicroseconds),
          Span(_unsafeStart: octets, count: length))
        consumer.inputMayPause()
        fileOffset += recordHeaderLength + length
        // libpcap cuts longer packets to this length and skips the rest.
        if length >= snapshotLength { fileOffset = max(fileOffset, Int(unsafe ftello(cpcap_file(capture)))) }
      }
    }
    if let failure = input.failure {
      consumer.note(failure, fileOffset: input.offset, record: ending.record)
    } else if let damage = ending.damage {
      // libpcap distinguishes errors by their text only.
      let kind: CaptureProblem.Kind = damage.hasPrefix("truncated dump file") ? .cutShort : .recordInvalid
      consumer.note(
        CaptureProblem(kind, fileOffset: ending.fileOffset, record: ending.record, detail: .refused(reason: damage)))
    }
  }

  /// The place and the reason where reading stopped. `damage` is `nil` at the end of the file.
  private struct Ending {
    let damage: String?
    let fileOffset: Int
    let record: Int
  }

  /// Opens the input as a capture for the duration of `body`.
  private static func withOpenCapture<Result>(
    of input: inout InputWindow, _ hasNanoseconds: Bool, _ body: (OpaquePointer) -> Result
  ) throws(CaptureError) -> Result {
    let opened: Swift.Result<Result, CaptureError> = unsafe withUnsafeMutablePointer(to: &input) { window in
      let file = unsafe cpcap_open_stream(window) { window, bytes, size in
        guard let window = unsafe window?.assumingMemoryBound(to: InputWindow.self), let bytes = unsafe bytes else {
          return -1
        }
        return unsafe Pcap.hand(out: &window.pointee, to: bytes, size: size)
      }
      guard let file = unsafe file else { return .failure(.unreadable(reason: "no memory for a stream")) }
      var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
      guard
        let capture = unsafe cpcap_fopen_offline(file, hasNanoseconds, &message)
      else {
        unsafe fclose(file)
        let reason = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return .failure(.unsupported(fileOffset: 0, expected: "a pcap file libpcap can read", found: reason))
      }
      defer { unsafe cpcap_close(capture) }
      return .success(unsafe body(capture))
    }
    return try opened.get()
  }

  /// Copies the next bytes of the window to libpcap. Returns their number, 0 at the end.
  private static func hand(out input: inout InputWindow, to bytes: UnsafeMutablePointer<CChar>, size: Int) -> Int {
    guard size > 0, input.fill(atLeast: 1) else { return 0 }
    let count = min(size, input.bytes.count)
    unsafe copy(input.bytes.extracting(first: count), to: bytes)
    input.consume(count)
    return count
  }

  private static func copy(_ octets: Span<UInt8>, to bytes: UnsafeMutablePointer<CChar>) {
    for index in octets.indices {
      unsafe bytes[index] = CChar(bitPattern: octets[index])
    }
  }
}
