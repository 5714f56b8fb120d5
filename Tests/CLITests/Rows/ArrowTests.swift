import Foundation
import TestSupport
import Testing

@testable import AdvertReport
@testable import advert

/// The octets of Arrow streams, decoded by hand. Scripts/check/outputs/arrow.py has other programs read them.
@Suite struct ArrowTests {
  private static let zeros = [UInt8](repeating: 0, count: 8)

  @Test func aTableRefersForwardAndIsAligned() {
    let buffer = FlatBuffer(root: [.short(4), .absent, .text("hi"), .long(-2)])
    #expect(
      buffer.octets == [
        16, 0, 0, 0,  // the root is at 16
        // Octets of this list and of the table, then where its fields are; 0 has none.
        12, 0, 24, 0, 4, 0, 0, 0, 8, 0, 16, 0,
        12, 0, 0, 0,  // the list is 12 before the table
        4, 0, 0, 0,  // the short, and what aligns the next
        16, 0, 0, 0, 0, 0, 0, 0,  // the text is 16 after here
        0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        2, 0, 0, 0, 0x68, 0x69, 0,
      ])
  }

  @Test func aVectorOfPairsIsAlignedAfterItsCount() {
    let octets = FlatBuffer(root: [.pairs([(1, 2)])]).octets
    #expect(
      octets == [
        16, 0, 0, 0, 0, 0, 0, 0, 0, 0,  // the root is at 16
        6, 0, 8, 0, 4, 0,
        6, 0, 0, 0, 8, 0, 0, 0,  // the vector is 8 after here
        0, 0, 0, 0, 1, 0, 0, 0,  // its count is at 28, so its elements are at 32
        1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0,
      ])
  }

  /// Returns the body of a column with these cells.
  private static func body(_ type: ValueType, _ cells: [ArrowCell]) -> ArrowBody {
    var column = ArrowColumn(ArrowField(DescribedKey("x", type, "", null: "sometimes")))
    let run = ArrowCells(cells)
    var position = 0
    for _ in cells { column.append(run.slots.span, at: &position, run.octets.span) }
    var body = ArrowBody()
    column.add(to: &body)
    return body
  }

  private static func expect(
    _ body: ArrowBody, nodes: [[Int64]], buffers: [[Int64]], octets: [UInt8],
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(body.nodes.map { [$0.0, $0.1] } == nodes, sourceLocation: location)
    #expect(body.buffers.map { [$0.0, $0.1] } == buffers, sourceLocation: location)
    #expect(body.octets == octets, sourceLocation: location)
  }

  @Test func octetsHaveBitsEndsAndContent() {
    // The second and the third are there: bits 1 and 2.
    Self.expect(
      Self.body(.octets, [.absent, .octets([1, 2]), .octets([])]), nodes: [[3, 1]],
      buffers: [[0, 1], [8, 16], [24, 2]],
      octets: [0b110, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0]
        + [1, 2, 0, 0, 0, 0, 0, 0])
  }

  @Test func noBitsWhereNothingIsAbsent() {
    Self.expect(
      Self.body(.integer, [.bits(258), .bits(UInt64(bitPattern: -1))]), nodes: [[2, 0]], buffers: [[0, 0], [0, 16]],
      octets: [2, 1, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8))
  }

  @Test func absentAfterNineValuesMarksTheNineAsThere() {
    let body = Self.body(.boolean, [ArrowCell](repeating: .truth(true), count: 9) + [.absent, .truth(true)])
    Self.expect(
      body, nodes: [[11, 1]], buffers: [[0, 2], [8, 2]],
      octets: [0xFF, 0b101, 0, 0, 0, 0, 0, 0] + [0xFF, 0b101, 0, 0, 0, 0, 0, 0])
  }

  @Test func aListHasEndsAndItsElements() {
    let body = Self.body(.list(.optional(.number)), [.list([]), .list([.bits(1.5.bitPattern), .absent]), .absent])
    Self.expect(
      body, nodes: [[3, 1], [2, 1]], buffers: [[0, 1], [8, 16], [24, 1], [32, 16]],
      octets: [0b011, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0]
        + [0b01, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0xF8, 0x3F] + Self.zeros)
  }

  @Test func membersAreColumns() {
    let type = ValueType.object([DescribedKey("a", .integer, ""), DescribedKey("b", .string, "", null: "sometimes")])
    let body = Self.body(type, [.members([.bits(7), .octets([0x61])]), .absent])
    Self.expect(
      body, nodes: [[2, 1], [2, 1], [2, 1]],
      buffers: [[0, 1], [8, 1], [16, 16], [32, 1], [40, 12], [56, 1]],
      octets: [1, 0, 0, 0, 0, 0, 0, 0] + [1, 0, 0, 0, 0, 0, 0, 0] + [7, 0, 0, 0, 0, 0, 0, 0] + Self.zeros
        + [1, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0] + [0x61, 0, 0, 0, 0, 0, 0, 0])
  }

  // MARK: Streams

  /// The messages of a stream: the sizes of their bodies.
  private static func bodies(of stream: [UInt8]) throws -> [Int] {
    var bodies: [Int] = []
    var place = 0
    func number(at place: Int, _ count: Int) -> Int {
      stream[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    while true {
      try #require(stream.count >= place + 8 && place % 8 == 0)
      #expect(stream[place..<place + 4].allSatisfy { $0 == 0xFF })
      let length = number(at: place + 4, 4)
      guard length > 0 else { break }
      let root = place + 8 + number(at: place + 8, 4)
      let list = root - number(at: root, 4)
      // The fourth field of a message is the length of its body.
      let body = number(at: root + number(at: list + 4 + 2 * 3, 2), 8)
      bodies.append(body)
      place += 8 + length + body
    }
    #expect(place + 8 == stream.count)
    return bodies
  }

  @Test func aStreamHasASchemaAndBoundedBatches() throws {
    var file = BtsnoopFile(dataLink: 1002)
    for second: Int64 in 0..<20_000 { file.hear([2, 1, 6], seconds: second) }
    try file.withPath { path in
      let run = CommandLineRun(["dump", path, "--fields", "record,data", "--format", "arrow"])
      #expect(run.status == .success)
      let bodies = try Self.bodies(of: run.octets)
      // The record, where the data end, and three octets of data.
      let full = 8192 * (8 + 4 + 3) + 8
      #expect(bodies == [0, full, full, (20_000 - 2 * 8192) * (8 + 4 + 3) + 8])
    }
  }

  @Test func withoutReportsThereIsTheSchemaAlone() throws {
    try BtsnoopFile(dataLink: 1002).withPath { path in
      for options in [[], ["--unique"]] {
        let bodies = try Self.bodies(of: CommandLineRun(["dump", path, "--format", "arrow"] + options).octets)
        #expect(bodies == [0])
      }
    }
  }

  @Test func whatCameBeforeTheDamageIsAStreamWithAnEnd() throws {
    var file = BtsnoopFile(dataLink: 1002)
    for second: Int64 in 0..<3 { file.hear([2, 1, 6], seconds: second) }
    var cut = BtsnoopFile(dataLink: 1002)
    cut.hear([2, 1, 6])
    let whole = try cut.withPath { try Self.bodies(of: CommandLineRun(["dump", $0, "--format", "arrow"]).octets) }
    let path = FileManager.default.temporaryDirectory.appending(path: "cut-\(UUID().uuidString).btsnoop")
    try Data(file.octets.dropLast(3)).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    let run = CommandLineRun(["dump", path.path, "--format", "arrow"])
    #expect(run.status == CommandLineRun(["dump", path.path, "--format", "jsonl"]).status)
    #expect(!run.diagnostics.isEmpty)
    let bodies = try Self.bodies(of: run.octets)
    #expect(bodies.count == whole.count)
  }

  @Test func aTerminalGetsNoOctets() {
    let run = CommandLineRun(["dump", "Fixtures/angi/before.btsnoop", "--format", "arrow"], columns: 80)
    #expect(run.status == .failure)
    #expect(run.octets.isEmpty && run.output.isEmpty)
    #expect(
      run.diagnostics
        == "advert: --format arrow: expected a pipe or --output for octets that are no text, found a terminal\n")
  }
}
