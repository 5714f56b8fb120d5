/// Names of the numbers in Remote ID messages, from 0 on.
///
/// Source: ASTM F3411 and ASD-STAN prEN 4709-002, as named by opendroneid-core-c's libopendroneid/opendroneid.h.
enum RemoteIDNames {
  static let idTypes = [
    "no id", "serial number", "registration", "id of traffic management", "session id",
  ]
  static let aircraftTypes = [
    "no aircraft type", "aeroplane", "helicopter or multirotor", "gyroplane", "hybrid lift", "ornithopter", "glider",
    "kite", "free balloon", "captive balloon", "airship", "parachute", "rocket", "tethered aircraft", "ground obstacle",
    "another aircraft",
  ]
  static let statuses = ["undeclared", "on the ground", "airborne", "emergency", "Remote ID failure"]
  static let authenticationTypes = [
    "none", "signature of the drone's id", "signature of the operator's id", "signature of the messages",
    "by network", "specific method",
  ]
  static let descriptionTypes = ["text", "emergency", "extended status"]
  static let operatorIDTypes = ["operator"]
  static let operatorLocationTypes = ["take-off location", "live location", "fixed location"]
  static let classificationTypes = ["no classification", "European classification"]
  static let europeanCategories = ["no category", "open category", "specific category", "certified category"]
  static let europeanClasses = [
    "no class", "class 0", "class 1", "class 2", "class 3", "class 4", "class 5", "class 6",
  ]

  /// Tenths of metres. Nautical miles have 1852 m.
  static let horizontalAccuracies = [
    nil, 185_200, 74_080, 37_040, 18_520, 9_260, 5_556, 1_852, 926, 300, 100, 30, 10,
  ]
  /// Tenths of metres.
  static let verticalAccuracies = [nil, 1_500, 450, 250, 100, 30, 10]
  /// Tenths of metres per second.
  static let speedAccuracies = [nil, 100, 30, 10, 3]

  /// A time in seconds since 2019-01-01 00:00 UTC: `2024-02-29 12:34:56 UTC`.
  static func time(_ seconds: UInt32) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (days, second) = (Int(seconds / 86_400), Int(seconds % 86_400))
    var (year, day) = (2019, days)
    // 2100 is no leap year; 32 bits reach to 2155.
    func isLeap(_ year: Int) -> Bool { year % 4 == 0 && year != 2100 }
    while day >= (isLeap(year) ? 366 : 365) {
      day -= isLeap(year) ? 366 : 365
      year += 1
    }
    var month = 1
    for length in [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
      guard day >= length else { break }
      day -= length
      month += 1
    }
    return "\(year)-\(two(month))-\(two(day + 1)) "
      + "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60)) UTC"
  }
}

extension [Field] {
  /// A number and its name; `nil` for the name of a number that is reserved. In text the name alone, or `number` with what it
  /// is the number of.
  static func assigned(
    _ key: String, _ number: UInt8, _ names: [String], named nameKey: String, of kind: String, at range: Range<Int>?
  ) -> [Field] {
    let name = names.indices.contains(Int(number)) ? names[Int(number)] : nil
    return [
      Field(key, number, at: range, role: .structure, wording: .phrase(name ?? "\(kind) \(number)")),
      Field(nameKey, name.map { .text($0) } ?? .null),
    ]
  }
}

extension Field {
  /// How exact a value is; `null` when it is not known, or the number is reserved.
  static func accuracy(
    _ key: String, _ number: UInt8, _ tenths: [Int?], _ unit: String, at range: Range<Int>
  ) -> Field {
    let tenths = tenths.indices.contains(Int(number)) ? tenths[Int(number)] : nil
    return Field(
      key, tenths.map { DecimalNumber($0, decimals: 1) }, label: "±", unit: unit, at: range, role: .structure)
  }
}

extension RemoteID {
  /// A place: two signed numbers of ten millionths of a degree.
  struct Position: Hashable {
    private let first: Int32
    private let second: Int32
    private let offset: Int

    /// The caller has counted eight octets from `offset` on.
    init(_ octets: [UInt8], at offset: Int) {
      first = Int32(littleEndian: octets, at: offset)
      second = Int32(littleEndian: octets, at: offset + 4)
      self.offset = offset
    }

    private var isKnown: Bool { first != 0 || second != 0 }
    var latitude: DecimalNumber? { isKnown ? DecimalNumber(first, decimals: 7) : nil }
    var longitude: DecimalNumber? { isKnown ? DecimalNumber(second, decimals: 7) : nil }

    private static let maximumLatitude: Int32 = 900_000_000
    private static let maximumLongitude: Int32 = 1_800_000_000

    /// Where the octets are, the highest of each number first, and what may stand in their place: degrees stay degrees that
    /// a place has, or that none has.
    func limits(from start: Int) -> [Field] {
      Self.limits(of: first, most: Self.maximumLatitude, at: start + offset)
        + Self.limits(of: second, most: Self.maximumLongitude, at: start + offset + 4)
    }

    private static func limits(of number: Int32, most: Int32, at offset: Int) -> [Field] {
      let ends = [UInt32(most) + 1, UInt32(bitPattern: -most)]
      let sent = UInt32(bitPattern: number)
      return (0..<4).compactMap { index in
        let shift = UInt32(24 - 8 * index)
        // An end limits an octet as long as the octets above are those of the end.
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

    /// Degrees that no place has.
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
