public import AdvertObservation
public import AdvertisingData

/// A device as scanners see it: every place where its layouts mention services and names.
///
/// Made once for all profiles and questions. A question then costs what there is to tell apart, not what there is to
/// read: layouts alike for every scanner are taken together.
public struct ScannedDevice: Sendable {
  /// Different overflow areas of one device that are kept. Areas change with the apps in the background.
  private static let maximumOverflowAreas = 64

  private var groups: [MentionGroup] = []
  private var mentioned = KeyIndex<Mentioned>()
  /// Of everything mentioned, by its number, the groups that mention it.
  private var groupsMentioning: [[Int]] = []
  private var groupNumbers = KeyIndex<GroupKey>()
  private var dataQuestions: [DataQuestion] = []
  private var overflowAreas: [OverflowArea] = []
  /// All layouts by their kinds, in the order first seen.
  private(set) var kinds: [KindTally] = []
  private var kindNumbers = KeyIndex<LayoutKind>()
  /// What it is for each possible division, when it is not known where its advertising data end; else empty.
  private(set) var divisions: [Division] = []

  /// The device that octets of both blocks are when they are divided at a place.
  struct Division: Sendable {
    /// How many octets the advertising data have.
    let cut: Int
    let device: ScannedDevice
  }

  private struct GroupKey: Hashable {
    let mentioned: Mentioned
    let kind: LayoutKind
    let places: UInt16
  }

  /// What was received of the layouts of one kind.
  struct KindTally: Sendable {
    let kind: LayoutKind
    var advertisements = Reception()
    var responses = Reception()
  }

  /// Several layouts are what the device sends at different times or in different advertising sets. Of questions about data,
  /// only those given here have answers.
  public init(_ layouts: [Layout], asking questions: [Question] = []) {
    self.init(layouts.map { LayoutView($0) }, questions)
  }

  /// A declared layout. Of one whose division is not known, a verdict is what holds for every division.
  public init(_ declared: DeclaredLayout, asking questions: [Question] = []) {
    guard let merged = declared.merged else {
      self.init([declared.layout], asking: questions)
      return
    }
    // What is mentioned at all is the same for every division.
    self.init([declared.divided(at: merged.likely.cut).layout], asking: questions)
    divisions = merged.cuts.map {
      Division(cut: $0, device: ScannedDevice([declared.divided(at: $0).layout], asking: questions))
    }
  }

  /// What an advertiser sent, as scanners meet it. Of questions about data, only those given here have answers.
  public init(_ advertiser: Advertiser, asking questions: [Question] = []) {
    self.init(advertiser.layouts.map { LayoutView($0) }, questions)
  }

  private init(_ views: [LayoutView], _ questions: [Question]) {
    dataQuestions = questions.compactMap { $0.dataQuestion }
    for (index, view) in views.enumerated() { note(view, at: index) }
  }

  /// Whether anything of it was received over the air, as opposed to written down.
  public var isFromAir: Bool {
    kinds.contains { $0.advertisements.count > 0 || $0.responses.count > 0 }
  }

  /// The services it mentions in lists or service data of either block, sorted.
  public var services: [BluetoothUUID] {
    mentioned.keys.compactMap { if case .service(let uuid) = $0 { uuid } else { nil } }.sorted()
  }

  /// What a device is asked by default: for each of its services whether a filter finds it, and when
  /// it mentions none, whether anything of it is delivered.
  public var questions: [Question] {
    let services = services
    return services.isEmpty ? [.presence] : services.map { .service($0) }
  }

  /// Whether any of its data answer a question, wherever they are.
  public func mentions(_ question: Question) -> Bool {
    question == .presence || !groups(for: question).isEmpty
  }

  /// Whether there is a block of it that was not observed, or not in full, so that it may mention more.
  public var mayMentionMore: Bool {
    kinds.contains { tally in
      !tally.kind.advertising.isComplete || tally.kind.isScannable && !tally.kind.scanResponse.isComplete
    }
  }

