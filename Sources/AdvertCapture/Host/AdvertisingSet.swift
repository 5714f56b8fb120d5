import AdvertisingData

/// What a host told its controller about one set of advertising.
struct AdvertisingSet {
  /// `nil` while unknown.
  var parameters: Parameters?
  /// `nil` while unknown, or not set.
  var randomAddress: DeviceAddress?
  var advertising: DataBlock
  var scanResponse: DataBlock
  var isEnabled = false

  /// - Parameter startsEmpty: whether the controller is known to have no data for the set, because the capture has its
  ///   reset; otherwise the data are unknown.
  init(startsEmpty: Bool) {
    advertising = DataBlock(startsEmpty: startsEmpty)
    scanResponse = DataBlock(startsEmpty: startsEmpty)
  }

  /// Which of an adapter's sets.
  enum Key: Hashable {
    /// The one that commands without handle are about.
    case legacy
    /// Of extended advertising, by advertising handle.
    case handle(UInt8)
    /// Of Android's multi-advertising, by instance; instance 0 is the legacy set.
    case instance(UInt8)
  }

  struct Parameters {
    let pdu: AdvertisingPDU
    let ownAddressType: UInt8
    var isAnonymous = false
    /// In units of 0.625 ms.
    let interval: ClosedRange<UInt32>?
    let channels: PrimaryChannels
    var advertisingSID: UInt8?

    /// What a controller advertises with when the host set nothing since the reset (Core Vol 4 Part E 7.8.5).
    static let afterReset = Parameters(pdu: .advInd, ownAddressType: 0, interval: 0x800...0x800, channels: .all)
  }

  /// What is on the air with this set.
  var layout: Layout {
    let pdu = parameters?.pdu
    let scanResponse: Layout.ScanResponse =
      if let pdu, !pdu.isScannable {
        .notScannable
      } else if let payload = self.scanResponse.payload {
        .declared(payload)
      } else {
        .notObserved
      }
    return Layout(
      pdu: pdu, advertising: carriesAdvertisingData ? advertising.payload : Payload(), scanResponse: scanResponse)
  }

  var advertisingSource: HostLayout.DataSource? { carriesAdvertisingData ? advertising.source : nil }

  var scanResponseSource: HostLayout.DataSource? {
    parameters?.pdu.isScannable ?? true ? scanResponse.source : nil
  }

  /// Data that the kind of advertising cannot carry stay in the controller.
  private var carriesAdvertisingData: Bool { parameters?.pdu.carriesAdvertisingData ?? true }
}

extension ClosedRange<UInt32> {
  /// From a command's minimum and maximum, whichever is which: hosts mistake them too.
  init(minimum: UInt32, maximum: UInt32) {
    self = minimum <= maximum ? minimum...maximum : maximum...minimum
  }
}

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
