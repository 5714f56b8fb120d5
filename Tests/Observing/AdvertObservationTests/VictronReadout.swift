import Testing

/// Data of Victron's devices with what they say, which victron-ble reads alike. The package cryptography encrypted them.
struct VictronReadout: CustomTestStringConvertible, Sendable {
  let hex: String
  let told: [String]

  var testDescription: String { hex }

  static let key = "f0e0d0c0b0a090807060504030201000"

  static let all =
    ([

    ] as [(String, [String])]).map { VictronReadout(hex: $0.0, told: $0.1) }
}
