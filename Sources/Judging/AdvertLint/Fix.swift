internal import AdvertRepack
public import AdvertisingData

/// A way to send a layout without the finding. The bytes are computed only for findings that are reported.
enum Remedy: Hashable, Sendable {
  /// Leaves out the flagged octets: whole structures, part of one, or the octets after the last.
  case leavingOut
  /// Puts these octets in place of the flagged ones, or of others. The length of the structure around them is
  /// corrected, and a structure without a value left out.
  case replacing(Range<Int>? = nil, with: [UInt8], or: Other? = nil)
  /// Puts the services of all lists of one width into the first of these lists.
  case joiningLists
  /// Puts the flagged structure before all others.
  case puttingFirst
  /// Puts the flagged structure after all others.
  case puttingLast
  /// Appends the scan response to the advertising data.
  case joining
  /// Sends other blocks, which the rule itself makes.
  case sendingBlocks(FixedBlocks)
  /// Packs the layout anew, with this service in the advertising data.
  case advertising(BluetoothUUID)
  /// Packs the layout anew, into the size of the blocks.
  case fitting
  /// Sends the layout in another kind of PDU: the other one where the first leaves data of the scan response unasked.
  case sending(AdvertisingPDU, or: AdvertisingPDU? = nil)

  /// Another change of the same size, for which the device has to meet a condition. It is advised in place of a change
  /// that scanners lose answers by.
  struct Other: Hashable, Sendable {
    let octets: [UInt8]
    /// The change with its condition: an order.
    let words: String
    /// The change that it replaces, before what scanners then miss: `with 0x0a`.
    let replaced: String
  }

  /// The other change; `nil` without one.
  var other: Other? { if case .replacing(_, _, let other) = self { other } else { nil } }
}

extension Remedy {
  /// Whether the remedy corrects values where they are: a field with another value is still the same field.
  var correctsValues: Bool {
    switch self {
    case .leavingOut, .replacing: true
    case .joiningLists, .puttingFirst, .puttingLast, .joining, .sendingBlocks, .advertising, .fitting, .sending: false
    }
  }
}

/// The fix of a finding.
struct Fix {
  /// The fix in one line; `nil` where the rule's own words are the whole fix. With alternatives, the line before them.
  var words: String?
  /// Orders of which each is a fix, with its price, where the layout has no room without one of them.
  var alternatives: [String] = []
  /// The blocks with the fix; `nil` where they are not known.
  var blocks: FixedBlocks?
  /// The kind of PDU with the fix; `nil` where it stays.
  var pdu: AdvertisingPDU?

  /// Returns a layout with the fix; `nil` where neither its blocks nor its PDU are known.
  func layout(of layout: Layout) -> Layout? {
    guard blocks != nil || pdu != nil else { return nil }
    var fixed = blocks.map { layout.sending($0) } ?? layout
    if let pdu {
      let response: Layout.ScanResponse = pdu.isScannable ? fixed.scanResponse : .notScannable
      fixed = Layout(pdu: pdu, advertising: fixed.advertising, scanResponse: response, phys: fixed.phys)
    }
    return fixed
  }
}

extension Remedy {
  /// Returns the fix of a flag in a layout.
  ///
  /// - Parameters:
  ///   - alike: all flags of the same payload with the same message, this flag included: they are fixed together.
  ///   - sent: the blocks that the device sends when blocks are asked for; `nil` when it cannot be asked for them.
  ///   - resolves: whether blocks no longer have the finding.
  func fix(
    _ flag: Flag, alike: [Flag], of layout: SubjectLayout, _ repackings: inout Repackings,
    sent: (FixedBlocks) -> FixedBlocks?, resolves: (FixedBlocks) -> Bool
  ) -> Fix {
    guard !layout.isTruncated else { return Fix() }
    switch self {
    case .leavingOut, .replacing, .puttingFirst, .puttingLast, .joiningLists:
      guard let position = flag.location.payload, let payload = layout.payload(at: position),
        let octets = edited(payload, alike),
        let blocks = layout.replacing(position, with: Payload(octets)).flatMap(sent),
        resolves(blocks)
      else { return Fix() }
      return Fix(blocks: blocks)
    case .joining, .sendingBlocks:
      let wanted = if case .sendingBlocks(let blocks) = self { blocks as FixedBlocks? } else { joined(layout) }
      guard let blocks = wanted.flatMap(sent), resolves(blocks) else { return Fix() }
      return Fix(blocks: blocks)
    case .advertising, .fitting:
      return RepackingFix(of: layout.asking(flag), remedy: self).fix(&repackings, sent: sent, resolves: resolves)
    case .sending(let first, let other):
      let asksForData = layout.scanResponses.contains { !$0.payload.isEmpty }
      guard let other, asksForData, !first.isScannable, other.isScannable else { return Fix(pdu: first) }
      return Fix(words: flag.fix.map { $0.exchanging(first.rawValue, for: other.rawValue) }, pdu: other)
    }
  }

