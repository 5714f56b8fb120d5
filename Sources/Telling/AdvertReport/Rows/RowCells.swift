internal import AdvertCapture
internal import AdvertObservation
internal import AdvertisingData

/// Takes the cells of rows in their order, and makes octets of them in one form.
protocol RowCells {
  /// The cells of consecutive columns, made once to be appended to many rows.
  associatedtype Run

  init(_ fields: RowFields, _ form: ReportLines.Form)

  /// Returns the cells of consecutive columns, of which the first has this position.
  func run(at column: Int, _ values: [RowValue]) -> Run
  mutating func append(_ run: Run)

  /// Begins the cell of the column with this position. One of the other calls gives its value.
  mutating func begin(_ column: Int)
  mutating func appendAbsent()
  /// Appends a constant of this program, which needs no escapes.
  mutating func append(word: String?)
  mutating func append(integer: Int?)
  mutating func append(truth: Bool)
  mutating func append(time: Timestamp?)
  mutating func append(address: DeviceAddress)
  mutating func append(data: Span<UInt8>)
  mutating func append(_ value: RowValue)

  mutating func endRow()

  /// Whether the rows are so many that they should be taken.
  var isFull: Bool { get }
  /// Hands on the rows since the last call, if there are any.
  mutating func deliver(to write: ([UInt8]) -> Void)
}

/// Writes rows in one of the forms.
///
/// Of the two writers one is there. They are no `any` of a protocol, which would cost every report a copy.
struct RowOutput {
  private var lines: RowWriter<RowLines>?
  private var columns: RowWriter<ArrowRows>?

  /// - Parameters:
  ///   - keys: the keys that decrypt data.
  ///   - write: Takes rows in large pieces.
  init(
    _ fields: RowFields, _ form: ReportLines.Form, path: String, keys: DataKeys = .none,
    write: @escaping ([UInt8]) -> Void
  ) {
    if form == .arrow {
      columns = RowWriter(fields, form, path: path, keys: keys, write: write)
    } else {
      lines = RowWriter(fields, form, path: path, keys: keys, write: write)
    }
  }

  /// Begins a capture. Rows of a capture in an archive name both.
  mutating func startCapture(member: String?) {
    lines?.startCapture(member: member)
    columns?.startCapture(member: member)
  }

  /// Hands on the rows written so far.
  mutating func flush() {
    lines?.flush()
    columns?.flush()
  }

  /// Appends a row for a report.
  ///
  /// - Parameter place: its values from earlier reports; `nil` when no field needs them.
  @inline(__always)
  mutating func append(
    _ report: AdvertisingReport.Attributes, data: Span<UInt8>, acad: Span<UInt8>, place: RowPlace?
  ) {
    lines?.append(report, data: data, acad: acad, place: place)
    columns?.append(report, data: data, acad: acad, place: place)
  }

  /// Appends a row for a layout.
  mutating func append(_ row: LayoutRow) {
    lines?.append(row)
    columns?.append(row)
  }
}
