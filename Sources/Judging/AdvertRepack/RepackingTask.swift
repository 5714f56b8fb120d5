internal import AdvertScan
internal import AdvertisingData

/// A layout with its demands, before it becomes plans.
struct RepackingTask {
  let source: PackableLayout
  /// Services that must be sent.
  let services: Set<BluetoothUUID>
  /// Whether the services must be in the advertising data.
  let advertisesServices: Bool
  /// Whether the name must also be there.
  let advertisesName: Bool
  let rules: PackingRules

  init(_ source: PackableLayout, demands: Demands) {
    self.source = source
    let pdu = source.pdu
    var rules = PackingRules(
      hasAdvertising: pdu.carriesAdvertisingData, hasScanResponse: pdu.isScannable && source.knowsScanResponse,
      isConnectable: pdu.isConnectable, isExtended: pdu.isExtended)
    rules.signs = DeviceHints([source.advertising, source.scanResponse])
    self.rules = rules
    // Scanners find the UUIDs of a list that is not whole UUIDs in its present place.
    let seenAnyway = Set(
      source.pieces.filter { ServiceUUIDList.width(of: $0.type) != nil && $0.width(.services) == nil }
        .filter { $0.origin?.block == .advertising }.flatMap { $0.payload.services })
    services = Set(demands.services ?? source.listedServices).subtracting(seenAnyway)
    advertisesServices = demands.concernAdvertising
    advertisesName = demands.name && demands.concernAdvertising
  }

  /// Returns up to three plans of different kinds, the smallest change first.
  func plans(_ kinds: [Plan.Kind]) throws(PackableLayout.Refusal) -> [Plan] {
    try checkDemands()
    var plans: [Plan] = []
    if kinds.contains(.smallestChange), let packing = smallestChange {
      let plan = plan(.smallestChange, packing)
      if !plan.changes.isEmpty { plans.append(plan) }
    }
    // Another plan shows what else is to be had; it must be made where the smallest change is none.
    guard plans.isEmpty || kinds.contains(.identification) else { return plans }
    guard let best = problem(rules).solved(.identification) else {
      throw PackableLayout.Refusal(reason: "the layout cannot be packed")
    }
    guard best.fits else { throw refusal(best) }
    var candidates: [(Plan.Kind, Packing?)] = [(.identification, best)]
    if kinds.contains(.shortAdvertising) {
      candidates.append((.shortAdvertising, problem(rules).solved(.shortAdvertising)))
    }
    for case (let kind, let packing?) in candidates where packing.fits {
      var plan = plan(kind, packing)
      // Of a layout that says nothing, something stays: an empty advertisement passes fewer filters.
      if plan.layout.blocks.allSatisfy({ $0.payload.isEmpty }), isWorseInSilence(plan), fitsUnchanged {
        plan = unchanged(kind)
      }
      // Plans with the same bytes are one. A plan that changes nothing is left out beside another one.
      let like = plans.firstIndex { $0.advertising == plan.advertising && $0.scanResponse == plan.scanResponse }
      if let like {
        plans[like].isOptimal = plans[like].isOptimal || plan.isOptimal
        continue
      }
      guard plans.isEmpty || !plan.changes.isEmpty, kind != .shortAdvertising || !isWorseInSilence(plan) else {
        continue
      }
      plans.append(plan)
    }
    return plans
  }

  /// Whether scanners find the device less surely by a plan that says nothing of it: advertising data without any
  /// structure pass no filter.
  private func isWorseInSilence(_ plan: Plan) -> Bool {
    !plan.losses.contains { $0.isOfAnswer }
      && Effect.all(of: source.layout, becoming: plan.layout).contains { $0.isWorse }
  }

  /// The packing with the least loss, and then the fewest changes; `nil` when none fits. UUIDs in fewer bits are changes
  /// too, and lists of one width are packed together, so both ways to group them are tried, and of a service in two widths
  /// either listing.
  private var smallestChange: Packing? {
    var rules = rules
    rules.mayStay = true
    let recoded = problem(rules).solved(.fewestChanges)
    rules.keepsEncodings = true
    let kept = problem(rules).solved(.fewestChanges)
    var long: Packing?
    if listsInSeveralWidths {
      rules.prefersLongUUIDs = true
      long = problem(rules).solved(.fewestChanges)
    }
    return [kept, long, recoded].compactMap { $0 }.filter { $0.fits }.min { $0.cost < $1.cost }
  }

  /// Whether the layout lists a service in lists of different widths.
  private var listsInSeveralWidths: Bool {
    var widths: [BluetoothUUID: BluetoothUUID.Width] = [:]
    for piece in source.pieces {
      guard let width = piece.width(.services) else { continue }
      for uuid in piece.uuids(.services) {
        if let known = widths[uuid], known != width { return true }
        widths[uuid] = width
      }
    }
    return false
  }

