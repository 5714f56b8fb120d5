import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import advert

/// Captures and bytes in which a block of a device was not received, or hardly ever: no answer passes for a judgement.
@Suite struct UnseenBlocksTests {
  private static let service: [UInt8] = [3, 3, 0x0D, 0x18]

  private static func run(
    _ arguments: [String], _ fill: (inout BtsnoopFile) -> Void
  ) throws -> CommandLineRun {
    var capture = BtsnoopFile(dataLink: 1002)
    fill(&capture)
    return try capture.withPath { CommandLineRun([arguments[0], $0] + arguments.dropFirst()) }
  }

  @Test(arguments: [1, 2, 12]) func onlyScanResponses(_ count: Int) throws {
    let run = try Self.run(["lint", "--format", "json"]) { capture in
      for second in 0..<count { capture.hear(Self.service, type: 4, seconds: Int64(second)) }
    }
    #expect(run.status == .findings)
    #expect(run.output.contains("\"rule\": \"advertising-not-observed\""), "\(run.output)")
    #expect(run.output.contains("\"complete\": false"))
    let pasted = CommandLineRun(["lint", "--scan-response", "03030d18"])
    #expect(pasted.status == .findings && pasted.output.contains("[advertising-not-observed]"), "\(pasted.output)")
    // With the advertising data the rule has nothing to say.
    let whole = try Self.run(["lint", "--format", "json"]) { capture in
      capture.hear([2, 1, 6] + Self.service)
      capture.hear([], type: 4)
    }
    #expect(!whole.output.contains("advertising-not-observed"), "\(whole.output)")
  }

  /// One of twelve advertisements with the service is a stray one; three of twelve are another layout of the device.
  @Test(arguments: [(1, true), (3, false)]) func aStrayAdvertisement(_ strays: Int, _ isHidden: Bool) throws {
    let run = try Self.run(["lint"]) { capture in
      for second in 0..<12 {
        capture.hear([2, 1, 6] + (second < strays ? Self.service : []), seconds: Int64(second))
        capture.hear(Self.service, type: 4, seconds: Int64(second))
      }
    }
    #expect(run.output.contains("[service-uuid-only-in-scan-response]") == isHidden, "\(run.output)")
  }

  @Test func oneThatDidNotAnswer() throws {
    func sentence(_ answers: Bool, _ type: UInt8 = 0) throws -> String {
      try Self.run(["inspect"]) { capture in
        capture.hear([2, 1, 6], from: 1)
        capture.hear([2, 9, 0x61], from: 1, type: 4)
        capture.hear([2, 1, 6], from: 2, type: type)
        if answers { capture.hear([2, 9, 0x62], from: 2, type: 4) }
      }.output
    }
    let doubt = "1 of 2 scannable devices sent no scan response: a service may be hidden there."
    #expect(try sentence(false).contains(doubt))
    #expect(try sentence(true).contains("No listed service is hidden"))
    // A device that cannot be asked has nothing to hide.
    #expect(try sentence(false, 3).contains("No listed service is hidden"))
  }

  /// Data of a service only in the scan response are in no list, and passive scans do not get them.
  @Test func serviceDataOfAScanResponse() throws {
    let data: [UInt8] = [4, 0x16, 0x3D, 0xFD, 0x54]
    func output(_ advertised: [UInt8], _ answered: [UInt8], _ command: String = "inspect") throws -> String {
      try Self.run([command]) { capture in
        capture.hear([2, 1, 6] + advertised)
        capture.hear(answered, type: 4)
      }.output
    }
    #expect(
      try output([], data).contains(
        "\nNo listed service is hidden, but 1 device sends service data only in the scan response, which passive scans "
          + "do not get.\n"))
    for (advertised, answered) in [(data, data), (data, [2, 9, 0x61]), ([3, 3, 0x3D, 0xFD], data)] {
      #expect(try output(advertised, answered).contains("\nNo listed service is hidden.\n"))
    }
    // The fix is in the block that every scan receives.
    #expect(try output([], data, "lint").contains("fix: add the list 03 03 3d fd to the advertising data, if apps"))
    #expect(
      try output(data, [2, 9, 0x61], "lint").contains("fix: add the list 03 03 3d fd to the advertising data, if apps"))
  }

  @Test(arguments: ["lint", "reach", "repack", "decode", "emit"], ["--adv", "--scan-response", "--merged"])
  func emptyPayloads(_ command: String, _ option: String) {
    for arguments in [[option, ""], [option, " "], [option, "", "--format", "json"]] {
      let run = CommandLineRun([command] + arguments)
      #expect(run.status == .failure && run.output.isEmpty, "\(command) \(arguments): \(run.transcript)")
    }
  }
}
