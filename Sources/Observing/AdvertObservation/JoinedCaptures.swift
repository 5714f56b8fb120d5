package import AdvertCapture
internal import AdvertisingData

/// The recordings of the captures of an input, to be put in order with those of others.
package struct RecordedCaptures: CaptureSink, Sendable {
  /// The recordings of the ``CaptureSummary/captures``, in the same order.
  package private(set) var all: [RecordedReports] = []

  /// Nothing recorded yet.
  package init() {}

  package mutating func receive(_ report: borrowing AdvertisingReport) {
    if !all.isEmpty { all[all.count - 1].add(report) }
  }

  package mutating func receive(_ event: CaptureEvent) {
    if case .began = event { all.append(RecordedReports()) }
    if !all.isEmpty { all[all.count - 1].add(event) }
  }
}

/// All reports and events of a capture.
///
/// A report costs about 150 bytes and its data.
package struct RecordedReports: Sendable {
  fileprivate var events: [Event] = []
  fileprivate var data: [UInt8] = []
  /// The number of filters of all settings together.
  private var filters = 0
  /// The most filters that are kept. A log of a day has a tenth of them.
  private static let maximumFilters = 500_000

  fileprivate enum Event: Sendable {
    case report(AdvertisingReport.Attributes, data: Range<Int>)
    case other(CaptureEvent)

    var time: Timestamp? {
      switch self {
      case .report(let attributes, _): attributes.time
      case .other(let event): event.time
      }
    }
  }

  fileprivate mutating func add(_ report: borrowing AdvertisingReport) {
    let start = data.count
    data.append(copying: report.data)
    events.append(.report(report.attributes, data: start..<data.count))
  }

  fileprivate mutating func add(_ event: CaptureEvent) {
    switch event {
    case .began, .mayPause: break
    case .filters(let settings): add(settings)
    case .scanning, .connection, .scanRequest, .hostLayout: events.append(.other(event))
    }
  }

  /// Settings contain all filters, so filters that were set for too short a time to scan with are not kept.
  private mutating func add(_ settings: ScanSettings) {
    if case .other(.filters(let before))? = events.last, before.adapter == settings.adapter, let start = before.time,
      let length = settings.time?.microseconds(since: start), length < ScanLog.shortestPhase
    {
      filters -= before.filters.count
      events.removeLast()
    }
    let isKept = filters + settings.filters.count <= Self.maximumFilters
    filters += isKept ? settings.filters.count : 0
    events.append(.other(.filters(isKept ? settings : settings.withoutFilters)))
  }
}

/// Several captures of one observation as one: the parts of a log that was rotated, or sniffers on several channels.
///
/// Their clocks are assumed to agree. Reports and events are taken in the order of their times; for equal times the
/// order of the captures decides.
package struct JoinedCaptures: Sendable {
  /// The common observation of all captures.
  package private(set) var observation: Observation
  /// Reports that another capture has too: the same packet, or another PDU of the same advertising event on another
  /// channel. They are counted once.
  package private(set) var repeats = 0
  /// The number of captures without times, which come after the others in the order given.
  package private(set) var withoutTimes = 0

  /// - Parameters:
  ///   - captures: in the order for equal times.
  ///   - maximumAdvertisers: the limit of received advertisers.
  package init(_ captures: [RecordedReports], maximumAdvertisers: Int = .max) {
    observation = Observation(maximumAdvertisers: maximumAdvertisers)
    var order: [Place] = []
    order.reserveCapacity(captures.reduce(0) { $0 + $1.events.count })
    for (number, capture) in captures.enumerated() {
      // An event without a time stays after the one before it.
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
    var recent = RecentPackets()
    for place in order {
      let capture = captures[place.capture]
      switch capture.events[place.position] {
      case .other(let event): observation.receive(event)
      case .report(let attributes, let range):
        let content = Content(attributes, capture.data[range])
        if let time = attributes.time?.microseconds,
          recent.isRepeat(content, at: time, of: attributes, from: place.capture)
        {
          repeats += 1
          continue
        }
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

  /// The content that two captures of one packet share.
  fileprivate struct Content: Hashable {
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
}

/// The packets that the captures received a moment ago. Its cost does not depend on the number of packets at one time.
private struct RecentPackets {
  /// The PDUs of an advertising event begin at most 10 ms apart, on three channels (Core Specification Vol 6 Part B
  /// 4.4.2.3).
  fileprivate static let eventMicroseconds: Int64 = 20_000

  /// For the latest time only: the capture that had each packet first.
  private var packets: [Packet: Int] = [:]
  private var microseconds: Int64?
  /// The latest event that each capture has on each channel.
  private var events: [JoinedCaptures.Content: [Event]] = [:]

  /// The key of a packet: captures of one packet differ in no part of it.
  private struct Packet: Hashable {
    let content: JoinedCaptures.Content
    let channel: UInt8?
    let rssi: Int8?
  }

  fileprivate struct Event {
    let capture: Int
    let channel: UInt8
    var microseconds: Int64
  }

  /// Returns whether another capture also has the packet, or has the advertising event on another channel. Repeats are
  /// not remembered: the event began with its first PDU.
  mutating func isRepeat(
    _ content: JoinedCaptures.Content, at time: Int64, of attributes: AdvertisingReport.Attributes, from capture: Int
  ) -> Bool {
    if microseconds != time {
      packets.removeAll(keepingCapacity: true)
      microseconds = time
    }
    let packet = Packet(content: content, channel: attributes.channel, rssi: attributes.rssi)
    if let first = packets[packet], first != capture { return true }
    if let channel = attributes.channel {
      let known = events[content] ?? []
      if known.contains(where: { $0.capture != capture && $0.channel != channel && $0.isOne(with: time) }) {
        return true
      }
      if let position = known.firstIndex(where: { $0.capture == capture && $0.channel == channel }) {
        events[content]?[position].microseconds = time
      } else {
        events[content, default: []].append(Event(capture: capture, channel: channel, microseconds: time))
      }
    }
    packets[packet] = capture
    return false
  }
}

extension RecentPackets.Event {
  /// Returns whether a packet with this time can belong to it.
  fileprivate func isOne(with time: Int64) -> Bool {
    let (gap, overflows) = time.subtractingReportingOverflow(microseconds)
    return !overflows && gap.magnitude < RecentPackets.eventMicroseconds
  }
}
