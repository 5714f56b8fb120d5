extension Rule {
  /// Every rule, sorted by id. A new rule is one file in `Rules` and one line here.
  public static let all: [Rule] = [
    .appearanceUnknownWastesSpace,
    .captureDamaged,
    .dataAfterTermination,
    .expectedDeviceMissing,
    .expectedServiceMissing,
    .flagsContradictory,
    .flagsInScanResponse,
    .flagsMissing,
    .flagsReservedBits,
    .nameNotUTF8,
    .noAdvertising,
    .payloadTooLong,
    .scanResponseNotObserved,
    .serviceUUIDNotInEveryAdvertisement,
    .serviceUUIDOnlyInScanResponse,
    .structureOverrunsPayload,
    .uuid128BitInSIGBase,
    .uuidListRagged,
  ]

  /// The rule with this id, `nil` when there is none.
  public static func named(_ id: some StringProtocol) -> Rule? {
    all.first { $0.id == id }
  }
}
