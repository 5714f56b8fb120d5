package import AdvertObservation
internal import AdvertisingData

/// The layouts of a device, for people. Layouts that differ only in some bytes, such as a counter, are shown as one,
/// with the changing bytes: a device may send hundreds of them.
package struct LayoutFamilies {
  /// The most families; further ones, with the fewest receptions, are left out.
  private static let maximumFamilies = 8

  package let families: [Family]
  package let unshown: [Family]
  private let leavesNothingOut: Bool

  package struct Family {
    /// The layouts, at least one.
    package var layouts: [ObservedLayout]
    /// The positions of the layouts among all of the device.
    var positions: [Int]
    /// The keys that decrypt their data.
    var keys = DeviceKeys.none

    package var first: ObservedLayout { layouts[0] }
    package var count: Int { layouts.reduce(0) { $0 + $1.count } }

    /// The common context of its payloads.
    package var context: PayloadContext { PayloadContext(first.layout, keys: keys) }

    /// The most bytes of a block.
    package var limit: Int { first.layout.pdu.payloadLimit }

    /// The kind of advertising, and the number of receptions.
    package var title: String {
      let set = first.advertisingSID.map { ", set \($0)" } ?? ""
      let seen =
        if first.layout.advertising == nil {
          "only scan responses seen"
        } else if first.count == 0 {
          // Known from commands, not from the air.
          "set by the capturing host"
        } else {
          "seen \(times(count))"
        }
      let number = layouts.count > 1 ? ", in \(layouts.count) variants of which one is shown" : ""
      let block = first.isBlockKnown ? "" : ", block not known"
      return "\(AdvertisingPDU.words(first.layout.pdu, first.layout.phys))\(block)\(set), \(seen)\(number)"
    }

    /// The advertising data; `nil` when only scan responses were received.
    package var advertising: PayloadVariants? {
      let received = layouts.compactMap { layout in layout.layout.advertising.map { ($0, layout.count) } }
      return received.isEmpty ? nil : PayloadVariants(received)
    }

    /// The scan responses by their shapes.
    package var scanResponses: [PayloadVariants] {
      PayloadVariants.groups(of: layouts.flatMap { $0.scanResponses }.map { ($0.payload, $0.count) })
    }
  }

  /// The common properties of the layouts of a family.
  private struct Kind: Hashable {
    let pdu: AdvertisingPDU?
    let isBlockKnown: Bool
    let sid: UInt8?
    let isHeard: Bool
    let shape: PayloadShape?
    /// A number that separates layouts which must not be one family.
    let number: Int
  }

  /// - Parameter keys: the keys that decrypt data of the device.
  package init(_ layouts: [ObservedLayout], leavesNothingOut: Bool, keys: DeviceKeys = .none) {
    self.leavesNothingOut = leavesNothingOut
    var families: [Family] = []
    var positions: [Kind: Int] = [:]
    for (number, layout) in layouts.enumerated() {
      let kind = Kind(
        pdu: layout.layout.pdu, isBlockKnown: layout.isBlockKnown, sid: layout.advertisingSID,
        isHeard: layout.count > 0,
        shape: layout.layout.advertising.map { PayloadShape($0) }, number: leavesNothingOut ? number : 0)
      if let position = positions[kind] {
        families[position].layouts.append(layout)
        families[position].positions.append(number)
      } else {
        positions[kind] = families.count
        families.append(Family(layouts: [layout], positions: [number], keys: keys))
      }
    }
    // A few layouts are shown one by one.
    families = families.flatMap { family in
      PayloadVariants.areMany(family.layouts.count)
        ? [family] : zip(family.layouts, family.positions).map { Family(layouts: [$0], positions: [$1], keys: keys) }
    }
    guard !leavesNothingOut, families.count > Self.maximumFamilies else {
      self.families = families
      unshown = []
      return
    }
    let ranked = families.indices.sorted { (families[$1].count, $0) < (families[$0].count, $1) }
    self.families = ranked.prefix(Self.maximumFamilies).sorted().map { families[$0] }
    unshown = ranked.dropFirst(Self.maximumFamilies).map { families[$0] }
  }

  /// - Parameter notes: lines to add to the first layout of each family, by its payloads.
  func lines(_ style: TextStyle, notes: (_ payloads: [Payload]) -> [String]) -> [String] {
    let shown = families.flatMap { family in
      [""] + lines(of: family, style) + notes(family.first.layout.blocks.map { $0.payload })
    }
    guard !unshown.isEmpty else { return shown }
    let layouts = counted(unshown.reduce(0) { $0 + $1.layouts.count }, "more layout")
    return shown + ["", "\(layouts), seen \(times(unshown.reduce(0) { $0 + $1.count })): --all shows them"]
  }

  private func lines(of family: Family, _ style: TextStyle) -> [String] {
    var lines = [style.faint(family.title)]
    let limit = family.limit
    if let variants = family.advertising {
      lines += variants.lines(title: "Advertising data", limit: limit, in: family.context, style)
    } else {
      lines.append(style.strong("Advertising data") + "  not seen")
    }
    return lines + scanResponseLines(of: family, limit, style)
  }

  private func scanResponseLines(of family: Family, _ limit: Int, _ style: TextStyle) -> [String] {
    let responses = family.layouts.flatMap { $0.scanResponses }.map { ($0.payload, $0.count) }
    guard !responses.isEmpty else {
      return family.first.layout.scanResponse == .notObserved
        ? [style.strong("Scan response data") + "  not observed: nothing is known about it"] : []
    }
    let groups = leavesNothingOut ? responses.map { PayloadVariants([$0]) } : PayloadVariants.groups(of: responses)
    let context = family.context
    let shown = leavesNothingOut ? groups[...] : groups.prefix(Self.maximumFamilies)
    let lines = shown.flatMap { variants in
      // A host's layout was not received.
      let seen = variants.count > 0 ? ", seen \(times(variants.count))" : ""
      let number = variants.payloads.count > 1 ? ", in \(variants.payloads.count) variants of which one is shown" : ""
      return variants.lines(title: "Scan response data" + seen + number, limit: limit, in: context, style)
    }
    let unshown = groups.count - shown.count
    return lines + (unshown > 0 ? ["\(counted(unshown, "more scan response")): --all shows them"] : [])
  }
}
