package import AdvertisingData
internal import AssignedNumbers

extension ManufacturerData {
  /// The same data for the company whose identifier has these bytes in the other order.
  package var exchanged: ManufacturerData { ManufacturerData(company: company.byteSwapped, data: data) }

  /// The known format that the data have for the company whose identifier has its bytes exchanged, where no company has
  /// the identifier as it is sent; `nil` for other data.
  package var meantWithCompanyExchanged: KnownPayload? {
    guard !CompanyIdentifiers.isAssigned(company),
      // A format that any company may send proves nothing about the identifier.
      KnownPayload.recognised(in: self) == nil,
      let payload = KnownPayload.recognised(in: exchanged), payload.problems.isEmpty
    else { return nil }
    return payload
  }

  /// Whether the data of another company than Apple are built like an iBeacon.
  package var isBuiltLikeIBeacon: Bool {
    company != Self.apple && data.count == 23 && data.starts(with: [0x02, 0x15])
      && KnownPayload.recognised(in: self) == nil
  }
}