  func problem(_ rules: PackingRules) -> PackingProblem {
    PackingProblem(self, source, services: services, rules: rules)
  }

  private var fitsUnchanged: Bool { max(source.advertising.count, source.scanResponse.count) <= source.limit }

  private func unchanged(_ kind: Plan.Kind) -> Plan {
    plan(kind, sending: source.advertising, source.scanResponse, changes: [], losses: [], isOptimal: false)
  }

  func plan(_ kind: Plan.Kind, _ packing: Packing) -> Plan {
    var pieces = packing.pieces(in: .advertising)
    var changes = packing.choices.flatMap { $0.changes }
    // Any order is allowed, but some receivers look for Flags only at the start.
    if kind != .smallestChange, let flags = pieces.firstIndex(where: { $0.type == .flags }), flags > 0 {
      pieces.insert(pieces.remove(at: flags), at: 0)
      changes.append(Change(.moved, "put the Flags first"))
    }
    return plan(
      kind, sending: Packing.payload(of: pieces), packing.payload(of: .scanResponse), changes: changes,
      losses: packing.choices.flatMap { $0.losses }, isOptimal: kind == .identification)
  }

  /// Returns a plan that sends these blocks. A scan response that is not known stays as it is.
  private func plan(
    _ kind: Plan.Kind, sending advertising: Payload, _ scanResponse: Payload, changes: [Change], losses: [Loss],
    isOptimal: Bool
  ) -> Plan {
    Plan(
      kind: kind, pdu: source.pdu, phys: source.layout.phys, advertising: advertising,
      scanResponse: source.pdu.isScannable && !source.knowsScanResponse ? nil : scanResponse, changes: changes,
      losses: losses, isOptimal: isOptimal)
  }

  /// Throws for demands that no packing can meet.
  private func checkDemands() throws(PackableLayout.Refusal) {
    guard !rules.hasAdvertising, source.pdu != .advDirectInd, advertisesName || advertisesServices && !services.isEmpty
    else { return }
    throw PackableLayout.Refusal(
      reason: "an extended scannable set carries no advertising data, so passive scanners receive nothing of it",
      alternatives: [.nonScannable])
  }
}

extension PackableLayout {
  /// UUIDs of the service lists of both blocks with whole UUIDs.
  fileprivate var listedServices: [BluetoothUUID] { pieces.flatMap { $0.uuids(.services) } }
}

extension Piece {
  fileprivate var payload: Payload { Packing.payload(of: [self]) }
}

extension RepackingTask {
  /// Returns why even the packing that lacks the fewest octets is too large, with the alternatives.
  func refusal(_ closest: Packing) -> PackableLayout.Refusal {
    PackableLayout.Refusal(
      reason: [Block.advertising, .scanResponse].compactMap { shortage(in: $0, of: closest) }
        .joined(separator: "; "),
      bytesOver: closest.cost.overflow,
      alternatives: [shorterName, memberUUID, alternatingSets, extendedAdvertising].compactMap { $0 })
  }

  private func shortage(in block: Block, of packing: Packing) -> String? {
    let pieces = packing.pieces(in: block)
    let needed = pieces.reduce(0) { $0 + $1.size }
    guard needed > source.limit else { return nil }
    let parts = pieces.map { "\($0.type.words) \($0.size)" }.joined(separator: " + ")
    let available =
      block == .scanResponse || rules.hasScanResponse
      ? "" : source.pdu.isScannable ? " (the scan response is not known)" : " (there is no scan response)"
    return
      "\(block.words) would need \(needed) bytes, \(needed - source.limit) more than there are\(available): \(parts)"
  }

  private var shorterName: Alternative? {
    var cutting = rules
    cutting.cutsName = true
    guard let packing = problem(cutting).solved(.identification), packing.fits else { return nil }
    guard let loss = packing.choices.flatMap({ $0.losses }).first(where: { $0.kind == .name }),
      let piece = (packing.pieces(in: .advertising) + packing.pieces(in: .scanResponse)).first(where: {
        $0.type == .shortenedLocalName
      })
    else { return nil }
    return Alternative(
      kind: .shorterName, words: "shorten the name to \(piece.octets.count) bytes",
      price: "\(loss.words) are not advertised; the whole name is read after connecting",
      payloads: [packing.payload(of: .advertising), packing.payload(of: .scanResponse)])
  }

