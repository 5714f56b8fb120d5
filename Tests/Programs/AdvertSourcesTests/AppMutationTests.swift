import AdvertBuilders
import AdvertObservation
import AdvertReading
import AdvertSources
import AdvertisingData
import TestSupport
import Testing

/// Apps that are changed as people change them. What is said of one is what the model makes of the calls that are left; where
/// the calls are not certain, nothing is said.
@Suite struct AppMutationTests {
  /// A line that asks for a field, and the field.
  struct Asking: Sendable {
    let line: String
    let value: ADValue
  }

  struct Sample: Sendable, CustomTestStringConvertible {
    let stack: String
    let language: ProgramReader.Language
    let before: String
    let lines: [Asking]
    let after: String
    /// A name of the app that can be another one.
    let name: String
    /// Ways to run a line sometimes, several times, or later; `@` is the line.
    let wrappings: [String]
    var testDescription: String { "\(language)" }

    func text(_ lines: [String]) -> String { before + lines.map { "    \($0)\n" }.joined() + after }

    func expected(_ values: [ADValue]) throws -> Layout {
      let stack = try #require(StackBuilder.named(stack))
      return try stack.built(BuildRequest(advertising: values), version: stack.newest).layout
    }
  }

  private static func value(_ type: ADType, _ octets: [UInt8]) -> ADValue { ADValue(type: type, value: octets.span) }

  private static let pulse = value(.completeServiceUUIDs16, [0x0D, 0x18])
  private static let made = value(.manufacturerData, [0x59, 0x00, 0x01, 0xFE])
  private static let power = value(.txPowerLevel, [0])
  private static let data = value(.serviceData16, [0x0F, 0x18, 0x64])

  static let samples = [
    Sample(
      stack: "android", language: .kotlin,
      before: """
        import android.bluetooth.le.*
        private val PULSE = ParcelUuid.fromString("0000180d-0000-1000-8000-00805f9b34fb")
        class Lamp {
          fun start() {
            val builder = AdvertiseData.Builder()

        """,
      lines: [
        Asking(line: "builder.addServiceUuid(PULSE)", value: pulse),
        Asking(line: "builder.addManufacturerData(0x59, byteArrayOf(1, -2))", value: made),
        Asking(line: "builder.setIncludeTxPowerLevel(true)", value: power),
        Asking(
          line:
            "builder.addServiceData(ParcelUuid(UUID.fromString(\"0000180f-0000-1000-8000-00805f9b34fb\")), \"d\".toByteArray())",
          value: data),
      ],
      after: """
            advertiser.startAdvertising(AdvertiseSettings.Builder().build(), builder.build(), callback)
          }
        }

        """, name: "builder",
      wrappings: [
        "if (isLamp) { @ }", "if (isLamp)\n      @", "if (a) { } else { @ }", "if (a) { } else\n @",
        "for (i in 0..1) { @ }",
        "while (more()) @", "repeat(2) { @ }", "when (mode) { 1 -> @ }", "val later = { @ }", "x?.let { @ }", "x ?: @",
        "try { @ } catch (e: Exception) { }",
        "fun more() { @ }", "val y = @",
      ]),
    Sample(
      stack: "android", language: .java,
      before: """
        import android.bluetooth.le.*;
        class Lamp {
          private static final ParcelUuid PULSE = ParcelUuid.fromString("0000180d-0000-1000-8000-00805f9b34fb");
          void start() {
            AdvertiseData.Builder builder = new AdvertiseData.Builder();

        """,
      lines: [
        Asking(line: "builder.addServiceUuid(PULSE);", value: pulse),
        Asking(line: "builder.addManufacturerData(0x59, new byte[] {1, (byte) 0xfe});", value: made),
        Asking(line: "builder.setIncludeTxPowerLevel(true);", value: power),
        Asking(
          line:
            "builder.addServiceData(new ParcelUuid(UUID.fromString(\"0000180f-0000-1000-8000-00805f9b34fb\")), \"d\".getBytes());",
          value: data),
      ],
      after: """
            advertiser.startAdvertising(new AdvertiseSettings.Builder().build(), builder.build(), callback);
          }
        }

        """, name: "builder",
      wrappings: [
        "if (isLamp) { @ }", "if (isLamp)\n      @", "if (a) { } else { @ }", "if (a) { } else\n @",
        "for (int i = 0; i < 2; i++) { @ }",
        "while (more()) @", "do @ while (more());", "switch (mode) { case 1: @ }", "Runnable later = () -> { @ };",
        "try { @ } catch (Exception e) { }", "Object y = @", "list.forEach(x -> @", "label: @",
      ]),
    Sample(
      stack: "core-bluetooth", language: .swift,
      before: """
        import CoreBluetooth
        private let pulse = CBUUID(string: "180D")
        final class Lamp {
          func start() {
            manager.startAdvertising([

        """,
      lines: [
        Asking(line: "CBAdvertisementDataServiceUUIDsKey: [pulse],", value: pulse),
        Asking(
          line: "CBAdvertisementDataLocalNameKey: \"Lamp\",", value: value(.completeLocalName, Array("Lamp".utf8))),
      ], after: "    ])\n  }\n}\n", name: "pulse",
      wrappings: ["#if DEBUG\n@\n#endif", "#if DEBUG\n#else\n@\n#endif", "#if os(iOS)\n@\n#endif", "x ? @", "@ @"]),
  ]

