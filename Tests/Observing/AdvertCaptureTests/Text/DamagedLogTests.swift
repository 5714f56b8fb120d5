import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

/// Logs with one damaged line: the reader reports that line, reads all others, and makes nothing of the damaged one.
@Suite struct DamagedLogTests {
  /// The damages of lines.
  enum Damage: CaseIterable, Sendable {
    case halfByte, letter, dots, dotsAfterBlank, stars, gap, singleDigits, tooLarge, notClosed, shortAddress,
      addressWithLetter, wrapped
  }

  /// The forms in which programs print a report.
  enum Form: CaseIterable, Sendable {
    case together, prefixed, labelled, spaced, json, decimal, tabs, esp
  }

  private static let address = "F0:F1:F2:F3:F4:F5"

  private static func data(_ octets: [UInt8], _ form: Form) -> String {
    switch form {
    case .spaced, .tabs: HexText.spaced(octets)
    case .prefixed: "0x" + HexText.compact(octets)
    case .decimal: "[" + octets.map(String.init).joined(separator: ", ") + "]"
    default: HexText.compact(octets)
    }
  }

  private static func line(_ form: Form, _ address: String, _ data: String, second: Int = 0) -> String {
    switch form {
    case .together: "[12:00:0\(second)][D][x:1]: \(address) RSSI=-60 adv \(data)"
    case .prefixed: "00:00:0\(second).123 scan: \(address) (random) -60 dBm adv=\(data)"
    case .labelled: "I (310) scan: addr=\(address) rssi=-60 adv_data: \(data)"
    case .spaced: "[00:00:0\(second).345,678] <inf> scan: \(address) (random) RSSI -60 adv \(data)"
    case .json: "{\"mac\": \"\(address)\", \"rssi\": -60, \"adv\": \"\(data)\"}"
    case .decimal: "scan: \(address) rssi=-60 adv=\(data)"
    case .tabs: "\(address)\t-60\tadvertising: \(data)"
    case .esp: "D (3101) GAP: \(address) rssi -60 advertisement \(data)"
    }
  }

  /// The line after the damage; `nil` where it does not fit the form. A wrapped line is followed by its end.
  private static func damaged(
    _ octets: [UInt8], _ form: Form, _ damage: Damage, _ random: inout SplitMix64
  ) -> (lines: [String], lost: Int)? {
    let text = data(octets, form)
    let isHexInOne = ![.spaced, .tabs, .decimal].contains(form)
    let isSpaced = form == .spaced || form == .tabs
    // The place of a damage is behind the first structure, which shows that the rest was data.
    let after = Int.random(in: 4..<octets.count - 1, using: &random)
    func one(_ data: String) -> (lines: [String], lost: Int) { ([line(form, address, data)], 0) }
    switch damage {
    case .halfByte where isHexInOne: return one(String(text.dropLast()))
    case .letter where form != .decimal:
      var characters = Array(text)
      let digits = characters.indices.filter { characters[$0].isHexDigit }
      characters[digits[2 * after + Int.random(in: 0...1, using: &random)]] = "g"
      return one(String(characters))
    case .dots where isHexInOne:
      return one(data(Array(octets[..<after]), form) + (Bool.random(using: &random) ? "..." : "…"))
    case .dotsAfterBlank where isSpaced: return one(data(Array(octets[..<after]), form) + " ...")
    case .stars where isHexInOne:
      return one(data(Array(octets[..<after]), form) + "**" + HexText.compact(octets[(after + 1)...]))
    case .gap where form != .decimal:
      return one(data(Array(octets[..<after]), form) + " <lost> " + HexText.compact(octets[after...]))
    case .singleDigits where isSpaced:
      return one(HexText.compact(octets).map(String.init).joined(separator: " "))
    case .tooLarge where form == .decimal:
      return one(text.dropLast() + ", \(Int.random(in: 256...999, using: &random))]")
    case .notClosed where form == .decimal: return one(String(text.dropLast(Int.random(in: 1...4, using: &random))))
    case .shortAddress: return ([line(form, "F0:F1:F2:F3:F4", text)], 0)
    case .addressWithLetter: return ([line(form, "F0:F1:F2:F3:F4:G6", text)], 0)
    case .wrapped where form != .json && form != .decimal:
      // A terminal breaks the line after whole structures.
      let rest = octets.dropFirst(3)
      return (
        [
          line(form, address, data(Array(octets[..<3]), form)),
          "    " + data(Array(rest), form).replacing("0x", with: ""),
        ],
        1
      )
    default: return nil
    }
  }

  private static func payload(_ random: inout SplitMix64) -> [UInt8] {
    let service = [UInt8(3), 3, .random(in: 0...255, using: &random), .random(in: 0...255, using: &random)]
    let name = (0..<Int.random(in: 1...8, using: &random)).map { _ in UInt8.random(in: 97...122, using: &random) }
    return [2, 1, 6] + service + [UInt8(name.count + 1), 9] + name
  }

  @Test(arguments: Damage.allCases) func everyDamageIsTold(_ damage: Damage) throws {
    var random = SplitMix64(seed: 60)
    var tried = 0
    for number in 0..<(isExhaustive ? 2_000 : 320) {
      let form = Form.allCases[number % Form.allCases.count]
      let payloads = (0..<4).map { _ in Self.payload(&random) }
      guard let (lost, place) = Self.damaged(payloads[3], form, damage, &random) else { continue }
      tried += 1
      var lines = payloads[..<3].enumerated().map { Self.line(form, "F0:F1:F2:F3:F4:A\($0)", Self.data($1, form)) }
      let index = Int.random(in: 0...3, using: &random)
      lines.insert(contentsOf: lost, at: index)
      let read = try RecordedCapture.read(MemorySource(Array((lines.joined(separator: "\n") + "\n").utf8)))
      let problems = read.summary.problems.filter { $0.kind == .lineUnread }
      #expect(problems.map(\.record) == [index + place + 1], "\(damage) \(form): \(lost)")
      let whole = read.reports.filter { $0.record < index + 1 || $0.record > index + lost.count }
      #expect(whole.map(\.data) == Array(payloads[..<3]), "\(damage) \(form): \(lines)")
      // A wrapped line has its whole beginning; nothing is known of the other damaged lines.
      #expect(read.reports.count == 3 + (damage == .wrapped ? 1 : 0), "\(damage) \(form): \(lost)")
    }
    #expect(tried > 30)
  }
}
