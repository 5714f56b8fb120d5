internal import AdvertLint
internal import AdvertObservation
internal import AdvertReport
internal import AdvertisingData

extension WatchView {
  /// Returns the present screen.
  ///
  /// - Parameter arrival: now, by the clock of this machine.
  package mutating func grid(of watch: Watch, columns: Int, rows: Int, at arrival: Int64) -> ScreenGrid {
    let now = watch.clock.now(at: arrival)
    sort(watch, at: now)
    var grid = ScreenGrid(columns: columns, rows: rows)
    putHeader(watch, at: now, in: &grid)
    switch page {
    case .devices: putDevices(watch, at: now, in: &grid)
    case .device(let number):
      if let device = watch.devices.first(where: { $0.number == number }) {
        putDevice(device, at: now, in: &grid)
      } else {
        grid.put("The device has left.", row: 2, column: 1)
      }
    case .help: putHelp(in: &grid)
    }
    putKeys(in: &grid)
    return grid
  }

  private func putHeader(_ watch: Watch, at now: Int64, in grid: inout ScreenGrid) {
    var facts = [counted(watch.wantedCount, "device")]
    if watch.gone > 0 { facts.append("\(watch.gone) gone") }
    facts += [
      "\(watch.advertisements) adv", "\(watch.scanResponses) rsp", "\(Self.rate(watch.history.rate(at: now)))/s",
    ]
    if let state { facts.append(state) }
    if isPaused { facts.append("PAUSED") }
    let text = facts.joined(separator: "  ")
    let room = grid.columns - DisplayWidth.of(text) - 4
    let name = room >= 8 ? DisplayWidth.cut(HostileText.visible(source), to: room) : ""
    var column = grid.put(" ", row: 0, column: 0)
    column = grid.put(name, row: 0, column: column)
    grid.put(text, row: 0, column: max(grid.columns - DisplayWidth.of(text) - 1, column + 1))
    grid.paint(row: 0) { $0.isReversed = true }
  }

  private func putKeys(in grid: inout ScreenGrid) {
    let row = grid.rows - 1
    guard row > 1 else { return }
    if isTypingFilter || page == .devices && !filter.isEmpty {
      let cursor = isTypingFilter ? "▏" : ""
      grid.put(" filter: \(filter)\(cursor)", row: row, column: 0, .bold)
      grid.put("return keeps it, escape clears it", row: row, column: max(grid.columns - 35, 50), .faint)
      return
    }
    let keys =
      switch page {
      case .devices: "↑↓ choose  return show  s sort: \(order.rawValue)  / filter  p pause  ? help  q quit"
      case .device: "↑↓ scroll  escape back  p pause  ? help"
      case .help: "escape back"
      }
    grid.put(" " + keys, row: row, column: 0, .faint)
  }

  // MARK: List

  private func putDevices(_ watch: Watch, at now: Int64, in grid: inout ScreenGrid) {
    let widths = DeviceColumns(grid.columns)
    putTitles(widths, in: &grid)
    let noticeRows = grid.rows >= 40 ? 10 : grid.rows >= 20 ? 4 : 0
    let room = max(grid.rows - 3 - noticeRows - (noticeRows > 0 ? 1 : 0), 0)
    let position = chosenPosition ?? 0
    let first = max(min(position - room / 2, listed.count - room), 0)
    for (row, device) in listed.dropFirst(first).prefix(room).enumerated() {
      put(device, widths, at: now, row: 2 + row, in: &grid)
    }
    if listed.isEmpty {
      grid.put(filter.isEmpty ? "Nothing was heard so far." : "No device matches.", row: 3, column: 2, .faint)
    }
    guard noticeRows > 0 else { return }
    let top = grid.rows - 1 - noticeRows
    let more = listed.count - first - room
    let title = more > 0 ? "\(more) more below  " : ""
    grid.put(
      String(repeating: "─", count: max(grid.columns - DisplayWidth.of(title), 0)) + title, row: top - 1, column: 0,
      .faint)
    for (row, notice) in notices.suffix(noticeRows).enumerated() {
      grid.put(
        DisplayWidth.cut(HostileText.visible(notice.text), to: grid.columns - 1), row: top + row, column: 1,
        .of(notice.severity))
    }
  }

  private func putTitles(_ widths: DeviceColumns, in grid: inout ScreenGrid) {
    func put(_ text: String, _ place: DeviceColumns.Place?) {
      if let place {
        let cut = DisplayWidth.cut(text, to: place.width)
        grid.put(place.isRight ? cut.indented(to: place.width) : cut, row: 1, column: place.column, .bold)
      }
    }
    put("DEVICE", widths.name)
    put("ADDRESS", widths.address)
    put((widths.maker?.width ?? 0) < 13 ? "MAKER" : "MAKER, FORMAT", widths.maker)
    put("dBm", widths.strength)
    put("TREND", widths.trend)
    put("/s", widths.rate)
    put("INTERVAL", widths.interval)
    put("FOUND", widths.findings)
    put("AGE", widths.age)
  }

