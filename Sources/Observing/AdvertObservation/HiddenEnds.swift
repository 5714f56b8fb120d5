internal import AdvertisingData

extension Observation {
  /// Whether all addresses end in three zeros, as in the logs of some makers' phones, which hide those octets. By chance,
  /// two addresses have such an end in one of 2⁴⁸ logs. Addresses that the capture lacks show nothing.
  package var hidesEndsOfAddresses: Bool {
    var first: DeviceAddress?
    var areSeveral = false
    for address in addresses where address.isKnown {
      guard address.bits & 0xFF_FFFF == 0 else { return false }
      areSeveral = areSeveral || first.map { $0 != address } ?? false
      first = first ?? address
    }
    return areSeveral
  }
}
