import Testing

@testable import AdvertReport
@testable import advert

/// In the logs of iPhones the service is only in the scan response, and every command says so.
@Suite struct AppleReportsAgreementTests {
  private static let service = GoldenTests.helmetService

  private static func run(_ arguments: String...) -> String {
    let run = CommandLineRun(arguments)
    return run.output + run.diagnostics
  }

  @Test(arguments: ["packetlogger-apple.pklg", "packetlogger-apple-newer.pklg"])
  func everyCommandAgrees(_ name: String) throws {
    let log = "Fixtures/formats/\(name)"
    let inspect = Self.run("inspect", log)
    #expect(inspect.contains("1 device hides a service from some scanners"))
    #expect(
      inspect.contains(
        "reports in Apple's vendor events, which Apple does not describe, read by inference (12 times, first here)"))
    let device = Self.run("inspect", log, "--device", "SHS-2071")
    #expect(device.contains("ADV_IND, seen 6 times"))
    #expect(!device.contains("ADV_SCAN_IND"))

    let lint = CommandLineRun(["lint", log])
    #expect(lint.status == .findings)
    #expect(lint.output.contains("service \(Self.service) is only in the scan response"))

    let reach = Self.run("reach", log, "--for", "windows", "--for", "android")
    #expect(reach.contains("missed      windows"))
    #expect(reach.contains("discovered  android") || reach.contains("may miss    android"))
    #expect(reach.contains("service UUID only in scan response"))
    #expect(!reach.contains("not observed"))

    // What is packed anew, written and declared has the service of the scan response.
    let octets = "11 07 e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff d0 af"
    let repack = Self.run("repack", log)
    #expect(repack.contains(octets.split(separator: " ").prefix(8).joined(separator: " ")))
    let emit = Self.run("emit", log, "--form", "hex")
    #expect(emit.replacing(" ", with: "").contains(octets.replacing(" ", with: "")))
    let initial = Self.run("init", log, "--output", "-")
    #expect(initial.contains("scanResponse:\n      - services128: [\(Self.service)]"))
    let page = Self.run("report", log)
    #expect(page.contains("It hides a service from some scanners, because it is only in the "))
  }
}
