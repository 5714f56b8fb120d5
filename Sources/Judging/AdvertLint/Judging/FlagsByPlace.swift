internal import AdvertisingData

/// The flags of a rule on a subject, for look-ups. Few findings need a fix, so this is made on request.
struct FlagsByPlace {
  private let flags: ArraySlice<Flag>
  private lazy var positions = Dictionary(grouping: flags.indices) { flags[$0].location }
  private lazy var onLayouts = Set(flags.map { OnLayout(layout: $0.location.layout, message: $0.message) })

  private struct OnLayout: Hashable {
    let layout: Int?
    let message: String
  }

  init(of flags: ArraySlice<Flag>) {
    self.flags = flags
  }

  /// Returns the flags in one place with this message.
  mutating func saying(_ message: String, at location: Report.Location) -> [Flag] {
    (positions[location] ?? []).filter { flags[$0].message == message }.map { flags[$0] }
  }

  /// Whether a flag on a layout has this message.
  mutating func say(_ message: String, onLayout layout: Int) -> Bool {
    onLayouts.contains(OnLayout(layout: layout, message: message))
  }
}