  /// The alternative with a 16-bit number for every service UUID of the vendor's own.
  private var memberUUID: Alternative? {
    var short: [BluetoothUUID: BluetoothUUID] = [:]
    let own = source.pieces.flatMap { $0.uuids(.services) } + services.sorted()
    for uuid in own where uuid.shortestWidth == .bits128 && short[uuid] == nil {
      short[uuid] = BluetoothUUID(0xFFFF - UInt32(short.count & 0xFFF))
    }
    guard !short.isEmpty else { return nil }
    var replaced = source
    replaced.pieces = source.pieces.map { piece in
      guard case .serviceUUIDs(let list) = piece.value, list.rest.isEmpty,
        let renamed = ServiceUUIDList(
          list.uuids.map { short[$0] ?? $0 }, width: list.width, isComplete: list.isComplete)
      else { return piece }
      return piece.encoded(octets: renamed.octets)
    }
    let problem = PackingProblem(
      self, replaced, services: Set(services.map { short[$0] ?? $0 }), rules: rules)
    guard let packing = problem.solved(.identification), packing.fits else { return nil }
    return Alternative(
      kind: .memberUUID,
      words: short.count == 1
        ? "use a 16-bit UUID for \(own.first { short[$0] != nil }?.description ?? ""): 14 bytes less"
        : "use 16-bit UUIDs for the \(short.count) services with a UUID of their own: 14 bytes less for each",
      price: "the Bluetooth SIG assigns them to its members for a fee, and apps must look for the new UUID",
      payloads: [])
  }

  /// Two advertising sets that take turns; both have the Flags.
  private var alternatingSets: Alternative? {
    guard rules.hasAdvertising, !rules.isExtended else { return nil }
    let flags = source.pieces.first { $0.type == .flags }.map { [$0] } ?? []
    guard let (payloads, sizes) = setsWithoutResponse(flags) ?? setsWithResponse(flags) else { return nil }
    return Alternative(
      kind: .alternatingSets, words: "send two advertising sets in turn: \(sizes)",
      price: "each is on the air half as often, so finding the device takes about twice as long", payloads: payloads)
  }

  /// Returns the sets with all data in the advertising data of one set or the other.
  private func setsWithoutResponse(_ flags: [Piece]) -> (payloads: [Payload], sizes: String)? {
    // The place of the scan response is the second set's, which also has the Flags.
    var sets = rules
    sets.hasScanResponse = true
    let problem = PackingProblem(self, source, services: services, areAdvertised: false, rules: sets)
    let room = source.limit - flags.reduce(0) { $0 + $1.size }
    guard
      let packing = Packing.best(
        of: problem.items, advertisingLimit: source.limit, scanResponseLimit: room, objective: .identification),
      packing.fits
    else { return nil }
    let payloads = [
      packing.payload(of: .advertising), Packing.payload(of: flags + packing.pieces(in: .scanResponse)),
    ]
    return (payloads, "\(payloads[0].count) and \(payloads[1].count) bytes of advertising data")
  }

  /// Returns the sets with the data that passive scanners receive today in one set, and the rest with its scan response
  /// in the other.
  private func setsWithResponse(_ flags: [Piece]) -> (payloads: [Payload], sizes: String)? {
    var rest = source
    let data = source.pieces.filter { $0.isForEverybody && $0.origin?.block == .advertising }
    rest.pieces.removeAll(where: data.contains)
    let second = Packing.payload(of: flags + data)
    guard !data.isEmpty, second.count <= source.limit,
      let packing = PackingProblem(self, rest, services: services, rules: rules).solved(.identification), packing.fits
    else { return nil }
    let payloads = [packing.payload(of: .advertising), packing.payload(of: .scanResponse), second]
    return (
      payloads,
      "\(payloads[0].count) bytes of advertising data with \(payloads[1].count) of scan response, and \(second.count) bytes "
        + "of advertising data"
    )
  }

  private var extendedAdvertising: Alternative? {
    guard !rules.isExtended, source.pdu != .advDirectInd else { return nil }
    let extended = PackingRules(
      hasAdvertising: true, hasScanResponse: false, isConnectable: rules.isConnectable, isExtended: true)
    let problem = PackingProblem(self, source, services: services, rules: extended)
    let limit = AdvertisingPDU.extendedConnectable.payloadLimit
    guard
      let packing = Packing.best(
        of: problem.items, advertisingLimit: limit, scanResponseLimit: 0, objective: .identification), packing.fits
    else { return nil }
    let payload = packing.payload(of: .advertising)
    return Alternative(
      kind: .extendedAdvertising, words: "use extended advertising: \(payload.count) bytes in one payload",
      price: "controllers before Bluetooth 5 no longer see it, nor Android apps that do not call setLegacy(false), nor "
        + "Windows watchers that do not allow extended advertisements",
      payloads: [payload])
  }
}
