import AdvertCapture
import AdvertisingData
import TestSupport

@testable import AdvertObservation

/// What an observation should say, found the slow way: all reports are kept, and every question looks through them.
struct ObservationModel {
  private(set) var advertisers: [Advertiser]

  struct Advertiser: Equatable {
    let address: DeviceAddress
    let adapter: UInt16
    let advertisements: Int
    let scanResponses: Int
    let seen: [Timestamp?]
    let rssi: [Int8]?
    let layouts: [Layout]
  }

  struct Layout: Equatable {
    let key: LayoutKey
    let scanResponse: AdvertisingData.Layout.ScanResponse
    let count: Int
    let firstSighting: Sighting?
    let responses: [Response]
  }

  struct LayoutKey: Hashable {
    let pdu: AdvertisingPDU?
    let sid: UInt8?
    let advertising: [UInt8]?
    let isTruncated: Bool
  }

  struct Response: Equatable {
    let key: ResponseKey
    let count: Int
    let firstSighting: Sighting
  }

  struct ResponseKey: Hashable {
    let data: [UInt8]
    let isTruncated: Bool
  }

  private struct AdvertiserKey: Hashable {
    let address: DeviceAddress
    let adapter: UInt16
  }

  private struct Report {
    let heard: Heard
    let sighting: Sighting
  }

  init(_ airtime: Airtime) {
    let file = airtime.file
    let reports = airtime.heard.enumerated().map { index, heard in
      Report(
        heard: heard, sighting: Sighting(record: index + 1, fileOffset: file.packetOffset(index) + heard.dataOffset))
    }
    let groups = Dictionary(grouping: reports) { report in
      AdvertiserKey(
        address: DeviceAddress(bits: report.heard.address, type: report.heard.addressType),
        adapter: report.heard.adapter)
    }
    advertisers =
      groups
      .sorted { one, other in
        (one.key.address.bits, one.key.address.type.rawValue, one.key.adapter)
          < (other.key.address.bits, other.key.address.type.rawValue, other.key.adapter)
      }
      .map { Self.advertiser($0.key, $0.value) }
  }

  private static func advertiser(_ key: AdvertiserKey, _ reports: [Report]) -> Advertiser {
    let times = reports.map { Timestamp(microseconds: $0.heard.microseconds) }
    let rssi = reports.compactMap(\.heard.rssi).sorted()
    return Advertiser(
      address: key.address, adapter: key.adapter, advertisements: reports.filter { !$0.heard.isScanResponse }.count,
      scanResponses: reports.filter(\.heard.isScanResponse).count, seen: [times.min(), times.max()],
      rssi: rssi.isEmpty ? nil : [rssi[0], rssi[(rssi.count - 1) / 2], rssi[rssi.count - 1]],
      layouts: layouts(of: reports))
  }

  private static func layouts(of reports: [Report]) -> [Layout] {
    let keys = reports.indices.map { layoutKey(ofReport: $0, in: reports) }
    return distinct(keys).map { key in
      let ofLayout = zip(keys, reports).filter { $0.0 == key }.map(\.1)
      let advertisements = ofLayout.filter { !$0.heard.isScanResponse }
      let answers = ofLayout.filter(\.heard.isScanResponse)
      let responseKeys = answers.map { ResponseKey(data: $0.heard.data, isTruncated: $0.heard.isTruncated) }
      let responses = distinct(responseKeys).map { responseKey in
        let same = zip(responseKeys, answers).filter { $0.0 == responseKey }.map(\.1)
        return Response(key: responseKey, count: same.count, firstSighting: same[0].sighting)
      }
      let state: AdvertisingData.Layout.ScanResponse =
        if !responses.isEmpty {
          .observed(responses.map { Payload($0.key.data) })
        } else {
          key.pdu?.isScannable == false ? .notScannable : .notObserved
        }
      return Layout(
        key: key, scanResponse: state, count: advertisements.count, firstSighting: advertisements.first?.sighting,
        responses: responses)
    }
  }

  /// Of an advertisement its own layout; of a scan response that of the latest earlier advertisement it can answer.
  private static func layoutKey(ofReport index: Int, in reports: [Report]) -> LayoutKey {
    let report = reports[index].heard
    guard report.isScanResponse else {
      return LayoutKey(pdu: report.pdu, sid: report.sid, advertising: report.data, isTruncated: report.isTruncated)
    }
    let answered = reports[..<index].last { earlier in
      guard !earlier.heard.isScanResponse, let pdu = earlier.heard.pdu, pdu.isScannable else { return false }
      guard let parent = report.pdu else { return !pdu.isExtended }
      return parent == pdu && earlier.heard.sid == report.sid
    }
    guard let answered = answered?.heard else {
      return LayoutKey(pdu: report.pdu, sid: report.sid, advertising: nil, isTruncated: false)
    }
    return LayoutKey(
      pdu: answered.pdu, sid: answered.sid, advertising: answered.data, isTruncated: answered.isTruncated)
  }

  private static func distinct<Key: Hashable>(_ keys: [Key]) -> [Key] {
    var met: Set<Key> = []
    return keys.filter { met.insert($0).inserted }
  }
}

extension ObservationModel.Advertiser {
  /// The same of what an observation says.
  init(_ advertiser: AdvertObservation.Advertiser) {
    self.init(
      address: advertiser.address, adapter: advertiser.adapter, advertisements: advertiser.advertisements,
      scanResponses: advertiser.scanResponses, seen: [advertiser.firstSeen, advertiser.lastSeen],
      rssi: advertiser.rssi.map { [$0.min, $0.median, $0.max] },
      layouts: advertiser.layouts.map { observed in
        ObservationModel.Layout(
          key: ObservationModel.LayoutKey(
            pdu: observed.layout.pdu, sid: observed.advertisingSID, advertising: observed.layout.advertising?.octets,
            isTruncated: observed.isTruncated),
          scanResponse: observed.layout.scanResponse, count: observed.count, firstSighting: observed.firstSighting,
          responses: observed.scanResponses.map { response in
            ObservationModel.Response(
              key: ObservationModel.ResponseKey(data: response.payload.octets, isTruncated: response.isTruncated),
              count: response.count, firstSighting: response.firstSighting)
          })
      })
  }
}
