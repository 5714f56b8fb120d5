internal import AdvertCapture
internal import AdvertObservation
internal import AdvertisingData

/// Writes rows of the requested fields. The values that depend on the data of a report are made once for each distinct
/// payload.
struct RowWriter {
  private let write: ([UInt8]) -> Void
  private var buffer: RowBuffer
  private let path: String
  private var quotedPath: [UInt8] = []
  private let steps: [Step]
  private var decodedAdvertising: DecodedRuns
  private var decodedScanResponses: DecodedRuns

  private let keys: DataKeys

  private static let bufferedOctets = 1 << 16

  /// The separators and keys of all steps, back to back.
  private let starts: [UInt8]

  /// A step of a row. It has no array, which would be counted for each report.
  private struct Step: BitwiseCopyable {
    /// The place of the separator in `starts`, and in JSON of the key.
    let first: Int
    let end: Int
    let content: Content

    var start: Range<Int> { first..<end }
  }

  private enum Content: BitwiseCopyable {
    case column(RowColumn)
    /// Consecutive fields that depend on the data, with the separators between them.
    case run(Int)
  }

  /// - Parameters:
  ///   - keys: the keys that decrypt data.
  ///   - write: Takes rows in large pieces.
  init(
    _ fields: RowFields, _ form: ReportLines.Form, path: String, keys: DataKeys = .none,
    write: @escaping ([UInt8]) -> Void
  ) {
    self.write = write
    self.keys = keys
    self.path = path
    buffer = RowBuffer(form)
    var steps: [Step] = []
    var starts: [UInt8] = []
    func add(_ start: [UInt8], _ content: Content) {
      steps.append(Step(first: starts.count, end: starts.count + start.count, content: content))
      starts += start
    }
    var runs: [[(start: [UInt8], item: RowItem)]] = []
    var isInRun = false
    for (number, item) in fields.fields.enumerated() {
      let start = Array(Self.start(of: item, isFirst: number == 0, form).utf8)
      switch item {
      case .column(let column) where !column.isOfData:
        add(start, .column(column))
        isInRun = false
      default:
        if !isInRun {
          add([], .run(runs.count))
          runs.append([])
          isInRun = true
        }
        runs[runs.count - 1].append((start, item))
      }
    }
    self.steps = steps
    self.starts = starts
    decodedAdvertising = DecodedRuns(runs, form, of: .advertising, keys)
    decodedScanResponses = DecodedRuns(runs, form, of: .scanResponse, keys)
    startCapture(member: nil)
  }

  private static func start(of item: RowItem, isFirst: Bool, _ form: ReportLines.Form) -> String {
    switch form {
    case .tsv: isFirst ? "" : "\t"
    case .csv: isFirst ? "" : ","
    case .jsonl: (isFirst ? "{\"" : ",\"") + item.name + "\":"
    }
  }

  /// Begins a capture. Rows of a capture in an archive name both.
  mutating func startCapture(member: String?) {
    let path = member.map { "\(self.path)/\($0)" } ?? path
    var quoted = RowBuffer(buffer.form)
    quoted.append(.text(path))
    quotedPath = quoted.octets
  }

  /// Hands on the rows written so far.
  mutating func flush() {
    if !buffer.octets.isEmpty { write(buffer.octets) }
    buffer.removeAll()
  }

  /// Appends a row for a report.
  ///
  /// - Parameter place: its values from earlier reports; `nil` when no field needs them.
  mutating func append(
    _ report: AdvertisingReport.Attributes, data: Span<UInt8>, acad: Span<UInt8>, place: RowPlace?
  ) {
    let isScanResponse = report.pdu == .scanRsp || report.pdu == .auxScanRsp
    var number: Int?
    // The fields of a payload also depend on the sender, when the sender has a key.
    let opened = keys.isEmpty ? nil : openedRuns(of: report, data: data, isScanResponse: isScanResponse)
    let (steps, starts) = (steps, starts)
    for index in steps.indices {
      let step = steps[index]
      buffer.append(starts, step.start)
      switch step.content {
      case .column(let column):
        append(column, of: report, data: data, acad: acad, isScanResponse: isScanResponse, place)
      case .run(let run):
        if let opened {
          buffer.append(opened[run])
        } else if isScanResponse {
          let known = number ?? decodedScanResponses.number(of: data)
          number = known
          buffer.append(decodedScanResponses.text(ofRun: run, of: known))
        } else {
          let known = number ?? decodedAdvertising.number(of: data)
          number = known
          buffer.append(decodedAdvertising.text(ofRun: run, of: known))
        }
      }
    }
    endRow()
  }

  /// Returns the text of every run, for a sender with a key; else `nil`.
  @inline(never)
  private func openedRuns(
    of report: AdvertisingReport.Attributes, data: Span<UInt8>, isScanResponse: Bool
  ) -> [[UInt8]]? {
    let addresses = [report.address, report.identity].compactMap { $0 }.filter { keys.has($0) }
    guard !addresses.isEmpty else { return nil }
    let block = isScanResponse ? Block.scanResponse : .advertising
    return decodedAdvertising.texts(of: [(block, Payload(copying: data))], from: addresses)
  }

