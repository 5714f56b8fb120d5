import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

/// Where the two packets of a device likely divide, by what was heard of it at different times.
@Suite struct HeardContentTests {
  private static func content(_ words: String) -> HeardContent {
    var values = HeardValues()
    for word in words.split(separator: " ") {
      switch word {
      case "name": values.name = "x"
      case "company": values.manufacturerData[76] = [1]
      case "data": values.serviceData[0xFCD2] = []
      default: values.services.append(BluetoothUUID(text: word) ?? 0)
      }
    }
    return HeardContent(values)
  }

  private static let divided: [([(String, Int)], String)] = [
    ([("company", 3), ("name company 180f", 1)], "company | name 180f, line 1, 3"),
    ([("name company", 1), ("company", 2), ("name company", 4)], "company | name, line 2, 2"),
    ([("company", 1)], "none"), ([("", 1), ("company", 1)], "none"),
    // Other data in turn, and more than two kinds.
    ([("company", 1), ("data", 1)], "none"), ([("company name", 1), ("company data", 1)], "none"),
    ([("company", 1), ("company name", 1), ("company name 180f", 1)], "none"),
    ([("180f", 1), ("180f 180d", 1), ("180d", 1)], "none"),
  ]

  @Test(arguments: divided) func divisions(_ heard: [(String, Int)], _ expected: String) {
    var contents = HeardContents()
    for (number, (words, count)) in heard.enumerated() {
      contents.note(Self.content(words), .line(number + 1), count: count)
    }
    func words(_ content: HeardContent) -> String {
      var words = content.hasName ? ["name"] : []
      words += content.services.sorted().map { "\($0)" }
      words += content.serviceData.map { _ in "data" }
      words += content.companies.map { _ in "company" }
      return words.joined(separator: " ")
    }
    let found = contents.likelyDivision.map { division in
      guard case .line(let line) = division.witness else { return "?" }
      return "\(words(division.advertising)) | \(words(division.scanResponse)), line \(line), \(division.count)"
    }
    #expect(found ?? "none" == expected)
  }

  /// Receptions of connectable and of other advertising are of two advertisements, and not of one with and without its
  /// scan response.
  @Test(arguments: [
    ("true", "true", true), ("false", "false", true), ("true", "false", false), ("false", "true", false),
  ]) func typesOfAdvertising(_ one: String, _ other: String, _ isDivided: Bool) throws {
    func line(_ connectable: String, _ data: String) -> String {
      "[ScanResult{device: BluetoothDevice{remoteId: C0:00:00:00:00:07}, advertisementData: AdvertisementData{advName: , "
        + "txPowerLevel: null, appearance: null, connectable: \(connectable), manufacturerData: {}, serviceData: {\(data)}, "
        + "serviceUuids: [feaa]}, rssi: -60}]\n"
    }
    let log = line(one, "") + line(other, "feaa: [16, 0, 2, 97, 7]")
    let values = try RecordedCapture.read(MemorySource(Array(log.utf8))).summary.values
    #expect(values.map { $0.contents.likelyDivision != nil } == [isDivided])
    #expect(values.map(\.isConnectable) == [other == "true"])
  }
}
