import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

/// Commands in a terminal with BlueZ's tools.
@Suite struct HCIToolLineTests {
  private static func read(
    _ text: String, window: Int = CaptureOptions.defaultWindowCapacity
  ) throws -> RecordedCapture {
    try RecordedCapture.read(MemorySource(Array(text.utf8)), options: CaptureOptions(windowCapacity: window))
  }

  private static let call = "pi@a:~$ sudo hcitool -i hci0 cmd 0x08 0x0008 1E 02 01 06 03 03 0F 18"
  private static let sent = """
    < HCI Command: ogf 0x08, ocf 0x0008, plen 32
      1E 02 01 06 03 03 0F 18 00 00 00 00 00 00 00 00 00 00 00 00\u{20}
      00 00 00 00 00 00 00 00 00 00 00 00\u{20}
    > HCI Event: 0x0e plen 4
      01 08 20 00\u{20}

    """
  private static let padded = String(repeating: " 00", count: 24)

  /// The call, the command that the program prints for it, and the answer are one command.
  @Test func aSessionIsReadOnce() throws {
    let text = "pi@a:~$ sudo hciconfig hci0 leadv 3\n" + Self.call + Self.padded + "\n" + Self.sent
    for window in [CaptureOptions.defaultWindowCapacity, 1, 7, 64] {
      let capture = try Self.read(text, window: window)
      let layout = try #require(capture.hostLayouts.last)
      #expect(layout.layout.pdu == .advNonconnInd)
      #expect(layout.layout.advertising?.octets.starts(with: [2, 1, 6, 3, 3, 0x0F, 0x18, 0]) == true)
      #expect(layout.layout.advertising?.octets.count == 30)
      #expect(layout.interval == 0x800...0x800)
      #expect(capture.summary.hci.advertisingData == 1)
      #expect(capture.reports.isEmpty)
      #expect(capture.summary.problems.isEmpty)
    }
  }

  /// The commands in a debug log of NimBLE, also behind the words of a logger.
  @Test(arguments: ["", "D (54306) NimBLE: "]) func commandsOfNimBLEAreRead(_ logger: String) throws {
    let advertising = "0x02 0x01 0x06 0x03 0x03 0x0f 0x18" + String(repeating: " 0x00", count: 24)
    let text = """
      ble_hs_hci_cmd_send: ogf=0x08 ocf=0x0008 len=32
      0x08 0x20 0x20 0x07 \(advertising)\u{20}
      Command complete: cmd_pkts=5 ogf=0x8 ocf=0x8 status=0\u{20}
      GAP procedure initiated: advertise; disc_mode=2
      ble_hs_hci_cmd_send: ogf=0x08 ocf=0x0006 len=15
      0x06 0x20 0x0f 0x30 0x00 0x60 0x00 0x00 0x00 0x00 0x00 0x00 0x00 0x00 0x00 0x00 0x07 0x00\u{20}
      Command complete: cmd_pkts=5 ogf=0x8 ocf=0x6 status=0\u{20}
      ble_hs_hci_cmd_send: ogf=0x08 ocf=0x000a len=1
      0x0a 0x20 0x01 0x01\u{20}
      Command complete: cmd_pkts=5 ogf=0x8 ocf=0xa status=0\u{20}

      """
    let log = text.split(separator: "\n").map { logger + $0 + "\n" }.joined()
    let capture = try Self.read(log)
    let layout = try #require(capture.hostLayouts.last)
    #expect(layout.layout.advertising?.octets == [2, 1, 6, 3, 3, 0x0F, 0x18])
    #expect(layout.layout.pdu == .advInd && layout.interval == 0x30...0x60)
    #expect(capture.summary.problems.isEmpty)
    // Octets that are not those of the command are not read as one.
    for (right, wrong, found) in [
      ("0x0a 0x20 0x01 0x01", "0x0a 0x20 0x01", "lines with its first 3"),
      ("0x0a 0x20 0x01", "0x0b 0x20 0x01", "those of another one"),
      ("0x0a 0x20 0x01 0x01", "0x0a 0x20 0x01 0x01 0x00", "5"),
    ] {
      let damaged = try Self.read(log.replacing(right, with: wrong))
      #expect(damaged.summary.problems.map(\.kind) == [.lineUnread] && damaged.hostLayouts.isEmpty, "\(wrong)")
      #expect(damaged.summary.problems.allSatisfy { $0.message.hasSuffix(", found \(found)") }, "\(wrong)")
      #expect(damaged.reports.isEmpty, "\(wrong)")
    }
  }

  @Test(arguments: ["leadv", "leadv 0", "leadv && sleep 1"]) func callsAloneAreCommands(_ start: String) throws {
    let capture = try Self.read("$ hciconfig hci0 \(start)\n\(Self.call)\(Self.padded) # on\nnext\n")
    #expect(capture.hostLayouts.last?.layout.pdu == .advInd)
    #expect(capture.hostLayouts.last?.layout.advertising?.octets.count == 30)
  }

  @Test func enablingCanBeACall() throws {
    let text = "\(Self.call)\(Self.padded)\n$ hcitool cmd 08 000A 01\n$ hcitool cmd 0x3F 0x1ff\n"
    #expect(try Self.read(text).hostLayouts.count == 1)
    #expect(try Self.read(text.replacing("000A 01", with: "000A 00")).hostLayouts.isEmpty)
  }

  /// The octets of a call are a command, whose first is a length; they are no payload of a device.
  @Test(arguments: [" $REST", " $(cat data)", " 1 100"]) func whatIsNotWrittenIsMissing(_ rest: String) throws {
    let capture = try Self.read(Self.sent + Self.call + rest + "\n")
    #expect(capture.reports.isEmpty && capture.hostLayouts.isEmpty)
    #expect(capture.summary.problems.map(\.kind) == [.lineUnread])
  }

  /// Data that are none are nothing to advertise, in commands of legacy and of extended advertising.
  @Test func dataWithoutOctetsAreNone() throws {
    for (command, count) in [
      ("0x08 0x0008 03 02 01 06", 1), ("0x08 0x0008 00", 0), ("0x08 0x0009 00 00", 0),
      ("0x08 0x0037 01 03 01 03 02 01 06", 1), ("0x08 0x0037 01 03 01 00", 0), ("0x08 0x0037 01 03 01", 0),
    ] {
      #expect(try Self.read("$ hcitool cmd \(command)\n").summary.hci.advertisingData == count, "\(command)")
    }
  }

  @Test func aCommandThatEndsEarlyIsMissing() throws {
    let lines = Self.sent.split(separator: "\n")
    let capture = try Self.read(lines[0] + "\n" + lines[1] + "\n" + lines[3] + "\n" + lines[4] + "\n")
    #expect(capture.summary.hci.advertisingData == 0)
    #expect(capture.summary.problems.map(\.kind) == [.lineUnread])
  }
}