  /// Appends a row for a layout.
  mutating func append(_ row: LayoutRow) {
    let runs = decodedAdvertising.texts(of: Array(row.observed.layout.blocks), from: row.advertiser.addresses)
    for step in steps {
      buffer.append(starts, step.start)
      switch step.content {
      case .column(.file): buffer.append(quotedPath)
      case .column(let column): buffer.append(row.value(of: column))
      case .run(let run): buffer.append(runs[run])
      }
    }
    endRow()
  }

  private mutating func endRow() {
    if buffer.form == .jsonl { buffer.append(UInt8(ascii: "}")) }
    buffer.append(UInt8(ascii: "\n"))
    if buffer.octets.count >= Self.bufferedOctets { flush() }
  }

  @inline(__always)
  private mutating func append(
    _ column: RowColumn, of report: AdvertisingReport.Attributes, data: Span<UInt8>, acad: Span<UInt8>,
    isScanResponse: Bool, _ place: RowPlace?
  ) {
    switch column {
    case .file: buffer.append(quotedPath)
    case .record: buffer.append(decimal: report.record)
    case .time, .until: buffer.append(report.time)
    case .source: buffer.append(quoted: report.source.rawValue)
    case .type: buffer.append(quoted: report.pdu.rawValue)
    case .address: buffer.append(report.address)
    case .addressType: buffer.append(quoted: report.address.kind.rawValue)
    case .rssi: buffer.append(decimal: report.rssi.map { Int($0) })
    case .channel: buffer.append(decimal: report.channel.map { Int($0) })
    case .crc: buffer.append(quoted: report.crc.rawValue)
    case .data: buffer.append(hex: data)
    case .adapter: buffer.append(decimal: Int(report.adapter))
    case .sid: buffer.append(decimal: report.advertisingSID.map { Int($0) })
    case .complete: buffer.append(report.isComplete ? "true" : "false")
    case .acad: if acad.isEmpty { buffer.appendAbsent() } else { buffer.append(hex: acad) }
    default: appendRarer(column, of: report, data: data, isScanResponse: isScanResponse, place)
    }
  }

  private mutating func appendRarer(
    _ column: RowColumn, of report: AdvertisingReport.Attributes, data: Span<UInt8>, isScanResponse: Bool,
    _ place: RowPlace?
  ) {
    switch column {
    case .device:
      buffer.append(
        quoted: DeviceIdentifier.of(
          report.address, owner: place?.owner, adapter: report.adapter, isHost: report.source == .command))
    case .layout: buffer.append(quoted: place?.layout)
    case .pdu: buffer.append(quoted: report.advertising?.rawValue)
    case .identity: if let identity = report.identity { buffer.append(identity) } else { buffer.appendAbsent() }
    case .resolvedBy: buffer.append(decimal: place?.owner)
    case .session: buffer.append(decimal: place?.session)
    case .fileOffset: buffer.append(decimal: report.dataFileOffset)
    case .count: buffer.append(decimal: 1)
    case .advertisements: buffer.append(decimal: isScanResponse || report.pdu == .auxSyncInd ? 0 : 1)
    case .scanResponses: buffer.append(decimal: isScanResponse ? 1 : 0)
    case .scanResponseData:
      buffer.append(.list(isScanResponse ? [.octets(Array(copying: data))] : []))
    default: buffer.appendAbsent()
    }
  }
}

/// The values of a report that depend on earlier reports.
struct RowPlace {
  /// The position of the key that resolves its address.
  var owner: Int?
  /// The identifier of its layout.
  var layout: String?
  /// The scan in which it was received.
  var session: Int?
}

/// The text of those fields that depend on the data, made once for each distinct payload of a block.
private struct DecodedRuns {
  private let runs: [[(start: [UInt8], item: RowItem)]]
  private let form: ReportLines.Form
  private let block: Block
  private let keys: DataKeys
  private var numbers = PayloadNumbers()
  /// The texts by the number of the payload.
  private var texts: [[[UInt8]]] = []

  init(_ runs: [[(start: [UInt8], item: RowItem)]], _ form: ReportLines.Form, of block: Block, _ keys: DataKeys) {
    self.runs = runs
    self.keys = keys
    self.form = form
    self.block = block
  }

  /// Returns the number of a payload, which is valid until the next call.
  mutating func number(of data: Span<UInt8>) -> Int {
    if let number = numbers.number(of: data) { return number }
    if numbers.isFull {
      numbers = PayloadNumbers()
      texts.removeAll(keepingCapacity: true)
    }
    numbers.add(data)
    texts.append(texts(of: [(block, Payload(copying: data))]))
    return texts.count - 1
  }

  func text(ofRun run: Int, of number: Int) -> [UInt8] { texts[number][run] }

  /// Returns the text of every run.
  ///
  /// - Parameter addresses: of the sender, for keys.
  func texts(of blocks: [(block: Block, payload: Payload)], from addresses: [DeviceAddress] = []) -> [[UInt8]] {
    guard !runs.isEmpty else { return [] }
    let data = RowData(blocks, keys: keys.isEmpty ? .none : keys.ofDevice(addresses))
    return runs.map { run in
      var buffer = RowBuffer(form)
      for (start, item) in run {
        buffer.append(start)
        switch item {
        case .column(let column): buffer.append(data.value(of: column))
        case .known(let field): buffer.append(data.value(of: field))
        }
      }
      return buffer.octets
    }
  }
}
