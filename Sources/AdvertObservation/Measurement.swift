internal import AdvertCapture

/// What one report tells about reception.
struct Measurement: Sendable, BitwiseCopyable {
  /// When an advertisement came; `nil` for a scan response, which says nothing about the interval.
  let advertisementTime: Timestamp?
  /// In dBm; `nil` when it was not measured.
  let rssi: Int8?
}

extension Measurement {
  @inline(__always)
  init(of report: borrowing AdvertisingReport) {
    switch report.pdu {
    case .scanRsp, .auxScanRsp: self.init(advertisementTime: nil, rssi: report.rssi)
    default: self.init(advertisementTime: report.time, rssi: report.rssi)
    }
  }
}
