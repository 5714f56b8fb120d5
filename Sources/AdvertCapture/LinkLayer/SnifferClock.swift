/// The clock of Nordic's sniffer, from what it writes before each packet.
///
/// Packets reach the host in bursts, so the times of a capture say when they arrived there. From version 3 on the header has
/// a time stamp in microseconds, whose 32 bits are used up after 71 minutes; before, it has the time since the end of the
/// packet before. Source: the description of the nRF Sniffer's protocol, and tshark's dissector (nordic_ble.time,
/// nordic_ble.delta_time).
struct SnifferClock {
  /// Between two packets the clock and the times of arrival may differ by this much, because the serial line holds packets
  /// up. When they differ by more, the sniffer started again, or the clock went round unseen.
  private static let maximumMicrosecondsOff: Int64 = 10_000_000
  /// Each time the clock does not go on, its times go back by this much, so that no gap is measured across.
  private static let stepBack: Int64 = 1 << 40
  /// On LE 1M, which versions before 3 receive only.
  private static let microsecondsPerOctet: UInt32 = 8

  private var board: UInt8?
  private var counter: UInt16 = 0
  private var stamp: UInt32 = 0
  /// Of the packet before, from its preamble to its CRC.
  private var duration: UInt32 = 0
  private var arrival: Timestamp?
  private var steps: Int64 = 0
  private var microseconds: Int64 = 0

  /// Whether a packet had a time.
  var isUsed: Bool { board != nil }

  /// Notes a record that has no packet: the next packet follows it.
  mutating func noteMessage(counter: UInt16) {
    self.counter = counter
  }

  /// The time of a packet. It is before that of the packet before it where the clock did not go on: after a restart, lost
  /// packets when only differences are known, and when another board received it.
  ///
  /// - Parameters:
  ///   - octets: of the packet, from the access address to the CRC.
  ///   - field: the time stamp, or the time since the end of the packet before.
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

  /// Whether the times of arrival allow that this much passed.
  private func agrees(_ passed: Int64, until arrival: Timestamp?) -> Bool {
    guard let before = self.arrival, let arrival else { return true }
    let (waited, overflow) = arrival.microseconds.subtractingReportingOverflow(before.microseconds)
    return !overflow && abs(Double(waited) - Double(passed)) <= Double(Self.maximumMicrosecondsOff)
  }
}
