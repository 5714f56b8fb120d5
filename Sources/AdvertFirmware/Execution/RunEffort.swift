/// The effort of running the programs of one image: a limit on the instructions of all runs together.
///
/// A run that this limit cuts short has not shown all its data, so it allows no conclusions.
package final class RunEffort {
  /// The number of instructions that are left.
  private(set) var left: Int

  /// The instructions for one image: about one second of work. Programs that do not end take half of it.
  package static let ofImage = 18_000_000

  init(_ instructions: Int = ofImage) { left = instructions }

  /// Whether runs may have been cut short.
  var isSpent: Bool { left <= 0 }

  func take(_ instructions: Int) { left -= instructions }
}
