extension RemoteID {
  /// A place: two signed numbers of ten millionths of a degree.
  struct Position: Hashable {
    private let first: Int32
    private let second: Int32
    private let offset: Int

    /// The position at `offset`. The caller has checked that there are eight octets.
    init(_ octets: [UInt8], at offset: Int) {
      first = Int32(littleEndian: octets, at: offset)
      second = Int32(littleEndian: octets, at: offset + 4)
      self.offset = offset
    }

    /// Latitude and longitude; null when both coordinates are zero.
    static func columns(at offset: Int, label: String = "latitude") -> [FixedFormat.Column] {
      func column(_ key: String, _ label: String, at start: Int, _ degrees: @escaping @Sendable (Self) -> Int32)
        -> FixedFormat.Column
      {
        .field(.number(key, orNull: true)) { octets in
          let position = Self(octets, at: offset)
          let number = position.isKnown ? DecimalNumber(degrees(position), decimals: 7) : nil
          return Field(key, number, label: label, at: start..<start + 4)
        }
      }
      return [
        column("latitude", label, at: offset) { $0.first },
        column("longitude", "longitude", at: offset + 4) { $0.second },
      ]
    }

    private var isKnown: Bool { first != 0 || second != 0 }

    private static let maximumLatitude: Int32 = 900_000_000
    private static let maximumLongitude: Int32 = 1_800_000_000

    /// The places of the octets, the highest of each number first, and their possible replacements: valid degrees stay
    /// valid, and invalid ones invalid.
    var limits: [Field] {
      Self.limits(of: first, maximum: Self.maximumLatitude, at: offset)
        + Self.limits(of: second, maximum: Self.maximumLongitude, at: offset + 4)
    }

    private static func limits(of number: Int32, maximum: Int32, at offset: Int) -> [Field] {
      let ends = [UInt32(maximum) + 1, UInt32(bitPattern: -maximum)]
      let sent = UInt32(bitPattern: number)
      return (0..<4).compactMap { index in
        let shift = UInt32(24 - 8 * index)
        // An end of the range limits an octet as long as all higher octets equal those of the end.
        let starts = ends.filter { index == 0 || $0 >> (shift + 8) == sent >> (shift + 8) }
        guard !starts.isEmpty else { return nil }
        var ranges: [ClosedRange<UInt8>] = []
        var next = 0
        for end in starts.map({ Int($0 >> shift & 0xFF) }).sorted() {
          if next < end { ranges.append(UInt8(next)...UInt8(end - 1)) }
          if next <= end { ranges.append(UInt8(end)...UInt8(end)) }
          next = max(next, end + 1)
        }
        if next <= 0xFF { ranges.append(UInt8(next)...0xFF) }
        return Field("", .null, at: offset + 3 - index..<offset + 4 - index, role: .limited(ranges))
      }
    }

    /// The problems: degrees outside the valid range.
    var problems: [KnownPayload.Problem] {
      let one: [KnownPayload.Problem] =
        first.magnitude > UInt32(Self.maximumLatitude)
        ? [.unexpected(offset: offset, expected: "a latitude from -90 to 90 degrees")] : []
      let other: [KnownPayload.Problem] =
        second.magnitude > UInt32(Self.maximumLongitude)
        ? [.unexpected(offset: offset + 4, expected: "a longitude from -180 to 180 degrees")] : []
      return one + other
    }
  }
}
