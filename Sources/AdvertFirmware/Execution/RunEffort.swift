/// What it costs to run the programs of one image: all runs together make so many instructions at most.
///
/// A run that is cut short by this has not shown all that it would have handed over, so nothing is concluded from it.
package final class RunEffort {
  /// Instructions that are left.
  private(set) var left: Int

  /// Instructions for one image: a second's work. Programs that do not end take half of it.
  package static let ofImage = 18_000_000

  init(_ instructions: Int = ofImage) { left = instructions }

  /// Whether runs may have been cut short.
  var isSpent: Bool { left <= 0 }

  func take(_ instructions: Int) { left -= instructions }
}
