internal import AdvertCapture
internal import AdvertisingData

/// The capturing hosts themselves, known from their commands: one for each adapter, with all of its addresses. They are
/// separate from received devices, because a command does not prove that they were on the air.
///
/// A phone advertises for several apps at a time, and changes its addresses every few minutes. So its addresses are one
/// device. The number of layouts and addresses is limited, because some hosts change them with every advertisement.
struct HostAdvertisers: Sendable {
  /// The most distinct layouts of all hosts, and the most addresses.
  static let maximumLayouts = 16_384
  /// The most sets that are remembered, above those of real hosts. A set beyond the limit only costs look-ups.
  private static let maximumRemembered = 1024

  private var entries: [Entry] = []
  private var positions: [UInt16: Int] = [:]
  private var known: [LayoutKey: Int] = [:]
  private var addresses: Set<AddressKey> = []
  /// The latest layout of each set: hosts enable the same set again and again.
  private var latest: [SetKey: HostLayout] = [:]
  private(set) var layoutsLeftOut = 0

  private struct AddressKey: Hashable {
    let address: DeviceAddress
    let adapter: UInt16
  }

  private struct SetKey: Hashable {
    let adapter: UInt16
    let handle: UInt8?
  }

  private struct LayoutKey: Hashable {
    let adapter: UInt16
    let advertisingSID: UInt8?
    let layout: Layout
  }

  private struct Entry: Sendable {
    let adapter: UInt16
    var addresses: [DeviceAddress] = []
    var firstSeen: Timestamp?
    var lastSeen: Timestamp?
    var layouts: [ObservedLayout] = []

    /// The first address that the commands tell, or else the unknown one.
    var address: DeviceAddress { addresses.first { $0.isKnown } ?? .unknown }
  }

  var count: Int { entries.count }

  /// The number of addresses of all hosts.
  var addressCount: Int { addresses.count }

  mutating func note(_ layout: HostLayout) {
    let position = position(of: layout.adapter)
    if let time = layout.time {
      entries[position].firstSeen = min(entries[position].firstSeen ?? time, time)
      entries[position].lastSeen = max(entries[position].lastSeen ?? time, time)
    }
    let isNewAddress = note(layout.address, at: position)
    let set = SetKey(adapter: layout.adapter, handle: layout.advertisingHandle)
    let isRepeat = latest[set].map { Self.isAlike($0, layout) } ?? false
    if latest.count == Self.maximumRemembered { latest = [:] }
    latest[set] = layout
    guard !isRepeat else { return }
    let key = LayoutKey(adapter: layout.adapter, advertisingSID: layout.advertisingSID, layout: layout.layout)
    if let known = known[key] {
      entries[position].layouts[known].take(layout)
      if isNewAddress == nil { layoutsLeftOut += 1 }
      return
    }
    guard known.count < Self.maximumLayouts, isNewAddress != nil else {
      layoutsLeftOut += 1
      return
    }
    known[key] = entries[position].layouts.count
    entries[position].layouts.append(ObservedLayout(layout))
  }

  /// Notes an address. Returns whether it is new; `nil` for a new one beyond the limit.
  private mutating func note(_ address: DeviceAddress, at position: Int) -> Bool? {
    let key = AddressKey(address: address, adapter: entries[position].adapter)
    guard !addresses.contains(key) else { return false }
    guard addresses.count < Self.maximumLayouts else { return nil }
    addresses.insert(key)
    entries[position].addresses.append(address)
    return true
  }

  func address(at position: Int) -> DeviceAddress { entries[position].address }

  func adapter(at position: Int) -> UInt16 { entries[position].adapter }

  func advertiser(at position: Int) -> Advertiser {
    let entry = entries[position]
    return Advertiser(
      address: entry.address, otherAddresses: entry.addresses.filter { $0 != entry.address }, adapter: entry.adapter,
      origin: .host, owner: nil, advertisements: 0, scanResponses: 0, scanRequests: nil, firstSeen: entry.firstSeen,
      lastSeen: entry.lastSeen, rssiStatistics: RSSIStatistics(), measured: nil, layouts: entry.layouts)
  }

  private mutating func position(of adapter: UInt16) -> Int {
    if let position = positions[adapter] { return position }
    positions[adapter] = entries.count
    entries.append(Entry(adapter: adapter))
    return entries.count - 1
  }

  private static func isAlike(_ one: HostLayout, _ other: HostLayout) -> Bool {
    one.address == other.address && one.advertisingSID == other.advertisingSID && one.layout == other.layout
      && one.interval == other.interval && one.channels == other.channels
  }
}

extension ObservedLayout {
  fileprivate init(_ host: HostLayout) {
    layout = host.layout
    advertisingSID = host.advertisingSID
    reception = Reception()
    firstSighting = host.layout.advertising == nil ? nil : Sighting(host.advertisingSource, of: host)
    isTruncated = false
    configuredInterval = host.interval.map(Self.microseconds)
    configuredChannels = host.channels
    scanResponses = host.layout.scanResponse.payloads.map {
      ObservedScanResponse(
        payload: $0, reception: Reception(), firstSighting: Sighting(host.scanResponseSource, of: host),
        isTruncated: false)
    }
  }

  /// Takes the interval and the channels with which a host sends the same data again.
  fileprivate mutating func take(_ host: HostLayout) {
    configuredInterval = host.interval.map(Self.microseconds) ?? configuredInterval
    configuredChannels = host.channels ?? configuredChannels
  }

  private static func microseconds(_ interval: ClosedRange<UInt32>) -> ClosedRange<Int64> {
    Int64(interval.lowerBound) * 625...Int64(interval.upperBound) * 625
  }
}

extension Sighting {
  /// The command that set the data, or else the command that enabled the set.
  fileprivate init(_ source: HostLayout.DataSource?, of host: HostLayout) {
    self.init(record: source?.record ?? host.record, fileOffset: source?.fileOffset)
  }
}
