public import AdvertCapture
internal import AdvertObservation
internal import AdvertisingData

/// Writes a line for each advertising report while the capture is read, in constant memory.
///
/// Numbers and hex go directly into a buffer of octets: captures hold tens of millions of reports.
public struct ReportLines: AdvertisingSink {
  private let form: Form
  private let write: ([UInt8]) -> Void
  private var buffer: [UInt8] = []
  private let path: String
  private var quotedPath: [UInt8] = []
  /// The reports to write, and what was not found.
  public private(set) var choice: ReportChoice

  public enum Form: String, Hashable, Sendable, CaseIterable {
    /// Tab-separated values with a line of titles. An absent value is an empty field.
    case tsv
    /// A JSON object in each line. An absent value is null.
    case jsonl
  }

  private static let bufferedOctets = 1 << 16
  /// The text before each column's value in a JSON object.
  private static let keys = columns.map { Array((($0 == columns.first ? "\"" : ",\"") + $0 + "\":").utf8) }
  private static let columns = [
    "file", "record", "time", "source", "type", "address", "addressType", "rssi", "channel", "crc", "data", "adapter",
    "sid", "complete", "acad",
  ]

  /// - Parameter write: Takes lines in large pieces.
  public init(_ form: Form, path: String, choosing choice: ReportChoice, write: @escaping ([UInt8]) -> Void) {
    self.form = form
    self.choice = choice
    self.write = write
    self.path = path
    quotePath(member: nil)
  }

  /// Begins a capture. Lines of a capture in an archive name both.
  public mutating func startCapture(member: String?) {
    choice.startCapture()
    quotePath(member: member)
  }

  private mutating func quotePath(member: String?) {
    let path = member.map { "\(self.path)/\($0)" } ?? path
    switch form {
    case .tsv: quotedPath = Array(HostileText.field(path).utf8)
    case .jsonl:
      var json = JSONWriter(isIndented: false)
      json.value(nil, path)
      quotedPath = Array(json.text.utf8.dropLast())
    }
  }

  /// The line of titles, for the start of a file of tab-separated values.
  public static let titles = columns.joined(separator: "\t") + "\n"

  /// Writes the rest of the buffer. Call it after the last report of an input.
  public mutating func finish() {
    if !buffer.isEmpty { write(buffer) }
    buffer.removeAll(keepingCapacity: true)
  }

  public mutating func inputMayPause() { finish() }

  public mutating func receive(_ change: ScanModeChange) {}

  public mutating func receive(_ report: borrowing AdvertisingReport) {
    guard choice.isEverything || choice.chooses(report.address, report.data) else { return }
    appendLine(
      record: report.record, time: report.time, source: report.source, pdu: report.pdu, address: report.address,
      rssi: report.rssi, channel: report.channel, crc: report.crc, data: report.data, adapter: report.adapter,
      sid: report.advertisingSID, isComplete: report.isComplete, acad: report.acad)
  }

  /// A line for each block that the host's commands set, each time it goes on the air.
  public mutating func receive(_ host: HostLayout) {
    if let advertising = host.layout.advertising, host.advertisingSource != nil {
      receive(host, advertising, AdvertisingReport.PDU(advertising: host.layout.pdu))
    }
    if case .declared(let scanResponse) = host.layout.scanResponse, host.scanResponseSource != nil {
      receive(host, scanResponse, host.layout.pdu?.isExtended ?? false ? .auxScanRsp : .scanRsp)
    }
  }

  private mutating func receive(_ host: HostLayout, _ payload: Payload, _ pdu: AdvertisingReport.PDU) {
    guard choice.isEverything || choice.chooses(host.address, payload.octets.span) else { return }
    appendLine(
      record: host.record, time: host.time, source: .command, pdu: pdu, address: host.address, rssi: nil,
      channel: nil, crc: .unchecked, data: payload.octets.span, adapter: host.adapter, sid: host.advertisingSID,
      isComplete: true, acad: payload.octets.span.extracting(first: 0))
  }

