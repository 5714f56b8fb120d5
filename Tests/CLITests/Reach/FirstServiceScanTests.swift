import Testing

@testable import advert

/// `scanForUuid` of ArduinoBLE compares the text of the first service of both blocks with its filter.
@Suite struct FirstServiceScanTests {
  private static func answer(_ uuid: String, _ bytes: [String]) throws -> String {
    var output = ""
    try TextFile.inFolder { folder in
      let program = folder + "/scan.ino"
      let scan = "void setup() { BLE.begin(); BLE.scanForUuid(\"\(uuid)\"); }"
      try TextFile.write("#include <ArduinoBLE.h>\n\(scan)\n", to: program)
      output = CommandLineRun(["reach"] + bytes + ["--app", program]).output
    }
    return output.split(whereSeparator: { $0.isWhitespace }).joined(separator: " ")
  }

  private static let long = "0000180d-0000-1000-8000-00805f9b34fb"

  @Test(arguments: [
    ("180d", ["--adv", "02010603030d18"]), ("180D", ["--adv", "02010603020d1803030f18"]),
    ("180d", ["--adv", "02010605030d180f18"]), ("180d", ["--adv", "020106", "--scan-response", "03030d18"]),
    (long, ["--adv", "0201061107fb349b5f80000080001000000d180000"]),
  ]) func firstServiceIsFound(_ uuid: String, _ bytes: [String]) throws {
    let answer = try Self.answer(uuid, bytes)
    #expect(answer.contains("discovered active"), "\(answer)")
    #expect(!answer.contains("unless"), "\(answer)")
  }

  @Test(arguments: [
    ("180d", ["--adv", "02010605030f180d18"]), ("180d", ["--adv", "02010603020f1803030d18"]),
    ("180d", ["--adv", "02010603030f18", "--scan-response", "03030d18"]), (long, ["--adv", "02010603030d18"]),
    ("180D", ["--adv", "0201061107fb349b5f80000080001000000d180000"]), ("180d", ["--adv", "02010604160d1801"]),
  ]) func otherTextsAreMissed(_ uuid: String, _ bytes: [String]) throws {
    let answer = try Self.answer(uuid, bytes)
    #expect(answer.contains("missed active"), "\(answer)")
    let reason = "the library compares the text of the first listed service, which is not \"\(uuid)\""
    #expect(answer.contains(reason), "\(answer)")
  }

  @Test func deviceWithoutTheServiceHasTheUsualReason() throws {
    let answer = try Self.answer("180d", ["--adv", "02010603030f18"])
    #expect(answer.contains("missed active nothing mentions it"), "\(answer)")
    #expect(answer.contains("service 180d (Heart Rate), listed first"), "\(answer)")
  }
}
