import AdvertFirmware
import AdvertisingData
import Foundation
import TestSupport
import Testing

/// The images of Fixtures/images, with what their sources send.
struct KeptImage: Sendable, CustomTestStringConvertible {
  let name: String
  /// The source file it was made of.
  let source: String
  /// Whether the image has debug information.
  let hasLines: Bool

  /// Whether its calls are followed.
  var followsCalls: Bool { name.contains("thumb") }

  var testDescription: String { name }

  static let all = [
    KeptImage(name: "zephyr-thumb.elf", source: "zephyr.c", hasLines: true),
    KeptImage(name: "zephyr-thumb-stripped.elf", source: "zephyr.c", hasLines: false),
    KeptImage(name: "zephyr-thumb-packed.o", source: "zephyr.c", hasLines: true),
    KeptImage(name: "zephyr-thumb-split.o", source: "zephyr.c", hasLines: false),
    KeptImage(name: "zephyr-riscv32.o", source: "zephyr.c", hasLines: true),
    KeptImage(name: "zephyr-mips.o", source: "zephyr.c", hasLines: true),
    KeptImage(name: "zephyr-x86_64.a", source: "zephyr.c", hasLines: true),
    KeptImage(name: "bluedroid-riscv32.elf", source: "bluedroid.c", hasLines: true),
    KeptImage(name: "arrays-aarch64.elf", source: "arrays.c", hasLines: true),
    KeptImage(name: "parameters-thumb.elf", source: "parameters.c", hasLines: true),
    KeptImage(name: "parameters-thumb.o", source: "parameters.c", hasLines: true),
    KeptImage(name: "calls-thumb.elf", source: "calls.c", hasLines: true),
    KeptImage(name: "calls-thumb.o", source: "calls.c", hasLines: true),
    KeptImage(name: "calls-riscv32.elf", source: "calls.c", hasLines: true),
    KeptImage(name: "calls-riscv32.o", source: "calls.c", hasLines: true),
    KeptImage(name: "run-time-thumb.elf", source: "run-time.c", hasLines: true),
    KeptImage(name: "silent-thumb.elf", source: "silent.c", hasLines: true),
  ]

  struct Unexpected: Error {
    let what: String
  }

  static func named(_ name: String) throws -> FirmwareImage {
    try FirmwareImage(ImageFile(path: path(name)))
  }

  static func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Fixtures/images/\(name)")
      .standardized
      .path
  }

  var octets: [UInt8] { get throws { try Array(Data(contentsOf: URL(filePath: Self.path(name)))) } }

  struct Expected: Decodable {
    struct Payload: Decodable {
      let name: String
      let role: String
      let line: Int
      let bytes: String
      /// What calls send of it, where that is less.
      let sent: String?
      /// Whether only its type says what it is.
      let type: Bool?
    }
    let functions: [String]
    let payloads: [Payload]
    let unread: [String: String]
  }

  static func expected() throws -> [String: Expected] {
    try JSONDecoder().decode([String: Expected].self, from: Data(contentsOf: URL(filePath: path("expected.json"))))
  }
}
