internal import AdvertRepack
internal import AdvertisingData

/// What packing layouts anew came to, for the fixes of an input: each layout is tried once, however many devices have it
/// and whatever was found there.
struct Repackings {
  /// So many different layouts, and nobody reads the fixes one by one; who made them all different may only want to be
  /// waited for.
  private static let most = 500

  private var known: [Key: Repacking] = [:]

  private struct Key: Hashable {
    let layout: Layout
    let demandsServices: Bool
  }

  /// The best plan alone, or why there is none; `nil` when enough was tried.
  ///
  /// - Parameter demandsServices: whether every service must be in the advertising data; otherwise as many as fit are.
  mutating func repacking(of layout: Layout, demandsServices: Bool) -> Repacking? {
    let key = Key(layout: layout, demandsServices: demandsServices)
    if let repacking = known[key] { return repacking }
    guard known.count < Self.most else { return nil }
    let repacking = Repacking(
      of: layout, demands: Demands(services: demandsServices ? nil : []), kinds: [.identification])
    known[key] = repacking
    return repacking
  }
}
