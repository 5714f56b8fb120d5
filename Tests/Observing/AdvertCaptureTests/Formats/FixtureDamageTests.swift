import AdvertCapture
import AdvertReading
import Foundation
import TestSupport
import Testing

/// The files of Fixtures/formats, one in every container and with every link type, cut at every place and changed at every
/// octet.
@Suite struct FixtureDamageTests {
  struct Fixture: Sendable, CustomTestStringConvertible {
    let name: String
    let octets: [UInt8]
    /// What is to be read of it as it is.
    let whole: RecordedCapture

    var testDescription: String { name }

    /// Whether what an octet means depends on others far away: in compressed data and Base64.
    var isPacked: Bool { ["gz", "zip", "txt"].contains { name.hasSuffix("." + $0) } }

    init(_ name: String) throws {
      self.name = name
      octets = try Array(Data(contentsOf: FixtureDamageTests.folder.appending(path: name)))
      whole = try RecordedCapture.read(octets)
    }

    private init(_ name: String, _ octets: [UInt8]) throws {
      self.name = name
      self.octets = octets
      whole = try RecordedCapture.read(octets)
    }

    /// The shortest beginning that is sound and holds two reports: small enough to try everything with.
    var beginning: Fixture {
      get throws {
        for length in octets.indices {
          guard let read = try? RecordedCapture.read(Array(octets[..<length])) else { continue }
          if read.summary.problems.isEmpty, read.reports.count >= 2 {
            return try Fixture(name, Array(octets[..<length]))
          }
        }
        return self
      }
    }
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../../Fixtures/formats").standardized

  static let fixtures: [Fixture] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    // The list of reports is a log with hex in its lines, too.
    return names.sorted().filter { $0 != "reports.tsv" }.compactMap { try? Fixture($0) }
  }()

  @Test func allOfThemAreHere() {
    let captures = FormatFixturesTests.fixtures.map(\.name).sorted()
    #expect(Self.fixtures.map(\.name) == captures)
  }

  /// A cut is always a problem, except at the end of a record.
  @Test(arguments: fixtures.filter { !$0.isPacked }) func everyCutIsTold(_ fixture: Fixture) {
    var silent = 0
    for length in 1...fixture.octets.count {
      guard let read = try? RecordedCapture.read(Array(fixture.octets[..<length])) else { continue }
      let problems = read.summary.problems.filter { $0.kind == .cutShort }
      #expect(problems.count <= 1)
      if problems.isEmpty { silent += 1 }
    }
    switch fixture.whole.summary.format {
    case "btsnoop", "pcap": #expect(silent == fixture.whole.summary.records + 1, "the header, then each record")
    // The description of a .cfa file comes last: only cuts in the description are silent.
    case "frontline": #expect(silent == fixture.octets.count - 4096 - 48 + 1)
    case "packetlogger", "smartrf": #expect(silent == fixture.whole.summary.records)
    default: #expect(fixture.whole.summary.records...2 * fixture.whole.summary.records ~= silent)
    }
  }

  /// All 255 other values of every octet of a small file.
  @Test(arguments: fixtures.filter { !$0.isPacked }) func everyValueOfEveryOctet(_ fixture: Fixture) throws {
    let beginning = try fixture.beginning
    // A file of Frontline's is sound with its description only.
    #expect(beginning.octets.count < 1400 || fixture.whole.summary.format == "frontline")
    try change(beginning, by: 1...255, oneIn: 128)
  }

  /// Each bit and all bits of the octets of packed files; the highest and all of others, whose beginnings are tried above.
  @Test(arguments: fixtures) func everyOctet(_ fixture: Fixture) throws {
    try change(fixture, by: fixture.isPacked ? [1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80, 0xFF] : [0x80, 0xFF], oneIn: 18)
  }

  private func change(_ fixture: Fixture, by differences: some Sequence<UInt8>, oneIn stride: Int) throws {
    for place in fixture.octets.indices.sampled(oneIn: 2, seed: UInt64(stride)) {
      for difference in differences.sampled(oneIn: stride, seed: UInt64(place)) {
        if let wrong = harm(to: fixture, octet: place, changedBy: difference) {
          Issue.record("octet \(place) changed by \(difference): \(wrong)")
          return
        }
      }
    }
  }

  /// Whatever an octet becomes, an answer comes, all that is said is so, and what lies before stays as it is.
  private func harm(to fixture: Fixture, octet place: Int, changedBy difference: UInt8) -> String? {
    var octets = fixture.octets
    octets[place] ^= difference
    let read: RecordedCapture
    do throws(CaptureError) {
      read = try RecordedCapture.read(octets)
    } catch {
      return error.description.contains("\n") ? "not one line: \(error)" : nil
    }
    if let contradiction = read.contradiction(in: octets) { return contradiction }
    guard !fixture.isPacked, read.summary.format == fixture.whole.summary.format else { return nil }
    // Where the data of the next one begin, a report has ended.
    let before = fixture.whole.reports.prefix { $0.dataFileOffset ?? .max <= place }.dropLast()
    // When the first is not as it was, the place was in what all of them depend on.
    guard let first = before.first, read.reports.first?.record == first.record else { return nil }
    return read.reports.prefix(before.count).elementsEqual(before) ? nil : "reports before it are others"
  }
}
