internal import AdvertCapture

/// What one report tells about reception.
struct Measurement: Sendable, BitwiseCopyable {
  /// When an advertisement came; `nil` for a scan response, which says nothing about the interval.
  let advertisementTime: Timestamp?
  /// In dBm; `nil` when it was not measured.
  let rssi: Int8?

  @inline(__always)
  init(advertisementAt time: Timestamp?, rssi: Int8?) {
    advertisementTime = time
    self.rssi = rssi
  }

  @inline(__always)
  init(scanResponseWith rssi: Int8?) {
    advertisementTime = nil
    self.rssi = rssi
  }

  @inline(__always)
  init(of report: borrowing AdvertisingReport) {
    switch report.pdu {
    case .scanRsp, .auxScanRsp: self.init(scanResponseWith: report.rssi)
    default: self.init(advertisementAt: report.time, rssi: report.rssi)
    }
  }
}
