internal import AdvertCapture
internal import AdvertisingData

/// A buffer of rows as octets: numbers and hex go directly into it, because captures contain tens of millions of
/// reports.
struct RowBuffer {
  private(set) var octets: [UInt8] = []
  let form: ReportLines.Form

  private static let upperCaseDigits = Array("0123456789ABCDEF".utf8)
  private static let lowerCaseDigits = Array("0123456789abcdef".utf8)

  init(_ form: ReportLines.Form) {
    self.form = form
  }

  mutating func removeAll() { octets.removeAll(keepingCapacity: true) }

  mutating func append(_ octets: [UInt8]) { self.octets.append(contentsOf: octets) }

  /// Appends some of these octets, of which there are few.
  @inline(__always)
  mutating func append(_ octets: [UInt8], _ range: Range<Int>) {
    for index in range { self.octets.append(octets[index]) }
  }

  mutating func append(_ octet: UInt8) { octets.append(octet) }

  mutating func append(_ text: String) {
    octets.append(contentsOf: text.utf8)
  }

  /// Appends a constant of this program, which needs no escapes.
  mutating func append(quoted text: String?) {
    guard let text else {
      appendAbsent()
      return
    }
    appendQuote()
    append(text)
    appendQuote()
  }

  mutating func append(decimal number: Int?) {
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
  mutating func append(_ time: Timestamp?) {
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

  mutating func append(_ address: DeviceAddress) {
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

  mutating func append(hex data: Span<UInt8>) {
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

  /// Appends any value in the form.
  mutating func append(_ value: RowValue) {
    switch form {
    case .jsonl: append(value.json)
    case .tsv: append(value.flat)
    case .csv: append(Self.cell(value.flat))
    }
  }

  /// Returns a cell of comma-separated values (RFC 4180).
  static func cell(_ text: String) -> String {
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
