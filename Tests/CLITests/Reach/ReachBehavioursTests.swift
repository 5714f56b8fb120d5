import Foundation
import Testing

@testable import advert

@Suite struct ReachBehavioursTests {
  private struct Document: Decodable {
    let devices: [Device]
    let classes: [Class]

    struct Device: Decodable {
      let advertiser: String?
      let layouts: Int?
      let answers: [Answer]
    }

    struct Answer: Decodable {
      let `class`: Int
      let receptions: [Reception]
    }

    struct Reception: Decodable {
      let callbacks: Int?
    }

    struct Class: Decodable {
      let `class`: Int
      let verdicts: [Verdict]
    }

    struct Verdict: Decodable {
      let profiles: [String]
      let verdict: String
      let reception: Int
    }
  }

  /// A file of hex may hold a hundred thousand layouts that scanners cannot tell apart.
  @Test func layoutsAlikeAreToldOnce() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "alike-\(UInt64.random(in: 0 ... .max)).hex")
    defer { try? FileManager.default.removeItem(at: file) }
    let lines = (0..<200).map { "02010605ff5900\(String(0x1000 + $0, radix: 16))" } + ["0303aafe", "0303aafe"]
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    let run = CommandLineRun(["reach", "--format", "json", "--for", "android", "--for", "windows", file.path])
    let document = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
    #expect(document.devices.map(\.layouts) == [200, 2])
    #expect(document.devices.flatMap(\.answers).map(\.class) == [0, 1])
    #expect(
      document.classes.map { $0.verdicts.flatMap(\.profiles).sorted() } == [
        ["android", "windows"], ["android", "windows"],
      ])
  }

  /// Each line is an object. Every class comes before what refers to it, and says what the document says.
  @Test func rowsSayWhatTheDocumentSays() throws {
    let arguments = ["reach", "Fixtures/angi/before.btsnoop", "Fixtures/lint/crowd.hex", "--format"]
    let document = try JSONDecoder().decode(Document.self, from: Data(CommandLineRun(arguments + ["json"]).output.utf8))
    let lines = CommandLineRun(arguments + ["jsonl"]).output.split(separator: "\n").map { Data($0.utf8) }
    var classes: [Document.Class] = []
    var devices = 0
    for line in lines {
      if let told = try? JSONDecoder().decode(Document.Class.self, from: line) {
        #expect(told.class == classes.count)
        classes.append(told)
        continue
      }
      let device = try JSONDecoder().decode(Document.Device.self, from: line)
      #expect(device.answers.map(\.class) == document.devices[devices].answers.map(\.class))
      for answer in device.answers {
        let told = try #require(classes.dropFirst(answer.class).first)
        #expect(Set(told.verdicts.map(\.reception)) == Set(answer.receptions.indices))
      }
      devices += 1
    }
    #expect(devices == document.devices.count)
    #expect(classes.map { $0.verdicts.map(\.profiles) } == document.classes.map { $0.verdicts.map(\.profiles) })
  }
}