  /// Returns the edited octets of a payload; `nil` where they cannot be edited.
  private func edited(_ payload: Payload, _ flags: [Flag]) -> [UInt8]? {
    var editing = PayloadEditing(payload)
    switch self {
    case .puttingFirst:
      guard let range = flags.first?.range(in: payload) else { return nil }
      editing.putFirst(range)
    case .puttingLast:
      guard let range = flags.first?.range(in: payload) else { return nil }
      editing.putLast(range)
    case .joiningLists:
      guard let start = flags.first?.offset else { return nil }
      editing.joinLists(likeThatAt: start)
    case .leavingOut, .replacing:
      var last: Range<Int>?
      // From the end, so that the places of earlier flags stay valid. Several flags may ask for the same edit.
      for flag in flags.sorted(by: { $0.offset ?? 0 > $1.offset ?? 0 }) {
        let (place, octets): (Range<Int>?, [UInt8]) =
          if case .replacing(let place, let octets, _) = flag.remedy { (place, octets) } else { (nil, []) }
        guard let range = place ?? flag.range(in: payload) else { return nil }
        if range != last { editing.replace(range, with: octets) }
        last = range
      }
    case .joining, .sendingBlocks, .advertising, .fitting, .sending: return nil
    }
    return editing.octets
  }

  private func joined(_ layout: SubjectLayout) -> FixedBlocks? {
    guard let advertising = layout.advertising?.payload, let response = layout.onlyScanResponse else { return nil }
    let octets =
      Array(advertising.octets.prefix(advertising.significantCount))
      + Array(response.octets.prefix(response.significantCount))
    return FixedBlocks(advertising: Payload(octets), scanResponse: Payload())
  }
}

extension SubjectLayout {
  fileprivate func payload(at position: PayloadPosition) -> Payload? {
    switch position {
    case .advertising: advertising?.payload
    case .scanResponse(let index): scanResponses[index].payload
    }
  }

  /// Returns both blocks with another payload in one; `nil` when the advertising data are not known, or no longer fit.
  fileprivate func replacing(_ position: PayloadPosition, with payload: Payload) -> FixedBlocks? {
    guard let advertising = advertising?.payload, let old = self.payload(at: position),
      payload.count <= max(old.count, pdu?.payloadLimit ?? 0)
    else { return nil }
    return position == .advertising
      ? FixedBlocks(advertising: payload, scanResponse: onlyScanResponse)
      : FixedBlocks(advertising: advertising, scanResponse: payload)
  }

  /// The scan response, when there is exactly one.
  var onlyScanResponse: Payload? { scanResponses.count == 1 ? scanResponses[0].payload : nil }

  /// Returns the layout with the scan response that is flagged, when it has several.
  func asking(_ flag: Flag) -> Layout {
    var layout = layout
    if case .scanResponse(let index) = flag.location.payload, scanResponses.count > 1 {
      layout.scanResponse = .observed([scanResponses[index].payload])
    }
    return layout
  }
}

/// A fix from the best plan for a layout, in words, or the reason why there is no plan.
struct RepackingFix {
  private let layout: Layout
  private let remedy: Remedy

  init(of layout: Layout, remedy: Remedy) {
    self.layout = layout
    self.remedy = remedy
  }

  func fix(
    _ repackings: inout Repackings, sent: (FixedBlocks) -> FixedBlocks?, resolves: (FixedBlocks) -> Bool
  ) -> Fix {
    guard let repacking = repackings.repacking(of: layout, demandsServices: true) else { return Fix() }
    if let fix = fix(repacking, sent, resolves) { return fix }
    // Not all of the services fit, but this one may.
    if repacking.obstacle?.bytesOver ?? 0 > 0,
      let some = repackings.repacking(of: layout, demandsServices: false), let fix = fix(some, sent, resolves)
    {
      return fix
    }
    return repacking.obstacle.map(fix) ?? Fix()
  }

  private func fix(
    _ repacking: Repacking, _ sent: (FixedBlocks) -> FixedBlocks?, _ resolves: (FixedBlocks) -> Bool
  ) -> Fix? {
    guard let plan = repacking.plans.first(where: { sent(FixedBlocks($0)) != nil }), !plan.changes.isEmpty,
      let blocks = sent(FixedBlocks(plan)), resolves(blocks)
    else { return nil }
    // Every fix ends with what scanners then miss.
    let losses = plan.losses.filter { !$0.isOfAnswer }
    let lost = losses.isEmpty ? "" : "; lost: " + losses.map { $0.words }.joined(separator: ", ")
    return Fix(words: words(for: plan) + lost, blocks: blocks)
  }

