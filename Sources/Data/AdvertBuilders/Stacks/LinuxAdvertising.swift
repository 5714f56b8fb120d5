internal import AdvertisingData

/// The additions of the Linux kernel to an advertisement of BlueZ: the Flags, the TX power and the adapter's name.
///
/// Source: Linux 6.1, net/bluetooth/eir.c (`eir_create_adv_data`, `eir_create_scan_rsp`) and mgmt.c
/// (`tlv_data_is_valid`).
struct LinuxAdvertising {
  var advertising: BuiltBlock
  var scanResponse: BuiltBlock
  /// The Flags that BlueZ leaves to the kernel; 0 for none.
  var discoverableFlags: UInt8 = 0
  /// Whether the kernel makes the Flags even without one of these.
  var managesFlags = false
  /// Whether the adapter has no BR/EDR.
  var isLowEnergyOnly = false
  var isAdapterDiscoverable = false
  /// The TX power that the kernel appends: `octet` is `nil` when it is not known.
  var txPower: (octet: UInt8?, field: BuildRequest.Field?)?
  /// The adapter's name, which the kernel appends to the scan response.
  var name: BlueZData.Value?
  /// The adapter's appearance, with which the scan response begins.
  var appearance: BlueZData.Value?
  /// The most octets of advertising data.
  var limit = BuiltBlock.legacyLimit

  /// The most octets of extended advertising data.
  static let extendedLimit = 251

  private static let flagsSize = 3
  private static let txPowerSize = 3
  private static let appearanceSize = 4
  /// The longest name that the kernel appends whole.
  private static let longestName = 10

  /// Hands the blocks to the kernel.
  func build(_ building: inout Building) throws(BuildRefusal) {
    let areFlagsManaged = discoverableFlags != 0 || managesFlags
    try check(
      advertising, "the advertising data",
      room: limit - (areFlagsManaged ? Self.flagsSize : 0) - (txPower == nil ? 0 : Self.txPowerSize),
      without: (areFlagsManaged ? [.flags] : []) + managedTypes)
    try check(
      scanResponse, "the scan response data",
      room: BuiltBlock.legacyLimit - (name.map { min($0.octets.count, Self.longestName) + 2 } ?? 0)
        - (appearance == nil ? 0 : Self.appearanceSize),
      without: [.flags] + managedTypes)
    let flags = flags
    guard !advertising.octets.isEmpty || flags == 0 && txPower == nil else {
      throw BuildRefusal(
        nil, "without other data, an adapter with extended advertising sends no Flags and no TX power, and others do")
    }
    if flags != 0 { building.advertising.append(.flags, [flags], from: nil) }
    building.advertising.append(advertising)
    if let txPower, building.advertising.room(of: limit) < Self.txPowerSize {
      building.change(
        .leftOut, txPower.field,
        "has the kernel leave the TX power out, because there is no room left"
          + BuiltBlock.shortage(Self.txPowerSize, building.advertising.room(of: limit)))
    } else if let txPower {
      building.advertising.append(.txPowerLevel, [txPower.octet ?? 0], from: txPower.field)
      if txPower.octet == nil { building.advertising.markLastUnknown() }
    }
    guard building.advertising.octets.count <= limit else {
      throw BuildRefusal(
        nil,
        "the kernel adds Flags with 0x04 to \(advertising.octets.count) bytes, and what a controller makes of more "
          + "than \(limit) is not known")
    }
    guard !building.request.pdu.isExtended else {
      if isAdapterDiscoverable { building.pdu = .extendedConnectable }
      return
    }
    if let appearance { building.scanResponse.append(.appearance, appearance.octets, from: appearance.field) }
    building.scanResponse.append(scanResponse)
    if let name { append(name, to: &building) }
    if isAdapterDiscoverable {
      // What the program asks for does not count: such an adapter is connectable, too.
      building.pdu = .advInd
    } else if !building.request.pdu.isConnectable {
      let isScannable = name != nil || appearance != nil || !scanResponse.octets.isEmpty
      building.pdu = isScannable ? .advScanInd : .advNonconnInd
    }
  }

  /// The Flags that the kernel puts first; 0 for none.
  private var flags: UInt8 {
    guard advertising.start(of: .flags) == nil else { return 0 }
    let flags = discoverableFlags | (isLowEnergyOnly ? 0x04 : 0)
    return flags == 0 && managesFlags && isAdapterDiscoverable ? 0x02 : flags
  }

  private var managedTypes: [ADType] {
    (txPower == nil ? [] : [.txPowerLevel]) + (name == nil ? [] : [.completeLocalName, .shortenedLocalName])
      + (appearance == nil ? [] : [.appearance])
  }

  private func append(_ name: BlueZData.Value, to building: inout Building) {
    guard building.scanResponse.room() >= Self.longestName + 2 else {
      building.change(
        .leftOut, name.field, "leaves the name out, because the scan response has less than 12 bytes left for it")
      return
    }
    let isWhole = name.octets.count <= Self.longestName
    building.scanResponse.append(
      isWhole ? .completeLocalName : .shortenedLocalName, Array(name.octets.prefix(Self.longestName)), from: name.field)
    if !isWhole {
      building.change(.shortened, name.field, "has the kernel cut the name to \(Self.longestName) bytes")
    }
  }

