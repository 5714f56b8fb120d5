/// What a program handed to its stack when its code ran.
struct CaughtAdvertising: Hashable {
  /// Advertising data, scan response data, or both, as far as they were given; empty data are given too.
  var data: [PayloadRole: [UInt8]] = [:]
  /// How it advertises; `nil` as long as it did not say.
  var parameters: AdvertisingParameters?
  /// The function that was given the data.
  var function: String
  /// The addresses that the functions return to that were running, the innermost first.
  var callers: [UInt32]
}
