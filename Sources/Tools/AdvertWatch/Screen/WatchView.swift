internal import AdvertCapture
internal import AdvertLint
internal import AdvertReport
internal import AdvertisingData

/// The user's view of a watch, with the choices made by keys. It is only values: a terminal shows its grid.
package struct WatchView {
  /// The orders of the list of devices.
  package enum Order: String, CaseIterable, Sendable {
    /// Devices with findings first, the worst before others, then the strongest.
    case findings
    /// The strongest first.
    case strength
    /// Devices with the highest rate of reports first.
    case rate
    /// By name; devices without a name last.
    case name
    /// The newest first.
    case age
  }

  /// An event, for the lines below the list.
  struct Notice: Equatable {
    let text: String
    let severity: Severity?
  }

  /// The page of the screen.
  enum Page: Equatable {
    case devices
    /// A device by its number.
    case device(Int)
    case help(from: DevicePage)

    enum DevicePage: Equatable {
      case devices
      case device(Int)
    }
  }

  /// A key's request to the command.
  package enum Request: Equatable, Sendable {
    /// To quit.
    case quit
    /// To write the latest reports.
    case write
  }

  /// The name of the source.
  package let source: String
  /// The present state of the source; `nil` while it continues.
  package var state: String?
  package internal(set) var order = Order.findings
  var page = Page.devices
  var filter = ""
  var isTypingFilter = false
  /// The number of the chosen device.
  var chosen: Int?
  /// The first row shown, when the content is longer than the screen.
  var scroll = 0
  /// Whether the screen is paused and does not change.
  package internal(set) var isPaused = false
  private(set) var notices: [Notice] = []

  /// The devices shown, in their order.
  var listed: [WatchedDevice] = []
  private var sortedAt: Int64?
  /// The ``Watch/changes`` that the list includes.
  private var knownChanges = -1

  /// - Parameter source: its name.
  package init(source: String) {
    self.source = source
  }

  static let maximumNotices = 100

  /// Keeps an event for the lines below the list.
  package mutating func note(_ event: WatchEvent) {
    let device = event.device
    let who = device.judgement.name.flatMap { $0.isEmpty ? nil : $0 } ?? device.address.description
    let time = event.time.map { String($0.iso8601.dropFirst(11).prefix(8)) + "  " } ?? ""
    switch event.kind {
    case .new: add(Notice(text: "\(time)new      \(who)", severity: nil))
    case .layout(let block, _, let before):
      add(Notice(text: "\(time)layout   \(who)  \(block.words) \(before == nil ? "heard" : "changed")", severity: nil))
    case .finding(let finding):
      let word = finding.severity.rawValue.padding(to: 9)
      add(Notice(text: "\(time)\(word)\(who)  \(finding.message) [\(finding.rule)]", severity: finding.severity))
    case .gone(let silence):
      add(Notice(text: "\(time)gone     \(who)  not heard for \(WatchWords.duration(silence))", severity: nil))
    }
  }

  /// Keeps a line of the command's own.
  package mutating func note(_ words: String) { add(Notice(text: words, severity: nil)) }

  private mutating func add(_ notice: Notice) {
    notices.append(notice)
    if notices.count > 2 * Self.maximumNotices { notices.removeFirst(Self.maximumNotices) }
  }

  // MARK: Keys

  /// Takes a key. Returns its request to the command.
  package mutating func press(_ key: WatchKey) -> Request? {
    if isTypingFilter {
      typeFilter(key)
      return nil
    }
    switch key {
    case .character("q"):
      if page == .devices { return .quit }
      leavePage()
    case .escape, .backspace: leavePage()
    case .character("?"):
      switch page {
      case .devices: page = .help(from: .devices)
      case .device(let number): page = .help(from: .device(number))
      case .help: leavePage()
      }
    case .character("p"): isPaused.toggle()
    case .character("w"): return .write
    case .character("s"):
      if let position = Order.allCases.firstIndex(of: order) {
        order = Order.allCases[(position + 1) % Order.allCases.count]
      }
      sortedAt = nil
    case .character("/"):
      page = .devices
      isTypingFilter = true
    case .enter:
      if page == .devices, let chosen = chosen ?? listed.first?.number {
        self.chosen = chosen
        page = .device(chosen)
        scroll = 0
      }
    case .up: move(-1)
    case .down: move(1)
    case .pageUp: move(-10)
    case .pageDown: move(10)
    case .home: move(-1_000_000)
    case .end: move(1_000_000)
    case .character, .other: break
    }
    return nil
  }

  private mutating func leavePage() {
    switch page {
    case .devices: filter = ""
    case .device: page = .devices
    case .help(.devices): page = .devices
    case .help(.device(let number)): page = .device(number)
    }
    scroll = 0
    sortedAt = nil
  }

  private mutating func typeFilter(_ key: WatchKey) {
    switch key {
    case .enter: isTypingFilter = false
    case .escape:
      isTypingFilter = false
      filter = ""
    case .backspace: _ = filter.popLast()
    case .character(let character): if filter.count < 40 { filter.append(character) }
    default: break
    }
    sortedAt = nil
  }

  private mutating func move(_ step: Int) {
    switch page {
    case .devices:
      guard !listed.isEmpty else { return }
      let position = chosenPosition ?? (step > 0 ? -1 : 0)
      chosen = listed[min(max(position + step, 0), listed.count - 1)].number
    case .device, .help: scroll = max(scroll + step, 0)
    }
  }

  // MARK: Sorting

  /// The shortest time between two sorts: rows that move all the time cannot be read.
  private static let sorting: Int64 = 1_000_000

  /// Updates the list: its order at most once in a second, and new and gone devices at once.
  mutating func sort(_ watch: Watch, at now: Int64) {
    if isPaused, sortedAt != nil { return }
    if let sortedAt, now - sortedAt < Self.sorting, now >= sortedAt {
      guard watch.changes != knownChanges else { return }
      let wanted = watch.devices.filter { $0.isWanted && matches($0) }
      let numbers = Set(wanted.map(\.number))
      let known = Set(listed.map(\.number))
      listed = listed.filter { numbers.contains($0.number) } + wanted.filter { !known.contains($0.number) }
    } else {
      sortedAt = now
      listed = watch.devices.filter { $0.isWanted && matches($0) }
        .map { (rank: $0.rank(by: order, at: now), device: $0) }.sorted { $0.rank < $1.rank }.map(\.device)
    }
    knownChanges = watch.changes
    if page == .devices, chosenPosition == nil { chosen = nil }
  }

  /// The position of the chosen device in the list.
  var chosenPosition: Int? { chosen.flatMap { chosen in listed.firstIndex { $0.number == chosen } } }

  private func matches(_ device: WatchedDevice) -> Bool {
    guard !filter.isEmpty else { return true }
    let text = filter.lowercased()
    return device.address.description.lowercased().contains(text)
      || device.judgement.name?.lowercased().contains(text) ?? false
      || device.judgement.maker.lowercased().contains(text)
  }
}

