import AdvertisingData

/// The filters of the management interface of Linux. Programs ask the kernel for discoveries and for advertisement
/// monitors; the kernel scans for all of them and compares each report.
///
/// Source: doc/mgmt-api.txt of BlueZ. A record of the monitor begins with the number of the socket, four octets, then
/// the code of the command or event and its parameters.
enum ManagementCommand {
  static let startDiscovery: UInt16 = 0x0023
  static let stopDiscovery: UInt16 = 0x0024
  static let startServiceDiscovery: UInt16 = 0x003A
  static let startLimitedDiscovery: UInt16 = 0x0041
  static let addMonitor: UInt16 = 0x0052
  static let removeMonitor: UInt16 = 0x0053
  static let addMonitorWithRSSI: UInt16 = 0x0056
  static let all: Set = [
    startDiscovery, stopDiscovery, startServiceDiscovery, startLimitedDiscovery, addMonitor, removeMonitor,
    addMonitorWithRSSI,
  ]
}

enum ManagementEvent {
  static let commandComplete: UInt16 = 0x0001
  static let commandStatus: UInt16 = 0x0002
  static let deviceFound: UInt16 = 0x0012
  static let monitorDeviceFound: UInt16 = 0x002F
  static let discovering: UInt16 = 0x0013
  static let monitorAdded: UInt16 = 0x002B
  static let monitorRemoved: UInt16 = 0x002C
}

extension ScanSettings {
  /// The place of the discovery. Places of monitors begin at 1, so this one is free.
  private static let discoveryIndex: UInt16 = 0
  /// The place of a monitor until its completion gives another.
  private static let pendingIndex = UInt16.max
  /// The place that means all monitors.
  private static let every: UInt16 = 0
  /// The strength that means none.
  private static let noStrength = Int8(bitPattern: 0x7F)

  /// Applies a management command to the adapter; returns `false` when it changes nothing.
  mutating func apply(management command: UInt16, _ parameters: Span<UInt8>, record: Int) -> Bool {
    let before = self
    isManaged = true
    isFiltering = true
    switch command {
    case ManagementCommand.startDiscovery, ManagementCommand.startLimitedDiscovery:
      setDiscovery(.discovery(services: [], weakest: -128, at: Self.discoveryIndex, record: record))
    case ManagementCommand.startServiceDiscovery: setDiscovery(Self.discovery(parameters, record: record))
    case ManagementCommand.stopDiscovery:
      setDiscovery(nil)
      pausedDiscovery = nil
    case ManagementCommand.addMonitor: add(Self.monitor(parameters, record: record), at: Self.pendingIndex)
    case ManagementCommand.addMonitorWithRSSI:
      // The thresholds decide when a monitor begins and ends to report, not what it asks for.
      let patterns = parameters.extracting(droppingFirst: 7)
      add(Self.monitor(patterns, record: record), at: Self.pendingIndex)
    case ManagementCommand.removeMonitor where parameters.count >= 2:
      remove(monitor: parameters.littleEndian16(at: 0))
    default: break
    }
    return self != before
  }

  /// Gives a waiting monitor its place.
  mutating func placeMonitor(at index: UInt16) {
    guard let position = filters.firstIndex(where: { $0.index == Self.pendingIndex }) else { return }
    var filter = filters.remove(at: position)
    filter.index = index
    add(filter, at: index)
  }

  /// Applies an event; returns `false` when it changes nothing.
  mutating func apply(managementEvent event: UInt16, _ parameters: Span<UInt8>, record: Int) -> Bool {
    let before = self
    switch event {
    case ManagementEvent.discovering where parameters.count >= 2:
      isManaged = true
      isFiltering = true
      if parameters[1] != 0 {
        // It continues with its earlier filter, or with one from before the log.
        if filters.first?.index != Self.discoveryIndex { setDiscovery(pausedDiscovery ?? Self.unknown(record: record)) }
      } else {
        pausedDiscovery = filters.first { $0.index == Self.discoveryIndex } ?? pausedDiscovery
        setDiscovery(nil)
      }
    case ManagementEvent.monitorAdded where parameters.count >= 2:
      let index = parameters.littleEndian16(at: 0)
      placeMonitor(at: index)
      // Another program's monitor, set through an interface that the log does not have.
      if !filters.contains(where: { $0.index == index }) { add(Self.unknown(record: record), at: index) }
    case ManagementEvent.monitorRemoved where parameters.count >= 2:
      remove(monitor: parameters.littleEndian16(at: 0))
    default: break
    }
    return self != before
  }

