import Testing

@testable import advert

/// What `inspect` says of devices that programs printed in values.
@Suite struct PrintedValuesTests {
  private static func output(of text: String, _ arguments: [String] = []) throws -> String {
    var output = ""
    try TextFile.inFolder { folder in
      try TextFile.write(text, to: "\(folder)/log.txt")
      output = CommandLineRun(["inspect", "\(folder)/log.txt"] + arguments).output
    }
    return output
  }

  private static let nothing = "no services and no data"
  private static let unknown = "not known: not all of what it sends is in what was read"

  /// A device is without services and data only where all of its lines were read.
  @Test func unreadLinesAreNoAbsence() throws {
    let beginning =
      "{\n  \"id\": \"55620925-48B4-7AC8-3DFB-663E3A959821\",\n  advertising: {\n    \"localName\": \"A\",\n"
    for (rest, isKnown) in [
      ("", false), ("  }\n}\n", true), ("    \"serviceUUIDs\" : [Array],\n  }\n}\n", false),
      ("    \"serviceUUIDs\" : [],\n    \"serviceData\": {},\n  }\n}\n", true),
      ("    \"serviceUUIDs\" : \"[\",\n  }\n}\n", false), ("    \"manufacturerData\": null\n  }\n}\n", false),
    ] {
      let output = try Self.output(of: beginning + rest, ["--device", "A"])
      #expect(output.contains(isKnown ? Self.nothing : Self.unknown), "\(rest)")
      #expect(!output.contains(isKnown ? Self.unknown : Self.nothing), "\(rest)")
    }
    let odd = try Self.output(
      of: beginning.replacing(
        "    \"localName\"", with: "    \"serviceUUIDs\" : \"[\"FEAA\", \"FEF5\"]\",\n    \"localName\""),
      ["--device", "A"])
    #expect(!odd.contains(Self.nothing) && odd.contains("feaa") && odd.contains("fef5"))
  }

  private static func noble(_ address: String, _ rest: String) -> String {
    "peripheral discovered (518e5806703b4173a12030c9e369f10f with address <\(address)>, connectable true, RSSI -42:\n"
      + "\thello my local name is:\n\t\tOwl\n\tcan I interest you in any of the following advertised services:\n\t\t[\(rest)]\n\n"
  }

  /// Apple's systems hand over the two packets in two calls, so prints of a device differ.
  @Test(arguments: ["ef:9d:c8:3d:ae:eb, unknown", "unknown, unknown"]) func callsOfAppleAreExplained(_ address: String)
    throws
  {
    let sentence = "Apple's systems hand over"
    let (one, other) = (Self.noble(address, ""), Self.noble(address, "\"180f\""))
    #expect(try Self.output(of: one + other).contains(sentence))
    #expect(try !Self.output(of: one + one).contains(sentence))
    // On Linux, the name of a device is its address.
    let onLinux = (one + other).replacing("518e5806703b4173a12030c9e369f10f", with: "ef9dc83daeeb")
      .replacing("<unknown, unknown>", with: "<ef:9d:c8:3d:ae:eb, random>")
    #expect(try !Self.output(of: onLinux).contains(sentence))
  }

  /// ESPHome's bytes and the line behind them are one device, and `inspect` says nothing else of the log.
  @Test(arguments: ["", "[12:22:23][VV][esp32_ble_tracker:568]:   Name: \n"]) func bytesOfESPHomeAreOneDevice(
    _ name: String
  ) throws {
    let output = try Self.output(
      of:
        "[12:22:23][VV][esp32_ble_tracker:545]: Parse Result:\n[12:22:23][VV][esp32_ble_tracker:565]:   Address: FB:61:BD:53:04:94 (RANDOM)\n"
        + name + "[12:22:23][VV][esp32_ble_tracker:597]: Adv data: 02.01.04.03.03.0D.18. (7 bytes)\n"
        + "[12:22:23][D][esp32_ble_tracker:438]: Found device FB:61:BD:53:04:94 RSSI=-84\n")
    #expect(output.contains("1 device in 1 line") && output.ranges(of: "FB:61:BD:53:04:94").count == 1)
    #expect(!output.contains("could be read") && !output.contains("0 advertisers"))
  }

  /// A log that has bytes of one device is at the level that prints them.
  @Test(arguments: [
    ("[10:00:01][VV][esp32_ble_tracker:597]: Adv data: 02.01.04.03.03.0D.18. (7 bytes)\n", false), ("", true),
  ])
  func levelOfESPHome(_ bytes: String, _ isNamed: Bool) throws {
    let output = try Self.output(
      of: "[10:00:00][VV][esp32_ble_tracker:545]: Parse Result:\n"
        + "[10:00:00][VV][esp32_ble_tracker:565]:   Address: C8:61:BD:53:04:94 (RANDOM)\n" + bytes
        + "[10:00:02][D][esp32_ble_tracker:438]: Found device C8:61:BD:53:04:94 RSSI=-84\n"
        + "[10:00:03][D][esp32_ble_tracker:438]: Found device C8:61:BD:53:04:95 RSSI=-53\n")
    #expect(output.contains("C8:61:BD:53:04:95") && output.contains("VERY_VERBOSE") == isNamed, "\(output)")
  }
}
