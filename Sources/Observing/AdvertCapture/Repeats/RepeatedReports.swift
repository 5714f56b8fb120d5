internal import AdvertReading

// A capture of hours holds the same few hundred packets hundreds of thousands of times. Only the time, the record, the
// signal strength and the channel differ. To dissect and observe such a packet again costs 110 ns. This folder makes a
// repeat cost 35 ns:
//
// 1. `RepeatablePacket` describes a packet that holds one report: which octet is the RSSI, where the data start, and a
//    hash. It reads a few octets and decodes nothing.
// 2. `PacketMemory` holds the packets that were dissected, each under a number. It finds an equal one by the hash and
//    compares all octets but the RSSI.
// 3. `BatchingSink` stands between dissection and the caller's sink. A new report goes to the sink with its number. The
//    differences of repeats are collected and handed over many at a time.
// 4. `Observation` counts repeats by their number. By default, a sink receives each repeat as a full report.
//
// `HashIndex` is the table behind the memory. AdvertObservation finds advertisers and layouts with it too.

/// Reports in the order of the capture, each equal to an earlier one except for its place and its reception.
public struct RepeatedReports: ~Escapable {
  package let differences: Span<RepeatedReport>
  private let memory: PacketMemory

  @_lifetime(copy differences)
  init(_ differences: Span<RepeatedReport>, of memory: PacketMemory) {
    self.differences = differences
    self.memory = memory
  }

  /// The number of reports.
  public var count: Int { differences.count }

  /// Returns the report at `position`, counted from 0, in full; `nil` beyond the last.
  @_lifetime(borrow self)
  public func report(at position: Int) -> AdvertisingReport? {
    differences.indices.contains(position) ? memory.report(differences[position]) : nil
  }
}

/// The differences of a repeated report from the one it repeats.
package struct RepeatedReport: Sendable, BitwiseCopyable {
  /// The ``AdvertisingReport/repeatNumber`` of the report it repeats.
  package var number = 0
  /// The record of the repeat, counting from 1.
  package var record = 0
  package var time: Timestamp?
  /// In dBm; `nil` when it was not measured.
  package var rssi: Int8?
  /// The channel index of the link layer; `nil` when the capture does not have it.
  package var channel: UInt8?
  /// Offset in the input of the repeat's packet.
  var packetFileOffset = 0
}
