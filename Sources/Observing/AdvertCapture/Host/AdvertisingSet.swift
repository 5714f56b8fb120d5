import AdvertisingData

/// The state of one advertising set, as set by the host's commands.
struct AdvertisingSet {
  /// The parameters; `nil` while unknown.
  var parameters: Parameters?
  /// The random address; `nil` while unknown, or not set.
  var randomAddress: DeviceAddress?
  var advertising: DataBlock
  var scanResponse: DataBlock
  var isEnabled = false

  /// - Parameter startsEmpty: whether the controller has no data for the set, because the capture has its reset.
  ///   Otherwise the data are unknown.
  init(startsEmpty: Bool) {
    advertising = DataBlock(startsEmpty: startsEmpty)
    scanResponse = DataBlock(startsEmpty: startsEmpty)
  }

  /// Identifies a set of an adapter.
  enum Key: Hashable {
    /// The set of commands without handle.
    case legacy
    /// A set of extended advertising, by advertising handle.
    case handle(UInt8)
    /// A set of Android's multi-advertising, by instance; instance 0 is the legacy set.
    case instance(UInt8)
  }

  struct Parameters {
    let pdu: AdvertisingPDU
    let ownAddressType: UInt8
    var isAnonymous = false
    /// The interval in units of 0.625 ms.
    let interval: ClosedRange<UInt32>?
    let channels: PrimaryChannels
    var advertisingSID: UInt8?

    /// The parameters that the host has not set since the reset (Core Vol 4 Part E 7.8.5).
    static let afterReset = Parameters(pdu: .advInd, ownAddressType: 0, interval: 0x800...0x800, channels: .all)
  }

  /// The layout that the set advertises.
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

  /// Whether the kind of advertising can carry advertising data; otherwise they are not sent.
  private var carriesAdvertisingData: Bool { parameters?.pdu.carriesAdvertisingData ?? true }
}

extension ClosedRange<UInt32> {
  /// The range from a command's minimum and maximum, which some hosts swap.
  init(minimum: UInt32, maximum: UInt32) {
    self = minimum <= maximum ? minimum...maximum : maximum...minimum
  }
}

/// The advertising data or the scan response data of one set. Commands can set them in fragments.
struct DataBlock {
  /// The current data; `nil` while unknown.
  private(set) var payload: Payload?
  private(set) var source: HostLayout.DataSource?
  /// The fragments of new data so far.
  private var unfinished: [UInt8]?

  /// The longest possible advertising data (Core Vol 4 Part E 7.8.54).
  private static let longestData = AdvertisingPDU.extendedNonconnectable.payloadLimit

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

  /// Sets the data of a command.
  mutating func set(_ range: Range<Int>, of command: HostCommand) {
    unfinished = nil
    payload = Payload(Array(command.parameters[range]))
    source = HostLayout.DataSource(record: command.record, fileOffset: command.fileOffset + range.lowerBound)
  }

  /// Takes a fragment. The data change with the last fragment. Controllers refuse a fragment without a first one before
  /// it, and data that are too long: these change nothing.
  ///
  /// - Returns: whether the current data changed.
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
