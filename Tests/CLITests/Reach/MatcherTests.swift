import Testing

@testable import advert

/// The condition of a matcher that a device does not meet.
@Suite struct MatcherTests {
  /// Of several conditions, the one that no packet meets explains best: another may be met later.
  @Test(arguments: [
    (#"[{"local_name":"ANT-BLE*","manufacturer_id":8979}]"#, "manufacturer data of 0x2313: nothing mentions it"),
    (#"[{"manufacturer_id":8979,"local_name":"ANT-BLE*"}]"#, "manufacturer data of 0x2313: nothing mentions it"),
    (#"[{"local_name":"ANT-BLE*"}]"#, "only in scan response"),
  ]) func whatNoPacketHasComesFirst(_ matchers: String, _ reason: String) throws {
    let layout = ["--adv", "0201060303e0ff05ff8edd88a0", "--scan-response", "0809414e542d424c45"]
    let text = try Self.reach(matchers, layout)
    #expect(text.contains("missed home-assistant-auto") && text.contains(reason), "\(text)")
  }

  /// A device without a name is missed for that, wherever its bytes are divided.
  @Test func aDeviceWithoutAName() throws {
    let log = """
      {"name":"D1:1A:04:01:59:94","address":"D1:1A:04:01:59:94","rssi":-68,"manufacturer_data":{"262":"00d11a04"},\
      "service_data":{},"service_uuids":[],"connectable":true,"raw":"0201060cff060100d11a04015994444c"}
      """
    try TextFile.inFolder { folder in
      try TextFile.write(log, to: folder + "/advertisement.json")
      let run = CommandLineRun(
        ["reach", folder + "/advertisement.json", "--name", "DL-*", "--for", "home-assistant-auto"])
      let text = run.output.split { " \n".contains($0) }.joined(separator: " ")
      #expect(text.contains("there is no name in the advertising data"), "\(text)\(run.diagnostics)")
      #expect(!text.contains("the same wherever"))
    }
    let layout = CommandLineRun(["reach", "--adv", "020106", "--scan-response", "020a04", "--name", "DL-*"])
    #expect(layout.output.contains("it sends no name"), "\(layout.output)")
  }

  /// A table without a fitting matcher says which condition is not met.
  @Test func valuesThatNoMatcherFits() throws {
    let log = #"{"name":"BEDJET","address":"8C:DE:52:C2:51:EA","service_uuids":[],"connectable":true}"#
    let matchers = #"[{"local_name":"BEDJET","service_uuid":"49535343-fe7d-4ae5-8fa9-9fafd205e455"}]"#
    try TextFile.inFolder { folder in
      try TextFile.write(log, to: folder + "/adv.json")
      let text = try Self.reach(matchers, [folder + "/adv.json"], scanner: nil)
      #expect(
        text.contains("8C:DE:52:C2:51:EA: Matcher 1 misses service 49535343-fe7d-4ae5-8fa9-9fafd205e455"), "\(text)")
    }
  }

  private static func reach(
    _ matchers: String, _ arguments: [String], scanner: String? = "home-assistant-auto"
  ) throws -> String {
    var text = ""
    try TextFile.inFolder { folder in
      try TextFile.write(matchers, to: folder + "/matchers.json")
      let run = CommandLineRun(
        ["reach"] + arguments + ["--matching", folder + "/matchers.json"] + (scanner.map { ["--for", $0] } ?? []))
      text = (run.output + run.diagnostics).split { " \n".contains($0) }.joined(separator: " ")
    }
    return text
  }
}
