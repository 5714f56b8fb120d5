public import AdvertCapture
public import AdvertisingData

/// One address (with its type) on one adapter, or several addresses of one device, with everything it advertised.
public struct Advertiser: Sendable {
  /// The first address received.
  public let address: DeviceAddress
  /// Further addresses in the order of the capture, when ``Observation/owners`` assigns them to the same owner, and those of
  /// the capturing host.
  public let otherAddresses: [DeviceAddress]
  /// The Bluetooth controller of the capturing machine; 0 where the format has only one.
  public let adapter: UInt16
  /// The source of the advertiser: received over the air, or the capturing host itself.
  public let origin: Origin
  /// The owner of the addresses, as numbered by ``Observation/owners``; `nil` when it is unknown.
  public let owner: Int?
  /// Advertising PDUs received over the air.
  public let advertisements: Int
  /// Scan response PDUs received over the air.
  public let scanResponses: Int
  /// Requests for its scan response that a sniffer heard; `nil` when the capture has no such request to any device.
  public let scanRequests: Int?
  /// The time of the first report; `nil` when the capture has no times.
  public let firstSeen: Timestamp?
  /// The time of the last report; `nil` when the capture has no times.
  public let lastSeen: Timestamp?
  let rssiStatistics: RSSIStatistics
  /// The interval, or the intervals, that the gaps show; `nil` for advertising of the host itself.
  let measured: MeasuredInterval?
  /// The layouts, in the order of the capture.
  public let layouts: [ObservedLayout]

  /// The sources of an advertiser in a capture.
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// Received over the air.
    case air
    /// Set by commands of the capturing host.
    case host
  }

  /// The advertising interval, as estimated from the gaps; `nil` when it cannot be measured, and when there are several.
  public var interval: IntervalEstimate? { measured?.estimate }

  /// The reason why there is no interval; `nil` when there is one, and for advertising of the host itself.
  public var intervalObstacle: IntervalObstacle? { measured?.obstacle }

  /// The intervals of a device that has several; `nil` for any other.
  public var severalIntervals: SeveralIntervals? { measured?.several }

  /// The advertising interval of the host's commands, in microseconds; `nil` when its layouts have different ones, for
  /// advertising received over the air, and when the capture does not have it.
  public var configuredInterval: ClosedRange<Int64>? { common { $0.configuredInterval } }

  /// The primary channels of the host's commands; `nil` when its layouts have different ones, for advertising received
  /// over the air, and when the capture does not have them.
  public var configuredChannels: PrimaryChannels? { common { $0.configuredChannels } }

  /// Returns the value that all layouts of a host have.
  private func common<Value: Equatable>(_ value: (ObservedLayout) -> Value?) -> Value? {
    guard origin == .host, let first = layouts.first.flatMap(value) else { return nil }
    return layouts.allSatisfy { value($0) == first } ? first : nil
  }

  /// All its addresses, in the order of the capture.
  public var addresses: [DeviceAddress] { [address] + otherAddresses }

  /// Microseconds from the first to the last report; `nil` when the capture has no times, or only impossible ones.
  public var heardFor: Int64? {
    guard origin == .air, let firstSeen, let lastSeen else { return nil }
    let (time, overflow) = lastSeen.microseconds.subtractingReportingOverflow(firstSeen.microseconds)
    return overflow ? nil : time
  }

  /// In dBm, of advertisements and scan responses; `nil` when none was measured.
  public var rssi: (min: Int8, median: Int8, max: Int8)? { rssiStatistics.summary }

  /// The strength of the first reports and of the last ones, as medians in dBm; `nil` for fewer than six measured
  /// reports, and for several addresses, whose reports can be mixed.
  package var rssiEnds: (first: Int8, last: Int8)? { rssiStatistics.ends }

  /// The advertiser's ``localName`` as text; `nil` when it sent none. The text comes from the air and may contain any
  /// control character.
  public var name: String? { localName?.text }

  /// The advertiser's local name: a complete name before a shortened one, else the first. `nil` when it sent none.
  public var localName: LocalName? {
    var first: LocalName?
    for observed in layouts {
      for (_, payload) in observed.layout.blocks {
        guard let name = payload.localName else { continue }
        if name.isComplete { return name }
        first = first ?? name
      }
    }
    return first
  }

  /// UUIDs of the service lists in any of its blocks, sorted: the services that a scanner can filter for when it asks
  /// for scan responses.
  public var services: [BluetoothUUID] {
    Self.sorted(layouts.flatMap { observed in observed.layout.blocks.flatMap { $0.payload.certainServices } })
  }

  /// UUIDs of the service lists in any of its advertising data, sorted.
  public var advertisedServices: [BluetoothUUID] {
    var services: [BluetoothUUID] = []
    for observed in layouts {
      if let payload = observed.layout.advertising { services += payload.certainServices }
    }
    return Self.sorted(services)
  }

  /// UUIDs of the service lists in any of its scan responses, sorted, including those that are also in the advertising
  /// data.
  public var scanResponseServices: [BluetoothUUID] {
    var services: [BluetoothUUID] = []
    for observed in layouts {
      for payload in observed.layout.scanResponse.payloads { services += payload.certainServices }
    }
    return Self.sorted(services)
  }

  /// Returns the services without repeats. Most devices have one service.
  private static func sorted(_ services: [BluetoothUUID]) -> [BluetoothUUID] {
    services.count > 1 ? Set(services).sorted() : services
  }
}

