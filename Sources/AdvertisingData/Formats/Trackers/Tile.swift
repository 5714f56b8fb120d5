/// Tile's tags. Their identifier stays, as their address does.
///
/// Source: AirGuard; owners of the UUIDs in Assigned Numbers. What data that begin otherwise mean is not public.
enum Tile {
  static let format = KnownPayload.Format(
    tracker: "tile", name: "Tile tracker", in: [0xFEED, 0xFEEC, 0xFD84],
    forms: [
      FixedFormat(
        "Tile tracker", marks: FixedFormat.Mark.beginning(0x02, 0x00), count: 10, .open, [.octets("id", at: 2..<10)])
    ])
}
