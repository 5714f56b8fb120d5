package import AdvertLint
package import AdvertObservation
package import AdvertScan
package import AdvertisingData

/// What changed between two sides, each a list of inputs: which devices are gone or new, and what the others send
/// differently.
///
/// The work is linear in the devices. A device that sends the same on both sides is not taken apart, and devices are kept
/// only when there is something to say about them.
package struct DiffRun: Sendable {
  /// What may differ.
  package let ignored: Set<DiffAspect>
  /// Devices that differ, or about which there is something else to say: first those on both sides, then those that are
  /// gone, then new ones.
  package private(set) var devices: [DeviceDiff] = []
  /// Devices with changing addresses that cannot be told apart.
  package private(set) var groups: [GroupDiff] = []
  /// Devices on both sides without a difference.
  package private(set) var equalCount = 0
  /// Whether all of both sides was read, and there was something to compare.
  package private(set) var isWhole: Bool
  /// Devices of each side, or layouts where no device is known.
  package let counts: (old: Int, new: Int)

  /// Compares two sides.
  ///
  /// - Parameters:
  ///   - old: the inputs of the old side.
  ///   - new: the inputs of the new side.
  ///   - devices: only these; all when it is empty.
  ///   - services: what scanners are asked for. When it is empty, the services that a device mentions on both sides.
  ///   - profiles: the scanners that are asked.
  ///   - linter: judges what differs.
  ///   - ignored: what may differ.
  ///   - incomplete: what belongs to the sides, and was not read or not to its end.
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

  /// Whether the sides differ in anything that may not.
  package var differs: Bool { devices.contains { $0.differs } || groups.contains { $0.differs } }

  /// Devices on both sides that differ.
  package var changedCount: Int { devices.count { $0.match != nil && $0.differs } }
  /// Devices that only the old side has.
  package var goneCount: Int {
    devices.count { $0.new == nil } + groups.reduce(0) { $0 + ($1.differs ? $1.oldCount : 0) }
  }
  /// Devices that only the new side has.
  package var newCount: Int {
    devices.count { $0.old == nil } + groups.reduce(0) { $0 + ($1.differs ? $1.newCount : 0) }
  }
}

/// What may differ. The raw value is the word of the command line and of JSON.
package enum DiffAspect: String, Hashable, Sendable, CaseIterable {
  /// Which devices there are.
  case devices
  /// The address of a device that both sides know by a fixed one, and its kind where a side declares it.
  case address
  /// The kind of advertising.
  case pdu
  /// Which fields are sent, in which block and in which order, and values other than names and vendor data.
  case fields
  /// The local name.
  case name
  /// The values of manufacturer and service data.
  case data
  /// How often it advertises.
  case interval
  /// How strong it is.
  case rssi
  /// How much was received: whether scan responses still come.
  case count
  /// Which scanners discover it.
  case scanners
  /// What lint finds.
  case findings
}

/// Devices alike with changing addresses, of which there are several on a side, so that none can be found again.
package struct GroupDiff: Hashable, Sendable {
  /// Their local name; `nil` when they send none.
  package let name: String?
  /// The companies of their manufacturer data, ascending.
  package let companies: [UInt16]
  /// The services that they list or send data of, ascending.
  package let services: [BluetoothUUID]
  /// How many the old side has.
  package let oldCount: Int
  /// How many the new side has.
  package let newCount: Int

  /// Whether only one side has such devices. Their number alone depends on who passes by.
  package var differs: Bool { oldCount == 0 || newCount == 0 }
}
