package import AdvertCapture
package import AdvertisingData

/// Collects the series of chosen devices while the captures of an input are read again.
///
/// The first reading determines the devices and their times. So the memory depends on the devices that are shown, not
/// on the size of the capture.
package struct SeriesCollector: CaptureSink {
  /// The series, in the order of the requests.
  package private(set) var series: [DeviceSeries]
  /// By the position of the capture.
  package private(set) var captures: [Int: CaptureSeries]
  private let wanted: [RequestedSeries]
  private var positions: [Key: Int] = [:]
  /// Counts the captures of the input, from 0.
  private var capture = -1

  private struct Key: Hashable {
    let capture: Int
    let adapter: UInt16
    let address: DeviceAddress
  }

  /// Nothing collected yet.
  ///
  /// - Parameter times: of the captures whose own series are wanted, by position.
  package init(_ wanted: [RequestedSeries], captures times: [Int: ClosedRange<Timestamp>]) {
    self.wanted = wanted
    captures = times.mapValues { CaptureSeries(times: $0) }
    series = wanted.map { DeviceSeries(times: $0.times, interval: $0.interval, rows: $0.rows.count) }
    for (position, device) in wanted.enumerated() {
      for address in device.addresses {
        positions[Key(capture: device.capture, adapter: device.adapter, address: address)] = position
      }
    }
  }

  package mutating func receive(_ event: CaptureEvent) {
    if case .began = event { capture += 1 }
  }

  package mutating func receive(_ report: borrowing AdvertisingReport) {
    guard report.isScanResponse || report.isAdvertisement else { return }
    captures[capture]?.add(report)
    guard
      let position = positions[Key(capture: capture, adapter: report.adapter, address: report.address)]
    else { return }
    let rows = wanted[position].rows
    series[position].add(report, row: rows.row(of: report))
  }
}

/// A request for the series of a device.
package struct RequestedSeries: Sendable {
  /// The position of its capture among those of the input.
  package let capture: Int
  let adapter: UInt16
  let addresses: [DeviceAddress]
  let times: ClosedRange<Timestamp>?
  let interval: Int64?
  let rows: TimelineRows

  /// A request for the series of a received advertiser. `capture` is the position of its capture among those of the
  /// input.
  package init(_ advertiser: Advertiser, capture: Int, rows: TimelineRows) {
    self.capture = capture
    adapter = advertiser.adapter
    addresses = advertiser.addresses
    times = advertiser.firstSeen.flatMap { first in advertiser.lastSeen.map { first...max(first, $0) } }
    interval = advertiser.interval?.microseconds
    self.rows = rows
  }
}

/// Assigns reports to rows of a timeline: by their payloads, or by the common shape of payloads that differ only in the
/// values of their AD structures.
package struct TimelineRows: Sendable {
  private var payloads: [PayloadKey: Int] = [:]
  private var shapes: [ShapeKey: Int] = [:]
  /// The number of rows.
  package private(set) var count = 0

  private struct PayloadKey: Hashable {
    let isScanResponse: Bool
    let sid: UInt8?
    let payload: Payload
  }

  private struct ShapeKey: Hashable {
    let isScanResponse: Bool
    let sid: UInt8?
    let shape: PayloadShape
  }

  /// No rows yet.
  package init() {}

  /// Adds a row for these payloads: one payload by its octets, several by their shape.
  package mutating func add(_ payloads: [Payload], isScanResponse: Bool, sid: UInt8?) {
    if payloads.count == 1 {
      let key = PayloadKey(isScanResponse: isScanResponse, sid: sid, payload: payloads[0])
      if self.payloads[key] == nil { self.payloads[key] = count }
    } else if let first = payloads.first {
      let key = ShapeKey(isScanResponse: isScanResponse, sid: sid, shape: PayloadShape(first))
      if shapes[key] == nil { shapes[key] = count }
    }
    count += 1
  }

  func row(of report: borrowing AdvertisingReport) -> Int? {
    let payload = Payload(copying: report.data)
    let sid = report.advertisingSID
    return payloads[PayloadKey(isScanResponse: report.isScanResponse, sid: sid, payload: payload)]
      ?? shapes[ShapeKey(isScanResponse: report.isScanResponse, sid: sid, shape: PayloadShape(payload))]
  }
}

/// The common shape of payloads that differ only in the values of their AD structures.
package struct PayloadShape: Hashable, Sendable {
  private let count: Int
  /// The length and the type of each structure.
  private let heads: [UInt8]

  package init(_ payload: Payload) {
    count = payload.count
    var heads: [UInt8] = []
    var walk = payload.structures
    while let structure = walk.next() {
      heads.append(UInt8(truncatingIfNeeded: structure.declaredLength))
      heads.append(structure.type.rawValue)
    }
    self.heads = heads
  }
}
