internal import AdvertCapture
internal import AdvertObservation
internal import AdvertisingData

/// Writes rows of the requested fields. The values that depend on the data of a report are made once for each distinct
/// payload.
struct RowWriter {
  private let write: ([UInt8]) -> Void
  private var cells: RowLines
  private let path: String
  /// The cell with the path.
  private var pathRun: [UInt8]
  /// The position of the column with the path.
  private let pathColumn: Int?
  private let steps: [RowStep]
  private var decodedAdvertising: DecodedRuns
  private var decodedScanResponses: DecodedRuns

  private let keys: DataKeys

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
    let cells = RowLines(fields, form)
    var steps: [RowStep] = []
    var runs: [ColumnRun] = []
    var isInRun = false
    for (number, item) in fields.fields.enumerated() {
      switch item {
      case .column(.file):
        steps.append(.path)
        isInRun = false
      case .column(let column) where !column.isOfData:
        steps.append(.column(column, at: number))
        isInRun = false
      default:
        if !isInRun {
          steps.append(.run(runs.count))
          runs.append(ColumnRun(first: number))
          isInRun = true
        }
        runs[runs.count - 1].items.append(item)
      }
    }
    self.cells = cells
    self.steps = steps
    pathColumn = fields.fields.firstIndex(of: .column(.file))
    pathRun = cells.run(at: 0, [])
    decodedAdvertising = DecodedRuns(runs, cells, of: .advertising, keys)
    decodedScanResponses = DecodedRuns(runs, cells, of: .scanResponse, keys)
    startCapture(member: nil)
  }

  /// Begins a capture. Rows of a capture in an archive name both.
  mutating func startCapture(member: String?) {
    guard let pathColumn else { return }
    pathRun = cells.run(at: pathColumn, [.text(member.map { "\(path)/\($0)" } ?? path)])
  }

  /// Hands on the rows written so far.
  mutating func flush() { cells.deliver(to: write) }

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
    let steps = steps
    for index in steps.indices {
      switch steps[index] {
      case .path: cells.append(pathRun)
      case .column(let column, let position):
        cells.begin(position)
        append(column, of: report, data: data, acad: acad, isScanResponse: isScanResponse, place)
      case .run(let run):
        if let opened {
          cells.append(opened[run])
        } else if isScanResponse {
          let known = number ?? decodedScanResponses.number(of: data)
          number = known
          cells.append(decodedScanResponses.cells(ofRun: run, of: known))
        } else {
          let known = number ?? decodedAdvertising.number(of: data)
          number = known
          cells.append(decodedAdvertising.cells(ofRun: run, of: known))
        }
      }
    }
    endRow()
  }

  /// Returns the cells of every run, for a sender with a key; else `nil`.
  @inline(never)
  private func openedRuns(
    of report: AdvertisingReport.Attributes, data: Span<UInt8>, isScanResponse: Bool
  ) -> [[UInt8]]? {
    let addresses = [report.address, report.identity].compactMap { $0 }.filter { keys.has($0) }
    guard !addresses.isEmpty else { return nil }
    let block = isScanResponse ? Block.scanResponse : .advertising
    return decodedAdvertising.runs(of: [(block, Payload(copying: data))], from: addresses)
  }

  mutating func append(_ row: LayoutRow) {
    let runs = decodedAdvertising.runs(of: Array(row.observed.layout.blocks), from: row.advertiser.addresses)
    for step in steps {
      switch step {
      case .path: cells.append(pathRun)
      case .column(let column, let position):
        cells.begin(position)
        cells.append(row.value(of: column))
      case .run(let run): cells.append(runs[run])
      }
    }
    endRow()
  }

  private mutating func endRow() {
    cells.endRow()
    if cells.isFull { flush() }
  }

  @inline(__always)
  private mutating func append(
    _ column: RowColumn, of report: AdvertisingReport.Attributes, data: Span<UInt8>, acad: Span<UInt8>,
    isScanResponse: Bool, _ place: RowPlace?
  ) {
    switch column {
    case .record: cells.append(integer: report.record)
    case .time, .until: cells.append(time: report.time)
    case .source: cells.append(word: report.source.rawValue)
    case .type: cells.append(word: report.pdu.rawValue)
    case .address: cells.append(address: report.address)
    case .addressType: cells.append(word: report.address.kind.rawValue)
    case .rssi: cells.append(integer: report.rssi.map { Int($0) })
    case .channel: cells.append(integer: report.channel.map { Int($0) })
    case .crc: cells.append(word: report.crc.rawValue)
    case .data: cells.append(data: data)
    case .adapter: cells.append(integer: Int(report.adapter))
    case .sid: cells.append(integer: report.advertisingSID.map { Int($0) })
    case .complete: cells.append(truth: report.isComplete)
    case .acad: if acad.isEmpty { cells.appendAbsent() } else { cells.append(data: acad) }
    default: appendRarer(column, of: report, data: data, isScanResponse: isScanResponse, place)
    }
  }

  private mutating func appendRarer(
    _ column: RowColumn, of report: AdvertisingReport.Attributes, data: Span<UInt8>, isScanResponse: Bool,
    _ place: RowPlace?
  ) {
    switch column {
    case .device:
      cells.append(
        word: DeviceIdentifier.of(
          report.address, owner: place?.owner, adapter: report.adapter, isHost: report.source == .command))
    case .layout: cells.append(word: place?.layout)
    case .pdu: cells.append(word: report.advertising?.rawValue)
    case .identity: if let identity = report.identity { cells.append(address: identity) } else { cells.appendAbsent() }
    case .resolvedBy: cells.append(integer: place?.owner)
    case .session: cells.append(integer: place?.session)
    case .fileOffset: cells.append(integer: report.dataFileOffset)
    case .primaryPHY: cells.append(word: report.phys.primary?.id)
    case .secondaryPHY: cells.append(word: report.phys.secondary?.id)
    case .count: cells.append(integer: 1)
    case .advertisements: cells.append(integer: isScanResponse || report.pdu == .auxSyncInd ? 0 : 1)
    case .scanResponses: cells.append(integer: isScanResponse ? 1 : 0)
    case .scanResponseData:
      cells.append(.list(isScanResponse ? [.octets(Array(copying: data))] : []))
    default: cells.appendAbsent()
    }
  }
}