  private func put(
    _ device: WatchedDevice, _ widths: DeviceColumns, at now: Int64, row: Int, in grid: inout ScreenGrid
  ) {
    let judgement = device.judgement
    func put(_ text: String, _ place: DeviceColumns.Place?, _ style: ScreenGrid.Style = .plain) {
      guard let place else { return }
      let cut = DisplayWidth.cut(text, to: place.width)
      grid.put(place.isRight ? cut.indented(to: place.width) : cut, row: row, column: place.column, style)
    }
    let silence = now - device.lastHeard
    let usual: ScreenGrid.Style = silence > 10_000_000 ? .faint : .plain
    let name = judgement.name.flatMap { $0.isEmpty ? nil : HostileText.visible($0) }
    put(name ?? device.address.description, widths.name, name == nil ? .faint : usual)
    put(device.address.description, widths.address, usual)
    put(judgement.maker, widths.maker, usual)
    put(device.rssi.map { "\($0)" } ?? "–", widths.strength, usual)
    put(Bars.strengths(device.history.last(widths.trend?.width ?? 8, at: now)), widths.trend, usual)
    put(Self.rate(device.history.rate(at: now)), widths.rate, usual)
    put(device.interval.map { AdvertiserDescription.words($0) } ?? "–", widths.interval, usual)
    put(Self.marks(of: judgement), widths.findings, .of(judgement.worst))
    put(WatchWords.brief(silence), widths.age, usual)
    if device.number == chosen {
      grid.put("›", row: row, column: 0, .bold)
      grid.paint(row: row) { $0.isReversed = true }
    }
  }

  /// Returns `H` for a hidden service, then the numbers of errors, warnings and notes: `H 1E 2W`.
  static func marks(of judgement: DeviceJudgement) -> String {
    var marks: [String] = judgement.hiddenServices.isEmpty ? [] : ["H"]
    for (severity, letter) in [(Severity.error, "E"), (.warning, "W"), (.note, "N")] {
      let count = judgement.count(severity)
      if count > 0 { marks.append("\(count)\(letter)") }
    }
    return marks.joined(separator: " ")
  }

  /// Returns a rate as `0.5`, `12`, `1.2k`.
  static func rate(_ rate: Double) -> String {
    let tenths = Int((min(max(rate, 0), 1e9) * 10).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)"
  }
}

extension DeviceJudgement {
  /// The worst severity; a hidden service counts as a warning at least.
  var worst: Severity? {
    findings.map(\.severity).max() ?? (hiddenServices.isEmpty ? nil : .warning)
  }
}

extension ScreenGrid.Style {
  static func of(_ severity: Severity?) -> Self {
    switch severity {
    case nil: .plain
    case .note: Self(color: .cyan)
    case .warning: Self(isBold: true, color: .yellow)
    case .error: Self(isBold: true, color: .red)
    }
  }
}

/// The columns of the list. A narrow screen has no addresses, and names and makers share the rest.
struct DeviceColumns: Equatable {
  struct Place: Equatable {
    let column: Int
    let width: Int
    var isRight = false
  }

  private(set) var name: Place?
  private(set) var address: Place?
  private(set) var maker: Place?
  private(set) var strength: Place?
  private(set) var trend: Place?
  private(set) var rate: Place?
  private(set) var interval: Place?
  private(set) var findings: Place?
  private(set) var age: Place?

  private static let gap = 2

  init(_ columns: Int) {
    // Less important columns appear only when there is room.
    var rest = columns - 1
    func takes(_ width: Int, atLeast least: Int) -> Int? {
      guard columns >= least else { return nil }
      rest -= width + Self.gap
      return width
    }
    let strength = takes(4, atLeast: 24)
    let age = takes(4, atLeast: 32)
    let findings = takes(7, atLeast: 44)
    let trend = takes(columns >= 140 ? 24 : 8, atLeast: 54)
    let rate = takes(4, atLeast: 66)
    let interval = takes(8, atLeast: 74)
    let address = takes(17, atLeast: 110)
    let hasMaker = columns >= 76
    // The maker gets less than half of the rest.
    let makerWidth = hasMaker ? min(max((rest - Self.gap) * 2 / 5, 8), 60) : 0
    let nameWidth = max(rest - (hasMaker ? makerWidth + Self.gap : 0), 1)

    var column = 1
    func place(_ width: Int?, isRight: Bool = false) -> Place? {
      guard let width else { return nil }
      defer { column += width + Self.gap }
      return Place(column: column, width: width, isRight: isRight)
    }
    name = place(min(nameWidth, 60))
    self.address = place(address)
    maker = hasMaker ? place(makerWidth) : nil
    self.strength = place(strength, isRight: true)
    self.trend = place(trend)
    self.rate = place(rate, isRight: true)
    self.interval = place(interval, isRight: true)
    self.findings = place(findings)
    self.age = place(age, isRight: true)
  }
}
