extension KnownPayload.Format {
  /// Measurements of Onset's HOBO sensors of water (company 0x00C5).
  ///
  /// Source: Theengs Decoder. The meaning of the other octets is not public.
  static let hobo = KnownPayload.Format(
    "hobo", name: "Onset HOBO", in: .company(0x00C5, beginnings: []),
    forms: [FixedFormat("Onset HOBO water sensor", count: 20, .known, [.float("level", at: 16, unit: "m")])])
}
