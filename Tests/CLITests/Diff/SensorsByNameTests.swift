import Testing

@testable import advert

/// Sensors without a company identifier of their own are known by the names beside their data, in every command.
@Suite struct SensorsByNameTests {
  /// A thermometer of ThermoPro at 23.2 °C: a part of the temperature stands where the company identifier belongs.
  private static func manifest(humidity: String) -> String {
    """
    layouts:
      sensor:
        pdu: ADV_IND
        advertising: 02 01 06 07 ff c2 e8 00 \(humidity) 02 2c
        scanResponse: 0b 09 54 50 33 35 37 20 28 41 42 29

    """
  }

  @Test func differencesAreThoseOfTheReadings() throws {
    try TextFile.inFolder { folder in
      try TextFile.write(Self.manifest(humidity: "2d"), to: folder + "/old.yml")
      try TextFile.write(Self.manifest(humidity: "2e"), to: folder + "/new.yml")
      let run = CommandLineRun(["diff", folder + "/old.yml", folder + "/new.yml"])
      #expect(run.output.contains("humidity 45 % → humidity 46 %"), "\(run.transcript)")
      let json = CommandLineRun(["diff", folder + "/old.yml", folder + "/new.yml", "--format", "json"])
      #expect(json.output.contains(#""kind": "thermoPro""#), "\(json.transcript)")
    }
  }

  @Test func layoutsBeforeAndAfterARepackingShowThem() throws {
    try TextFile.inFolder { folder in
      try TextFile.write(Self.manifest(humidity: "2d"), to: folder + "/advert.yml")
      let run = CommandLineRun(["repack", folder + "/advert.yml"])
      let maps = run.output.split(separator: "\n").filter { $0.contains("temperature 23.2 °C, humidity 45 %") }
      #expect(maps.count >= 2, "\(run.transcript)")
    }
  }
}
