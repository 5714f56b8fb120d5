public import AdvertisingData

/// What repacking a layout came to: plans, the best first, or why there is none.
public struct Repacking: Hashable, Sendable {
  /// Up to three, which differ in kind. Empty when the layout cannot be packed as demanded.
  public let plans: [Plan]
  /// `nil` when there is a plan.
  public let obstacle: Obstacle?

  /// Why a layout cannot be packed as demanded.
  public struct Obstacle: Hashable, Sendable {
    /// Holds no text from the air that is not hex or a UUID.
    public let reason: String
    /// The fewest octets that would have to go; 0 when size is not what is wrong.
    public let bytesOver: Int
    public let alternatives: [Alternative]
  }

  /// - Parameter kinds: which plans are wanted; the best is among them in any case.
  public init(
    of layout: Layout, demands: Demands = Demands(), kinds: Set<Plan.Kind> = Set(Plan.Kind.allCases)
  ) {
    do throws(PackableLayout.Refusal) {
      let source = try PackableLayout(layout)
      let task = RepackingTask(source, demands: demands)
      let plans = try task.plans(kinds)
      self.init(plans: plans, obstacle: nil)
    } catch {
      self.init(
        plans: [],
        obstacle: Obstacle(reason: error.reason, bytesOver: error.bytesOver, alternatives: error.alternatives))
    }
  }

  /// No plan, for a reason that the layout does not show: `reason` holds no text from the air that is not hex or a UUID.
  public init(refusedBecause reason: String) {
    self.init(plans: [], obstacle: Obstacle(reason: reason, bytesOver: 0, alternatives: []))
  }

  private init(plans: [Plan], obstacle: Obstacle?) {
    self.plans = plans
    self.obstacle = obstacle
  }
}
