internal import AdvertRepack
internal import AdvertisingData

/// A fix from the best plan for a layout, in words, or what the plan comes to grief on.
struct RepackingFix {
  private let layout: Layout
  private let remedy: Remedy

  init(of layout: Layout, remedy: Remedy) {
    self.layout = layout
    self.remedy = remedy
  }

  func fix(_ repackings: inout Repackings, resolves: (FixedBlocks) -> Bool) -> Fix {
    guard let repacking = repackings.repacking(of: layout, demandsServices: true) else { return Fix() }
    if let fix = fix(repacking, resolves: resolves) { return fix }
    // Not all of the services fit, but this one may.
    if repacking.obstacle?.bytesOver ?? 0 > 0,
      let some = repackings.repacking(of: layout, demandsServices: false), let fix = fix(some, resolves: resolves)
    {
      return fix
    }
    return Fix(words: repacking.obstacle.flatMap(words))
  }

  private func fix(_ repacking: Repacking, resolves: (FixedBlocks) -> Bool) -> Fix? {
    guard let plan = repacking.plans.first, !plan.changes.isEmpty else { return nil }
    let blocks = FixedBlocks(advertising: plan.advertising, scanResponse: plan.scanResponse)
    guard resolves(blocks) else { return nil }
    let lost = plan.losses.isEmpty ? "" : "; lost: " + plan.losses.map(\.words).joined(separator: ", ")
    return Fix(words: words(for: plan) + lost, blocks: blocks)
  }

  private func words(for plan: Plan) -> String {
    let limit = plan.pdu.payloadLimit
    let room = "(\(plan.advertising.count) of \(limit) bytes)"
    switch remedy {
    case .advertising:
      let services = Set(plan.changes.compactMap(\.service)).count
      let entering =
        [services < 2 ? "it" : services == 2 ? "both services" : "all \(services) services"]
        + plan.changes.filter { $0.service == nil }.compactMap(\.entering)
      let what = Self.list(entering) ?? "it"
      let actions = plan.changes.filter { $0.service == nil && $0.entering == nil }.map(\.action)
      guard let first = Self.list(actions) else { return "move \(what) into the advertising data \(room)" }
      let fit = entering.count == 1 && services < 2 ? "fits" : "fit"
      return "\(first), and \(what) \(fit) into the advertising data \(room)"
    case .fitting, .joining, .leavingOut, .puttingFirst:
      let actions = Self.list(plan.changes.map(\.action)) ?? "pack it anew"
      guard let response = plan.scanResponse, !response.isEmpty else { return "\(actions), and it fits \(room)" }
      return "\(actions), and both blocks fit (\(plan.advertising.count) and \(response.count) of \(limit) bytes)"
    }
  }

  /// Why no plan helps, and what else would.
  private func words(for obstacle: Repacking.Obstacle) -> String? {
    let others = obstacle.alternatives.map(\.words).joined(separator: ", or ")
    guard obstacle.bytesOver > 0 else { return others.isEmpty ? nil : "\(others): \(obstacle.reason)" }
    let lack =
      "however it is packed, \(obstacle.bytesOver) \(obstacle.bytesOver == 1 ? "byte is" : "bytes are") too many"
    return "\(lack): \(others.isEmpty ? "leave something out" : others)"
  }

  private static func list(_ actions: [String]) -> String? {
    let actions = actions.filter { !$0.isEmpty }
    guard actions.count > 1 else { return actions.first }
    return actions.dropLast().joined(separator: ", ") + " and " + actions[actions.count - 1]
  }
}
