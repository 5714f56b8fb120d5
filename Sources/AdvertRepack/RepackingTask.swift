internal import AdvertisingData

/// A layout with what it must show, on the way to plans.
struct RepackingTask {
  let source: PackableLayout
  /// Services that must be sent.
  let services: Set<BluetoothUUID>
  /// Whether they must be in the advertising data.
  let advertisesServices: Bool
  /// Whether the name must be there too.
  let advertisesName: Bool
  let rules: PackingRules

  init(_ source: PackableLayout, demands: Demands) {
    self.source = source
    let pdu = source.pdu
    rules = PackingRules(
      hasAdvertising: pdu.carriesAdvertisingData, hasScanResponse: pdu.isScannable && source.knowsScanResponse,
      isConnectable: pdu.isConnectable, isExtended: pdu.isExtended)
    // What a list that does not divide into UUIDs shows is seen there already.
    let seenAnyway = Set(
      source.pieces.filter { ServiceUUIDList.width(of: $0.type) != nil && $0.width(.services) == nil }
        .filter { $0.origin?.block == .advertising }.flatMap(\.payload.listedServices))
    services = Set(demands.services ?? source.listedServices).subtracting(seenAnyway)
    advertisesServices = demands.concernAdvertising
    advertisesName = demands.name && demands.concernAdvertising
  }

  /// Up to three plans that differ in kind, the best first.
  func plans(_ kinds: Set<Plan.Kind>) throws(PackableLayout.Refusal) -> [Plan] {
    try checkDemands()
    guard let best = problem(rules).solved(.identification) else {
      throw PackableLayout.Refusal(reason: "the layout cannot be packed")
    }
    guard best.fits else { throw refusal(best) }
    var kept = rules
    kept.keepsEverything = true
    var candidates: [(Plan.Kind, Packing?)] = [(.identification, best)]
    if kinds.contains(.everythingKept) {
      candidates.append((.everythingKept, problem(kept).solved(.fewChanges)))
    }
    if kinds.contains(.shortAdvertising) {
      candidates.append((.shortAdvertising, problem(rules).solved(.shortAdvertising)))
    }
    var plans: [Plan] = []
    for case (let kind, let packing?) in candidates where packing.fits {
      let plan = plan(kind, packing)
      // Kinds that come to the same bytes are one; changing nothing is no plan beside a better one, nor is losing more.
      guard
        kind == .identification || !plan.changes.isEmpty && packing.cost.loss <= best.cost.loss,
        !plans.contains(where: { $0.advertising == plan.advertising && $0.scanResponse == plan.scanResponse })
      else { continue }
      plans.append(plan)
    }
    return plans
  }

  func problem(_ rules: PackingRules) -> PackingProblem {
    PackingProblem(self, source, services: services, rules: rules)
  }

  func plan(_ kind: Plan.Kind, _ packing: Packing) -> Plan {
    var pieces = packing.pieces(in: .advertising)
    var changes = packing.choices.flatMap(\.changes)
    // Any order is allowed, but there are receivers that look for them nowhere else.
    if kind != .everythingKept, let flags = pieces.firstIndex(where: { $0.type == .flags }), flags > 0 {
      pieces.insert(pieces.remove(at: flags), at: 0)
      changes.append(Change(.moved, "put the Flags first"))
    }
    return Plan(
      kind: kind, pdu: source.pdu, advertising: Packing.payload(of: pieces),
      scanResponse: source.pdu.isScannable && !source.knowsScanResponse ? nil : packing.payload(of: .scanResponse),
      changes: changes, losses: packing.choices.flatMap(\.losses),
      isOptimal: kind == .identification)
  }

  /// Demands that no packing can meet.
  private func checkDemands() throws(PackableLayout.Refusal) {
    guard !rules.hasAdvertising, source.pdu != .advDirectInd, advertisesName || advertisesServices && !services.isEmpty
    else { return }
    throw PackableLayout.Refusal(
      reason: "an extended scannable set carries no advertising data, so passive scanners receive nothing of it",
      alternatives: [.nonScannable])
  }
}

extension PackableLayout {
  /// UUIDs of the service lists of both blocks that divide into UUIDs.
  fileprivate var listedServices: [BluetoothUUID] { pieces.flatMap { $0.uuids(.services) } }
}

extension Piece {
  fileprivate var payload: Payload {
    Payload([UInt8(truncatingIfNeeded: octets.count + 1), type.rawValue] + octets)
  }
}