extension Payload {
  /// The services of its lists before the first length octet that may be wrong.
  fileprivate var certainServices: [BluetoothUUID] {
    let services = services
    guard !services.isEmpty, let doubt = doubtfulLength else { return services }
    return Payload(Array(octets.prefix(doubt.certainCount))).services
  }
}

/// A layout as received or as set by a host's commands, with its count and its first place in the capture.
public struct ObservedLayout: Sendable {
  /// The advertising data, with every scan response that answered them.
  public let layout: Layout
  /// The advertising set, 0 to 15; `nil` for legacy advertising.
  public let advertisingSID: UInt8?
  /// How often and when advertisements with this advertising data were received; never when only commands have them.
  public let reception: Reception
  /// The first place of the advertising data; `nil` when there was no advertisement. When no command in the capture set
  /// a host's data, the command that enabled the set.
  public let firstSighting: Sighting?
  /// Whether fragments of an extended advertisement are missing, so that the advertising data end early.
  public let isTruncated: Bool
  /// Whether what is kept as advertising data are such for certain. A line of a log can have data without saying whether
  /// they are those of a scan response.
  public var isBlockKnown = true
  /// The distinct scan responses in the order of the layout's `payloads`. The scan response of a host has count 0.
  public let scanResponses: [ObservedScanResponse]
  /// The part of ``reception`` in each span, in their order.
  var bySpan: [SpanReception] = []
  /// The latest advertising interval with which the host sends it, in microseconds; `nil` for a received layout, and
  /// when the capture does not have it.
  public internal(set) var configuredInterval: ClosedRange<Int64>?
  /// The latest primary channels on which the host sends it; `nil` for a received layout, and when the capture does not
  /// have them.
  public internal(set) var configuredChannels: PrimaryChannels?

  /// The number of advertisements with this advertising data; 0 when only commands have them.
  public var count: Int { reception.count }
}

/// One distinct scan response of a layout.
public struct ObservedScanResponse: Sendable {
  /// The scan response data.
  public let payload: Payload
  /// How often and when it was received.
  public let reception: Reception
  /// The first place of the scan response in the capture.
  public let firstSighting: Sighting
  /// Whether fragments of it are missing, so that the data end early.
  public let isTruncated: Bool
  /// The part of ``reception`` in each span, in their order.
  var bySpan: [SpanReception] = []

  /// The number of scan responses with these data; 0 for those of a host.
  public var count: Int { reception.count }
}

/// The first place of data in a capture.
public struct Sighting: Hashable, Sendable, BitwiseCopyable {
  /// The record number, counting from 1.
  public let record: Int
  /// Offset in the file of the first data octet; negative for none. An optional would take more room in every layout.
  private let offset: Int

  /// Offset in the file of the first data octet; `nil` when the data were joined from several pieces.
  public var fileOffset: Int? { offset < 0 ? nil : offset }

  init(record: Int, fileOffset: Int?) {
    self.record = record
    offset = fileOffset ?? -1
  }

  init(_ report: borrowing AdvertisingReport) {
    self.init(record: report.record, fileOffset: report.dataFileOffset)
  }
}

/// How often and when data were received.
public struct Reception: Hashable, Sendable, BitwiseCopyable {
  /// How often.
  public private(set) var count: Int
  private var times: TimeExtent

  /// The earliest time; `nil` without receptions, and without times.
  public var first: Timestamp? { times.first }
  /// The latest time; `nil` without receptions, and without times.
  public var last: Timestamp? { times.last }

  /// A count with the earliest and the latest time.
  public init(count: Int = 0, first: Timestamp? = nil, last: Timestamp? = nil) {
    self.count = count
    times = TimeExtent(first: first, last: last)
  }

  /// Counts one more reception.
  @inline(__always)
  mutating func note(_ time: Timestamp?) {
    count += 1
    times.note(time)
  }

  /// Adds the counts and times of another reception.
  public mutating func add(_ other: Reception) {
    count += other.count
    times.add(other.times)
  }
}

/// The earliest and the latest time. Clocks are sometimes set back, so these may not be the first and the last.
struct TimeExtent: Hashable, Sendable, BitwiseCopyable {
  // Without times, the first is later than the last, so that no report has to check whether it is the first.
  private var least = Int64.max
  private var greatest = Int64.min

  init() {}

  init(first: Timestamp?, last: Timestamp?) {
    note(first)
    note(last)
  }

  var isEmpty: Bool { least > greatest }
  var first: Timestamp? { isEmpty ? nil : Timestamp(microseconds: least) }
  var last: Timestamp? { isEmpty ? nil : Timestamp(microseconds: greatest) }

  @inline(__always)
  mutating func note(_ time: Timestamp?) {
    guard let microseconds = time?.microseconds else { return }
    least = min(least, microseconds)
    greatest = max(greatest, microseconds)
  }

  mutating func add(_ other: TimeExtent) {
    least = min(least, other.least)
    greatest = max(greatest, other.greatest)
  }
}
