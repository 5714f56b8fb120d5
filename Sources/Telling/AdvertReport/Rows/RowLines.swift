internal import AdvertCapture
internal import AdvertisingData

/// Rows as lines of text: numbers and hex go directly into a buffer, because captures contain tens of millions of reports.
struct RowLines {
  private var octets: [UInt8] = []
  private let form: ReportLines.Form
  /// The separators before the cells, and in JSON the keys, back to back.
  private let starts: [UInt8]
  /// The place of each in `starts`.
  private let places: [Range<Int>]

  private static let bufferedOctets = 1 << 16

  private static let upperCaseDigits = Array("0123456789ABCDEF".utf8)
  private static let lowerCaseDigits = Array("0123456789abcdef".utf8)

  init(_ fields: RowFields, _ form: ReportLines.Form) {
    self.form = form
    var starts: [UInt8] = []
    places = fields.fields.enumerated().map { number, item in
      let first = starts.count
      starts += Array(Self.start(of: item, isFirst: number == 0, form).utf8)
      return first..<starts.count
    }
    self.starts = starts
  }

  private static func start(of item: RowItem, isFirst: Bool, _ form: ReportLines.Form) -> String {
    switch form {
    case .csv: isFirst ? "" : ","
    case .jsonl: (isFirst ? "{\"" : ",\"") + item.name + "\":"
    case .tsv: isFirst ? "" : "\t"
    }
  }

  /// Returns the cells of consecutive columns, of which the first has this position, to be appended to many rows.
  func run(at column: Int, _ values: [RowValue]) -> [UInt8] {
    var cells = self
    cells.octets = []
    for (number, value) in values.enumerated() {
      cells.begin(column + number)
      cells.append(value)
    }
    return cells.octets
  }

  mutating func append(_ run: [UInt8]) { octets.append(contentsOf: run) }

  /// Begins the cell of the column with this position. One of the other calls gives its value.
  @inline(__always)
  mutating func begin(_ column: Int) {
    for index in places[column] { octets.append(starts[index]) }
  }

  mutating func endRow() {
    if form == .jsonl { octets.append(UInt8(ascii: "}")) }
    octets.append(UInt8(ascii: "\n"))
  }

  /// Whether the rows are so many that they should be taken.
  var isFull: Bool { octets.count >= Self.bufferedOctets }

  /// Hands on the rows since the last call, if there are any.
  mutating func deliver(to write: ([UInt8]) -> Void) {
    if !octets.isEmpty { write(octets) }
    octets.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ text: String) {
    octets.append(contentsOf: text.utf8)
  }

  /// Appends a constant of this program, which needs no escapes.
  mutating func append(word: String?) {
    guard let word else {
      appendAbsent()
      return
    }
    appendQuote()
    append(word)
    appendQuote()
  }

  mutating func append(truth: Bool) { append(truth ? "true" : "false") }

  mutating func append(integer number: Int?) {
    guard let number else {
      appendAbsent()
      return
    }
    if number < 0 { octets.append(UInt8(ascii: "-")) }
    append(number.magnitude, digits: 1)
  }

  /// Appends a number with at least `digits` digits.
  private mutating func append(_ number: UInt, digits: Int) {
    var power: UInt = 1
    var count = 1
    while count < digits || number / power > 9 {
      // The largest number has twenty digits, and so does a power that fits.
      power &*= 10
      count += 1
    }
    while power > 0 {
      octets.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / power % 10))
      power /= 10
    }
  }

  /// Appends a time like ``Timestamp/unixSeconds``, without a string for each.
  mutating func append(time: Timestamp?) {
    guard let time else {
      appendAbsent()
      return
    }
    if time.microseconds < 0 { octets.append(UInt8(ascii: "-")) }
    let (seconds, fraction) = time.microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    append(UInt(seconds), digits: 1)
    octets.append(UInt8(ascii: "."))
    append(UInt(fraction), digits: 6)
  }

  mutating func append(address: DeviceAddress) {
    guard address.isKnown else {
      appendAbsent()
      return
    }
    appendQuote()
    for shift in stride(from: UInt64(40), through: 0, by: -8) {
      if shift < 40 { octets.append(UInt8(ascii: ":")) }
      append(octet: UInt8(truncatingIfNeeded: address.bits >> shift), digits: Self.upperCaseDigits)
    }
    appendQuote()
  }

  mutating func append(data: Span<UInt8>) {
    appendQuote()
    for index in data.indices {
      append(octet: data[index], digits: Self.lowerCaseDigits)
    }
    appendQuote()
  }

  private mutating func append(octet: UInt8, digits: [UInt8]) {
    octets.append(digits[Int(octet >> 4)])
    octets.append(digits[Int(octet & 0xF)])
  }

  mutating func append(_ value: RowValue) {
    switch form {
    case .jsonl: append(value.json)
    case .csv: append(Self.cell(value.flat))
    case .tsv: append(value.flat)
    }
  }

  /// Returns a cell of comma-separated values (RFC 4180).
  private static func cell(_ text: String) -> String {
    text.utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }
      ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }

  private mutating func appendQuote() {
    if form == .jsonl { octets.append(UInt8(ascii: "\"")) }
  }

  mutating func appendAbsent() {
    if form == .jsonl { append("null") }
  }
}