/// A step of a row. It has no array, which would be counted for each report.
private enum RowStep: BitwiseCopyable {
  case path
  case column(RowColumn, at: Int)
  /// Consecutive columns that depend on the data.
  case run(Int)
}

/// Consecutive columns that depend on the data.
private struct ColumnRun {
  /// The position of the first one.
  let first: Int
  var items: [RowItem] = []
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

/// The cells of those columns that depend on the data, made once for each distinct payload of a block.
private struct DecodedRuns {
  private let columns: [ColumnRun]
  /// The maker of the cells.
  private let maker: RowLines
  private let block: Block
  private let keys: DataKeys
  private var numbers = PayloadNumbers()
  /// The runs by the number of the payload.
  private var made: [[[UInt8]]] = []

  init(_ columns: [ColumnRun], _ maker: RowLines, of block: Block, _ keys: DataKeys) {
    self.columns = columns
    self.maker = maker
    self.block = block
    self.keys = keys
  }

  /// Returns the number of a payload, which is valid until the next call.
  mutating func number(of data: Span<UInt8>) -> Int {
    if let number = numbers.number(of: data) { return number }
    if numbers.isFull {
      numbers = PayloadNumbers()
      made.removeAll(keepingCapacity: true)
    }
    numbers.add(data)
    made.append(runs(of: [(block, Payload(copying: data))]))
    return made.count - 1
  }

  func cells(ofRun run: Int, of number: Int) -> [UInt8] { made[number][run] }

  /// Returns the cells of every run.
  ///
  /// - Parameter addresses: of the sender, for keys.
  func runs(of blocks: [(block: Block, payload: Payload)], from addresses: [DeviceAddress] = []) -> [[UInt8]] {
    guard !columns.isEmpty else { return [] }
    let data = RowData(blocks, keys: keys.isEmpty ? .none : keys.ofDevice(addresses))
    return columns.map { run in
      maker.run(
        at: run.first,
        run.items.map { item in
          switch item {
          case .column(let column): data.value(of: column)
          case .known(let field): data.value(of: field)
          }
        })
    }
  }
}
