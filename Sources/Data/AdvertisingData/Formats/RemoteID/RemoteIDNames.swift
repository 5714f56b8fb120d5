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

  /// Columns for the seconds since 2019-01-01 00:00 UTC, as a number and in words. Older versions do not send them.
  static func time(at offset: Int) -> [FixedFormat.Column] {
    [
      .integer("timestamp", at: offset, octets: 4),
      .field(.string("time", orNull: true)) { octets in
        let seconds = UInt32(littleEndian: octets, at: offset)
        return Field("time", seconds == 0 ? .null : .text(time(seconds)), label: seconds == 0 ? "" : "at")
      },
    ]
  }

  /// Returns a time in seconds since 2019-01-01 00:00 UTC in words: `2024-02-29 12:34:56 UTC`.
  static func time(_ seconds: UInt32) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (days, second) = (Int(seconds / 86_400), Int(seconds % 86_400))
    var (year, day) = (2019, days)
    // 2100 is not a leap year; 32 bits reach to 2155.
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

extension [FixedFormat.Column] {
  /// A number and its name; the name is `nil` for a reserved number. Text has only the name, or `number` with its kind.
  static func assigned(
    _ key: String, at offset: Int, mask: UInt8 = .max, _ names: [String], named nameKey: String, of kind: String,
    isPlaced: Bool = true
  ) -> Self {
    @Sendable func number(_ octets: [UInt8]) -> Int { Int((octets[offset] & mask) >> UInt8(mask.trailingZeroBitCount)) }
    @Sendable func name(_ octets: [UInt8]) -> String? {
      let number = number(octets)
      return names.indices.contains(number) ? names[number] : nil
    }
    return [
      .field(.integer(key)) { octets in
        Field(
          key, number(octets), at: isPlaced ? offset..<offset + 1 : nil, role: .structure,
          wording: .phrase(name(octets) ?? "\(kind) \(number(octets))"))
      },
      .field(.string(nameKey, orNull: names.count < 1 << mask.nonzeroBitCount)) {
        Field(nameKey, name($0).map { .text($0) } ?? .null)
      },
    ]
  }
}

extension FixedFormat.Column {
  /// The accuracy of a value; `null` when it is not known, or the number is reserved.
  static func accuracy(
    _ key: String, at offset: Int, mask: UInt8, _ tenths: [Int?], _ unit: String
  ) -> Self {
    .field(.number(key, unit: unit, orNull: true)) { octets in
      let number = Int((octets[offset] & mask) >> UInt8(mask.trailingZeroBitCount))
      let tenths = tenths.indices.contains(number) ? tenths[number] : nil
      return Field(
        key, tenths.map { DecimalNumber($0, decimals: 1) }, label: "±", unit: unit, at: offset..<offset + 1,
        role: .structure)
    }
  }
}
