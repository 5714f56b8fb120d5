import AdvertCapture
import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertObservation

/// Which scan response belongs to which advertisement, and what is one layout.
@Suite struct PairingTests {
  @Test(arguments: rules)
  func rule(_ rule: Rule) throws {
    let advertisers = try Airtime(rule.heard).advertisers()
    #expect(advertisers.count == 1)
    let layouts = advertisers.first?.layouts ?? []
    #expect(layouts.map(\.line) == rule.layouts)
    #expect(layouts.map { $0.layout.scanResponse.payloads } == layouts.map { $0.scanResponses.map(\.payload) })
    #expect(advertisers.first?.advertisements == rule.heard.filter { !$0.isScanResponse }.count)
    #expect(advertisers.first?.scanResponses == rule.heard.filter(\.isScanResponse).count)
    #expect(advertisers.first?.advertisements == layouts.map(\.count).reduce(0, +))
    #expect(advertisers.first?.scanResponses == layouts.flatMap(\.scanResponses).map(\.count).reduce(0, +))
  }

  /// Adapters, addresses and types of address make different advertisers, whose responses are never mixed up.
  @Test func advertisersAreKeptApart() throws {
    let others: [(inout Heard) -> Void] = [
      { _ in }, { $0.adapter = 1 }, { $0.addressType = .public }, { $0.address += 1 },
    ]
    let advertisements = others.map { Heard.adv(.advInd, "0109").with($0) }
    let responses = others.indices.map { Heard.response("020a0\($0)").with(others[$0]) }
    let advertisers = try Airtime(advertisements + responses.reversed()).advertisers()
    #expect(
      advertisers.map { $0.layouts.map(\.line) } == [
        ["ADV_IND 0109 ×1, answered 020a02 ×1"], ["ADV_IND 0109 ×1, answered 020a00 ×1"],
        ["ADV_IND 0109 ×1, answered 020a01 ×1"], ["ADV_IND 0109 ×1, answered 020a03 ×1"],
      ])
  }

  @Test func sightingsAreTheFirst() throws {
    let airtime = Airtime([
      .adv(.advInd, "0109"), .response("0108"), .adv(.advInd, "020106"), .adv(.advInd, "0109"), .response("0108"),
      .response("020a00"),
    ])
    let layouts = try #require(try airtime.advertisers().first).layouts
    let sightings = airtime.heard.indices.map { index in
      Sighting(record: index + 1, fileOffset: airtime.file.packetOffset(index) + airtime.heard[index].dataOffset)
    }
    #expect(layouts.map(\.firstSighting) == [sightings[0], sightings[2]])
    #expect(layouts.map { $0.scanResponses.map(\.firstSighting) } == [[sightings[1], sightings[5]], []])
  }

  /// One payload on two PHYs is two layouts, because different scanners receive them; a report that does not say its PHYs
  /// is of either.
  @Test func primaryPHYsAreKeptApart() throws {
    var file = BtsnoopFile(dataLink: 1002)
    for phys: (UInt8, UInt8) in [(1, 2), (3, 3), (3, 3), (0, 0), (1, 2), (9, 9)] {
      file.add([4] + HCIEvent.extended([ExtendedReport(0x01, data: [2, 1, 6], phys: phys)]))
    }
    var observation = Observation()
    _ = try CaptureReader.read(MemorySource(file.octets), into: &observation)
    let layouts = try #require(observation.advertisers.first).layouts
    #expect(
      layouts.map { $0.layout.phys } == [
        AdvertisingPHYs(primary: .oneMegabit, secondary: .twoMegabit),
        AdvertisingPHYs(primary: .coded, secondary: .coded),
      ])
    #expect(layouts.map(\.count).reduce(0, +) == 6)
  }

  @Test func joinedPiecesHaveNoPlace() throws {
    var file = BtsnoopFile(dataLink: 1002)
    for (status, data) in [(UInt16(0x21), [UInt8(3)]), (0x01, [9, 0x41, 0x42])] {
      file.add([4] + HCIEvent.extended([ExtendedReport(status, data: data)]))
    }
    var observation = Observation()
    _ = try CaptureReader.read(MemorySource(file.octets), into: &observation)
    let layout = try #require(observation.advertisers.first?.layouts.first)
    #expect(layout.line == "EXT_CONNECTABLE #5 03094142 ×1, not scannable")
    #expect(layout.firstSighting == Sighting(record: 2, fileOffset: nil))
    #expect(observation.advertisements == 1)
  }

  /// Data that did not all arrive are another layout than the same data in full.
  @Test func truncatedDataAreKeptApart() throws {
    let truncated: (inout Heard) -> Void = { $0.isTruncated = true }
    let layouts = try #require(
      try Airtime([
        .adv(.extendedScannable, "", sid: 1), .response("0109", to: .extendedScannable, sid: 1).with(truncated),
        .response("0109", to: .extendedScannable, sid: 1), .adv(.extendedConnectable, "0109", sid: 2),
        .adv(.extendedConnectable, "0109", sid: 2).with(truncated), .adv(.extendedConnectable, "0109", sid: 2),
      ]).advertisers().first
    ).layouts
    #expect(
      layouts.map(\.line) == [
        "EXT_SCANNABLE #1 empty ×1, answered 0109 ×1 0109 ×1", "EXT_CONNECTABLE #2 0109 ×2, not scannable",
        "EXT_CONNECTABLE #2 0109 ×1, not scannable",
      ])
    #expect(layouts.map(\.isTruncated) == [false, false, true])
    #expect(layouts[0].scanResponses.map(\.isTruncated) == [true, false])
  }

  /// Apple's event gives all scan responses the type of those to ADV_SCAN_IND. They belong to it when the address sent one,
  /// and else to what it sent.
  @Test(
    arguments: [
      ([0x13, 0x1A], ["ADV_IND 020106 ×1, answered 020941 ×1"]),
      (
        [0x13, 0x12, 0x13, 0x1A],
        ["ADV_IND 020106 ×2, not observed", "ADV_SCAN_IND 020106 ×1, answered 020941 ×1"]
      ),
      ([0x1A, 0x13, 0x1A], ["null null ×0, answered 020941 ×1", "ADV_IND 020106 ×1, answered 020941 ×1"]),
      ([0x10, 0x1A], ["ADV_NONCONN_IND 020106 ×1, not scannable", "null null ×0, answered 020941 ×1"]),
    ] as [([UInt8], [String])])
  func parentsInApplesEvent(_ types: [UInt8], layouts: [String]) throws {
    var file = BtsnoopFile(dataLink: 1002)
    for type in types {
      let data = [UInt8](hex: type == 0x1A ? "020941" : "020106")
      file.add(
        [4, 0xFF, 45, 0xEF, 0x0A, 0, 0, 0, 1, type, 0x25, 1] + [UInt8](hex: "6655443322118121ff7fc5")
          + [UInt8](repeating: 0, count: 9) + [UInt8](hex: "ff000000000000c57f7fffff03") + data)
    }
    var observation = Observation()
    _ = try CaptureReader.read(MemorySource(file.octets), into: &observation)
    #expect(observation.advertisers.flatMap(\.layouts).map(\.line) == layouts)
  }

  struct Rule: Sendable, CustomTestStringConvertible {
    let name: String
    let heard: [Heard]
    let layouts: [String]

    init(_ name: String, _ heard: [Heard], _ layouts: String...) {
      self.name = name
      self.heard = heard
      self.layouts = layouts
    }

    var testDescription: String { name }
  }

  static let rules: [Rule] = [
    Rule("an advertisement alone", [.adv(.advInd, "0109")], "ADV_IND 0109 ×1, not observed"),
    Rule("an empty advertisement", [.adv(.advInd, "")], "ADV_IND empty ×1, not observed"),
    Rule(
      "a response after its advertisement", [.adv(.advInd, "0109"), .response("0108")],
      "ADV_IND 0109 ×1, answered 0108 ×1"),
    Rule(
      "an empty response was received too", [.adv(.advInd, "0109"), .response("")],
      "ADV_IND 0109 ×1, answered empty ×1"),
    Rule(
      "repeats are counted",
      [
        .adv(.advInd, "0109"), .adv(.advInd, "0109"), .response("0108"), .adv(.advInd, "0109"), .response("0108"),
      ],
      "ADV_IND 0109 ×3, answered 0108 ×2"),
    Rule(
      "an advertisement without its own response makes no second layout",
      [.adv(.advInd, "0109"), .response("0108"), .adv(.advInd, "0109"), .adv(.advInd, "0109")],
      "ADV_IND 0109 ×3, answered 0108 ×1"),
    Rule(
      "each distinct response is one entry",
      [
        .adv(.advInd, "0109"), .response("0108"), .response("020a00"), .response("0108"), .response("0108"),
        .response("020a00"),
      ],
      "ADV_IND 0109 ×1, answered 0108 ×3 020a00 ×2"),
    Rule(
      "alternating advertisements with a response each",
      [
        .adv(.advInd, "0101"), .response("0201aa"), .adv(.advInd, "0102"), .response("0202bb"),
        .adv(.advInd, "0101"), .response("0201aa"), .adv(.advInd, "0102"), .response("0202bb"),
      ],
      "ADV_IND 0101 ×2, answered 0201aa ×2", "ADV_IND 0102 ×2, answered 0202bb ×2"),
    Rule(
      "alternating advertisements, one of them answered",
      [.adv(.advInd, "0101"), .adv(.advInd, "0102"), .response("0202bb"), .adv(.advInd, "0101")],
      "ADV_IND 0101 ×2, not observed", "ADV_IND 0102 ×1, answered 0202bb ×1"),
    Rule(
      "a response before any advertisement", [.response("0108")],
      "null null ×0, answered 0108 ×1"),
    Rule(
      "a response before any advertisement stays where it is",
      [.response("0108"), .response("0108"), .adv(.advInd, "0109"), .response("0108"), .response("020a00")],
      "null null ×0, answered 0108 ×2", "ADV_IND 0109 ×1, answered 0108 ×1 020a00 ×1"),
    Rule(
      "responses before any advertisement that say what they answer",
      [.response("0108", to: .advInd), .response("0108", to: .advScanInd), .response("0108")],
      "ADV_IND null ×0, answered 0108 ×1", "ADV_SCAN_IND null ×0, answered 0108 ×1",
      "null null ×0, answered 0108 ×1"),
    Rule(
      "what cannot be scanned has no response",
      [.adv(.advNonconnInd, "0109"), .adv(.advDirectInd, ""), .adv(.extendedConnectable, "0109", sid: 0)],
      "ADV_NONCONN_IND 0109 ×1, not scannable", "ADV_DIRECT_IND empty ×1, not scannable",
      "EXT_CONNECTABLE #0 0109 ×1, not scannable"),
    Rule(
      "a response to what cannot be scanned answers nothing seen",
      [.adv(.advNonconnInd, "0109"), .response("0108")],
      "ADV_NONCONN_IND 0109 ×1, not scannable", "null null ×0, answered 0108 ×1"),
    Rule(
      "a response goes past what cannot be scanned",
      [.adv(.advInd, "0109"), .adv(.advNonconnInd, "0102"), .adv(.advDirectInd, ""), .response("0108")],
      "ADV_IND 0109 ×1, answered 0108 ×1", "ADV_NONCONN_IND 0102 ×1, not scannable",
      "ADV_DIRECT_IND empty ×1, not scannable"),
    Rule(
      "the kind of advertising is part of the layout",
      [.adv(.advInd, "0109"), .adv(.advScanInd, "0109"), .adv(.advInd, "0109")],
      "ADV_IND 0109 ×2, not observed", "ADV_SCAN_IND 0109 ×1, not observed"),
    Rule(
      "a response that does not say answers the latest scannable advertisement",
      [.adv(.advScanInd, "0102"), .adv(.advInd, "0101"), .adv(.advScanInd, "0102"), .response("0108")],
      "ADV_SCAN_IND 0102 ×2, answered 0108 ×1", "ADV_IND 0101 ×1, not observed"),
    Rule(
      "a response that names its parent answers that one",
      [
        .adv(.advInd, "0101"), .adv(.advScanInd, "0102"), .response("0201aa", to: .advInd),
        .response("0202bb", to: .advScanInd),
      ],
      "ADV_IND 0101 ×1, answered 0201aa ×1", "ADV_SCAN_IND 0102 ×1, answered 0202bb ×1"),
    Rule(
      "a response that names a parent not seen", [.adv(.advScanInd, "0102"), .response("0201aa", to: .advInd)],
      "ADV_SCAN_IND 0102 ×1, not observed", "ADV_IND null ×0, answered 0201aa ×1"),
    Rule(
      "sets are separate",
      [
        .adv(.extendedScannable, "", sid: 1), .adv(.extendedScannable, "", sid: 2),
        .response("0201aa", to: .extendedScannable, sid: 1), .response("0202bb", to: .extendedScannable, sid: 2),
      ],
      "EXT_SCANNABLE #1 empty ×1, answered 0201aa ×1", "EXT_SCANNABLE #2 empty ×1, answered 0202bb ×1"),
    Rule(
      "a response of a set not seen",
      [.adv(.extendedScannable, "", sid: 1), .response("0201aa", to: .extendedScannable, sid: 3)],
      "EXT_SCANNABLE #1 empty ×1, not observed", "EXT_SCANNABLE #3 null ×0, answered 0201aa ×1"),
    Rule(
      "sets with the same data are two layouts",
      [.adv(.extendedConnectable, "0109", sid: 1), .adv(.extendedConnectable, "0109", sid: 2)],
      "EXT_CONNECTABLE #1 0109 ×1, not scannable", "EXT_CONNECTABLE #2 0109 ×1, not scannable"),
    Rule(
      "a set without a number is one more set",
      [
        .adv(.extendedScannable, ""), .adv(.extendedScannable, "", sid: 0),
        .response("0201aa", to: .extendedScannable),
      ],
      "EXT_SCANNABLE empty ×1, answered 0201aa ×1", "EXT_SCANNABLE #0 empty ×1, not observed"),
    Rule(
      "legacy and extended responses do not mix",
      [
        .adv(.advInd, "0109"), .adv(.extendedScannable, "", sid: 1), .response("0108"),
        .response("0201aa", to: .extendedScannable, sid: 1),
      ],
      "ADV_IND 0109 ×1, answered 0108 ×1", "EXT_SCANNABLE #1 empty ×1, answered 0201aa ×1"),
  ]
}

extension ObservedLayout {
  /// `ADV_IND 020106 ×2, answered 0109 ×1`: what matters of a layout, on one line.
  fileprivate var line: String {
    let set = advertisingSID.map { " #\($0)" } ?? ""
    let data = layout.advertising.map { $0.isEmpty ? "empty" : $0.octets.hex } ?? "null"
    let answer =
      switch layout.scanResponse {
      case .notObserved: "not observed"
      case .notScannable: "not scannable"
      case .declared: "declared"
      case .observed:
        "answered "
          + scanResponses.map { response in
            "\(response.payload.isEmpty ? "empty" : response.payload.octets.hex) ×\(response.count)"
          }.joined(separator: " ")
      }
    return "\(layout.pdu?.rawValue ?? "null")\(set) \(data) ×\(count), \(answer)"
  }
}