  /// The groups that mention what is asked for.
  func groups(for question: Question) -> [MentionGroup] {
    switch question {
    case .service(let uuid):
      guard !overflowAreas.isEmpty else { return groups(mentioning: .service(uuid)) }
      let bit = OverflowArea.bit(of: uuid)
      let areas = overflowAreas.filter { $0.contains(bit: bit) }.map { Mentioned.overflowArea($0) }
      return ([.service(uuid)] + areas).flatMap { groups(mentioning: $0) }
    case .name(let name?):
      return groups(mentioning: .name(name)) + groups(mentioning: .paddedName(name))
    case .name(nil):
      let names = mentioned.keys.indices.filter { if case .name = mentioned.keys[$0] { true } else { false } }
      return names.flatMap { groupsMentioning[$0] }.sorted().map { groups[$0] }
    case .data(let question): return groups(mentioning: .answer(question))
    case .presence:
      return []
    }
  }

  private func groups(mentioning key: Mentioned) -> [MentionGroup] {
    mentioned.number(ofKnown: key).map { groupsMentioning[$0].map { groups[$0] } } ?? []
  }

  private mutating func note(_ view: LayoutView, at layout: Int) {
    let kind = view.kind
    tally(view, kind)
    var found: [(mentioned: Mentioned, group: MentionGroup)] = []
    var numbers = KeyIndex<Mentioned>()
    view.forEachMention(layout: layout, asking: dataQuestions) { mentioned, mention, reception in
      let (number, isNew) = numbers.number(of: mentioned)
      if isNew { found.append((mentioned, MentionGroup(kind: kind))) }
      found[number].group.note(mention, reception)
    }
    for (mentioned, group) in found { add(group, mentioning: mentioned) }
  }

  private mutating func tally(_ view: LayoutView, _ kind: LayoutKind) {
    let (number, isNew) = kindNumbers.number(of: kind)
    if isNew { kinds.append(KindTally(kind: kind)) }
    if let advertising = view.advertising { kinds[number].advertisements.add(advertising.reception) }
    for response in view.responses { kinds[number].responses.add(response.reception) }
  }

  private mutating func add(_ group: MentionGroup, mentioning key: Mentioned) {
    if case .overflowArea(let area) = key, mentioned.number(ofKnown: key) == nil {
      guard overflowAreas.count < Self.maximumOverflowAreas else { return }
      overflowAreas.append(area)
    }
    let (number, isNew) = groupNumbers.number(
      of: GroupKey(mentioned: key, kind: group.kind, places: group.places))
    if isNew {
      let (position, isFirst) = mentioned.number(of: key)
      if isFirst { groupsMentioning.append([]) }
      groupsMentioning[position].append(number)
      groups.append(group)
    } else {
      groups[number].add(group)
    }
  }
}

/// Everything that verdicts on a device's own questions depend on, except the times: devices with equal traits have equal
/// verdicts from every scanner. A place has thousands of devices and a few dozen traits.
public struct DeviceTraits: Hashable, Sendable {
  private let kinds: [LayoutKind]
  /// Of each question in turn, where it is answered.
  private let answers: [[Answer]]

  private struct Answer: Hashable {
    let kind: LayoutKind
    let places: [Place]
  }

  private struct Place: Hashable {
    let kind: MentionKinds
    let block: Block
  }

  fileprivate init(_ device: ScannedDevice, asked questions: [Question]) {
    kinds = device.kinds.map { $0.kind }
    answers = questions.map { question in
      device.groups(for: question).map { group in
        Answer(kind: group.kind, places: group.found.map { Place(kind: $0.mention.kind, block: $0.mention.block) })
      }
    }
  }
}

extension ScannedDevice {
  /// `questions` are its own ``questions``.
  public func traits(asked questions: [Question]) -> DeviceTraits { DeviceTraits(self, asked: questions) }
}
