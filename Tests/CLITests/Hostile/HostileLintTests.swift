import AdvertReport
import Foundation
import TestSupport
import Testing

@testable import advert

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Names made to break what a report is read by, in every form of it.
@Suite struct HostileLintTests {
  /// Those that an event of the controller has room for.
  static let names = HostileTexts.all.filter { $0.value.count <= 200 }

  /// One device of that name with reserved bits in its Flags.
  private static func lint(_ name: [UInt8], _ format: String) throws -> CommandLineRun {
    var file = BtsnoopFile(dataLink: 1002)
    let data: [UInt8] = [2, 1, 0x86, UInt8(1 + name.count), 9] + name
    file.add([4] + HCIEvent.legacy([LegacyReport(3, address: [6, 5, 4, 3, 2, 0xC1], data: data)]))
    let path = FileManager.default.temporaryDirectory.appending(path: "hostile-\(UUID().uuidString).btsnoop")
    try Data(file.octets).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    return CommandLineRun(["lint", path.path, "--format", format])
  }

  @Test(arguments: names.keys.sorted().sampled(oneIn: 11), LintFormat.allCases)
  func nothingOfItReachesATerminal(_ kind: String, _ format: LintFormat) throws {
    let run = try Self.lint(try #require(Self.names[kind]), format.rawValue)
    #expect(run.status == .findings)
    #expect(run.diagnostics.isEmpty)
    let unsafe = run.output.unicodeScalars.filter { $0 != "\n" && $0 != "\u{FE0F}" && !HostileText.isSafe($0) }
    #expect(unsafe.isEmpty)
  }

  @Test(arguments: names.keys.sorted().sampled(oneIn: 11)) func linesStayWhatTheyAre(_ kind: String) throws {
    let lines = try Self.lint(try #require(Self.names[kind]), "text").output.split(separator: "\n")
    let beginnings = [
      "/", "C1:02:03:04:05:06 \"", "warning: ", "error: ", "note: ", "  ", "ADV_NONCONN_IND, ", "Advertising data  ",
    ]
    for line in lines.dropLast() {
      #expect(beginnings.contains(where: line.hasPrefix), "\(line)")
    }
    #expect(lines.last?.hasSuffix("; 1 device, 1 layout judged") == true)
  }

  @Test(arguments: names.keys.sorted().sampled(oneIn: 11)) func annotationsAreOneLineEach(_ kind: String) throws {
    let lines = try Self.lint(try #require(Self.names[kind]), "github").output.split(separator: "\n")
    for command in lines.dropLast() {
      #expect(["::error file=", "::warning file=", "::notice file="].contains(where: command.hasPrefix))
    }
    #expect(lines.contains { $0.contains(",title=flags-reserved-bits::C1:02:03:04:05:06 \"") })
    #expect(lines.last?.hasSuffix("; 1 device, 1 layout judged") == true)
  }

  @Test(arguments: names.keys.sorted().sampled(oneIn: 11)) func documentsAreWhole(_ kind: String) throws {
    let name = try #require(Self.names[kind])
    let json = try Self.document(try Self.lint(name, "json"))
    let findings = try #require(json["findings"] as? [[String: Any]])
    #expect(findings.contains { $0["rule"] as? String == "flags-reserved-bits" })
    let sarif = try Self.document(try Self.lint(name, "sarif"))
    let run = try #require((sarif["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.map { $0["ruleId"] as? String } == findings.map { $0["rule"] as? String })
    // Every brace is one of a pair, or a reader would put an argument in its place.
    let message = try #require((results[0]["message"] as? [String: Any])?["text"] as? String)
    #expect(!message.replacing("{{", with: "").replacing("}}", with: "").contains { "{}".contains($0) })
  }

  private static func document(_ run: CommandLineRun) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  @Test(arguments: names.keys.sorted().sampled(oneIn: 11)) func junitIsXML(_ kind: String) throws {
    final class Elements: NSObject, XMLParserDelegate {
      var names: [String] = []
      var labels: [String] = []
      func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
      ) {
        names.append(name)
        if name == "testcase", let label = attributes["name"] { labels.append(label) }
      }
    }
    let output = try Self.lint(try #require(Self.names[kind]), "junit").output
    let parser = XMLParser(data: Data(output.utf8))
    let elements = Elements()
    parser.delegate = elements
    #expect(parser.parse())
    #expect(elements.names == ["testsuites", "testsuite", "properties", "property", "testcase", "failure", "testcase"])
    #expect(elements.labels.first?.hasPrefix("C1:02:03:04:05:06 \"") == true)
    #expect(elements.labels.last == "input as a whole")
  }
}
