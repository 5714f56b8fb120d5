/// Tile's tags. Neither their identifier nor their address changes.
///
/// Source: AirGuard; Assigned Numbers for the owners of the UUIDs. The meaning of data with another beginning is not
/// public.
enum Tile {
  static let format = KnownPayload.Format(
    tracker: "tile", name: "Tile tracker", in: [0xFEED, 0xFEEC, 0xFD84],
    forms: [
      FixedFormat(
        "Tile tracker", marks: FixedFormat.Mark.beginning(0x02, 0x00), count: 10, .open, [.octets("id", at: 2..<10)])
    ])
}
