internal import AdvertCapture
internal import AdvertReading
internal import AdvertWatch
internal import CLibraries
internal import PlatformLibrary

/// The packets of an interface of this machine, such as the Bluetooth monitor of Linux, as a stream of pcapng.
@safe final class InterfaceSource: ByteSource {
  /// The pause where an interface has no descriptor to wait for, in microseconds.
  private static let pause: Int64 = 20_000
  /// The approximate octets of a piece of packets.
  private static let piece = 1 << 16

  private let capture: OpaquePointer
  private let loop: WatchLoop
  private let name: String
  private var pending: [UInt8]
  private var position = 0

  init(opening name: String, _ loop: WatchLoop) throws(InputFailure) {
    try Self.load()
    var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    guard let capture = unsafe clive_open(name, &message) else { throw Self.failure(message) }
    unsafe self.capture = capture
    self.loop = loop
    self.name = name
    pending = PcapngOutput.beginning(linkType: UInt16(truncatingIfNeeded: unsafe clive_datalink(capture)))
  }

  deinit { unsafe clive_close(capture) }

  /// Returns the interfaces of this machine, with libpcap's descriptions.
  static func all() throws(InputFailure) -> [(name: String, description: String)] {
    try load()
    final class Found { var all: [(name: String, description: String)] = [] }
    let found = Found()
    var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    let isDone = unsafe clive_interfaces(
      Unmanaged.passUnretained(found).toOpaque(),
      { context, name, description in
        guard let context = unsafe context, let name = unsafe name else { return }
        let words = unsafe description.map { unsafe String(cString: $0) } ?? ""
        unsafe Unmanaged<Found>.fromOpaque(context).takeUnretainedValue().all.append((String(cString: name), words))
      }, &message)
    guard isDone else { throw failure(message) }
    return found.all
  }

  func read(into buffer: inout [UInt8], at start: Int) throws(InputFailure) -> Int {
    while position == pending.count {
      pending.removeAll(keepingCapacity: true)
      position = 0
      try take()
      if !pending.isEmpty {
        // Other events are handled at the same time.
        if loop.wait(nil, atMost: 0) == .stopped { throw .interrupted }
        break
      }
      let descriptor = unsafe clive_descriptor(capture)
      let outcome =
        descriptor >= 0 ? loop.wait(descriptor, atMost: 1_000_000) : loop.wait(nil, atMost: Self.pause)
      if outcome == .stopped { throw .interrupted }
    }
    let count = min(pending.count - position, buffer.count - start)
    for index in 0..<count { buffer[start + index] = pending[position + index] }
    position += count
    return count
  }

  /// Takes the present packets.
  private func take() throws(InputFailure) {
    while pending.count < Self.piece {
      var header: UnsafeMutablePointer<pcap_pkthdr>?
      var octets: UnsafePointer<UInt8>?
      let result = unsafe clive_next_ex(capture, &header, &octets)
      guard result == 1, let packet = unsafe header?.pointee, let octets = unsafe octets else {
        if result == 0 || !pending.isEmpty && result < 0 { return }
        if result == PCAP_ERROR_BREAK { throw InputFailure(reason: "\(name) has ended") }
        throw InputFailure(reason: unsafe String(cString: clive_geterr(capture)))
      }
      let seconds = Int64(packet.ts.tv_sec).multipliedReportingOverflow(by: 1_000_000).partialValue
      let span = unsafe Span(_unsafeStart: octets, count: Int(packet.caplen))
      PcapngOutput.append(
        span, at: seconds &+ Int64(packet.ts.tv_usec), originalLength: packet.len, to: &pending)
    }
  }

  private static func load() throws(InputFailure) {
    guard clive_load() else {
      throw InputFailure(reason: "expected libpcap on this machine: \(unsafe String(cString: clive_load_failure()))")
    }
  }

  private static func failure(_ message: [CChar]) -> InputFailure {
    let words = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return InputFailure(reason: words.isEmpty ? "libpcap gives no reason" : words)
  }
}
