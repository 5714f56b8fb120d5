import AdvertEditor
import AdvertLint
import Foundation
import Testing

/// The language server in memory. `Scripts/check/check-editor` speaks to the command, and compares with lint.
@Suite struct LanguageServerTests {
  private static func server(_ files: [String: String] = [:]) -> LanguageServer {
    LanguageServer(
      version: "1", files: .init(text: { files[$0] }, manifest: { _ in files.keys.first }, declaration: { _, _ in nil })
    )
  }

  private static func framed(_ content: String) -> [UInt8] {
    Array("Content-Length: \(content.utf8.count)\r\n\r\n\(content)".utf8)
  }

  private static func opening(_ text: String, _ uri: String = "file:///p/advert.yml") throws -> String {
    let text = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    return #"{"method":"textDocument/didOpen","params":{"textDocument":{"uri":"\#(uri)","version":3,"text":\#(text)}}}"#
  }

  private static let initialize = #"{"id":1,"method":"initialize","params":{"capabilities":{}}}"#

  private static func bodies(_ answers: [UInt8]) -> [String] {
    var stream = MessageStream()
    return stream.take(answers[...]).map { item in
      if case .message(let content) = item { String(decoding: content, as: UTF8.self) } else { "broken" }
    }
  }

  @Test func diagnosticsHaveRuleSeverityPlaceAndPage() throws {
    let server = Self.server()
    _ = server.receive(Self.framed(Self.initialize)[...])
    let told = Self.bodies(
      server.receive(Self.framed(try Self.opening("layouts:\n  é🚲: { advertising: 02 01 86 }\n"))[...]))
    let diagnostics = try #require(told.first)
    #expect(told.count == 1)
    #expect(diagnostics.contains(#""uri":"file:///p/advert.yml","version":3"#))
    // The bicycle is two UTF-16 units: the octet is at character 28 of them.
    #expect(
      diagnostics.contains(#""start":{"line":1,"character":28},"end":{"line":1,"character":30}"#), "\(diagnostics)")
    #expect(diagnostics.contains(#""code":"flags-reserved-bits""#), "\(diagnostics)")
    // The page of the rule, as soon as it is published.
    let isPublished = Rule.address(ofRule: "flags-reserved-bits") != nil
    #expect(diagnostics.contains("codeDescription") == isPublished)
    #expect(diagnostics.contains(#"\nsee: advert rules flags-reserved-bits""#) == !isPublished, "\(diagnostics)")
  }

  /// The text about a rule names its page, or the command that explains it until there is one.
  @Test func textsAboutRulesHaveTheirReference() throws {
    let server = Self.server()
    _ = server.receive(Self.framed(Self.initialize)[...])
    _ = server.receive(Self.framed(try Self.opening("rules: { flags-missing: off }\n"))[...])
    let hover =
      #"{"id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///p/advert.yml"},"#
      + #""position":{"line":0,"character":12}}}"#
    let told = Self.bodies(server.receive(Self.framed(hover)[...])).joined()
    #expect(told.contains(Rule.reference(toRule: "flags-missing")), "\(told)")
  }

  @Test func layoutsInHexAreJudgedByTheManifestInUse() throws {
    func told(_ manifest: String) throws -> String {
      let server = Self.server(["/p/advert.yml": manifest])
      _ = server.receive(Self.framed(Self.initialize)[...])
      let text = try Self.opening("03 03 0f 18\n", "file:///p/a.hex")
      return Self.bodies(server.receive(Self.framed(text)[...])).joined()
    }
    #expect(try told("rules: {}\n").contains("flags-missing"))
    #expect(!(try told("rules: { flags-missing: off }\n").contains("flags-missing")))
    #expect(try told("expect: { services: [180d] }\n").contains("expected-service-missing"))
  }

  /// The text about octets says which are not certain.
  @Test(arguments: [("03 03 ?? ??", true), ("03 03 0f 18", false)])
  func hoverTellsDoubts(_ octets: String, _ isOpen: Bool) throws {
    let server = Self.server()
    _ = server.receive(Self.framed(Self.initialize)[...])
    _ = server.receive(Self.framed(try Self.opening("layouts:\n  a: { advertising: 02 01 06 \(octets) }\n"))[...])
    let place = #""position":{"line":1,"character":35}"#
    let request =
      #"{"id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///p/advert.yml"},\#(place)}}"#
    let told = Self.bodies(server.receive(Self.framed(request)[...])).joined()
    #expect(told.contains("Service UUIDs"), "\(told)")
    #expect(told.contains("bytes 5 to 6 of the advertising data vary") == isOpen, "\(told)")
  }

  /// However a stream is cut, the same messages come.
  @Test func messagesDoNotDependOnPieces() throws {
    let octets =
      Self.framed("{}") + Self.framed("é") + Array("X: 1\r\n\r\n".utf8) + Self.framed("[1]")
      + Array("Content-Length: 3\r\nContent-Type: x\r\n\r\nabc".utf8)
      + Array("content-length:99999999999\r\n\r\n".utf8) + Array(repeating: 0, count: 50)
    var whole = MessageStream()
    let expected = whole.take(octets[...])
    #expect(
      expected.compactMap {
        if case .message(let content) = $0 { String(decoding: content, as: UTF8.self) } else { nil }
      }
        == ["{}", "é", "[1]", "abc"])
    for size in 1...octets.count {
      var stream = MessageStream()
      var items: [MessageStream.Item] = []
      for start in stride(from: 0, to: octets.count, by: size) {
        items += stream.take(octets[start..<min(start + size, octets.count)])
      }
      #expect(items == expected, "pieces of \(size)")
    }
  }