  private func words(for plan: Plan) -> String {
    let limit = plan.pdu.payloadLimit
    let room = "(\(plan.advertising.count) of \(limit) bytes)"
    switch remedy {
    case .advertising(let flagged):
      var known: Set<BluetoothUUID> = []
      let moved = plan.changes.compactMap { $0.service }.filter { known.insert($0).inserted }
      let others = plan.changes.filter { $0.service == nil }.compactMap { $0.entering }
      // Words that leave the name out mean the service of the finding, or all services that the scan response lists.
      let services =
        switch moved.count {
        case _ where !known.contains(flagged) || moved.count > 1 && !others.isEmpty: moved.map { "service \($0)" }
        case 1: ["the service"]
        case 2: ["both services"]
        case let count: ["all \(count) services"]
        }
      let move = "move \(listed(services + others)) into the advertising data"
      let actions = plan.changes.filter { $0.service == nil && $0.entering == nil }.map { $0.action }
      guard let rest = Self.sentence(actions) else { return "\(move) \(room)" }
      return "\(move); \(rest)\(isShort(plan) ? " to make room" : "") \(room)"
    case .fitting, .joining, .leavingOut, .puttingFirst, .puttingLast, .replacing, .joiningLists, .sendingBlocks,
      .sending:
      let actions = Self.sentence(plan.changes.map { $0.action }) ?? "pack it anew"
      guard let response = plan.scanResponse, !response.isEmpty else { return "\(actions) \(room)" }
      return "\(actions) (\(plan.advertising.count) and \(response.count) of \(limit) bytes)"
    }
  }

  /// Whether the advertising data have no room for a service without the other changes of a plan.
  private func isShort(_ plan: Plan) -> Bool {
    guard let advertising = layout.advertising else { return false }
    let services = plan.changes.compactMap { $0.service }
    let sizes = services.map { $0.shortestWidth.octets }
    return advertising.significantCount + 2 + (sizes.max() ?? 0) > plan.pdu.payloadLimit
  }

  /// Returns the changes that would help where no plan does, each with its price, and why no plan does.
  private func fix(for obstacle: Repacking.Obstacle) -> Fix {
    let orders = obstacle.alternatives.map { "\($0.words) (price: \($0.price))" }
    let over = obstacle.bytesOver
    let cause =
      over > 0
      ? "\(counted(over, "byte is", "bytes are")) too many however the data is packed" : obstacle.reason
    switch orders.count {
    case 0: return over > 0 ? Fix(words: "remove \(counted(over, "byte")): \(obstacle.reason)") : Fix()
    case 1: return Fix(words: "\(orders[0]), because \(cause)")
    default: return Fix(words: "choose one, because \(cause)", alternatives: orders)
    }
  }

  private static func sentence(_ actions: [String]) -> String? {
    let actions = actions.filter { !$0.isEmpty }
    return actions.isEmpty ? nil : listed(actions)
  }
}

/// Both blocks of a layout after a fix.
public struct FixedBlocks: Hashable, Sendable {
  /// The advertising data.
  public let advertising: Payload
  /// The scan response data; `nil` when they do not change.
  public let scanResponse: Payload?
}

extension FixedBlocks {
  fileprivate init(_ plan: Plan) { self.init(advertising: plan.advertising, scanResponse: plan.scanResponse) }
}

extension Layout {
  /// The most structures of a block whose fixes are tried. Scanners are asked about each of them before and after every
  /// fix: 50 blocks of 250 structures would take 7 seconds. A block of legacy advertising has at most 15.
  private static let mostStructures = 64

  /// Whether fixes of the layout are tried, so that it can have some.
  var canBeTried: Bool { blocks.allSatisfy { $0.payload.structureCount <= Self.mostStructures } }

  /// Returns the layout with the blocks of a fix.
  func sending(_ blocks: FixedBlocks) -> Layout {
    let response: ScanResponse =
      switch (scanResponse, blocks.scanResponse) {
      case (_, nil): scanResponse
      case (.notScannable, let payload?) where payload.isEmpty: .notScannable
      case (.observed, let payload?): .observed([payload])
      case (_, let payload?): .declared(payload)
      }
    return Layout(pdu: pdu, advertising: blocks.advertising, scanResponse: response, phys: phys)
  }
}

extension SubjectLayout {
  /// Returns the layout with other blocks, as declared ones.
  func sending(_ blocks: FixedBlocks, showing detail: SubjectPayload.Detail = .everything) -> SubjectLayout {
    let known = layout.sending(blocks).scanResponse
    return SubjectLayout(
      pdu: pdu, advertising: SubjectPayload(payload: blocks.advertising, showing: detail),
      scanResponses: known.payloads.map { SubjectPayload(payload: $0, showing: detail) }, scanResponse: known,
      phys: phys, addedTypes: addedTypes, showing: detail)
  }
}
