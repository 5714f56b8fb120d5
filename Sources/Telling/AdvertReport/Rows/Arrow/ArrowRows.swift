internal import AdvertCapture
internal import AdvertisingData

/// Rows as a stream of Arrow: batches of columns.
struct ArrowRows: RowCells {
  private let fields: [ArrowField]
  private var columns: [ArrowColumn]
  /// By the first column of each, what comes in runs.
  private var runs: [ArrowRuns?]
  /// The body of a batch, while it is delivered.
  private var body = ArrowBody()
  /// The position of the column whose cell is next.
  private var column = 0
  private var rows = 0
  /// About how many octets the texts and data of the batch have.
  private var weight = 0

  /// A batch ends with whichever is reached first. So its size does not depend on what was captured, and readers get
  /// rows while a capture is read.
  private static let rowsInBatch = 8192
  private static let weightOfBatch = 1 << 20

  init(_ fields: RowFields, _ form: ReportLines.Form) {
    self.fields = fields.fields.map { ArrowField($0.description) }
    columns = self.fields.map { ArrowColumn($0) }
    runs = self.fields.map { _ in nil }
  }

  /// The first message of the stream.
  static func heading(of fields: RowFields) -> [UInt8] {
    ArrowMessage.schema(
      fields.fields.map { ArrowField($0.description) }, metadata: [("advert.schema", "advert.dump/1")])
  }

  func run(at column: Int, _ values: [RowValue]) -> ArrowRun {
    let columns = column..<column + values.count
    return ArrowRun(columns, ArrowCells(zip(fields[columns], values).map { $0.cell(of: $1) }))
  }

  mutating func append(_ run: ArrowRun) {
    let first = run.columns.lowerBound
    if runs[first] == nil { runs[first] = ArrowRuns(fields[run.columns]) }
    runs[first]?.append(run)
    weight += run.cells.weight
  }

  mutating func begin(_ column: Int) { self.column = column }

  mutating func appendAbsent() { columns[column].appendAbsent() }

  mutating func append(word: String?) {
    if let word { columns[column].append(text: word) } else { appendAbsent() }
  }

  mutating func append(integer: Int?) {
    if let integer { append(bits: Int64(integer)) } else { appendAbsent() }
  }

  mutating func append(truth: Bool) { columns[column].append(truth: truth) }

  mutating func append(time: Timestamp?) {
    if let time { append(bits: time.microseconds) } else { appendAbsent() }
  }

  private mutating func append(bits: Int64) { columns[column].append(bits: UInt64(bitPattern: bits)) }

  mutating func append(address: DeviceAddress) {
    guard address.isKnown else { return appendAbsent() }
    columns[column].append(address: address)
  }

  mutating func append(data: Span<UInt8>) {
    columns[column].append(octets: data)
    weight += data.count
  }

  mutating func append(_ value: RowValue) {
    let cells = ArrowCells([fields[column].cell(of: value)])
    var position = 0
    columns[column].append(cells.slots.span, at: &position, cells.octets.span)
    weight += cells.weight
  }

  mutating func endRow() { rows += 1 }

  var isFull: Bool { rows >= Self.rowsInBatch || weight >= Self.weightOfBatch }

  mutating func deliver(to write: ([UInt8]) -> Void) {
    guard rows > 0 else { return }
    for first in runs.indices { runs[first]?.move(to: &columns, from: first, atMost: Self.weightOfBatch) }
    for index in columns.indices {
      columns[index].add(to: &body)
      columns[index].removeAll()
    }
    write(ArrowMessage.batch(of: rows, body))
    write(body.octets)
    body.removeAll()
    rows = 0
    weight = 0
  }
}

extension ArrowField {
  /// Returns a value as the column takes it. A value of another type is none.
  fileprivate func cell(of value: RowValue) -> ArrowCell {
    switch (value, kind) {
    case (.null, _): .absent
    case (.told(let value, _), _): cell(of: value)
    case (_, .json): .octets(Array(value.json.utf8))
    case (.boolean(let truth), .truth): .truth(truth)
    case (.integer(let number), .integer): .bits(UInt64(bitPattern: number))
    case (.integer(let number), .number): .bits(Double(number).bitPattern)
    case (.number(let number), .number): Double(number.description).map { .bits($0.bitPattern) } ?? .absent
    case (.number(let number), .integer): Int64(number.description).map { .bits(UInt64(bitPattern: $0)) } ?? .absent
    case (.time(let time), .time): .bits(UInt64(bitPattern: time.microseconds))
    case (.word(let text), .text), (.text(let text), .text): .octets(Array(text.utf8))
    case (.octets(let octets), .octets): .octets(octets)
    case (.octets(let octets), .text): .octets(Array(HexText.compact(octets).utf8))
    case (.list(let values), .list(let element)): .list(values.map { element.cell(of: $0) })
    case (.object(let members), .members(let fields)):
      .members(
        fields.map { field in members.first { $0.key == field.name }.map { field.cell(of: $0.value) } ?? .absent })
    default: .absent
    }
  }
}
