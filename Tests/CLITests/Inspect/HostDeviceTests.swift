import TestSupport
import Testing

/// A phone that recorded, and advertised with many addresses: it is one line, and no neighbour.
@Suite struct HostDeviceTests {
  /// A phone that hears one device, and advertises with `count` addresses: one app lists a service only in the scan
  /// response, the other sends data of Google.
  private static func phone(addresses count: Int, from first: Int = 0) -> BtsnoopFile {
    var file = BtsnoopFile(dataLink: 1002)
    func command(_ opcode: [UInt8], _ parameters: [UInt8]) {
      file.add([1] + opcode + [UInt8(parameters.count)] + parameters, flags: 2)
      file.add([4, 0x0E, 4, 1] + opcode + [0], flags: 3)
    }
    func report(_ data: [UInt8]) {
      let event: [UInt8] = [2, 1, 0, 0, 6, 5, 4, 3, 2, 1, UInt8(data.count)] + data + [0xC4]
      file.add([4, 0x3E, UInt8(event.count)] + event, flags: 3)
    }
    report([2, 1, 6, 3, 3, 0x0D, 0x18])
    for number in first..<first + count {
      command([0x05, 0x20], [UInt8(number & 0xFF), 2, 3, 4, 5, 0x45])
      command([0x06, 0x20], [0xA0, 0, 0xA0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 7, 0])
      let isListing = number % 2 == 0
      let data: [UInt8] = isListing ? [2, 1, 2, 3, 0xFF, 0xE0, 0] : [5, 0x16, 0xF3, 0xFE, 1, 2]
      let response: [UInt8] = isListing ? [3, 3, 0x0F, 0x18] : []
      command([0x08, 0x20], [UInt8(data.count)] + data + Array(repeating: 0, count: 31 - data.count))
      command([0x09, 0x20], [UInt8(response.count)] + response + Array(repeating: 0, count: 31 - response.count))
      command([0x0A, 0x20], [1])
      command([0x0A, 0x20], [0])
    }
    return file
  }

  private func run(_ options: [String], _ file: BtsnoopFile = phone(addresses: 65)) throws -> String {
    try file.withPath { CommandLineRun([options[0], $0] + options.dropFirst()).output }
  }

  @Test func inspectCountsWhatWasHeard() throws {
    let output = try run(["inspect"])
    #expect(output.contains("1 advertiser; this host advertised with 65 addresses\n"))
    #expect(output.split(separator: "\n").filter { $0.contains("this host,") }.count == 1)
    #expect(output.contains("\n65 addresses "))
    #expect(output.contains("100 ms"))
    // Its own advertising stays judged.
    #expect(output.contains("✗ 180f") || output.contains("~ 180f"))
    let document = try run(["inspect", "--format", "json"])
    #expect(document.contains(#""advertisers": 1"#))
    #expect(document.contains(#""hostAddresses": 65"#))
    #expect(document.split(separator: "\n").filter { $0.contains(#""origin": "host""#) }.count == 1)
  }

  /// Its line is below those of the devices that it heard, whatever it hides and however they are sorted.
  @Test(arguments: [[], ["--sort", "address"], ["--sort", "name"]]) func itIsTheLastLine(_ options: [String]) throws {
    let lines = try run(["inspect"] + options).split(separator: "\n")
    let own = try #require(lines.firstIndex { $0.hasPrefix("65 addresses ") })
    #expect(lines[own - 1].hasPrefix("01:02:03:04:05:06 "))
    #expect(lines[own + 1] == "--device PATTERN shows one device in full.")
  }

  @Test func itIsJudgedAsOne() throws {
    #expect(try run(["lint"]).contains("2 devices, 3 layouts judged"))
    let rows = try run(["reach"]).split(separator: "\n").filter { $0.contains(" ✓") || $0.contains(" ✗") }
    #expect(rows.filter { $0.hasPrefix("this host ") }.count == 1)
    #expect(rows.count == 3, "the device, the host, and the key of the marks")
    let repacked = try run(["repack"]).split(separator: "\n").filter { $0.hasPrefix("Before: ") }
    #expect(repacked.count == 2)
  }

  /// Each of its addresses finds it.
  @Test func eachAddressFindsIt() throws {
    for address in ["45:05:04:03:02:00", "45:05:04:03:02:40"] {
      #expect(try run(["inspect", "--device", address]).contains("this host"))
    }
  }

  /// The host of two logs is one device, although it changed all of its addresses.
  @Test func diffComparesTheHosts() throws {
    try Self.phone(addresses: 4).withPath { old in
      try Self.phone(addresses: 4, from: 100).withPath { new in
        let output = CommandLineRun(["diff", old, new]).output
        #expect(!output.contains("new ") && !output.contains("gone"), "\(output)")
      }
    }
  }

  /// One address of its own is no address to count.
  @Test func oneAddress() throws {
    let output = try run(["inspect"], Self.phone(addresses: 1))
    #expect(output.contains("1 advertiser; this host advertised\n"))
    #expect(output.contains("45:05:04:03:02:00"))
  }
}
