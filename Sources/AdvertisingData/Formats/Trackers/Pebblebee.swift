/// Pebblebee's tags. Their UUID is assigned to no one, so they are not certain.
///
/// Source: AirGuard. What their data mean is not public.
enum Pebblebee {
  static let format = KnownPayload.Format(
    tracker: "pebblebee", name: "Pebblebee tracker", device: "probably a Pebblebee tracker", in: [0xFA25])
}
