import Testing

@testable import advert

/// A refused command in the outputs of all commands.
@Suite struct RefusedCommandOutputTests {
  private static let log = """
    < HCI Command: LE Read Maximum Adve.. (0x08|0x003a) plen 0   #1 [hci0] 6.924049
    > HCI Event: Command Complete (0x0e) plen 6   #2 [hci0] 6.924938
          LE Read Maximum Advertising Data Length (0x08|0x003a) ncmd 1
            Status: Success (0x00)
            Max length: 31
    < HCI Command: LE Set Extended Advertising Data (0x08|0x0037) plen 40   #3 [hci0] 6.930719
            Handle: 0x01
            Operation: Complete extended advertising data (0x03)
            Fragment preference: Minimize fragmentation (0x01)
            Data length: 0x24
            Service Data: Unknown (0xfffa)
              Data: 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
    > HCI Event: Command Complete (0x0e) plen 4   #4 [hci0] 6.933719
          LE Set Extended Advertising Data (0x08|0x0037) ncmd 1
            Status: Memory Capacity Exceeded (0x07)
    @ MGMT Event: Command Status (0x0002) plen 3   {0x0001} [hci0] 7.000000
          Add Advertising (0x003e)
            Status: Invalid Parameters (0x0d)

    """
  private static let refusal =
    "the controller refused LE Set Extended Advertising Data with Memory Capacity Exceeded (0x07): 36 bytes of data, and it takes 31"

  private static func run(_ arguments: String...) throws -> CommandLineRun {
    var run: CommandLineRun?
    try TextFile.inFolder { folder in
      try TextFile.write(log, to: folder + "/refused.log")
      run = CommandLineRun([arguments[0], folder + "/refused.log"] + arguments.dropFirst())
    }
    return try #require(run)
  }

  @Test func inspectShowsIt() throws {
    let run = try Self.run("inspect")
    #expect(run.output.contains(Self.refusal) && run.output.contains("record 13"))
    #expect(run.output.contains("Linux refused Add Advertising with MGMT_STATUS_INVALID_PARAMS (0x0d)"))
    #expect(run.output.replacing("\n", with: " ").contains("has data to advertise, and a command was refused"))
    #expect(try Self.run("inspect", "--redact").output.contains(Self.refusal))
  }

  @Test func lintFindsIt() throws {
    let run = try Self.run("lint")
    #expect(run.output.contains("[command-refused]") && run.output.contains("shorten the data by 5 bytes"))
    #expect(!run.output.contains("begin the log before it enables advertising"))
  }

  @Test func reachReportsIt() throws {
    #expect(try Self.run("reach").diagnostics.contains(Self.refusal))
  }
}
