/// The clock of Nordic's sniffer, from the header before each packet.
///
/// Packets reach the host in bursts, so the times of a capture are those of their arrival. From version 3 on the header
/// has a time stamp in microseconds, whose 32 bits overflow after 71 minutes; before, it has the time since the end of
/// the previous packet. Source: the description of the nRF Sniffer's protocol, and tshark's dissector (nordic_ble.time,
/// nordic_ble.delta_time).
struct SnifferClock {
  /// The largest difference between the clock and the times of arrival, because the serial line delays packets. A
  /// larger one means that the sniffer restarted, or that the clock overflowed unnoticed.
  private static let maximumMicrosecondsOff: Int64 = 10_000_000
  /// The step back of the times each time the clock does not continue, so that no gap is measured across it.
  private static let stepBack: Int64 = 1 << 40
  /// The duration of an octet on LE 1M, the only PHY of versions before 3.
  private static let microsecondsPerOctet: UInt32 = 8

  private var board: UInt8?
  private var counter: UInt16 = 0
  private var stamp: UInt32 = 0
  /// The duration of the previous packet, from its preamble to its CRC.
  private var duration: UInt32 = 0
  private var arrival: Timestamp?
  private var steps: Int64 = 0
  private var microseconds: Int64 = 0

  /// Whether a packet had a time.
  var isUsed: Bool { board != nil }

  /// Notes a record without a packet: the next packet follows it.
  mutating func noteMessage(counter: UInt16) {
    self.counter = counter
  }

  /// Returns the time of a packet. It is earlier than that of the previous packet where the clock did not continue:
  /// after a restart, after lost packets when only differences are known, and when another board received it.
  ///
  /// - Parameters:
  ///  - octets: of the packet, from the access address to the CRC.
  ///  - field: the time stamp, or the time since the end of the previous packet.
  mutating func time(
    board: UInt8, version: UInt8, counter: UInt16, field: UInt32, octets: Int, arrival: Timestamp?
  ) -> Timestamp {
    let passed = version >= 3 ? field &- stamp : duration &+ field
    let isNext = version >= 3 || counter == self.counter &+ 1
    let goesOn = self.board == board && isNext && agrees(Int64(passed), until: arrival)
    microseconds = microseconds &+ Int64(passed)
    if !goesOn {
      steps += 1
      microseconds = 0 &- steps &* Self.stepBack
    }
    self.board = board
    self.counter = counter
    self.arrival = arrival ?? self.arrival
    stamp = field
    duration = UInt32(truncatingIfNeeded: octets + 1) &* Self.microsecondsPerOctet
    return Timestamp(microseconds: microseconds)
  }

  /// Returns whether the times of arrival allow that this much time passed.
  private func agrees(_ passed: Int64, until arrival: Timestamp?) -> Bool {
    guard let before = self.arrival, let arrival else { return true }
    let (waited, overflow) = arrival.microseconds.subtractingReportingOverflow(before.microseconds)
    return !overflow && abs(Double(waited) - Double(passed)) <= Double(Self.maximumMicrosecondsOff)
  }
}
