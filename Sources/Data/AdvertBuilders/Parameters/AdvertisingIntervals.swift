/// The advertising intervals that controllers accept in legacy advertising, in units of 625 µs.
///
/// Source: Core Vol 4 Part E 7.8.5.
extension StackParameter {
  package static let controllerIntervals: ClosedRange<Int64> = 0x20...0x4000

  /// The condition of rows that hosts leave to the controller.
  static let controllerChecks = "which controllers check"
  /// The condition of rows that the header of Nordic's SoftDevice states. The SoftDevice itself is binary.
  static let softDeviceChecks = "by ble_gap.h of the SoftDevice"

  /// Returns a row for a call with one of the controller's intervals.
  static func interval(
    _ call: String, _ name: String, error: String, condition: String? = controllerChecks
  ) -> StackParameter {
    StackParameter(
      call, name, .values(controllerIntervals), error: error, condition: condition,
      remedy: "set 0x20 (20 ms) to 0x4000 (10.24 s)")
  }

  /// Returns the rows for a call with a shortest and a longest interval, whose order only the controller checks.
  static func intervals(
    _ call: String, _ least: String, _ most: String, error: String, condition: String? = controllerChecks
  ) -> [StackParameter] {
    [least, most].map { interval(call, $0, error: error, condition: condition) } + [
      StackParameter(
        call, least, .atMost(most), error: error, condition: controllerChecks,
        remedy: "lower \(least), or raise \(most)")
    ]
  }
}
