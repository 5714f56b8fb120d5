/// The Google and Apple Exposure Notification beacon (service data of 0xFD6F).
///
/// Source: Exposure Notification Bluetooth Specification.
package enum ExposureNotification {
  package static let format = KnownPayload.Format(
    "exposureNotification", name: "Exposure Notification", in: .services([0xFD6F]),
    fields: [.string("data")] + columns.declared
  ) { octets, _ throws(Malformation) in
    try octets.require(length)
    return KnownPayload.Reading(
      fields: columns.fields(of: octets), problems: KnownPayload.Problem.surplus(of: octets, after: length))
  }

  private static let length = 20

  private static let columns: [FixedFormat.Column] = [
    // Changes together with the address.
    .octets("id", at: 0..<16),
    // Version and transmit power.
    .octets("encryptedMetadata", at: 16..<20),
  ]
}
