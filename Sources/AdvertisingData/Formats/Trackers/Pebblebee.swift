/// Pebblebee's tags. Their UUID is not assigned, so the identification is not certain.
///
/// Source: AirGuard. The meaning of their data is not public.
enum Pebblebee {
  static let format = KnownPayload.Format(
    tracker: "pebblebee", name: "Pebblebee tracker", device: "probably a Pebblebee tracker", in: [0xFA25])
}
