import AdvertisingData

/// The filters that all apps of the capturing host set: in the controller by Android's vendor commands, in the kernel
/// by management commands of Linux.
///
/// Source: Android's HCI requirements, LE_Batch_Scan_Command (0xFD56) and LE_APCF_Command (0xFD57); doc/mgmt-api.txt of
/// BlueZ. Apple's counterparts are not published.
public struct ScanSettings: Hashable, Sendable {
  /// The Bluetooth controller that scans.
  public var adapter: UInt16 = 0
  /// The time of the latest command; `nil` when the capture does not have it.
  public var time: Timestamp?
  /// The record of the latest command, counting from 1.
  public var record = 0
  /// Whether no filter can be left from before the capture: it has the controller's reset, or a command that removes
  /// all filters.
  public var isKnownFromStart = false
  /// Whether the filters are those of Linux's management interface, in the kernel.
  public var isManaged = false
  /// Whether the filters are in use; `nil` when no command of the capture set it.
  public var isFiltering: Bool?
  /// The filters, by their place.
  public var filters: [ScanFilter] = []
  /// Whether a command about a filter was cut short or not understood, so that a filter is not known.
  public var hasUnknownFilter = false
  /// The scan whose results the controller stores for later; `nil` when there is none.
  public var batch: Batch?
  /// Whether the latest command was refused, so that its settings never applied.
  public var takesBack = false
  /// The filter of a paused discovery of Linux.
  var pausedDiscovery: ScanFilter?
  /// The most monitors, above those that a kernel takes.
  static let maximumMonitors = 256

  /// A scan whose results the controller stores.
  public struct Batch: Hashable, Sendable {
    /// The results that it stores.
    public var mode: Mode
    /// From the start of one scan window to the start of the next, in units of 0.625 ms.
    public var interval: UInt32
    /// The length of each scan window, in units of 0.625 ms.
    public var window: UInt32

    /// The kinds of results that are stored.
    public enum Mode: UInt8, Hashable, Sendable, CaseIterable {
      /// Results without the data.
      case truncated = 1
      /// Results with the data.
      case full = 2
      /// Both kinds.
      case both = 3
    }
  }

  /// No settings.
  public init() {}

  /// Whether any command about a filter applied. Without one, the controller may never be given filters: then the host
  /// filters, and no log shows for what.
  package var hasFilterCommand: Bool { isManaged || isFiltering != nil || !filters.isEmpty || hasUnknownFilter }

  static let batchOpcode: UInt16 = 0xFD56
  static let filterOpcode: UInt16 = 0xFD57

  /// Applies a command; returns `false` when it changes nothing.
  mutating func apply(
    opcode: UInt16, _ parameters: Span<UInt8>, isWhole: Bool, record: Int, time: Timestamp?
  ) -> Bool {
    let before = self
    if opcode == Self.batchOpcode {
      applyBatch(parameters)
    } else if !applyFilter(parameters, isWhole: isWhole, record: record) {
      hasUnknownFilter = true
    }
    return self != before
  }

  /// Applies a batch scan command: 1 enables the feature, 3 sets mode, window, interval, address type and discard rule.
  private mutating func applyBatch(_ parameters: Span<UInt8>) {
    switch (parameters[0], parameters.count) {
    case (1, 2...) where parameters[1] == 0: batch = nil
    case (3, 10...):
      batch = Batch.Mode(rawValue: parameters[1]).map {
        Batch(
          mode: $0, interval: parameters.littleEndian32(at: 6), window: parameters.littleEndian32(at: 2))
      }
    default: break
    }
  }

