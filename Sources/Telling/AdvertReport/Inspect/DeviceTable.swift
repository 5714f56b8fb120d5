internal import AdvertCapture
internal import AdvertObservation
internal import AdvertScan
package import AdvertisingData

/// The devices of a capture, one row each: their identity, their receptions, and the services that they hide.
struct DeviceTable {
  private var table: TextTable
  private let times: ClosedRange<Timestamp>?
  private let hidesServices: Bool

  /// - Parameters:
  ///   - times: of the capture.
  ///   - joinsHost: whether all addresses of the capturing host are one row. A phone changes its own often.
  init(_ devices: [InspectRun.Device], in times: ClosedRange<Timestamp>?, joinsHost: Bool) {
    self.times = times
    hidesServices = devices.contains { !$0.hiddenServices.isEmpty }
    // Columns with the highest rank are left out first.
    var columns: [TextTable.Column] = [
      .init(title: "ADDRESS", alignment: .left),
      .init(title: "NAME", alignment: .left, narrowing: .cut(least: 18)),
      .init(title: "MAKER, FORMAT", alignment: .left, narrowing: .cut(least: 16), rank: 1),
      .init(title: "RSSI", alignment: .right),
      .init(title: "ADV", alignment: .right, rank: 2),
      .init(title: "RSP", alignment: .right, rank: 5),
      .init(title: "INTERVAL", alignment: .right, rank: 3),
      .init(title: "LAST SEEN", alignment: .left, rank: 4),
      .init(title: "KIND", alignment: .left, rank: 7),
      .init(title: "SERVICES", alignment: .left, narrowing: .cut(least: 12), rank: 6),
    ]
    if hidesServices { columns.append(.init(title: "HIDES", alignment: .left, narrowing: .cut(least: 10))) }
    table = TextTable(columns)
    let adapters = Set(devices.map { $0.advertiser.adapter }).count
    var hosts: Set<UInt16> = []
    for device in devices {
      let advertiser = device.advertiser
      guard joinsHost, advertiser.origin == .host else {
        add(device, namesAdapter: adapters > 1)
        continue
      }
      guard hosts.insert(advertiser.adapter).inserted else { continue }
      let own = devices.filter { $0.advertiser.origin == .host && $0.advertiser.adapter == advertiser.adapter }
      if own.count > 1 { addHost(own, namesAdapter: adapters > 1) } else { add(device, namesAdapter: adapters > 1) }
    }
  }

  /// A row for all that the host sends itself, under several addresses.
  private mutating func addHost(_ devices: [InspectRun.Device], namesAdapter: Bool) {
    let advertisers = devices.map { $0.advertiser }
    /// Returns the value that all have in common, or the number of different values.
    func joined(_ words: [String?], _ noun: String) -> String {
      let different = Set(words.compactMap { $0 })
      return different.count > 1 ? counted(different.count, noun) : different.first ?? "–"
    }
    let descriptions = advertisers.map { AdvertiserDescription($0) }
    var services: [BluetoothUUID] = []
    for service in advertisers.flatMap({ $0.advertisedServices }) where !services.contains(service) {
      services.append(service)
    }
    var hidden: [HiddenService] = []
    for service in devices.flatMap({ $0.hiddenServices }) where !hidden.contains(where: { $0.uuid == service.uuid }) {
      hidden.append(service)
    }
    table.add(
      [
        counted(devices.count, "address", "addresses") + (namesAdapter ? " on hci\(advertisers[0].adapter)" : ""),
        joined(descriptions.map { $0.nameWords }, "name"),
        joined(advertisers.map { MakerDescription($0).brief }, "maker"), "–", "–", "–",
        joined(descriptions.map { $0.intervalWords }, "interval"),
        advertisers.compactMap { $0.lastSeen }.max().map(lastSeen) ?? "–",
        Set(descriptions.map { $0.kindWords }).count == 1 ? descriptions[0].kindWords : "this host",
        shortList(services),
      ] + (hidesServices ? [self.hidden(hidden)] : []))
  }

  private mutating func add(_ device: InspectRun.Device, namesAdapter: Bool) {
    let advertiser = device.advertiser
    let description = AdvertiserDescription(advertiser)
    let isUnseen = advertiser.origin == .air && advertiser.advertisements == 0
    table.add(
      [
        description.addressWords + (namesAdapter ? " on hci\(advertiser.adapter)" : ""), description.nameWords ?? "–",
        MakerDescription(advertiser).brief, advertiser.rssi.map { String($0.median) } ?? "–",
        received(advertiser.advertisements, by: advertiser), received(advertiser.scanResponses, by: advertiser),
        description.intervalWords ?? "–", advertiser.lastSeen.map(lastSeen) ?? "–", description.kindWords,
        isUnseen ? "not seen" : shortList(advertiser.advertisedServices),
      ] + (hidesServices ? [hidden(device.hiddenServices)] : []))
  }

  func lines(_ style: TextStyle) -> [String] {
    table.lines(style) { column, cell in
      guard let mark = cell.first, column == table.columns.count - 1 else { return cell }
      switch String(mark) {
      case Verdict.Word.missed.mark: return style.error(String(mark)) + cell.dropFirst()
      case Verdict.Word.may.mark: return style.warning(String(mark)) + cell.dropFirst()
      default: return cell
      }
    }
  }

  /// `✗ 180d`: some scanners miss it; `~ 180d`: by field reports.
  private func hidden(_ services: [HiddenService]) -> String {
    guard !services.isEmpty else { return "" }
    let word: Verdict.Word = services.contains { !$0.missedBy.isEmpty } ? .missed : .may
    return "\(word.mark) \(shortList(services.map { $0.uuid }))"
  }

  /// Returns the count for an advertiser. A host does not receive its own advertising.
  private func received(_ count: Int, by advertiser: Advertiser) -> String {
    advertiser.origin == .host ? "–" : String(count)
  }

  /// Returns the time of day in UTC, with the date when the capture has several.
  private func lastSeen(_ time: Timestamp) -> String {
    guard time.hasDate else { return time.textOfSeconds }
    let text = time.iso8601
    guard text.count == Self.isoLength, let times else { return text }
    let days = [times.lowerBound, times.upperBound].map { $0.iso8601.prefix(Self.dateLength) }
    let clock = text.dropFirst(Self.dateLength + 1).prefix(Self.clockLength)
    return days[0] == days[1] ? String(clock) : "\(text.prefix(Self.dateLength)) \(clock)"
  }

  // 2023-11-14T22:13:20.152500Z
  private static let isoLength = 27
  private static let dateLength = 10
  private static let clockLength = 8
}

/// Returns at most three UUIDs, and the number of others.
package func shortList(_ uuids: [BluetoothUUID]) -> String { shortList(uuids.map { $0.description }) }

/// The same for UUIDs in words.
package func shortList(_ uuids: [String]) -> String {
  guard !uuids.isEmpty else { return "–" }
  let shown = uuids.prefix(3).joined(separator: ", ")
  return uuids.count > 3 ? "\(shown) and \(uuids.count - 3) more" : shown
}
