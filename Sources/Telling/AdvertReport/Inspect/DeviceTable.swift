internal import AdvertCapture
internal import AdvertObservation
internal import AdvertScan
package import AdvertisingData

/// The devices of a capture, one row each: their identity, their receptions, and the services that they hide.
struct DeviceTable {
  private var table: TextTable
  private let times: ClosedRange<Timestamp>?
  private let hidesServices: Bool

  /// - Parameter times: of the capture.
  init(_ devices: [InspectRun.Device], in times: ClosedRange<Timestamp>?) {
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
    for device in devices { add(device, namesAdapter: adapters > 1) }
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