  /// Each place of a text is one octet, and back, in both ways of counting.
  @Test(arguments: [DocumentText.Encoding.utf8, .utf16]) func placesAreOctets(_ encoding: DocumentText.Encoding) {
    let text = "ab\r\né🚲x\r\r\n\n水\u{2028}y\n"
    let document = DocumentText(text)
    var octet = 0
    for scalar in text.unicodeScalars {
      let position = document.position(of: octet, encoding)
      // Between a carriage return and its line feed is no place of an editor.
      let isInside = octet > 0 && document.octets[octet - 1] == 13 && scalar == "\n"
      if !isInside { #expect(document.octet(at: position, encoding) == octet, "\(octet)") }
      octet += UTF8.width(scalar)
    }
    #expect(document.position(of: octet, encoding) == .init(line: 5, character: 0))
    #expect(document.octet(at: .init(line: 0, character: 99), encoding) == 2)
    #expect(document.octet(at: .init(line: 99, character: 0), encoding) == octet)
    #expect(document.position(of: 10, encoding) == .init(line: 1, character: encoding == .utf8 ? 6 : 3))
  }

  /// Edits in ranges give the text that an editor has.
  @Test func rangesAreReplaced() {
    var document = DocumentText("a🚲b\nc")
    document.replace(.init(line: 0, character: 3)..<(.init(line: 1, character: 0)), with: "é\n\n", .utf16)
    #expect(document.text == "a🚲é\n\nc")
    document.replace(.init(line: 0, character: 1)..<(.init(line: 0, character: 5)), with: "", .utf8)
    #expect(document.text == "aé\n\nc")
    document.replace(nil, with: "x", .utf16)
    #expect(document.text == "x")
  }

  @Test func declarationsAreFound() {
    let source = Array(
      "static int xad = 1; use(ad); if (ad == 2) {}\nstatic const uint8_t ad[] = {1};\nlet sd: [UInt8] = [1]".utf8)
    #expect(SourceDeclaration.place(of: "ad", in: source).map { source[..<$0.lowerBound].count } == 66)
    #expect(SourceDeclaration.place(of: "sd", in: source).map { String(decoding: source[$0], as: UTF8.self) } == "sd")
    #expect(SourceDeclaration.place(of: "xa", in: source) == nil)
    #expect(SourceDeclaration.place(of: "", in: source) == nil)
  }
}
