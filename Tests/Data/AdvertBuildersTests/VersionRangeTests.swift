import AdvertBuilders
import AdvertisingData
import Testing

@Suite struct VersionRangeTests {
  /// A range with a version that it allows, and the first that it does not.
  @Test(arguments: [
    ("1.4.3", [1, 4, 3], [1, 4, 4]), ("=1.4.3", [1, 4, 3], [1, 4, 4]), ("==1.4.3", [1, 4, 3], [1, 4, 4]),
    ("v1.4.3", [1, 4, 3], [1, 4, 4]), ("2", [2, 9], [3]), ("2.1", [2, 1, 9], [2, 2]), ("2.x", [2, 9], [3]),
    ("2.*", [2, 9], [3]), ("==2.1.*", [2, 1, 9], [2, 2]), ("^2.1.0", [2, 9], [3]), ("^0.2.3", [0, 2, 9], [0, 3]),
    ("^0.0.3", [0, 0, 3], [0, 0, 4]), ("^0.0", [0, 0, 9], [0, 1]), ("^0", [0, 9], [1]), ("~2.1.3", [2, 1, 9], [2, 2]),
    ("~2.1", [2, 1, 9], [2, 2]), ("~2", [2, 9], [3]), ("~=2.1.3", [2, 1, 9], [2, 2]), ("~=2.1", [2, 9], [3]),
    ("~> 2.1", [2, 9], [3]), (">=1.4,<2", [1, 9], [2]), (">= 1.4, < 2.0", [1, 9], [2]), (">=1.4 <2", [1, 9], [2]),
    ("<2,>=1.4", [1, 9], [2]), ("<=1.4.3", [1, 4, 3], [1, 4, 4]), (">=1.4,<2,!=1.4.2", [1, 9], [2]),
    ("2.0.0-rc1", [2, 0, 0], [2, 0, 1]), ("10.1.2b1", [10, 1, 2], [10, 1, 3]),
    ("1.4.3+build.5", [1, 4, 3], [1, 4, 4]),
  ]) func ranges(_ text: String, _ inside: [Int], _ outside: [Int]) throws {
    let range = try #require(VersionRange(text), "\(text)")
    #expect(range.contains(inside) && !range.contains(outside))
    #expect(range.limit == outside || VersionRange.compare(range.limit ?? [], outside) == 0)
    #expect(range.words == text)
  }

  @Test(arguments: [
    "", " ", "main", "^", "~", ">=", "1.4 || 2.0", "2.0 1.4", ">2,<1", "1..2", "1.2.3.4.5", "1234567", "@1", "(1.0)",
  ])
  func others(_ text: String) { #expect(VersionRange(text) == nil) }

  @Test(arguments: ["*", "x", "latest", " * "]) func any(_ text: String) throws {
    let range = try #require(VersionRange(text))
    #expect(range.contains([0]) && range.contains([99]))
  }

  /// Any octets give a range or none, and a range keeps its promise about its bounds.
  @Test func hostileRanges() {
    let alphabet = Array("^~<>=!.,*xXv0129 -+rc|\u{0}é")
    var state: UInt64 = 7
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<(state >> 33) % 12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1
        text.append(alphabet[Int(state >> 33) % alphabet.count])
      }
      state = state &* 6_364_136_223_846_793_005 &+ 1
      guard let range = VersionRange(text) else { continue }
      #expect(range.contains(range.least), "\(text)")
      if let limit = range.limit {
        #expect(!range.contains(limit) && range.isInside(from: range.least, before: limit), "\(text)")
      }
    }
    #expect(VersionRange(String(repeating: ">=1,", count: 100_000)) == nil)
    #expect(VersionRange(String(repeating: "1", count: 100_000)) == nil)
  }

  /// The version that is checked of each range, for a library with two generations.
  @Test(arguments: [
    ("1.4.3", "1.4.3", 1, false), ("1", "1", 1, false), ("2.1.0", "2.1.0", 0, false), ("2", "2", 0, false),
    ("9.0.0", "9.0.0", 0, true), ("^2.1.0", "2.5.1", 0, false), ("~2.1.0", "2.1.0", 0, false),
    ("^1.4.0", "1.4.3", 1, false),
    ("^1.3.0", "1.4.3", 1, false), (">=1.4", "2.5.1", 0, true), (">=1.4,<2", "1.4.3", 1, false),
    ("*", "2.5.1", 0, true),
    ("<2.1", "2.0", 0, true),
  ]) func choices(_ text: String, _ words: String, _ generation: Int, _ isAssumed: Bool) throws {
    let stack = try #require(StackBuilder.named("nimble-arduino"))
    let range = try #require(VersionRange(text))
    let choice = try #require(stack.choice(range, from: "platformio.ini"))
    #expect(choice.version.words == words && choice.version.generation == generation)
    #expect(choice.version.isAssumed == isAssumed, "\(choice)")
    #expect((choice.reason == nil) == (!isAssumed && "0123456789".contains(text.first ?? " ")), "\(choice)")
  }

  /// A version between the known ones and others is the nearest known one before; one before all of them is none.
  @Test func versionsThatAreNotKnown() throws {
    let stack = try #require(StackBuilder.named("esp32-ble"))
    let choice = try #require(stack.choice(VersionRange("3.2.0"), from: "sketch.yaml"))
    #expect(choice.version.words == "3.0" && choice.version.isAssumed)
    #expect(choice.reason?.contains("3.2.0 (sketch.yaml) is unknown here: 3.0") == true)
    #expect(stack.choice(VersionRange("1.0.4"), from: "sketch.yaml") == nil)
    #expect(StackBuilder.named("arduinoble")?.choice(VersionRange("1.1.3"), from: "--stack") == nil)
  }

  /// The differences of other versions, in words.
  @Test func differences() throws {
    let stack = try #require(StackBuilder.named("nimble-arduino"))
    let name = ADValue(type: .completeLocalName, value: Array("Helmet of the rider".utf8).span)
    let services = ADValue(type: .completeServiceUUIDs128, value: Array(UInt8(0)..<16).span)
    func differences(_ values: [ADValue], _ options: Set<String> = []) throws -> [String] {
      let request = BuildRequest(pdu: .advInd, advertising: values, scanResponse: nil, options: options)
      return try BuiltRequest(request, to: stack, stack.newest).differences(among: [0, 1])
    }
    #expect(try differences([services]) == [])
    #expect(try differences([services, name]) == ["before 2.0: the name also in the scan response"])
    // The call that switches the scan response on is only in version 2.
    #expect(try differences([services, name], ["scan-response"]) == [])
  }
}
