public import AdvertCapture
internal import AdvertisingData

/// All that one of several captures holds, to be put in order with the others.
///
/// A report costs about 150 bytes and its data.
public struct RecordedReports: AdvertisingSink, Sendable {
  fileprivate var events: [Event] = []
  fileprivate var data: [UInt8] = []

  fileprivate enum Event: Sendable {
    case report(AdvertisingReport.Attributes, data: Range<Int>)
    case change(ScanModeChange)
    case settings(AndroidScanSettings)
    case layout(HostLayout)

    var time: Timestamp? {
      switch self {
      case .report(let attributes, _): attributes.time
      case .change(let change): change.time
      case .settings(let settings): settings.time
      case .layout(let layout): layout.time
      }
    }
  }

  /// Nothing yet.
  public init() {}

  public mutating func receive(_ report: borrowing AdvertisingReport) {
    let start = data.count
    data.append(copying: report.data)
    events.append(.report(report.attributes, data: start..<data.count))
  }

  public mutating func receive(_ change: ScanModeChange) { events.append(.change(change)) }

  public mutating func receive(_ settings: AndroidScanSettings) { events.append(.settings(settings)) }

  public mutating func receive(_ layout: HostLayout) { events.append(.layout(layout)) }
}

/// Several captures of one observation as one: the parts of a log that was rotated, or sniffers on several channels.
///
/// Their clocks are taken to agree. What comes first counts first; of equal times the order of the captures decides.
public struct JoinedCaptures: Sendable {
  /// What all captures received together.
  public private(set) var observation: Observation
  /// Reports that another capture has too: the same packet, or another PDU of the same advertising event on another
  /// channel. They are counted once.
  public private(set) var repeats = 0
  /// Captures without times, which come after the others in the order given.
  public private(set) var withoutTimes = 0

  /// The PDUs of an advertising event begin at most 10 ms apart, on three channels (Core Specification Vol 6 Part B
  /// 4.4.2.3).
  private static let eventMicroseconds: Int64 = 20_000

  /// - Parameters:
  ///   - captures: in the order that equal times come in.
  ///   - mostAdvertisers: the limit of received advertisers.
  public init(_ captures: [RecordedReports], mostAdvertisers: Int = .max) {
    observation = Observation(mostAdvertisers: mostAdvertisers)
    var order: [Place] = []
    order.reserveCapacity(captures.reduce(0) { $0 + $1.events.count })
    for (number, capture) in captures.enumerated() {
      // An event without a time stays behind the one before it.
      var latest: Int64?
      var hasTime = false
      for (position, event) in capture.events.enumerated() {
        if let time = event.time?.microseconds {
          // A clock that was set back keeps the order of its capture.
          latest = max(latest ?? time, time)
          hasTime = true
        }
        order.append(Place(microseconds: latest ?? (hasTime ? 0 : .max), capture: number, position: position))
      }
      if !hasTime, !capture.events.isEmpty { withoutTimes += 1 }
    }
    order.sort()
    var recent: [Content: [Seen]] = [:]
    for place in order {
      let capture = captures[place.capture]
      switch capture.events[place.position] {
      case .change(let change): observation.receive(change)
      case .settings(let settings): observation.receive(settings)
      case .layout(let layout): observation.receive(layout)
      case .report(let attributes, let range):
        let content = Content(attributes, capture.data[range])
        if isRepeat(attributes, from: place.capture, content, &recent) { continue }
        let data = capture.data.span.extracting(range)
        observation.receive(AdvertisingReport(attributes, data: data, acad: data.extracting(first: 0)))
      }
    }
  }

  private struct Place: Comparable {
    let microseconds: Int64
    let capture: Int
    let position: Int

    static func < (one: Self, other: Self) -> Bool {
      (one.microseconds, one.capture, one.position) < (other.microseconds, other.capture, other.position)
    }
  }

  /// What two captures of one packet have in common.
  private struct Content: Hashable {
    let address: DeviceAddress
    let pdu: AdvertisingReport.PDU
    let advertisingSID: UInt8?
    let data: [UInt8]

    init(_ attributes: AdvertisingReport.Attributes, _ data: ArraySlice<UInt8>) {
      address = attributes.address
      pdu = attributes.pdu
      advertisingSID = attributes.advertisingSID
      self.data = Array(data)
    }
  }

  fileprivate struct Seen {
    let microseconds: Int64
    let capture: Int
    let channel: UInt8?
    let rssi: Int8?
  }

  private mutating func isRepeat(
    _ attributes: AdvertisingReport.Attributes, from capture: Int, _ content: Content, _ recent: inout [Content: [Seen]]
  ) -> Bool {
    guard let time = attributes.time?.microseconds else { return false }
    let seen = Seen(microseconds: time, capture: capture, channel: attributes.channel, rssi: attributes.rssi)
    let latest = (recent[content] ?? []).filter { time &- $0.microseconds < Self.eventMicroseconds }
    if latest.contains(where: { $0.isSamePacket(as: seen) || $0.isSameEvent(as: seen) }) {
      repeats += 1
      // The event began with the first PDU.
      return true
    }
    recent[content] = latest + [seen]
    return false
  }
}

extension JoinedCaptures.Seen {
  /// Whether two captures have the same packet: nothing of it differs.
  fileprivate func isSamePacket(as other: Self) -> Bool {
    capture != other.capture && microseconds == other.microseconds && channel == other.channel && rssi == other.rssi
  }

  /// Whether two sniffers on different channels received the same advertising event.
  fileprivate func isSameEvent(as other: Self) -> Bool {
    guard let channel, let another = other.channel else { return false }
    return capture != other.capture && channel != another
  }
}
