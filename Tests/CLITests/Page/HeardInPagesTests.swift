import Foundation
import Testing

@testable import advert

/// Devices that are heard in other forms than packets are heard in pages as in tables.
@Suite struct HeardInPagesTests {
  private static func lead(_ arguments: [String]) -> String {
    let page = CommandLineRun(["report"] + arguments).output
    let start = page.range(of: "<header>")?.upperBound ?? page.startIndex
    let header = page[start...].prefix(8000)
    return String(header.replacing(/<[^>]*>/, with: "").replacing("&#39;", with: "'"))
  }

  @Test func devicesInLinesWithBothPackets() {
    let path = "Fixtures/logs/esphome.log"
    #expect(Self.lead([path]).contains("1 device was heard."))
    let inspect = CommandLineRun(["inspect", path]).output
    #expect(inspect.contains("1 device in 6 lines with the bytes of both packets in one"))
    #expect(inspect.contains("F0:F1:F2:F3:F4:F5  SHS-2071"))
    #expect(!inspect.contains("0 advertisers"))
    #expect(CommandLineRun(["inspect", path, "--device", "AA:"]).output.contains("No line of the log has the device."))
  }

  @Test(arguments: [("bleak.log", 2), ("react-native.log", 1), ("home-assistant.json", 3)])
  func devicesInValues(_ name: String, _ count: Int) {
    let path = "Fixtures/logs/" + name
    let lead = Self.lead([path])
    #expect(lead.contains(count == 1 ? "1 device was heard." : "\(count) devices were heard."))
    #expect(!lead.contains("No listed service is hidden"))
    #expect(lead.contains("is not known"))
    let page = CommandLineRun(["report", path]).output
    #expect(page.contains("Heard in values") && page.contains("F0:F1:F2:F3:F4:F5"))
  }

  /// The page begins with the sentences of `advert reach`.
  @Test(arguments: [
    ["Fixtures/angi/before.btsnoop", "--device", "F0:"],
    ["Fixtures/angi/before.btsnoop", "--device", "F0:", "--for", "windows"],
    ["Fixtures/formats/bugreport.zip", "--device", "SHS-2071", "--for", "android"],
    ["Fixtures/formats/bugreport.zip", "--device", "SHS-2071", "--service", "afd0ffa0-2a9e-41a9-b9db-115a0e511de4"],
    ["Fixtures/sessions/linux.btsnoop", "--device", "00:00:00:00:00:01", "--for", "android"],
  ]) func theAnswerOfReachHeadsThePage(_ arguments: [String]) {
    let reach = CommandLineRun(["reach"] + arguments).output
    guard let end = reach.range(of: "\nAsked:")?.lowerBound else { return }
    let conclusion = reach[..<end].split(separator: "\n").dropFirst().prefix { !$0.hasPrefix("  ") }
      .joined(separator: " ")
    let lead = Self.lead(arguments).replacing("\n", with: " ")
    #expect(lead.contains(conclusion), "\(conclusion)")
  }
}