  private func check(
    _ block: BuiltBlock, _ words: String, room: Int, without types: [ADType]
  ) throws(BuildRefusal) {
    guard block.octets.count <= room else {
      throw BuildRefusal(
        nil,
        limit == BuiltBlock.legacyLimit
          ? "the kernel refuses \(words): \(block.octets.count) bytes, and there is room for \(room); what an adapter with "
            + "extended advertising makes of them is not known here"
          : "\(words) have \(block.octets.count) bytes, and what is sent of more than \(room) is not known here")
    }
    var index = 0
    while index < block.octets.count {
      let length = Int(block.octets[index])
      defer { index += length + 1 }
      guard length > 0 else { continue }
      guard index + length < block.octets.count else {
        throw BuildRefusal(block.fields[index], "the kernel refuses \(words): a structure goes beyond their end")
      }
      guard !types.contains(ADType(rawValue: block.octets[index + 1])) else {
        throw BuildRefusal(
          block.fields[index], "the kernel refuses \(words), because it adds this field itself or takes no Flags there")
      }
    }
  }
}

extension LinuxAdvertising {
  /// Builds what bluetoothd registers.
  static func build(
    _ advertising: BlueZData, _ response: BlueZData, _ building: inout Building
  ) throws(BuildRefusal) {
    let isPeripheral = building.request.pdu.isConnectable
    let isLowEnergyOnly = building.has("le-only")
    let isAdapterDiscoverable = building.has("adapter-discoverable")
    let isExtended = building.request.pdu.isExtended
    let flags = try registeredFlags(isPeripheral, &building)
    var (advertising, response) = (advertising, response)
    if isExtended { try takeName(&advertising, &response, isPeripheral, building) }
    var name: BlueZData.Value?
    if building.has("include-local-name") {
      guard let alias = response.name else {
        throw BuildRefusal(nil, "with include-local-name the adapter has a name: say it as name")
      }
      name = alias
      response.removeName()
    }
    if building.generation == BlueZData.cuttingNames, let name = response.name,
      name.octets.count > BlueZData.longestCutName
    {
      response.cutName()
      building.change(
        .shortened, name.field, "cuts the name to \(BlueZData.longestCutName) of \(name.octets.count) bytes",
        remedy: "give a shorter LocalName")
    }
    var kernel = LinuxAdvertising(
      advertising: advertising.block(flags: flags), scanResponse: response.block(flags: nil))
    kernel.discoverableFlags = isPeripheral && isAdapterDiscoverable && flags == nil ? 0x02 : 0
    kernel.isLowEnergyOnly = isLowEnergyOnly
    kernel.isAdapterDiscoverable = isAdapterDiscoverable
    kernel.name = name
    if let power = advertising.txPower {
      kernel.txPower = (power.octets.first, power.field)
    } else if building.has("include-tx-power") {
      kernel.txPower = (nil, nil)
    }
    if isExtended { kernel.limit = extendedLimit }
    guard isExtended || kernel.advertising.octets.count <= BuiltBlock.legacyLimit else {
      throw BuildRefusal(
        nil,
        "\(kernel.advertising.octets.count) bytes of advertising data: an adapter without extended advertising "
          + "refuses them, and others send extended advertising: say so with SecondaryChannel")
    }
    guard kernel.scanResponse.octets.count <= BuiltBlock.legacyLimit else {
      throw BuildRefusal(
        response.name?.field,
        "\(kernel.scanResponse.octets.count) bytes of scan response data: an adapter without extended advertising cuts the "
          + "name or refuses them, and what others do is not known here")
    }
    if let field = response.name?.field ?? name?.field {
      building.change(.moved, field, "puts the name into the scan response, and has no property to put it elsewhere")
    }
    try kernel.build(&building)
  }

  /// Moves the name into the advertising data, as the daemon does for connectable extended advertising, which has no scan
  /// response.
  private static func takeName(
    _ advertising: inout BlueZData, _ response: inout BlueZData, _ isPeripheral: Bool, _ building: Building
  ) throws(BuildRefusal) {
    let isOfAdapter = building.has("include-local-name")
    guard isPeripheral, !isOfAdapter, building.request.scanResponse == nil else {
      guard isOfAdapter || response.name != nil || building.request.scanResponse != nil else { return }
      throw BuildRefusal(
        response.name?.field, "what extended advertising with a scan response sends is not known here")
    }
    guard let name = response.name else { return }
    guard building.generation != BlueZData.cuttingNames else {
      throw BuildRefusal(name.field, "where LocalName goes with SecondaryChannel is known from 5.69 on")
    }
    advertising.takeName(of: &response)
  }

  /// Returns the Flags that bluetoothd writes; `nil` when it leaves them to the kernel.
  private static func registeredFlags(
    _ isPeripheral: Bool, _ building: inout Building
  ) throws(BuildRefusal) -> UInt8? {
    let withoutBREDR: UInt8 = building.has("le-only") || !building.has("adapter-discoverable") ? 0x04 : 0
    switch (building.has("discoverable"), building.has("not-discoverable")) {
    case (true, true): throw BuildRefusal(nil, "Discoverable is true or false, not both")
    case (true, false):
      guard isPeripheral else {
        throw BuildRefusal(nil, "fails: an advertisement of type broadcast cannot be discoverable")
      }
      return 0x02 | withoutBREDR
    case (false, true):
      switch building.generation {
      case 0: return isPeripheral ? withoutBREDR : nil
      case 1: return withoutBREDR
      case 2: return building.has("le-only") ? 0x04 : 0
      default: return nil
      }
    case (false, false): return nil
    }
  }
}
