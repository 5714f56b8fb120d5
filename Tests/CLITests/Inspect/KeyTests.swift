import Foundation
import TestSupport
import Testing

@testable import advert

/// `--key` shows what a device encrypts.
@Suite struct KeyTests {
  private static let key = "231d39c1d7cc1ab1aee224cd096db932"
  private static let wrong = "331d39c1d7cc1ab1aee224cd096db932"
  /// BTHome data from A4:C1:38:12:34:56: battery 100 %, temperature 25.06 °C, humidity 50.55 %.
  private static let sealed = "1416d2fc41223c8bed5273829705000000b5d5066d"
  private static let address = "A4:C1:38:12:34:56"

  @Test func decodeShowsWhatIsEncrypted() {
    let run = CommandLineRun(["decode", Self.sealed, "--key", "\(Self.address)=\(Self.key)"])
    #expect(run.output.contains("BTHome decrypted, battery 100 %, temperature 25.06 °C, humidity 50.55 %, counter 5"))
  }

  /// The same measurements in BTHome 1, encrypted by Python's cryptography as bthome-ble decrypts them.
  @Test func theFirstVersionIsDecrypted() {
    let sealed = "13161e187eb8dbaacd36c06d05000000ae594484"
    let run = CommandLineRun(["decode", sealed, "--key", "\(Self.address)=\(Self.key)"])
    #expect(run.output.contains("decrypted, temperature 25.06 °C, humidity 50.55 %, counter 5"), "\(run.output)")
    let wrong = CommandLineRun(["decode", sealed, "--key", "\(Self.address)=\(Self.wrong)"])
    #expect(wrong.output.contains("key is wrong") && !wrong.output.contains("°C"))
  }

  @Test func aWrongKeyIsCalledWrong() {
    let run = CommandLineRun(["decode", Self.sealed, "--key", "\(Self.address)=\(Self.wrong)"])
    #expect(run.output.contains("BTHome encrypted, key is wrong, data 22 3c 8b"))
    #expect(run.diagnostics.contains("byte 0: key is wrong"))
    #expect(!run.output.contains("°C"))
  }

  @Test(arguments: ["decode", "inspect", "dump", "report"]) func aBadKeyIsOneLineWithoutTheKey(_ command: String) {
    let run = CommandLineRun([command, Self.sealed, "--key", "A4:C1=\(Self.key)"])
    #expect(run.output.isEmpty)
    #expect(
      run.diagnostics == "advert: --key: expected an address in front of =, as A4:C1:38:12:34:56\n")
  }

  @Test func redactionDecryptsNothing() {
    let run = CommandLineRun(["decode", Self.sealed, "--redact", "--key", "\(Self.address)=\(Self.key)"])
    #expect(!run.output.contains("decrypted") && !run.output.contains("25.06"))
  }

  @Test func capturesAreDecryptedByTheirSenders() throws {
    var file = BtsnoopFile(dataLink: 1002)
    let octets = [UInt8](hex: Self.sealed)
    file.hear(octets, from: 4, seconds: 0)
    file.hear(octets, from: 5, seconds: 1)
    try file.withPath { path in
      // The address of the first device decides the nonce, so its key is wrong here, and that of the second is not known.
      let table = CommandLineRun(["dump", path, "--fields", "address,btHome.decrypted"]).output
      let address = try #require(table.split(separator: "\n").dropFirst().first?.split(separator: "\t").first)
      let key = ["--key", "\(address)=\(Self.key)"]
      let rows = CommandLineRun(["dump", path, "--fields", "address,btHome.decrypted,btHome.temperature"] + key).output
        .split(separator: "\n").dropFirst()
      #expect(rows.first.map(String.init) == "\(address)\tfalse\t")
      #expect(rows.last?.hasSuffix("\t\t") == true)
      for command in [["inspect", path, "--device", String(address)], ["report", path]] {
        let output = CommandLineRun(command + key).output
        #expect(output.contains("key is wrong"))
        #expect(!CommandLineRun(command + key + ["--redact"]).output.contains("key is wrong"))
      }
    }
  }
}
