internal import AdvertRepack
internal import AdvertScan
internal import AdvertisingData

/// The plans for the fixes of an input: each layout is solved once, however many devices and findings it has.
struct FixingPlans: Sendable {
  /// The most solver runs per input: a hostile file could make every layout distinct. The first layouts in the order of
  /// the devices have plans.
  private static let most = 500

  fileprivate struct Key: Hashable, Sendable {
    let layout: Layout
    let demandsServices: Bool
  }

  fileprivate private(set) var all: [Key: Repacking] = [:]

  /// The number of solver runs that are left.
  fileprivate var room: Int { Self.most - all.count }

  fileprivate mutating func keep(_ repacking: Repacking, for key: Key) {
    all[key] = repacking
  }

  /// Adds the plans of a part of the devices. Returns false, with nothing changed, when plans added since the part
  /// began would have changed its own: then it must be judged again.
  mutating func takeOver(_ part: Repackings.OfPart) -> Bool {
    if all.count != part.knownBefore {
      guard !part.isRefused, part.new.all.count(where: { all[$0.key] == nil }) <= room else { return false }
    }
    for (key, repacking) in part.new.all { all[key] = repacking }
    return true
  }
}

/// Finds the plans for the fixes of devices, part by part.
struct Repackings: Sendable {
  /// All plans of this thread. Other threads may not have them, so they only save time.
  private var solved = FixingPlans()
  private var known = FixingPlans()
  private var new = FixingPlans()
  private var isRefused = false
  /// The demands that plans are checked with; whether scanners find the device is checked once.
  private lazy var allServices = Demands()
  private lazy var anyServices = Demands(services: [])
  /// The answers of the scanners that matter to layouts before and after a fix.
  var answers: AnswerComparison

  /// - Parameters:
  ///   - scanners: those that matter; all when it is empty.
  ///   - part: a part that is judged again, with the plans that it has already.
  init(for scanners: [ScannerProfile], beginningWith part: OfPart? = nil) {
    answers = AnswerComparison(for: scanners.isEmpty ? ScannerProfile.all : scanners)
    if let part { solved = part.new }
  }

  /// The plans of a part of the devices.
  struct OfPart: Sendable {
    /// The number of plans when the part began.
    fileprivate let knownBefore: Int
    fileprivate let new: FixingPlans
    /// Whether a layout has no plan because there are enough plans.
    fileprivate let isRefused: Bool
  }

  /// Makes findings that may need plans, with the known plans.
  mutating func part<Result>(
    after known: FixingPlans, _ make: (inout Repackings) -> Result
  ) -> (result: Result, plans: OfPart) {
    self.known = known
    let result = make(&self)
    let plans = OfPart(knownBefore: known.all.count, new: new, isRefused: isRefused)
    self.known = FixingPlans()
    new = FixingPlans()
    isRefused = false
    return (result, plans)
  }

  /// Returns the best plan alone, or why there is none; `nil` when enough plans were made.
  ///
  /// - Parameter demandsServices: whether every service must be in the advertising data; otherwise as many as fit.
  mutating func repacking(of layout: Layout, demandsServices: Bool) -> Repacking? {
    let key = FixingPlans.Key(layout: layout, demandsServices: demandsServices)
    if let repacking = known.all[key] ?? new.all[key] { return repacking }
    guard known.room > new.all.count else {
      isRefused = true
      return nil
    }
    let repacking =
      solved.all[key]
      ?? Repacking(
        of: layout, demands: demandsServices ? allServices : anyServices, kinds: [.smallestChange])
    solved.keep(repacking, for: key)
    new.keep(repacking, for: key)
    return repacking
  }
}
