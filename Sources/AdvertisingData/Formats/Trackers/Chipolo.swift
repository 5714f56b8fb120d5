/// Chipolo's tags. What their data mean depends on the firmware, and most of it is not public.
///
/// Source: AirGuard; owner of the UUIDs in Assigned Numbers.
enum Chipolo {
  static let format = KnownPayload.Format(tracker: "chipolo", name: "Chipolo tracker", in: [0xFE33, 0xFE65])
}