  private mutating func setDiscovery(_ filter: ScanFilter?) {
    filters.removeAll { $0.index == Self.discoveryIndex }
    if let filter { filters.insert(filter, at: 0) }
  }

  private mutating func add(_ filter: ScanFilter, at index: UInt16) {
    var filter = filter
    filter.index = index
    filters.removeAll { $0.index == index }
    guard filters.count < Self.maximumMonitors else {
      hasUnknownFilter = true
      return
    }
    filters.insert(filter, at: filters.firstIndex { $0.index > index } ?? filters.count)
  }

  private mutating func remove(monitor index: UInt16) {
    guard index == Self.every else { return filters.removeAll { $0.index == index } }
    filters.removeAll { $0.index != Self.discoveryIndex }
    hasUnknownFilter = false
    isKnownFromStart = true
  }

  /// Returns a discovery's filter. Parameters: address types, strength, number of services, services of 16 octets.
  private static func discovery(_ parameters: Span<UInt8>, record: Int) -> ScanFilter {
    guard parameters.count >= 4 else { return unknown(record: record) }
    let count = Int(parameters.littleEndian16(at: 2))
    guard parameters.count >= 4 + 16 * count else { return unknown(record: record) }
    let strength = Int8(bitPattern: parameters[1])
    let services = (0..<min(count, ScanFilter.maximumConditions)).map { position in
      Array(copying: parameters.extracting(4 + 16 * position..<20 + 16 * position))
    }
    var filter = ScanFilter.discovery(
      services: services, weakest: strength == noStrength ? -128 : strength, at: discoveryIndex, record: record)
    filter.conditionsLeftOut = count - services.count
    return filter
  }

  /// Returns a monitor's filter. Parameters: number of patterns, patterns of 34 octets: AD type, offset, length, 31
  /// octets.
  private static func monitor(_ parameters: Span<UInt8>, record: Int) -> ScanFilter {
    guard !parameters.isEmpty else { return unknown(record: record) }
    let count = Int(parameters[0])
    guard count > 0, parameters.count >= 1 + 34 * count else { return unknown(record: record) }
    var filter = ScanFilter(index: pendingIndex, record: record)
    filter.logic = .init(
      kinds: 1 << ScanFilter.Kind.pattern.rawValue, needsAllOfKind: 0, needsAllKinds: false, weakest: -128, delivery: 0)
    for position in 0..<count {
      let pattern = Array(copying: parameters.extracting(1 + 34 * position..<35 + 34 * position))
      filter.add(.init(.pattern, Array(pattern[..<2] + pattern[3..<3 + min(31, Int(pattern[2]))])))
    }
    return filter
  }

  /// Returns a filter whose conditions are not in the log.
  private static func unknown(record: Int) -> ScanFilter { ScanFilter(index: discoveryIndex, record: record) }
}

extension ScanFilter {
  /// Returns the filter of a discovery: one of the services, or everything.
  fileprivate static func discovery(services: [[UInt8]], weakest: Int8, at index: UInt16, record: Int) -> ScanFilter {
    var filter = ScanFilter(index: index, record: record)
    filter.logic = .init(
      kinds: services.isEmpty ? 0 : 1 << Kind.service.rawValue, needsAllOfKind: 0, needsAllKinds: true,
      weakest: weakest, delivery: 0)
    for service in services { filter.add(.init(.service, service)) }
    return filter
  }
}