  /// Applies a filter command: subcommand, then enable; or action, filter index and the subcommand's data. Returns
  /// `false` when it is not understood.
  private mutating func applyFilter(_ parameters: Span<UInt8>, isWhole: Bool, record: Int) -> Bool {
    let subcommand = parameters[0]
    if subcommand == 0 {
      guard parameters.count >= 2 else { return false }
      isFiltering = parameters[1] != 0
      return true
    }
    // 0xFF reads the features of newer versions.
    guard subcommand != 0xFF else { return true }
    guard isWhole, parameters.count >= 3, let action = Action(rawValue: parameters[1]) else { return false }
    let index = parameters[2]
    let rest = Array(copying: parameters.extracting(droppingFirst: 3))
    if subcommand == 1 {
      return setLogic(action, rest, of: index, record: record)
    }
    guard let condition = Self.condition(subcommand, rest) else {
      // Without octets, a clear action removes all conditions of the kind.
      guard action == .clear, let kind = Self.kind(ofSubcommand: subcommand) else { return false }
      change(index, record: record) { $0.conditions.removeAll { $0.kind == kind } }
      return true
    }
    change(index, record: record) { filter in
      switch action {
      case .add: filter.add(condition)
      case .remove: filter.conditions.removeAll { $0 == condition }
      case .clear: filter.conditions.removeAll { $0.kind == condition.kind }
      }
    }
    return true
  }

  private enum Action: UInt8 {
    case add = 0
    case remove = 1
    case clear = 2
  }

  /// Sets kinds of conditions, logic in them, logic between them, strength, delivery, and times of finding and losing.
  private mutating func setLogic(_ action: Action, _ rest: [UInt8], of index: UInt8, record: Int) -> Bool {
    switch action {
    case .remove: filters.removeAll { $0.index == UInt16(index) }
    case .clear:
      filters.removeAll()
      hasUnknownFilter = false
      isKnownFromStart = true
    case .add:
      guard rest.count >= 7 else { return false }
      let logic = ScanFilter.Logic(
        kinds: UInt16(rest[0]) | UInt16(rest[1]) << 8, needsAllOfKind: UInt16(rest[2]) | UInt16(rest[3]) << 8,
        needsAllKinds: rest[4] != 0, weakest: Int8(bitPattern: rest[5]), delivery: rest[6])
      change(index, record: record) { $0.logic = logic }
    }
    return true
  }

  private mutating func change(_ index: UInt8, record: Int, _ body: (inout ScanFilter) -> Void) {
    let index = UInt16(index)
    // At most 256, the number of index values.
    let position = filters.firstIndex { $0.index >= index } ?? filters.count
    if position == filters.count || filters[position].index != index {
      filters.insert(ScanFilter(index: index, record: record), at: position)
    }
    filters[position].record = record
    body(&filters[position])
  }

  private static func kind(ofSubcommand subcommand: UInt8) -> ScanFilter.Kind? {
    switch subcommand {
    case 2: .address
    case 3: .service
    case 4: .solicitation
    case 5: .name
    case 6: .manufacturerData
    case 7: .serviceData
    case 8: .transportDiscovery
    case 9: .adType
    default: nil
    }
  }

  /// Returns the condition of a subcommand; `nil` when octets are missing.
  private static func condition(_ subcommand: UInt8, _ octets: [UInt8]) -> ScanFilter.Condition? {
    guard let kind = kind(ofSubcommand: subcommand), !octets.isEmpty else { return nil }
    switch kind {
    case .address:
      guard octets.count >= 6 else { return nil }
      // The type is in newer versions, where 2 means any.
      return .init(
        kind, Array(octets.prefix(6)),
        addressType: octets.count > 6 && octets[6] < 2 ? DeviceAddress.AddressType(rawValue: octets[6]) : nil)
    case .service, .solicitation, .manufacturerData, .serviceData:
      // The same number of octets for the mask follows.
      guard octets.count.isMultiple(of: 2) else { return nil }
      let half = octets.count / 2
      if kind == .service || kind == .solicitation, ![2, 4, 16].contains(half) { return nil }
      return .init(kind, Array(octets[..<half]), mask: Array(octets[half...]))
    case .name, .transportDiscovery, .adType, .serviceDataChange, .pattern: return .init(kind, octets)
    }
  }
}
