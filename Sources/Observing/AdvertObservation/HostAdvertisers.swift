internal import AdvertCapture
internal import AdvertisingData

/// The advertisers known from host commands. They are separate from received ones, because a command does not prove
/// that they were on the air.
///
/// The number of layouts is limited, because some hosts change their data with every advertisement, like sensors.
struct HostAdvertisers: Sendable {
  /// The most distinct layouts of all hosts.
  static let maximumLayouts = 16_384
  /// The most sets that are remembered, above those of real hosts. A set beyond the limit only costs look-ups.
  private static let maximumRemembered = 1024

  private var entries: [Entry] = []
  private var positions: [Key: Int] = [:]
  private var known: Set<LayoutKey> = []
  /// The latest layout of each set: hosts enable the same set again and again.
  private var latest: [SetKey: HostLayout] = [:]
  private(set) var layoutsLeftOut = 0

  /// All unknown addresses of an adapter are one advertiser.
  private struct Key: Hashable {
    let address: DeviceAddress
    let adapter: UInt16
  }

  private struct SetKey: Hashable {
    let adapter: UInt16
    let handle: UInt8?
  }

  private struct LayoutKey: Hashable {
    let advertiser: Int
    let advertisingSID: UInt8?
    let layout: Layout
  }

  private struct Entry: Sendable {
    let key: Key
    var firstSeen: Timestamp?
    var lastSeen: Timestamp?
    var interval: ClosedRange<Int64>?
    var channels: PrimaryChannels?
    var layouts: [ObservedLayout] = []
  }

  var count: Int { entries.count }

  mutating func note(_ layout: HostLayout) {
    guard let position = position(ofAdvertiserOf: layout) else {
      layoutsLeftOut += 1
      return
    }
    if let time = layout.time {
      entries[position].firstSeen = min(entries[position].firstSeen ?? time, time)
      entries[position].lastSeen = max(entries[position].lastSeen ?? time, time)
    }
    if let interval = layout.interval {
      entries[position].interval = Self.microseconds(interval)
    }
    if let channels = layout.channels { entries[position].channels = channels }
    let set = SetKey(adapter: layout.adapter, handle: layout.advertisingHandle)
    let isRepeat = latest[set].map { Self.isAlike($0, layout) } ?? false
    if latest.count == Self.maximumRemembered { latest = [:] }
    latest[set] = layout
    guard !isRepeat else { return }
    let key = LayoutKey(advertiser: position, advertisingSID: layout.advertisingSID, layout: layout.layout)
    guard !known.contains(key) else { return }
    guard known.count < Self.maximumLayouts else {
      layoutsLeftOut += 1
      return
    }
    known.insert(key)
    entries[position].layouts.append(ObservedLayout(layout))
  }

  func address(at position: Int) -> DeviceAddress { entries[position].key.address }

  func adapter(at position: Int) -> UInt16 { entries[position].key.adapter }

  func advertiser(at position: Int) -> Advertiser {
    let entry = entries[position]
    return Advertiser(
      address: entry.key.address, otherAddresses: [], adapter: entry.key.adapter, origin: .host, owner: nil,
      advertisements: 0, scanResponses: 0, scanRequests: nil, firstSeen: entry.firstSeen, lastSeen: entry.lastSeen,
      rssiStatistics: RSSIStatistics(), interval: nil, intervalObstacle: nil, configuredInterval: entry.interval,
      configuredChannels: entry.channels, layouts: entry.layouts)
  }

  /// Returns the position of the layout's advertiser; `nil` when the advertiser is new and there is no room for its
  /// layout.
  private mutating func position(ofAdvertiserOf layout: HostLayout) -> Int? {
    let key = Key(address: layout.address, adapter: layout.adapter)
    if let position = positions[key] { return position }
    guard known.count < Self.maximumLayouts else { return nil }
    let position = entries.count
    entries.append(Entry(key: key))
    positions[key] = position
    return position
  }

  private static func isAlike(_ one: HostLayout, _ other: HostLayout) -> Bool {
    one.address == other.address && one.advertisingSID == other.advertisingSID && one.layout == other.layout
  }

  private static func microseconds(_ interval: ClosedRange<UInt32>) -> ClosedRange<Int64> {
    Int64(interval.lowerBound) * 625...Int64(interval.upperBound) * 625
  }
}

extension ObservedLayout {
  fileprivate init(_ host: HostLayout) {
    layout = host.layout
    advertisingSID = host.advertisingSID
    reception = Reception()
    firstSighting = host.layout.advertising == nil ? nil : Sighting(host.advertisingSource, of: host)
    isTruncated = false
    scanResponses = host.layout.scanResponse.payloads.map {
      ObservedScanResponse(
        payload: $0, reception: Reception(), firstSighting: Sighting(host.scanResponseSource, of: host),
        isTruncated: false)
    }
  }
}

extension Sighting {
  /// The command that set the data, or else the command that enabled the set.
  fileprivate init(_ source: HostLayout.DataSource?, of host: HostLayout) {
    self.init(record: source?.record ?? host.record, fileOffset: source?.fileOffset)
  }
}