  private func expectSame(_ text: String, _ expected: Layout, _ sample: Sample) {
    let said = ProgramReader(text, language: sample.language).layouts.map { $0.layout }
    #expect(said.count == 1, "\(text)")
    guard let one = said.first else { return }
    #expect(one.advertising == expected.advertising, "\(text)")
    #expect(one.scanResponse == expected.scanResponse, "\(text)")
  }

  /// Lines in another order, some of them in comments: the calls that are left.
  @Test(arguments: samples) func reorderedAndCommentedOut(_ sample: Sample) throws {
    var random = SplitMix64(seed: 40)
    for _ in 0..<120 {
      let lines = sample.lines.shuffled(using: &random).map { ($0, Int.random(in: 0..<4, using: &random)) }
      let kept = lines.filter { $0.1 > 1 }.map { $0.0 }
      // A dictionary without an entry is written in another way.
      if kept.isEmpty, sample.language == .swift { continue }
      let text = sample.text(
        lines.map { asking, choice in
          choice == 0 ? "// " + asking.line : choice == 1 ? "/* " + asking.line + " */" : asking.line
        })
      // CoreBluetooth's order is the model's.
      let values =
        sample.language == .swift
        ? sample.lines.map { $0.value }.filter { value in kept.contains { $0.value == value } } : kept.map { $0.value }
      expectSame(text, try sample.expected(values), sample)
    }
  }

  /// Another name changes nothing.
  @Test(arguments: samples) func renamed(_ sample: Sample) throws {
    let text = sample.text(sample.lines.map { $0.line })
    let expected = try sample.expected(sample.lines.map { $0.value })
    for name in ["x", "_a1", "dataOfTheLamp", "BLEThing"] {
      expectSame(text.replacing(sample.name, with: name), expected, sample)
    }
  }

  /// A line that is run sometimes, or several times, or by something else: nothing is said.
  @Test(arguments: samples) func conditionalAndRepeated(_ sample: Sample) {
    var random = SplitMix64(seed: 41)
    for number in sample.lines.indices {
      for wrapping in sample.wrappings {
        var lines = sample.lines.map { $0.line }
        lines[number] = wrapping.replacing("@", with: lines[number])
        let other = Int.random(in: lines.indices, using: &random)
        if other != number { lines[other] = "// " + lines[other] }
        let program = ProgramReader(sample.text(lines), language: sample.language)
        #expect(program.layouts.isEmpty, "\(sample.text(lines))")
        #expect(!program.unread.isEmpty, "\(sample.text(lines))")
      }
    }
  }

  /// A value of a constant that is set elsewhere, too, or has a second meaning.
  @Test func secondMeanings() {
    for (language, constant, change) in [
      (ProgramReader.Language.kotlin, "var C = 1", "C = 2"), (.kotlin, "var C = 1", "C++"),
      (.kotlin, "var C = 1", "this.C = 2"),
      (.java, "int C = 1;", "C = 2;"), (.java, "static int C = 1;", "Lamp.C += 2;"), (.java, "int C = 1;", "++C;"),
    ] {
      let isJava = language == .java
      let text = """
        import android.bluetooth.le.*;
        class Lamp {
          \(constant)
          \(isJava ? "void other()" : "fun other()") { \(change) }
          \(isJava ? "void start()" : "fun start()") {
            a.startAdvertising(\(isJava ? "new " : "")AdvertiseSettings.Builder().build(),
              \(isJava ? "new " : "")AdvertiseData.Builder().addManufacturerData(C, \(isJava ? "new byte[0]" : "byteArrayOf()")).build(), c);
          }
        }
        """
      #expect(ProgramReader(text, language: language).layouts.isEmpty, "\(text)")
      #expect(ProgramReader(text.replacing(change, with: ""), language: language).layouts.count == 1, "\(text)")
    }
  }

  /// Any change of a few characters is read or refused, and ends.
  @Test(arguments: samples) func anyChange(_ sample: Sample) {
    let text = sample.text(sample.lines.map { $0.line })
    for changed in ChangedText.some(of: text, marks: "(){}[]\"'#\\\n;,*&/<>=.0xA$?!:@`") {
      // A service that is not read is one layout for each width.
      #expect(ProgramReader(changed, language: sample.language).layouts.count <= 2)
    }
  }
}
