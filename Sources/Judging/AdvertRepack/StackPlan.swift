internal import AdvertBuilders
internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

/// Plans in the calls that the stack of a layout has.
extension RepackSource {
  /// Returns how the stack of the layout sends a plan, or that it has no call for it; `nil` when the same calls send it with
  /// the fields in other places, and for a layout that no stack makes.
  package func stackWords(for plan: Plan) -> String? {
    guard let asked = stackBuild?.asked, !plan.changes.isEmpty else { return nil }
    switch means(toSend: plan, asked) {
    case .fields(nil, _): return nil
    case .fields(let switching?, _): return "\(asked.stackWords): \(switching)"
    case .octets(let call): return "\(asked.stackWords): with \(call)"
    case nil: return "\(asked.stackWords) has no call that sends this"
    }
  }

  /// Returns the place of the first plan that the stack of the layout has calls for; of a layout that no stack makes, of
  /// the first plan. `nil` when there is none.
  package func firstSent(of plans: [Plan]) -> Int? {
    guard let asked = stackBuild?.asked else { return plans.isEmpty ? nil : 0 }
    return plans.firstIndex { $0.changes.isEmpty || means(toSend: $0, asked) != nil }
  }

  private func means(toSend plan: Plan, _ asked: BuiltRequest) -> BuiltRequest.Means? {
    asked.means(toSend: plan.advertising, plan.scanResponse ?? layout.scanResponse.payloads.first)
  }
}
