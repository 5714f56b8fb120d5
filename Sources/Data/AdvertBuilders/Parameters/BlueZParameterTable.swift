/// The properties of `org.bluez.LEAdvertisement1` whose values the daemon refuses.
///
/// Source: BlueZ 5.87, src/advertising.c; the check of the type since 5.50, the intervals and the TX power since 5.56.
package enum BlueZParameterTable {
  package static let call = "RegisterAdvertisement"
  package static let broadcast = "Type \"broadcast\""

  /// The error of a property that the daemon does not take.
  package static let invalid = "fails with org.bluez.Error.Failed \"Failed to parse advertisement.\""
  private static let experimental = "up to BlueZ 5.76 only with --experimental"
  private static let interval = "set 20 to 10485759 ms"

  static let rows = [
    StackParameter(
      call, "Discoverable", .not(with: [broadcast]), error: invalid,
      remedy: "set Type to \"peripheral\", or remove Discoverable"),
    StackParameter(
      call, "DiscoverableTimeout", .atMost("Timeout"), error: invalid,
      remedy: "lower DiscoverableTimeout, or raise Timeout"),
    StackParameter(
      call, "MinInterval", .needs("MaxInterval"), error: invalid, condition: experimental, remedy: "add MaxInterval"),
    StackParameter(
      call, "MinInterval", .values(20...10_485_759), error: invalid, condition: experimental, remedy: interval),
    StackParameter(
      call, "MaxInterval", .values(20...10_485_759), error: invalid, condition: experimental, remedy: interval),
    StackParameter(
      call, "MinInterval", .atMost("MaxInterval"), error: invalid, condition: experimental,
      remedy: "lower MinInterval, or raise MaxInterval"),
    StackParameter(
      call, "TxPower", .values(-127...20), error: invalid, condition: experimental, remedy: "set -127 to 20 dBm"),
  ]
}
