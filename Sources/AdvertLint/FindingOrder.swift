internal import AdvertisingData

/// The order in which the findings on one subject are told.
extension Finding {
  /// Worst first, then by place: layout, block, offset.
  var sortKey: SortKey {
    SortKey(
      severity: severity, layout: place.layout ?? -1,
      payload: place.block == .scanResponse ? 1 + (place.scanResponse ?? 0) : 0, offset: place.offset ?? -1)
  }

  struct SortKey: Comparable {
    let severity: Severity
    let layout: Int
    let payload: Int
    let offset: Int

    static func < (one: SortKey, other: SortKey) -> Bool {
      one.severity != other.severity
        ? one.severity > other.severity
        : (one.layout, one.payload, one.offset) < (other.layout, other.payload, other.offset)
    }
  }
}