extension WatchedDevice {
  /// Returns the rank in an order: a number, then a text.
  fileprivate func rank(by order: WatchView.Order, at now: Int64) -> ListRank {
    let strength = -(history.last(3, at: now).compactMap(\.rssi).last ?? rssi.map { Int($0) } ?? -200)
    switch order {
    case .findings:
      let worst = judgement.count(.error) > 0 ? 0 : judgement.hiddenServices.isEmpty ? 2 : 1
      return ListRank(first: judgement.findings.isEmpty && worst == 2 ? 3 : worst, second: strength, number: number)
    case .strength: return ListRank(first: strength, number: number)
    case .rate: return ListRank(first: -Int(history.rate(at: now) * 10), number: number)
    case .name:
      let name = judgement.name ?? ""
      return ListRank(first: name.isEmpty ? 1 : 0, text: name.lowercased(), number: number)
    case .age: return ListRank(first: -number, number: number)
    }
  }
}

private struct ListRank: Comparable {
  var first = 0
  var second = 0
  var text = ""
  /// Devices with equal ranks stay in the order of their first reception.
  let number: Int

  static func < (one: ListRank, other: ListRank) -> Bool {
    (one.first, one.second, one.text, one.number) < (other.first, other.second, other.text, other.number)
  }
}

extension String {
  /// Returns the text with spaces after it.
  func padding(to width: Int) -> String { self + String(repeating: " ", count: max(width - count, 0)) }

  /// Returns the text with spaces before it.
  func indented(to width: Int) -> String { String(repeating: " ", count: max(width - count, 0)) + self }
}
