import AdvertisingData

/// The advertising data or the scan response data of one set, as commands build them up.
struct DataBlock {
  /// The data in force; `nil` while unknown.
  private(set) var payload: Payload?
  private(set) var source: HostLayout.DataSource?
  /// The first pieces of new data.
  private var unfinished: [UInt8]?

  /// The longest advertising data there can be (Core Vol 4 Part E 7.8.54).
  private static let longestData = 1650

  init(startsEmpty: Bool) {
    payload = startsEmpty ? Payload() : nil
  }

  /// The operations of the extended data commands (Core Vol 4 Part E 7.8.54).
  enum Operation: UInt8 {
    case intermediate = 0
    case first = 1
    case last = 2
    case complete = 3
    /// Only the data identifier changes.
    case unchanged = 4
  }

  /// Puts a command's data in force.
  mutating func set(_ range: Range<Int>, of command: HostCommand) {
    unfinished = nil
    payload = Payload(Array(command.parameters[range]))
    source = HostLayout.DataSource(record: command.record, fileOffset: command.fileOffset + range.lowerBound)
  }

  /// Takes a piece; the data come in force with the last one. A piece without a first one before it, and data longer
  /// than there can be, are what controllers refuse: they change nothing.
  ///
  /// - Returns: whether the data in force changed.
  mutating func apply(_ operation: Operation, _ range: Range<Int>, of command: HostCommand) -> Bool {
    switch operation {
    case .unchanged:
      return false
    case .complete:
      set(range, of: command)
      return true
    case .first:
      unfinished = Array(command.parameters[range])
      return false
    case .intermediate, .last:
      guard let count = unfinished?.count, count + range.count <= Self.longestData else {
        unfinished = nil
        return false
      }
      unfinished?.append(contentsOf: command.parameters[range])
      guard operation == .last, let octets = unfinished else { return false }
      payload = Payload(octets)
      source = HostLayout.DataSource(record: command.record, fileOffset: nil)
      unfinished = nil
      return true
    }
  }
}
