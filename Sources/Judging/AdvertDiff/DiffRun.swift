package import AdvertLint
package import AdvertObservation
package import AdvertScan
package import AdvertisingData

/// The changes between two sides, each a list of inputs: devices that are gone or new, and differences in the
/// advertising of the others.
///
/// The time is linear in the number of devices. A device with the same data on both sides is not taken apart, and only
/// devices with something to report are kept.
package struct DiffRun: Sendable {
  /// The aspects that may differ.
  package let ignored: Set<DiffAspect>
  /// Devices that differ, or that have something else to report: first those on both sides, then those that are gone,
  /// then new ones.
  package private(set) var devices: [DeviceDiff] = []
  /// Devices with changing addresses that cannot be distinguished.
  package private(set) var groups: [GroupDiff] = []
  /// The number of devices on both sides without a difference.
  package private(set) var equalCount = 0
  /// Whether both sides were read in full, and had something to compare.
  package private(set) var isWhole: Bool
  /// The number of devices on each side, or of layouts where no device is known.
  package let counts: (old: Int, new: Int)

  /// Compares two sides.
  ///
  /// - Parameters:
  ///   - old: the inputs of the old side.
  ///   - new: the inputs of the new side.
  ///   - devices: only these; all when it is empty.
  ///   - services: the services that scanners look for. When it is empty, the services that a device mentions on both
  ///     sides.
  ///   - profiles: the scanners.
  ///   - linter: judges the devices that differ.
  ///   - ignored: the aspects that may differ.
  ///   - incomplete: inputs of the sides that were not read or not to their end.
  package init(
    old: [Input], new: [Input], devices: [DeviceSelector] = [], services: [BluetoothUUID] = [],
    profiles: [ScannerProfile] = ScannerProfile.all, linter: Linter = Linter(), ignoring ignored: Set<DiffAspect> = [],
    incomplete: [IncompleteInput] = []
  ) {
    self.ignored = ignored
    let selectors = DeviceSelectors(devices)
    let oldSide = DiffSide(old, selectors, joinsLayouts: new.allSatisfy { $0.isCapture })
    let newSide = DiffSide(new, selectors, joinsLayouts: old.allSatisfy { $0.isCapture })
    counts = (oldSide.entries.count, newSide.entries.count)
    let hasGaps = (old + new).contains { $0.hasGaps } || incomplete.contains { $0.hasGaps }
    isWhole = counts != (0, 0) && !hasGaps
    let matching = DeviceMatching(oldSide, newSide)
    var comparison = DeviceComparison(services: services, profiles: profiles, linter: linter, ignoring: ignored)
    for pair in matching.pairs {
      let (one, other) = (oldSide.device(pair.old), newSide.device(pair.new))
      if one.isInPart || other.isInPart { isWhole = false }
      let diff = comparison.compare(one, other, matchedBy: pair.match)
      if diff.differences.isEmpty { equalCount += 1 }
      if diff.hasSomethingToSay { self.devices.append(diff) }
    }
    guard !ignored.contains(.devices) else { return }
    self.devices += matching.gone.map { DeviceDiff(gone: oldSide.device($0).identity) }
    self.devices += matching.new.map { DeviceDiff(new: newSide.device($0).identity) }
    groups = matching.groups
  }

  /// Whether the sides differ in an aspect that may not differ.
  package var differs: Bool { devices.contains { $0.differs } || groups.contains { $0.differs } }

  /// The number of devices on both sides that differ.
  package var changedCount: Int { devices.count { $0.match != nil && $0.differs } }
  /// The number of devices that only the old side has.
  package var goneCount: Int {
    devices.count { $0.new == nil } + groups.reduce(0) { $0 + ($1.differs ? $1.oldCount : 0) }
  }
  /// The number of devices that only the new side has.
  package var newCount: Int {
    devices.count { $0.old == nil } + groups.reduce(0) { $0 + ($1.differs ? $1.newCount : 0) }
  }
}

/// The aspects of a difference. The raw value is the word of the command line and of JSON.
package enum DiffAspect: String, Hashable, Sendable, CaseIterable {
  /// The devices that are present.
  case devices
  /// The address of a device with a fixed one on both sides, and its kind where a side declares it.
  case address
  /// The kind of advertising.
  case pdu
  /// The fields, their blocks and their order, and values other than names and vendor data.
  case fields
  /// The local name.
  case name
  /// The values of manufacturer and service data.
  case data
  /// The advertising interval.
  case interval
  /// The signal strength.
  case rssi
  /// The number of receptions: whether scan responses are still received.
  case count
  /// The scanners that discover it.
  case scanners
  /// The findings of lint.
  case findings
}

/// Devices alike with changing addresses. A side has several of them, so that they cannot be matched one by one.
package struct GroupDiff: Hashable, Sendable {
  /// The local name of the devices; `nil` when they send none.
  package let name: String?
  /// The companies of their manufacturer data, ascending.
  package let companies: [UInt16]
  /// The services that they list or send data of, ascending.
  package let services: [BluetoothUUID]
  /// The number on the old side.
  package let oldCount: Int
  /// The number on the new side.
  package let newCount: Int

  /// Whether only one side has such devices. Their number alone depends on the people who pass by.
  package var differs: Bool { oldCount == 0 || newCount == 0 }
}
