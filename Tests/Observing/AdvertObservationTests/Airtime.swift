import AdvertCapture
import AdvertObservation
import AdvertReading
import AdvertisingData
import TestSupport

/// A script of what is on the air: advertisements and scan responses, each as it was received.
struct Airtime {
  private(set) var heard: [Heard] = []

  init(_ heard: [Heard] = []) {
    self.heard = heard
  }

  mutating func hear(_ report: Heard) {
    heard.append(report)
  }

  /// What an observation makes of a capture with one record for each report.
  func observation(maximumAdvertisers: Int = .max) throws -> Observation {
    var observation = Observation(maximumAdvertisers: maximumAdvertisers)
    let summary = try CaptureReader.read(MemorySource(file.octets), into: &observation)
    precondition(summary.reports == heard.count && summary.records == heard.count)
    return observation
  }

  func advertisers() throws -> [Advertiser] {
    try Array(observation().advertisers)
  }

  var file: BtsnoopFile {
    var file = BtsnoopFile(dataLink: 2001)
    for report in heard {
      file.add(report.event, flags: UInt32(report.adapter) << 16 | 3, microseconds: report.microseconds)
    }
    return file
  }
}

/// One advertisement or scan response as received.
struct Heard: Hashable, Sendable {
  /// Of a scan response the kind that it says it answers, `nil` when it does not say.
  var pdu: AdvertisingPDU?
  var isScanResponse: Bool
  var data: [UInt8]
  var address: UInt64 = 0x1122_3344_5566
  var addressType = DeviceAddress.AddressType.random
  var adapter: UInt16 = 0
  var sid: UInt8?
  var rssi: Int8? = -60
  var microseconds: Int64 = 1_700_000_000_000_000
  var isTruncated = false

  static func adv(_ pdu: AdvertisingPDU, _ hex: String, sid: UInt8? = nil) -> Heard {
    Heard(pdu: pdu, isScanResponse: false, data: [UInt8](hex: hex), sid: sid)
  }

  static func response(_ hex: String, to pdu: AdvertisingPDU? = nil, sid: UInt8? = nil) -> Heard {
    Heard(pdu: pdu, isScanResponse: true, data: [UInt8](hex: hex), sid: sid)
  }

  func with(_ change: (inout Heard) -> Void) -> Heard {
    var changed = self
    change(&changed)
    return changed
  }

  /// From the event code to the data.
  var dataOffset: Int { pdu == nil ? 2 + 2 + 9 : 2 + 2 + 24 }

  fileprivate var event: [UInt8] {
    let wire = (0..<6).map { UInt8(truncatingIfNeeded: address >> (8 * $0)) }
    guard let eventType else {
      return HCIEvent.legacy([
        LegacyReport(4, addressType: addressType.rawValue, address: wire, data: data, rssi: rssi ?? 127)
      ])
    }
    return HCIEvent.extended([
      ExtendedReport(
        eventType | (isTruncated ? 0x40 : 0), addressType: addressType.rawValue, address: wire, sid: sid ?? 0xFF,
        data: data, rssi: rssi ?? 127)
    ])
  }

  /// As in an extended report; `nil` for a scan response that does not say what it answers, which only a legacy report
  /// can be.
  private var eventType: UInt16? {
    switch (pdu, isScanResponse) {
    case (.advInd, false): 0x13
    case (.advScanInd, false): 0x12
    case (.advNonconnInd, false): 0x10
    case (.advDirectInd, false): 0x15
    case (.extendedConnectable, false): 0x01
    case (.extendedScannable, false): 0x02
    case (.extendedNonconnectable, false): 0x00
    case (.advInd, true): 0x1B
    case (.advScanInd, true): 0x1A
    case (nil, true): nil
    case (.extendedScannable, true): 0x0A
    default: preconditionFailure("there is no such report")
    }
  }
}
