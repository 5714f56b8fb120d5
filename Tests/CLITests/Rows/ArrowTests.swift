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

  // MARK: Repeated values

  private static let types: [ValueType] = [
    .octets, .integer, .boolean, .list(.optional(.string)),
    .list(.object([DescribedKey("a", .octets, ""), DescribedKey("b", .integer, "", null: "sometimes")])),
    .object([DescribedKey("a", .boolean, "", null: "sometimes"), DescribedKey("b", .list(.number), "")]),
  ]

  private static func cell(_ type: ValueType, _ random: inout some RandomNumberGenerator) -> ArrowCell {
    switch type {
    case .optional(let inner): Int.random(in: 0..<3, using: &random) == 0 ? .absent : cell(inner, &random)
    case .boolean: .truth(Bool.random(using: &random))
    case .integer, .number: .bits(UInt64.random(in: 0...(.max), using: &random))
    case .list(let element): .list((0..<Int.random(in: 0..<4, using: &random)).map { _ in cell(element, &random) })
    case .object(let keys):
      .members(keys.map { cell($0.null == nil ? $0.type : .optional($0.type), &random) })
    default:
      .octets((0..<Int.random(in: 0..<5, using: &random)).map { _ in UInt8.random(in: 0...127, using: &random) })
    }
  }

  /// Random cells, in columns with absent values and without: one after the other, and by their positions.
  @Test(arguments: types.indices) func valuesByPositionAreAppendedAsOneByOne(type: Int) {
    let type = Self.types[type]
    for seed: UInt64 in 0..<20 {
      var random = SplitMix64(seed: seed)
      let isNullable = seed % 2 == 0
      let cells = (0..<8).map { _ in Self.cell(isNullable ? .optional(type) : type, &random) }
      let rows = (0..<100).map { _ in UInt32.random(in: 0..<8, using: &random) }
      let field = ArrowField(DescribedKey("x", type, "", null: "sometimes"))
      var values = ArrowColumn(field)
      let run = ArrowCells(cells)
      var position = 0
      for _ in cells { values.append(run.slots.span, at: &position, run.octets.span) }
      // Two batches after each other, as if the first had not been delivered.
      var column = ArrowColumn(field)
      for batch in [Array(rows[..<37]), Array(rows[37...])] { column.append(batch.span, of: values) }
      var body = ArrowBody()
      column.add(to: &body)
      let expected = Self.body(type, rows.map { cells[Int($0)] })
      #expect(body.octets == expected.octets, "seed \(seed)")
      #expect(body.nodes.map { [$0.0, $0.1] } == expected.nodes.map { [$0.0, $0.1] }, "seed \(seed)")
      #expect(body.buffers.map { [$0.0, $0.1] } == expected.buffers.map { [$0.0, $0.1] }, "seed \(seed)")
    }
  }

  @Test func runsOfSeveralBatchesAreTheirCells() {
    let fields = [ArrowField(DescribedKey("a", .integer, "")), ArrowField(DescribedKey("b", .octets, ""))]
    let runs = (0..<4).map { number in
      ArrowRun(1..<3, ArrowCells([.bits(UInt64(number)), .octets([UInt8](repeating: 7, count: number))]))
    }
    // All different, repeated, with one that came before, only one that came before, and what weighs too much to stay.
    let batches = [[0, 1, 2], [1, 1, 2], [1, 3], [3], [0, 0, 1, 2, 3], [2, 0]]
    var kept = ArrowRuns(fields[...])
    for (number, batch) in batches.enumerated() {
      for run in batch { kept.append(runs[run]) }
      var columns = [ArrowColumn(fields[0])] + fields.map { ArrowColumn($0) }
      kept.move(to: &columns, from: 1, atMost: number == 4 ? 0 : 1000)
      for (column, type) in [(1, ValueType.integer), (2, .octets)] {
        var body = ArrowBody()
        columns[column].add(to: &body)
        let cells: [ArrowCell] = batch.map { run in
          column == 1 ? .bits(UInt64(run)) : .octets([UInt8](repeating: 7, count: run))
        }
        #expect(body.octets == Self.body(type, cells).octets, "batch \(number)")
      }
    }
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