  private mutating func appendLine(
    record: Int, time: Timestamp?, source: AdvertisingReport.Source, pdu: AdvertisingReport.PDU,
    address: DeviceAddress, rssi: Int8?, channel: UInt8?, crc: AdvertisingReport.CRC, data: Span<UInt8>,
    adapter: UInt16, sid: UInt8?, isComplete: Bool, acad: Span<UInt8>
  ) {
    if form == .jsonl { append("{") }
    start(0)
    buffer.append(contentsOf: quotedPath)
    start(1)
    append(decimal: record)
    start(2)
    append(time)
    start(3)
    append(quoted: source.rawValue)
    start(4)
    append(quoted: pdu.rawValue)
    start(5)
    append(address)
    start(6)
    append(quoted: address.kind.rawValue)
    start(7)
    append(decimal: rssi.map { Int($0) })
    start(8)
    append(decimal: channel.map { Int($0) })
    start(9)
    append(quoted: crc.rawValue)
    start(10)
    append(hex: data)
    start(11)
    append(decimal: Int(adapter))
    start(12)
    append(decimal: sid.map { Int($0) })
    start(13)
    append(isComplete ? "true" : "false")
    start(14)
    if acad.isEmpty { appendAbsent() } else { append(hex: acad) }
    if form == .jsonl { buffer.append(UInt8(ascii: "}")) }
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Self.bufferedOctets { finish() }
  }

  private mutating func start(_ column: Int) {
    switch form {
    case .tsv:
      if column > 0 { buffer.append(UInt8(ascii: "\t")) }
    case .jsonl:
      buffer.append(contentsOf: Self.keys[column])
    }
  }

  private mutating func append(_ text: String) {
    buffer.append(contentsOf: text.utf8)
  }

  /// A constant of this program, with nothing to escape.
  private mutating func append(quoted text: String?) {
    guard let text else {
      appendAbsent()
      return
    }
    appendQuote()
    append(text)
    appendQuote()
  }

  private mutating func append(decimal number: Int?) {
    guard let number else {
      appendAbsent()
      return
    }
    if number < 0 { buffer.append(UInt8(ascii: "-")) }
    append(number.magnitude, digits: 1)
  }

  /// A number with at least `digits` digits.
  private mutating func append(_ number: UInt, digits: Int) {
    var power: UInt = 1
    var count = 1
    while count < digits || number / power > 9 {
      // The largest number has twenty digits, and so does a power that fits.
      power &*= 10
      count += 1
    }
    while power > 0 {
      buffer.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / power % 10))
      power /= 10
    }
  }

  /// As ``Timestamp/unixSeconds``, without a string for each time.
  private mutating func append(_ time: Timestamp?) {
    guard let time else {
      appendAbsent()
      return
    }
    if time.microseconds < 0 { buffer.append(UInt8(ascii: "-")) }
    let (seconds, fraction) = time.microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    append(UInt(seconds), digits: 1)
    buffer.append(UInt8(ascii: "."))
    append(UInt(fraction), digits: 6)
  }

  private mutating func append(_ address: DeviceAddress) {
    guard address.isKnown else {
      appendAbsent()
      return
    }
    appendQuote()
    for shift in stride(from: UInt64(40), through: 0, by: -8) {
      if shift < 40 { buffer.append(UInt8(ascii: ":")) }
      append(octet: UInt8(truncatingIfNeeded: address.bits >> shift), digits: Self.upperCaseDigits)
    }
    appendQuote()
  }

  private mutating func append(hex data: Span<UInt8>) {
    appendQuote()
    for index in data.indices {
      append(octet: data[index], digits: Self.lowerCaseDigits)
    }
    appendQuote()
  }

  private mutating func append(octet: UInt8, digits: [UInt8]) {
    buffer.append(digits[Int(octet >> 4)])
    buffer.append(digits[Int(octet & 0xF)])
  }

  private static let upperCaseDigits = Array("0123456789ABCDEF".utf8)
  private static let lowerCaseDigits = Array("0123456789abcdef".utf8)

  private mutating func appendQuote() {
    if form == .jsonl { buffer.append(UInt8(ascii: "\"")) }
  }

  private mutating func appendAbsent() {
    if form == .jsonl { append("null") }
  }
}

extension AdvertisingReport.PDU {
  /// The PDU that carries the advertising data of a kind of advertising.
  fileprivate init(advertising pdu: AdvertisingPDU?) {
    switch pdu {
    case .advInd, nil: self = .advInd
    case .advScanInd: self = .advScanInd
    case .advNonconnInd: self = .advNonconnInd
    case .advDirectInd: self = .advDirectInd
    case .extendedConnectable, .extendedScannable, .extendedNonconnectable: self = .auxAdvInd
    }
  }
}
