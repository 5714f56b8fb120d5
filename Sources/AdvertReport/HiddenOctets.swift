internal import AdvertObservation
internal import AdvertisingData

extension Observation {
  /// What is to know of addresses whose last octets some makers' phones hide in their logs; `nil` when they are whole. By
  /// chance, two addresses have such an end in one of 2⁴⁸ logs.
  package var remarkOnAddresses: String? {
    let known = addresses.filter { $0.isKnown }
    guard known.count > 1, known.allSatisfy({ $0.bits & 0xFF_FFFF == 0 }) else { return nil }
    return "All addresses end in 00:00:00. Probably their ends were hidden, so that one of them can be several devices."
  }
}
