/// Chipolo's tags. The meaning of their data depends on the firmware, and most of it is not public.
///
/// Source: AirGuard; the owner of the UUIDs is from Assigned Numbers.
enum Chipolo {
  static let format = KnownPayload.Format(tracker: "chipolo", name: "Chipolo tracker", in: [0xFE33, 0xFE65])
}
