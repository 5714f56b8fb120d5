import Testing

@testable import advert

/// Devices of a log of values that a question leaves out: what was not read is not absent.
@Suite struct LeftOutDevicesTests {
  private static let whole = """
    AdvertisementData(local_name='Elk', service_uuids=['180d'], rssi=-50)

    """
  private static let partly = """
       key: kCBAdvDataServiceUUIDs
           Device Information
           Unknown (<fff0>)
       key: kCBAdvDataLocalName, value: Owl

    """

  private static func reach(_ text: String, _ service: String) throws -> String {
    var output = ""
    try TextFile.inFolder { folder in
      let path = folder + "/lines.txt"
      try TextFile.write(text, to: path)
      output = CommandLineRun(["reach", path, "--service", service]).output
    }
    return output.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  private static let unheard = "nothing that was heard mentions what is asked for."
  private static let unread = "nothing that was read mentions what is asked for, and not all that is sent was read."

  @Test func serviceBelowItsKeyIsRead() throws {
    let output = try Self.reach(Self.partly, "fff0")
    #expect(output.contains("service fff0"))
    #expect(!output.contains("left out"))
  }

  @Test func unreadServicesAreNotAbsent() throws {
    #expect(try Self.reach(Self.partly, "180f").contains("1 device left out: " + Self.unread))
    #expect(try !Self.reach(Self.partly, "180f").contains(Self.unheard))
    #expect(try Self.reach(Self.whole, "180f").contains("1 device left out: " + Self.unheard))
  }

  /// Service data of the service mention it.
  @Test func serviceDataAreNoAbsence() throws {
    let data = #"""
      AdvertisementData(local_name='Elk', service_data={'0000fcd2-0000-1000-8000-00805f9b34fb': b'@\x00'}, rssi=-50)

      """#
    let output = try Self.reach(data, "fcd2")
    #expect(output.contains("service data of fcd2"), "\(output)")
    #expect(!output.contains("left out"), "\(output)")
  }

  /// A scan response that was not received is a doubt about the only device, chosen or not.
  @Test func aMissingResponseIsADoubt() {
    let output = CommandLineRun(["reach", "Fixtures/angi/passive.btsnoop", "--for", "windows"]).output
    #expect(output.contains("not certain: the scan response is not known"), "\(output)")
  }

  @Test func bothAreCounted() throws {
    let output = try Self.reach(Self.whole + Self.partly, "180f")
    #expect(output.contains("1 device left out: " + Self.unheard))
    #expect(output.contains("1 device left out: " + Self.unread))
  }
}
