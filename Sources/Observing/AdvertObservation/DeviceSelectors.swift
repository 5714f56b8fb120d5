package import AdvertReading
package import AdvertisingData

/// Several patterns for devices as one.
///
/// The properties of a device are used to look up the patterns that choose it. Only patterns with `*` or `?`, and
/// companies by name, are compared one by one.
package struct DeviceSelectors: Sendable {
  /// The patterns in the order given, each once.
  package let all: [DeviceSelector]
  // Positions in `all`.
  private var addresses: [DeviceSelector.AddressPattern: [Int]] = [:]
  private var names: [String: [Int]] = [:]
  private var companies: [UInt16: [Int]] = [:]
  private var formats: [String: [Int]] = [:]
  private var others: [Int] = []
  /// The masks of all patterns for addresses.
  private var masks: Set<UInt64> = []

  /// The patterns in the order given; one that repeats counts once.
  package init(_ selectors: [DeviceSelector]) {
    all = selectors.withoutRepeats
    for (position, selector) in all.enumerated() {
      if let address = selector.address {
        addresses[address, default: []].append(position)
        masks.insert(address.mask)
      }
      switch selector.content {
      case .name: names[selector.text, default: []].append(position)
      case .company(let company): companies[company, default: []].append(position)
      case .format(let format): formats[format, default: []].append(position)
      case .nameLike, .companyCalled: others.append(position)
      }
    }
  }

  /// Whether there are no patterns. Without patterns, callers take all devices.
  package var isEmpty: Bool { all.isEmpty }

  /// Returns whether one of them chooses an advertiser.
  package func choose(_ advertiser: Advertiser) -> Bool { !positions(choosing: advertiser).isEmpty }

  /// Returns whether one of them chooses a declared layout.
  package func choose(_ layout: DeclaredLayout) -> Bool { !positions(choosing: layout).isEmpty }

  /// Returns the positions in ``all`` of the patterns that choose an advertiser.
  package func positions(choosing advertiser: Advertiser) -> Set<Int> {
    guard !isEmpty else { return [] }
    var positions: Set<Int> = []
    for address in advertiser.addresses { add(address, to: &positions) }
    for observed in advertiser.layouts {
      add(observed.layout.blocks.map { $0.payload }, to: &positions)
    }
    return positions
  }

  /// Returns the positions in ``all`` of the patterns that choose a declared layout.
  package func positions(choosing layout: DeclaredLayout) -> Set<Int> {
    guard !isEmpty else { return [] }
    var positions: Set<Int> = []
    if let name = layout.name {
      add(name: name, to: &positions)
      // The values of a device in a log have its address as a name.
      if layout.merged != nil, let address = DeviceAddress(text: name, type: .unstated) { add(address, to: &positions) }
    }
    add(layout.payloads, to: &positions)
    for position in others where layout.name.map(all[position].matches(name:)) ?? false { positions.insert(position) }
    return positions
  }

  /// Returns the positions in ``all`` of the patterns that choose the device with this address and this payload.
  package func positions(choosing address: DeviceAddress, payload: Payload) -> Set<Int> {
    guard !isEmpty else { return [] }
    var positions: Set<Int> = []
    add(address, to: &positions)
    add([payload], to: &positions)
    return positions
  }

  /// Returns the positions in ``all`` of the patterns that choose the device with this address and this name, or that
  /// are the beginning of its identifier, or the line that it is shown as: `line 1`.
  package func positions(
    choosing address: DeviceAddress, name: String?, identifier: BluetoothUUID? = nil, line: Int? = nil
  ) -> Set<Int> {
    guard !isEmpty else { return [] }
    var positions: Set<Int> = []
    add(address, to: &positions)
    if let line { add(name: "line \(line)", to: &positions) }
    if let identifier {
      for (position, selector) in all.enumerated()
      where selector.text.utf8.count >= Self.fewestOfIdentifier
        && identifier.description.hasPrefix(selector.text.lowercased())
      {
        positions.insert(position)
      }
    }
    guard let name else { return positions }
    add(name: name, to: &positions)
    for position in others where all[position].matches(name: name) { positions.insert(position) }
    return positions
  }

  /// Returns whether the text of one that names a device is a part of a name, in any case.
  package func areParts(of name: String) -> Bool {
    let name = name.lowercased()
    return all.contains { selector in
      guard case .name = selector.content else { return false }
      return name.hasPart(selector.text.lowercased())
    }
  }

  /// Whether a selector without colons has digits of an address, which is then not chosen.
  package func areParts(of address: DeviceAddress) -> Bool {
    let digits = address.description.lowercased().filter { $0 != ":" }
    return all.contains { selector in
      guard case .name = selector.content else { return false }
      return digits.hasPart(selector.text.lowercased())
    }
  }

  /// The fewest characters of a beginning: fewer would match many identifiers.
  private static let fewestOfIdentifier = 4

  private func add(_ address: DeviceAddress, to positions: inout Set<Int>) {
    if address.type == .anonymous { return positions.formUnion(names[DeviceSelector.anonymous] ?? []) }
    guard address.type != .unknown else { return }
    for mask in masks {
      positions.formUnion(addresses[DeviceSelector.AddressPattern(bits: address.bits & mask, mask: mask)] ?? [])
    }
  }

  /// - Parameter payloads: those of one layout.
  private func add(_ payloads: [Payload], to positions: inout Set<Int>) {
    let signs = formats.isEmpty ? DeviceHints.none : DeviceHints(payloads)
    for payload in payloads {
      if !names.isEmpty, let name = payload.localName { add(name: name.text, to: &positions) }
      if !companies.isEmpty {
        for data in DeviceSelector.manufacturerData(in: payload) { positions.formUnion(companies[data.company] ?? []) }
      }
      if !formats.isEmpty {
        for format in DeviceSelector.formats(in: payload, beside: signs) { positions.formUnion(formats[format] ?? []) }
      }
      for position in others where !positions.contains(position) && all[position].matches(payload) {
        positions.insert(position)
      }
    }
  }

  private func add(name: String, to positions: inout Set<Int>) {
    for position in (names[name] ?? []) + (names[name.withoutPadding] ?? []) where all[position].matches(name: name) {
      positions.insert(position)
    }
  }
}
